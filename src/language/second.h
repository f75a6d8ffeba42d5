/*
 * second.h: a command below the first one of a mail that has only one.
 */
#ifndef POSTMOVE_SECOND_H
#define POSTMOVE_SECOND_H

#include "language/grammar.h"

/* Finds the first line from `at` on that is itself a move, one of a board's own commands, or ends
 * something; one that only says the first command again is passed over. Lines and kinds are as in
 * reading.h. Sets *found to the line without its secrets (free with g_free). NULL if
 * no line is one. */
const struct command_row *second_find(const struct grammar_context *context,
                                      const struct command *first, char **lines, const char *kinds,
                                      size_t at, char **found);

#endif
