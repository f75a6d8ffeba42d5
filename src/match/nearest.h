/*
 * nearest.h: which legal turns a player may have meant.
 *
 * A turn is nearer if it names more of the squares that were typed, then if its first square is
 * the same, then if it differs by fewer letters. A square is a letter
 * with the digits behind it, which is all that src/match knows of any notation.
 */
#ifndef POSTMOVE_NEAREST_H
#define POSTMOVE_NEAREST_H

#include <glib.h>
#include <stdbool.h>

enum {
    NEAREST_MAX = 8,
    FITTING_MAX = 24, /* all that a beginning may become, as far as anybody would read it */
    SAMPLE_MAX = 12,  /* some of them, where they are more */
};

/* Which of many texts are wanted. */
enum nearest_wanted {
    NEAREST_ANY,   /* the nearest ones */
    NEAREST_BEGUN, /* what a beginning may become */
    NEAREST_MEANT, /* what a short form may mean, that leaves out squares in the midst */
};

/* Keeps of `texts` (char *, owned) the NEAREST_MAX nearest to `typed`, best
 * first, equals in C order. NEAREST_BEGUN and NEAREST_MEANT keep those that name as many of the
 * typed squares, and begin (and end) as much like them, as the best one does: all
 * of them if they are FITTING_MAX or fewer, else SAMPLE_MAX from among all, in C
 * order. Gives how many fitting ones were left out. */
guint nearest_keep(GPtrArray *texts, const char *typed, enum nearest_wanted wanted);

enum nearest_naming {
    NAMING_NONE,
    NAMING_WITHIN, /* the first square typed stands in the text */
    NAMING_FIRST,  /* it is the text's first, too */
};

enum nearest_naming nearest_naming(const char *text, const char *typed);

/* The name of the first square typed, at most 7 bytes and a NUL; "" if there is
 * none. */
void nearest_square(const char *typed, char square[8]);

/* By how many letters and digits two texts differ, put in, taken out or
 * replaced, without regard to case; of long texts the beginnings. */
int nearest_distance(const char *one, const char *other);

#endif
