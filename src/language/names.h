/*
 * names.h: what a word may be: a game, a command, a player, a cell, a move.
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

/* ---- which words of a line are a move, as far as the language can tell ---- */

/* A classic move word that stands for a command of its own ("resign",
 * "propose"); COMMAND_NONE: it is none. */
enum command_id moves_classic(struct word word);

/* Whether a text is no move, but a word that may stand in its place: "pass", or a
 * classic one. */
bool moves_is_word(const char *text);

/* MOVE[#N] without its `#N`, which is set. Free with g_free. */
char *moves_split_ply(const char *text, gboolean *has_ply, gint64 *ply);

/* Whether a text without `#N` is a move and nothing else. A reply that can ask
 * the game (`strict`) believes it alone. */
bool moves_bare(const struct grammar_context *context, const char *text, bool strict);

/* The same of a text with `#N` or without. */
bool moves_read(const struct grammar_context *context, const char *text, bool strict);

#endif
