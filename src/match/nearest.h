/*
 * nearest.h: finds the legal turns that a player may have meant.
 *
 * A turn is nearer if it has more of the squares that were typed, then if its first square is
 * the same, then if it differs by fewer letters. A square is a letter with the digits behind
 * it, which is all that src/match knows of any notation.
 */
#ifndef POSTMOVE_NEAREST_H
#define POSTMOVE_NEAREST_H

#include <glib.h>
#include <stdbool.h>

enum {
    NEAREST_MAX = 8,
    FITTING_MAX = 24, /* continuations of a beginning that are all kept */
    SAMPLE_MAX = 12,  /* kept of them if there are more */
};

/* Which of many texts to keep. */
enum nearest_wanted {
    NEAREST_ANY,   /* the nearest ones */
    NEAREST_BEGUN, /* the continuations of a beginning */
    NEAREST_MEANT, /* the meanings of a short form, which leaves out squares in the middle */
};

/* Keeps of `texts` (char *, owned) the NEAREST_MAX nearest to `typed`, best first, equals in C
 * order. NEAREST_BEGUN and NEAREST_MEANT keep those that have as many of the typed squares,
 * and begin (and end) as much like them, as the best one does: all of them if they are
 * FITTING_MAX or fewer, else SAMPLE_MAX from among all, in C order. Returns how many of these
 * were left out. */
guint nearest_keep(GPtrArray *texts, const char *typed, enum nearest_wanted wanted);

enum nearest_naming {
    NAMING_NONE,
    NAMING_WITHIN, /* the first square typed is in the text */
    NAMING_FIRST,  /* it is the text's first, too */
};

enum nearest_naming nearest_naming(const char *text, const char *typed);

/* Copies the name of the first square typed, at most 7 bytes and a NUL; "" if there is none. */
void nearest_square(const char *typed, char square[8]);

#endif
