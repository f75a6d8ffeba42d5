/*
 * reply_line.h: one line of a reply, among those around it.
 */
#ifndef POSTMOVE_REPLY_LINE_H
#define POSTMOVE_REPLY_LINE_H

#include "language/grammar.h"

/* The lines of a mail and their kinds, as in reading.h. `at` below is a line's place. */
struct mail_text {
    const struct grammar_context *context;
    char **lines;
    const char *kinds;
};

/* Reads the one command of a line: short, or naming the letter's board, or whole and about no
 * board, or a move with signs around it. NULL with a refusal if it names another board to change
 * it; NULL without one (key NULL) if it is talk. */
struct command *reply_line_read(const struct mail_text *mail, size_t at,
                                struct command_refusal *refusal);

/* True if it is a lone word that only ends a broken sentence: "... whether I should / resign". */
bool reply_line_is_rest(const struct mail_text *mail, size_t at);

/* Finds the command below the first one of a mail that has only one: the first line from `at` on
 * that is itself a move, one of a board's own commands, or ends something; one that only says the
 * first command again is passed over. Sets *found to the line
 * without its secrets (free with g_free). NULL if no line is one. */
const struct command_row *reply_line_second(const struct mail_text *mail,
                                            const struct command *first, size_t at, char **found);

#endif
