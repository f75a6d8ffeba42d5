/* Contexts in which the grammar's tests read lines. */
#ifndef POSTMOVE_TESTS_CONTEXTS_H
#define POSTMOVE_TESTS_CONTEXTS_H

#include "language/grammar.h"

static const char *const games[] = { "chinesecheckers", "embargo", "emergo",
                                     "entrapment",      "halma",   NULL };

static const struct grammar_context plain = { .games = games, .writer = "ann" };

/* A game whose turns are two cells joined by `-`, and nothing else. */
static bool two_cells(void *data, const char *line)
{
    (void)data;
    return g_regex_match_simple("^[a-p][0-9]{1,2}-[a-p][0-9]{1,2}[.!]?$", line, G_REGEX_CASELESS,
                                0);
}

static const struct grammar_context match_reply = { .games = games,
                                                    .board = 12,
                                                    .reply = REPLY_TO_MATCH,
                                                    .reads_as_turn = two_cells,
                                                    .writer = "ann" };

G_GNUC_UNUSED static const struct grammar_context lesson_reply = { .games = games,
                                                                   .reply = REPLY_TO_LESSON,
                                                                   .reads_as_turn = two_cells };

G_GNUC_UNUSED static const struct grammar_context display_reply = { .games = games,
                                                                    .reply = REPLY_TO_DISPLAY };

G_GNUC_UNUSED static const struct grammar_context challenge_reply = { .games = games,
                                                                      .board = 12,
                                                                      .reply = REPLY_TO_CHALLENGE };
G_GNUC_UNUSED static const struct grammar_context confirm_reply = { .games = games,
                                                                    .reply = REPLY_TO_CONFIRM };

/* Parses a line of a mail to the plain address, which must be a command. Free with
 * command_free. */
static inline struct command *parsed(const char *line)
{
    struct command_refusal refusal = { 0 };
    struct command *command = grammar_parse(&plain, line, &refusal);
    if (command == NULL) {
        g_error("refused as %s: %s", refusal.key, line);
    }
    g_assert_null(refusal.key);
    return command;
}

#endif
