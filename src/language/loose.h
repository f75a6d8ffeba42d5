/*
 * loose.h: a line that says a command with its words in another place.
 *
 * People write "seek" before the name of the game where the table has it behind,
 * "standings" behind the game, and "sign up" in two words. What they mean is plain, so the line is
 * put in order and read once more.
 */
#ifndef POSTMOVE_LOOSE_H
#define POSTMOVE_LOOSE_H

#include "language/grammar.h"

/* The line with "sign up" at its beginning as one word; NULL: it does not begin
 * so. The caller's. */
char *loose_join(const char *text);

/* The line of the row, given first or second, with the name of the game where the
 * forms want it: before the command, or behind it. Only a whole name is moved,
 * as no player may have one. NULL: there is nothing to move. The caller's. */
char *loose_order(const struct grammar_context *context, const struct command_row *row,
                  const char *text);

#endif
