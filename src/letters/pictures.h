/*
 * pictures.h: draws the boards of letters, and keeps the last pictures by what they show.
 *
 * Those who watch a match get the same picture, and so do both players of a game whose board nobody
 * sees turned. Such a picture is drawn once.
 */
#ifndef POSTMOVE_LETTERS_PICTURES_H
#define POSTMOVE_LETTERS_PICTURES_H

#include <glib.h>

#include "render/words.h"

struct pictures;

/* Opens cairo. NULL with a reason (POSTMOVE_ERROR_LATER) if that is not possible. `words` describe
 * the boards, and live as long. Free with pictures_free. */
struct pictures *pictures_new(const struct words *words, GError **error);
void pictures_free(struct pictures *pictures);

/* The picture (PNG) of a board that is stored as `record` (DRAWING_RECORD, render/diagram.h), drawn
 * now or kept. NULL if cairo fails, or the record is of no game here. Free with g_bytes_unref.
 * *in_words is the board in words, valid until the next call. */
GBytes *pictures_draw(struct pictures *pictures, GVariant *record, const char **in_words);

#endif
