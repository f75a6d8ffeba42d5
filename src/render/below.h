/*
 * below.h: the words below a board.
 *
 * In this order, each part after a blank line:
 *   the captions, in the order the game gives them: a row for each player;
 *   the pieces of more than one man, each with all its men, the top one first, in
 *     order of the names of their points;
 *   what the signs mean that stand on the board: a line each, the words of
 *     "sign-KEY" of the group "view" or of the game's own.
 */
#ifndef POSTMOVE_RENDER_BELOW_H
#define POSTMOVE_RENDER_BELOW_H

#include "render/sign.h"

/* Appends them, in lines of at most `columns`. `board` is the diagram's, turned for its reader. */
void below_append(const struct diagram *diagram, const struct turned *board,
                  const struct words *words, int columns, GString *out);

#endif
