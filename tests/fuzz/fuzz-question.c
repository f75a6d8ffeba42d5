/* Any bytes as what a program that plays is asked, and as what it answers: they are read or
 * refused, and a question that is read can be asked again. */
#include <glib.h>
#include <stddef.h>
#include <stdint.h>

#include "think/question.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    g_auto(Question) question = { 0 };
    g_autoptr(GError) error = NULL;
    const bool read = question_read(text, &question, &error);
    g_assert_true(read == (error == NULL));
    g_assert_true(!read || (question.match != NULL && question.seat >= 0 &&
                            question.seat < question.match->options.setup.seats));
    if (read) {
        g_autofree char *written = question_write(&question);
        g_auto(Question) again = { 0 };
        g_assert_true(question_read(written, &again, NULL));
    }
    g_auto(Answer) answer = { 0 };
    const bool answered = answer_read((const char *)data, size, &answer, NULL);
    g_assert_true(!answered || answer.line != NULL);
    return 0;
}
