/*
 * perft.h: counting the turns that can be played from a position.
 */
#ifndef POSTMOVE_PERFT_H
#define POSTMOVE_PERFT_H

#include <glib.h>
#include <stdbool.h>

#include "games/game.h"

/* How many sequences of `depth` turns there are (decisions when `decisions`
 * is set). Depth 0 is 1. From a half-played turn, depth 1 counts its
 * completions. A finished game has none. */
guint64 perft(const struct game *game, const struct position *position, int depth, bool decisions);

#endif
