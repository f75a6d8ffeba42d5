/* Any text as a reply, a Subject and words to be passed on; and as words in a
 * letter of ours that comes back quoted. Of a mail of the corpus, with which it
 * begins, the body is read as well. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "auth/redact.h"
#include "base/plain.h"
#include "tests/unit/quoted.h"

/* To quote words in every way takes long: it is done to few. */
enum { QUOTED_MAX = 600 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_reply(const char *text)
{
    struct reply reply;
    reply_read(text, &reply);
    size_t count = g_strv_length(reply.lines);
    g_assert_cmpuint(strlen(reply.kinds), ==, count);
    g_assert_cmpuint(count, <=, REPLY_LINES_MAX);
    for (size_t i = 0; i < count; i++) {
        const char *line = reply.lines[i];
        const char *first = line + strspn(line, " ");
        g_assert_true(g_utf8_validate(line, -1, NULL));
        g_autofree char *plain = plain_text(reply.written[i], -1);
        g_assert_true(strlen(line) >= REPLY_LINE_MAX - 4 || strcmp(g_strchomp(plain), line) == 0);
        g_assert_true(strpbrk(line, "\r\n\t") == NULL);
        g_assert_true(strchr("tebqw", reply.kinds[i]) != NULL);
        g_assert_cmpint(reply.kinds[i] == REPLY_BLANK, ==, *line == '\0');
        if (reply.kinds[i] == REPLY_OWN || reply.kinds[i] == REPLY_WRAPPED) {
            g_assert_true(*first != '>' && (*first != '|' || reply.kinds[i] == REPLY_WRAPPED));
            g_assert_null(strstr(line, REPLY_MARKER));
        }
    }
    reply_clear(&reply);
}

static void check_subject(const char *subject)
{
    gboolean tagged;
    g_autofree char *stripped = reply_subject(subject, &tagged);
    g_assert_false(tagged && g_ascii_strncasecmp(stripped, REPLY_TAG, strlen(REPLY_TAG)) == 0);
    g_autofree char *plain = plain_text(stripped, -1);
    if (strstr(plain, REPLY_TAG) == NULL) {
        g_autofree char *again = reply_subject(stripped, NULL);
        g_assert_cmpstr(stripped, ==, again);
    }
}

static void check_relay(const char *words)
{
    g_autofree char *relayed = redact_relay(words, "turns", "example.org", NULL);
    if (relayed != NULL) {
        g_assert_true(g_utf8_validate(relayed, -1, NULL));
        g_assert_cmpuint(strlen(relayed), <=, 4000);
        g_assert_null(strstr(relayed, REPLY_MARKER));
        g_autofree char *plain = plain_text(relayed, -1);
        g_assert_null(strstr(plain, "turns+x@example.org"));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    if (!ready) {
        mime_init();
        ready = true;
    }
    g_autofree char *bytes = g_strndup((const char *)data, size);
    g_autofree char *text = g_utf8_make_valid(bytes, -1);
    const char *body = strstr(text, "\n\n");
    check_reply(text);
    if (body != NULL) {
        check_reply(body + 2);
    }
    check_subject(text);
    check_relay(text);
    if (size <= QUOTED_MAX) {
        quoted_runs_nothing(text);
    }
    return 0;
}
