/* Any bytes as what a program that plays is asked: they are read or refused. */
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
    return 0;
}
