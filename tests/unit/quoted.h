/*
 * quoted.h: a letter of ours with another player's words in it, as it comes
 * back from someone who replies without a word of their own.
 */
#ifndef POSTMOVE_TEST_QUOTED_H
#define POSTMOVE_TEST_QUOTED_H

#include <glib.h>
#include <string.h>

#include "auth/redact.h"
#include "language/reading.h"
#include "mail/letter.h"
#include "mail/reply.h"
#include "parse/mime.h"
#include "render/template.h"

enum { QUOTED_COLUMNS = 72 };

/* Reads every text as a turn. */
static inline bool quoted_any_turn(void *data, const char *line)
{
    (void)data;
    return strstr(line, "e4-e5") != NULL;
}

/* The words as a letter passes them on, with a mark before every line. Free with g_free. */
static inline char *quoted_told(const char *relayed)
{
    g_auto(GStrv) lines = g_strsplit(relayed, "\n", -1);
    g_autofree char *joined = g_strjoinv("\n| ", lines);
    g_autofree char *told = g_strconcat("| ", joined, NULL);
    char *filled = template_fill(told, QUOTED_COLUMNS);
    g_auto(GStrv) marked = g_strsplit(filled, "\n", -1);
    for (char **line = marked; *line != NULL; line++) {
        g_assert_cmpint((*line)[0], ==, '|');
    }
    return filled;
}

/* The text of a letter that passes these words on, as a mail program shows it; NULL: it passes
 * them on to nobody. Free with g_free. */
static inline char *quoted_letter(const char *words)
{
    g_autofree char *relayed = redact_relay(words, "turns", "example.org", NULL);
    if (relayed == NULL) {
        return NULL;
    }
    g_autofree char *told = quoted_told(relayed);
    g_autofree char *text =
        g_strconcat(REPLY_MARKER "\n\n> chat ", words, "\n\n", told, "\n", NULL);
    const struct letter letter = {
        .from = "turns@example.org",
        .to = "ann@example.net",
        .subject = "x",
        .message_id = "1@example.org",
        .language = "en",
        .instance = "example.org",
        .text = text,
    };
    g_autoptr(GBytes) bytes = letter_bytes(&letter);
    g_autoptr(Message) message =
        mime_parse(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), false, NULL, NULL);
    return g_strdup(message->text);
}

/* Checks that the text, coming back with > before each line, has no line of the writer's own
 * and no command; `charset` is the name that the mail program gives to its bytes. */
static inline void quoted_is_inert(const char *text, const char *charset)
{
    static const char *const games[] = { "halma", NULL };
    static const struct grammar_context context = { .games = games,
                                                    .board = 12,
                                                    .reply = REPLY_TO_MATCH | REPLY_TO_CHALLENGE,
                                                    .reads_as_turn = quoted_any_turn };
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autofree char *quoted = g_strjoinv("\n> ", lines);
    g_autofree char *mail = g_strdup_printf(
        "From: ann@example.net\nContent-Type: text/plain; charset=%s\n\n> %s", charset, quoted);
    g_autoptr(Message) message = mime_parse(mail, strlen(mail), false, NULL, NULL);
    struct reply reply;
    struct reading reading;
    reply_read(message->text, &reply);
    g_assert_null(strchr(reply.kinds, REPLY_OWN));
    reading_of_reply(&context, reply.written, reply.kinds, &reading);
    g_assert_cmpuint(reading.entries->len, ==, 0);
    reading_clear(&reading);
    reply_clear(&reply);
}

/* The same for a letter with these words, with each name that mail programs give to a
 * character set. */
static inline void quoted_runs_nothing(const char *words)
{
    g_autofree char *text = quoted_letter(words);
    if (text == NULL) {
        return;
    }
    g_autofree char *western =
        g_convert_with_fallback(text, -1, "WINDOWS-1252", "UTF-8", "?", NULL, NULL, NULL);
    quoted_is_inert(text, "utf-8");
    if (western != NULL) {
        quoted_is_inert(western, "windows-1252");
        quoted_is_inert(western, "iso-8859-1");
        quoted_is_inert(western, "iso-8859-15");
        quoted_is_inert(western, "us-ascii");
    }
}

#endif
