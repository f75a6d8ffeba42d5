/* Our own letters come back quoted, with another player's words in them, and
 * nothing of them is a command. */
#include <glib.h>
#include <string.h>

#include "command/reading.h"
#include "mail/letter.h"
#include "mail/mime.h"
#include "mail/reply.h"

static const char *const games[] = { "halma", NULL };

/* Whatever could be played is played. */
static bool any_turn(void *data, const char *line)
{
    (void)data;
    return strstr(line, "e4-e5") != NULL;
}

static const struct grammar_context match_reply = {
    .games = games, .has_board = true, .reply = REPLY_TO_MATCH, .reads_as_turn = any_turn
};

/* The text of a letter of ours that passes these words on, as a mail program
 * shows it. */
static char *text_of_letter(const char *words)
{
    g_autofree char *relayed = reply_relay(words, "turns", "example.org");
    g_assert_nonnull(relayed);
    g_auto(GStrv) lines = g_strsplit(relayed, "\n", -1);
    g_autofree char *told = g_strjoinv("\n| ", lines);
    g_autofree char *text =
        g_strconcat(REPLY_MARKER "\n\n> chat ", words, "\n\n| ", told, "\n", NULL);
    const struct letter letter = {
        .from = "turns@example.org",
        .to = "ann@example.net",
        .subject = "x",
        .message_id = "1@example.org",
        .instance = "example.org",
        .text = text,
    };
    g_autoptr(GBytes) bytes = letter_bytes(&letter);
    g_autoptr(Message) message =
        mime_parse(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), false, NULL);
    return g_strdup(message->text);
}

/* The letter as a reply without a word of its writer's own; `charset` is what
 * his program calls the bytes. */
static void assert_no_command(const char *text, const char *charset)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autofree char *quoted = g_strjoinv("\n> ", lines);
    g_autofree char *mail = g_strdup_printf(
        "From: ann@example.net\nContent-Type: text/plain; charset=%s\n\n> %s", charset, quoted);
    g_autoptr(Message) message = mime_parse(mail, strlen(mail), false, NULL);
    struct reply reply;
    struct reading reading;
    reply_read(message->text, &reply);
    g_assert_null(strchr(reply.kinds, REPLY_OWN));
    reading_of_reply(&match_reply, reply.lines, reply.kinds, &reading);
    g_assert_cmpuint(reading.entries->len, ==, 0);
    reading_clear(&reading);
    reply_clear(&reply);
}

static void check(const char *words)
{
    g_autofree char *text = text_of_letter(words);
    assert_no_command(text, "utf-8");
    g_autofree char *western =
        g_convert_with_fallback(text, -1, "WINDOWS-1252", "UTF-8", "?", NULL, NULL, NULL);
    assert_no_command(western, "windows-1252");
    assert_no_command(western, "iso-8859-1");
    assert_no_command(western, "iso-8859-15");
    assert_no_command(western, "us-ascii");
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
}

/* A line of ours that is too long for someone's program: its rest is
 * unquoted, and breaks nowhere either. */
static void test_wrapped(void)
{
    static const char mail[] = "Content-Type: text/plain; charset=iso-8859-15\n\n"
                               "> | well\nwell\x85\x85resign\x85\ne4-e5";
    g_autoptr(Message) message = mime_parse(mail, strlen(mail), false, NULL);
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
