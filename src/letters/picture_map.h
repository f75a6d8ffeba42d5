/*
 * picture_map.h: the picture of a board as an image of HTML, in which places are links.
 *
 * The coordinates of such places do not shrink with the picture. So it has a fixed width that fits
 * small windows, and another one that the style sheet of html.c shows instead in wide ones.
 */
#ifndef POSTMOVE_LETTERS_PICTURE_MAP_H
#define POSTMOVE_LETTERS_PICTURE_MAP_H

#include "letters/tap.h"
#include "render/diagram.h"

enum { PICTURE_NARROW = 296, PICTURE_WIDE = 520 /* pixels */ };

/* Appends the picture with the Content-ID `id`, `words` for those who do not see it, and the taps
 * whose words are names of its points. `number` tells it from others of the letter. */
void picture_map_append(GString *out, const struct diagram *diagram, const char *id, guint number,
                        const char *words, const GPtrArray *taps);

#endif
