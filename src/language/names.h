/*
 * names.h: what a word may be the name of: a game, a command, a player, a cell.
 */
#ifndef POSTMOVE_NAMES_H
#define POSTMOVE_NAMES_H

#include <glib.h>
#include <stdbool.h>

#include "language/grammar.h"
#include "language/line.h"

/* The whole name of a game given in full or by three letters or more that no
 * other game begins with; NULL: it is none. */
const char *names_game(const struct grammar_context *context, struct word word);

/* The row of a command given in full, by an alias, or by four letters or more
 * that no other command begins with; NULL: it is none. */
const struct command_row *names_command(struct word word);

/* Whether the word is the row's name or an alias of it, in full. */
bool names_in_full(struct word word, const struct command_row *row);

/* Whether the word is a whole one of the language: a command (also of those
 * this server does not offer), a game, a key word, a cell. */
bool names_reserved(const struct grammar_context *context, struct word word);

/* Why the word cannot be a player's name, as a key; NULL: it can. */
const char *names_player_fault(const struct grammar_context *context, struct word word);

/* Whether the word begins with the name of a cell that ends there: "e4",
 * "e4-e5", "e4-" but not "e4rth". */
bool names_cell_first(struct word word);

/* Whether the word is made of cells, the letters a game may put behind one
 * (h, v, n, e, s, w, x) and signs, or of signs alone. */
bool names_cells(struct word word);

/* BOARD or, if `ply` is not NULL, BOARD[#N]; a `#` may stand before it. */
bool names_board(struct word word, gint64 *board, gboolean *has_ply, gint64 *ply);

/* The signed number behind the last `#` of the word: its place in the word;
 * `word.length` and no ply if there is none. */
size_t names_ply(struct word word, gboolean *has_ply, gint64 *ply);

#endif
