/*
 * names.h: what a word can be: a game, a command, a player, a cell, a move.
 */
#ifndef POSTMOVE_NAMES_H
#define POSTMOVE_NAMES_H

#include <glib.h>
#include <stdbool.h>

#include "language/grammar.h"
#include "language/line.h"

/* The whole name of a game that the word gives in full or by three letters or more that no
 * other game begins with; NULL if there is no such game. */
const char *names_game(const struct grammar_context *context, struct word word);

/* The row of a command that the word gives in full, by a whole alias, or by four letters or more
 * that no other command begins with; NULL if there is no such command. */
const struct command_row *names_command(struct word word);

/* True if the word is the row's name or an alias of it, in full. */
bool names_in_full(struct word word, const struct command_row *row);

/* Why the word cannot be a player's name, as a key; NULL: it can. */
const char *names_player_fault(const struct grammar_context *context, struct word word);

/* How many cells the word is made of, with the letters that a game may put behind one (h, v, n, e,
 * s, w, x) and signs behind the first: 2 for "e4-e5" and "e4e5", 0 for "e4rth". */
size_t names_cells(struct word word);

/* Reads BOARD or, if `ply` is not NULL, BOARD[#N]; a `#` may be before it. */
bool names_board(struct word word, gint64 *board, gboolean *has_ply, gint64 *ply);

/* Removes `#` and a number, which may be negative, from the end of the word. False if it does not
 * end so. */
bool names_ply(struct word *word, gint64 *ply);

/* ---- the words of a line that are a move, as far as the language can tell ---- */

/* True if the game of the letter's board reads the text as a whole turn; false if there is no
 * game to ask. */
bool names_turn(const struct grammar_context *context, const char *text);

/* The command that a text stands for that is a word which can replace a move: COMMAND_MOVE for
 * "pass", else that of a classic one ("resign", "propose"); COMMAND_NONE if it is no such word. */
enum command_id moves_word(const char *text);

/* ---- the word that was probably meant: shown as a suggestion, never carried out ---- */

/* The row whose name or alias is nearest to a misspelt word; NULL if none is near, or people use
 * the word for other things ("more"). A row that must not be corrected is not to be shown, only to
 * know that it may be meant. */
const struct command_row *suggest_any_command(struct word word);

/* The nearest game, or NULL. */
const char *suggest_game(const struct grammar_context *context, struct word word);

#endif
