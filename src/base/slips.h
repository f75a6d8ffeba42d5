/*
 * slips.h: how far a misspelt word is from the one that may be meant.
 */
#ifndef POSTMOVE_SLIPS_H
#define POSTMOVE_SLIPS_H

#include <glib.h>

enum { SLIPS_LONGEST = 64 /* letters of a word that is compared */ };

/* The Damerau-Levenshtein distance (optimal string alignment) without regard to case: letters left
 * out, added, changed, or two neighbours swapped. `length` is that of the first word. If one is
 * longer than SLIPS_LONGEST, the distance is that. */
int slips_between(const char *word, size_t length, const char *meant);

#endif
