/*
 * wish_line.h: the line of the language by which a text asks for a command, with the game, player,
 * number or days that it names.
 */
#ifndef POSTMOVE_WISH_LINE_H
#define POSTMOVE_WISH_LINE_H

#include "language/said.h"

/* The line for a command. Sets *known to how many of the text's unknown words the line uses. NULL
 * if something is missing, such as the game of `play`. Free with g_free. */
char *wish_line(const struct grammar_context *context, const struct said *said,
                const struct command_row *row, size_t *known);

/* The game that a text names; NULL: none, or several. */
const char *wish_game(const struct grammar_context *context, const struct said *said);

/* The days that a text names, as they are written there (dates.h). NULL: none. Free with g_free. */
char *wish_days(const struct said *said);

#endif
