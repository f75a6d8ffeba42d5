/*
 * nearest.h: which legal turns a player may have meant.
 *
 * Nearer is who names more of the squares that were typed, then whose first
 * square is the same, then who differs by fewer letters. A square is a letter
 * with the digits behind it, which is all this room knows of any notation.
 */
#ifndef POSTMOVE_NEAREST_H
#define POSTMOVE_NEAREST_H

#include <glib.h>
#include <stdbool.h>

enum { NEAREST_MAX = 8 };

/* Keeps of `texts` (char *, owned) the NEAREST_MAX nearest to `typed`, best
 * first, equals in C order. With `fitting` only those that name as many of the
 * typed squares as the best one does. */
void nearest_keep(GPtrArray *texts, const char *typed, bool fitting);

#endif
