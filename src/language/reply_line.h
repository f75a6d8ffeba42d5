/*
 * reply_line.h: one line of a reply, among those around it.
 *
 * Lines and kinds are as in reading.h; `at` is the line's place.
 */
#ifndef POSTMOVE_REPLY_LINE_H
#define POSTMOVE_REPLY_LINE_H

#include "language/grammar.h"

/* Reads the one command of a line: short, or naming the letter's board, or whole and about no
 * board, or a move with signs around it. NULL with a refusal if it names another board to change
 * it; NULL without one (key NULL) if it is talk. */
struct command *reply_line_read(const struct grammar_context *context, char **lines,
                                const char *kinds, size_t at, struct command_refusal *refusal);

/* True if it is a lone word that only ends a broken sentence: "... whether I should / resign". */
bool reply_line_is_rest(char **lines, const char *kinds, size_t at);

#endif
