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

#include "render/diagram.h"
#include "render/sign.h"

struct below {
    const struct diagram *diagram;
    const struct figures *figures; /* of its position */
    bool laid_down;                /* the board was turned so that what was flat stands upright */
    enum lettering lettering;      /* of the board */
    const struct words *words;
    const char *const *seat_names; /* for captions; NULL: as words_seat calls them */
};

void below_append(const struct below *below, GString *out);

#endif
