/*
 * reply_line.h: reads one line of a reply, with the lines around it.
 */
#ifndef POSTMOVE_REPLY_LINE_H
#define POSTMOVE_REPLY_LINE_H

#include "language/grammar.h"

/* The lines of a mail and their kinds, as in reading.h. `at` below is the index of a line. */
struct mail_text {
    const struct grammar_context *context;
    char **lines;
    const char *kinds;
};

/* Reads the one command of a line: short, or naming the letter's board, or whole and about no
 * board, or a move with signs around it. NULL with a refusal if it would change another board;
 * NULL without one (key NULL) if it is talk. */
struct command *reply_line_read(const struct mail_text *mail, size_t at,
                                struct command_refusal *refusal);

/* True if it is a lone word that only ends a broken sentence: "... whether I should / resign". */
bool reply_line_is_rest(const struct mail_text *mail, size_t at);

/* Finds another command below the first one of a mail that may have only one: the first line
 * from `at` on that is itself a move, one of a board's own commands, or ends something. A line
 * that only repeats the first command is skipped. Sets *found to the line without its secrets
 * (free with g_free). NULL if there is no such line. */
const struct command_row *reply_line_second(const struct mail_text *mail,
                                            const struct command *first, size_t at, char **found);

#endif
