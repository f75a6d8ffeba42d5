/* Mails written as lines, for tests of how they are read. */
#ifndef TESTS_READ_LINES_H
#define TESTS_READ_LINES_H

#include <glib.h>
#include <string.h>

#include "language/reading.h"

static const char *const games[] = { "chinesecheckers", "embargo", "emergo",
                                     "entrapment",      "halma",   NULL };

static bool two_cells(void *data, const char *line)
{
    (void)data;
    return g_regex_match_simple("^[a-p][0-9]{1,2}-[a-p][0-9]{1,2}[.!]?$", line, G_REGEX_CASELESS,
                                0);
}

static const struct grammar_context plain = { .games = games, .writer = "ann" };
static const struct grammar_context match_reply = { .games = games,
                                                    .board = 12,
                                                    .reply = REPLY_TO_MATCH,
                                                    .reads_as_turn = two_cells,
                                                    .writer = "ann" };

/* A mail written as its lines with their kinds before them: "tHello|b|q> a". */
static void split_mail(const char *mail, char ***lines, char **kinds)
{
    *lines = g_strsplit(mail, "|", -1);
    GString *letters = g_string_new(NULL);
    for (char **line = *lines; *line != NULL; line++) {
        g_string_append_c(letters, (*line)[0]);
        memmove(*line, *line + 1, strlen(*line));
    }
    *kinds = g_string_free(letters, FALSE);
}

static void read_mail(const struct grammar_context *context, const char *subject, const char *mail,
                      struct reading *reading)
{
    g_auto(GStrv) lines = NULL;
    g_autofree char *kinds = NULL;
    split_mail(mail, &lines, &kinds);
    if (context->reply != 0) {
        reading_of_reply(context, lines, kinds, reading);
    } else {
        reading_of_mail(context, subject, lines, kinds, reading);
    }
}

/* What was read, in short: a command's name (and text) or a refusal's key. */
static char *summary(const struct reading *reading)
{
    GString *all = g_string_new(NULL);
    for (guint i = 0; i < reading->entries->len; i++) {
        const struct reading_entry *entry = g_ptr_array_index(reading->entries, i);
        const struct command *command = entry->command;
        g_assert_true((command == NULL) == (entry->refusal.key != NULL));
        g_string_append_printf(all, "%s%s%s%s", i == 0 ? "" : "; ",
                               command != NULL ? command->row->name : entry->refusal.key,
                               command != NULL && command->text != NULL ? " " : "",
                               command != NULL && command->text != NULL ? command->text : "");
    }
    return g_string_free(all, FALSE);
}

static void assert_read(const struct grammar_context *context, const char *subject,
                        const char *mail, const char *commands, const char *comment)
{
    struct reading reading;
    g_test_message("%s", mail);
    read_mail(context, subject, mail, &reading);
    g_autofree char *all = summary(&reading);
    g_assert_cmpstr(all, ==, commands);
    g_assert_cmpstr(reading.comment, ==, comment);
    reading_clear(&reading);
}

static void assert_reply(const char *mail, const char *command, const char *comment)
{
    assert_read(&match_reply, NULL, mail, command, comment);
}

#endif
