/*
 * near_move.h: lines of a reply that are no command, but may be meant as a move.
 *
 * "13. g2-e6", "- g2-e6" and "(g2-e6)" are read as the move. "my move is g2-e6" and "g2-e6
 * please" are not: we ask what they mean, and carry out nothing that is below them. Lines are
 * given as they were written, and are read in their plain form (base/plain.h).
 */
#ifndef POSTMOVE_NEAR_MOVE_H
#define POSTMOVE_NEAR_MOVE_H

#include "language/grammar.h"

/* The line in plain form, without what people put around a move: a list bullet, a number, and
 * pairs of brackets, of signs of bold words and of quotation marks. The number is that of a turn
 * ("13. g2-e6", "13...g2-e6") or of a board ("117 g2-e6", "#117 g2-e6", "117: g2-e6"); sets both,
 * 0 for none. Free with g_free. */
char *near_move_unwrap(const char *line, gint64 *turn, gint64 *board);

/* The line as it was written, without pairs of signs around it, as in *g2-e6* and "g2-e6".
 * Free with g_free. */
char *near_move_without_signs(const char *line);

/* True if a character of the line could not be decoded (mail/charset.h). */
bool near_move_is_damaged(const char *line);

/* True if the line may be meant as a move, or as a command with signs around it: it contains
 * two squares, or one and little else, or says "pass". A sentence with one square may be talk.
 * If the letter takes no moves, squares mean nothing. The line must not be a command. */
bool near_move_is(const struct grammar_context *context, const char *line);

/* True if the line may be a misspelt command or "pass": "rsign", "drww", and "pas" if the game
 * has that move. */
bool near_move_is_slip(const struct grammar_context *context, const char *line);

/* True if a line names a whole turn other than `turn` (NULL: any). */
bool near_move_other(const struct grammar_context *context, const char *line, const char *turn);

/* Finds the move among the other words of a line, and writes it as the game reads it. Free
 * with g_free. NULL if the line contains no move, or several. */
char *near_move_within(const struct grammar_context *context, const char *written);

#endif
