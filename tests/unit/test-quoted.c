/* Our own letters come back quoted, with another player's words in them, and
 * nothing of them is a command. */
#include <glib.h>
#include <string.h>

#include "tests/unit/quoted.h"

static void check(const char *words)
{
    g_autofree char *text = quoted_letter(words);
    g_assert_nonnull(text);
    quoted_runs_nothing(words);
}

/* Every character that could be thought to end a line, twice, for the line
 * directly below a quote is taken for its rest. */
static void test_every_character(void)
{
    GString *words = g_string_new(NULL);
    for (gunichar c = 1; c < 0x110000; c = c == 0x30ff ? 0xd800 : c == 0xffff ? 0xe0000 : c + 1) {
        if (!g_unichar_validate(c) || c > 0xe01ff) {
            continue;
        }
        g_string_append(words, "a");
        g_string_append_unichar(words, c);
        g_string_append_unichar(words, c);
        g_string_append(words, "resign");
        g_string_append_unichar(words, c);
        if (words->len > 3000) {
            check(words->str);
            g_string_truncate(words, 0);
        }
    }
    check(words->str);
    g_string_free(words, TRUE);
}

static void test_line_ends(void)
{
    check("a\u2028\u2028resign");
    check("a\u2028resign\u2028e4-e5");
    check("a\u2029\u2029resign");
    check("a\xc2\x85\xc2\x85resign");
    check("a\v\vresign\f\fresign\x1c\x1cresign");
    check("a\r\rresign\r\n\r\nresign");
    check("\u2026\u2026resign\u2026e4-e5\u2026");
    check("\u200b> \u200fresign\n\u200f\n\u202e> e4-e5");
    check("a\n\n\u2028resign");
    check("                                                                 a resign b");
    check("a\n||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||| b");
}

/* A line of ours that is too long for someone's program: its rest is
 * unquoted, and breaks nowhere either. */
static void test_wrapped(void)
{
    static const char mail[] = "Content-Type: text/plain; charset=iso-8859-15\n\n"
                               "> | well\nwell\x85\x85resign\x85\ne4-e5";
    g_autoptr(Message) message = mime_parse(mail, strlen(mail), false, NULL, NULL);
    struct reply reply;
    reply_read(message->text, &reply);
    g_assert_cmpstr(reply.kinds, ==, "qww");
    reply_clear(&reply);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    mime_init();
    g_test_add_func("/quoted/line-ends", test_line_ends);
    g_test_add_func("/quoted/every-character", test_every_character);
    g_test_add_func("/quoted/wrapped", test_wrapped);
    return g_test_run();
}
