/* Contexts in which the grammar's tests read lines. */
#ifndef POSTMOVE_TESTS_CONTEXTS_H
#define POSTMOVE_TESTS_CONTEXTS_H

#include "command/grammar.h"

static const char *const games[] = { "chinesecheckers", "embargo", "emergo",
                                     "entrapment",      "halma",   NULL };

static const struct grammar_context plain = { .games = games };

/* A game whose turns are two cells joined by `-`, and nothing else. */
static bool two_cells(void *data, const char *line)
{
    (void)data;
    return g_regex_match_simple("^[a-p][0-9]{1,2}-[a-p][0-9]{1,2}[.!]?$", line, G_REGEX_CASELESS,
                                0);
}

static const struct grammar_context match_reply = {
    .games = games, .has_board = true, .reply = REPLY_TO_MATCH, .reads_as_turn = two_cells
};

G_GNUC_UNUSED static const struct grammar_context lesson_reply = { .games = games,
                                                                   .reply = REPLY_TO_LESSON,
                                                                   .reads_as_turn = two_cells };

G_GNUC_UNUSED static const struct grammar_context display_reply = { .games = games,
                                                                    .reply = REPLY_TO_DISPLAY };

#endif
