/*
 * picture_map.h: the picture of a board as an image of HTML, in which places may be links.
 *
 * The coordinates of such places do not shrink with the picture. So it is there twice: with a width
 * that fits small windows, and with one that the style sheet of html.c shows instead in wide ones.
 */
#ifndef POSTMOVE_LETTERS_PICTURE_MAP_H
#define POSTMOVE_LETTERS_PICTURE_MAP_H

#include "letters/tap.h"
#include "render/diagram.h"

/* Appends the picture with the Content-ID `id`, and `words` for those who do not see it. It has the
 * width of its window, if that is narrow. */
void picture_append(GString *out, const char *id, const char *words);

/* The same, with the taps whose words are names of its points as links. `number` tells it from
 * other pictures of the letter. */
void picture_map_append(GString *out, const struct diagram *diagram, const char *id, guint number,
                        const char *words, const GPtrArray *taps);

#endif
