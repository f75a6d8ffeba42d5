/*
 * below.h: the words below a board.
 *
 * In this order, each part after a blank line:
 *   captions whose words are indented, in the order the game gives them: they
 *     belong to the board. Where two blanks or more stand in them they are a
 *     table, whose columns are set below each other;
 *   the pieces of more than one man, each with all its men, the top one first, in
 *     order of the names of their points;
 *   what the signs on the board mean: the words of the group "view", or of
 *     "sign-KEY" in the game's own;
 *   the other captions, without a blank line.
 * Nothing of it is wider than a line of a letter.
 */
#ifndef POSTMOVE_RENDER_BELOW_H
#define POSTMOVE_RENDER_BELOW_H

#include "render/sign.h"

/* Appends them. `board` is the diagram's, turned for its reader. */
void below_append(const struct diagram *diagram, const struct turned *board,
                  const struct words *words, GString *out);

#endif
