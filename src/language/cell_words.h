/*
 * cell_words.h: letters and numbers of squares in words, as people spell or dictate them: "gee
 * two", "echo four"; and barriers, which have the name of a square and a letter for a side of it.
 */
#ifndef POSTMOVE_CELL_WORDS_H
#define POSTMOVE_CELL_WORDS_H

#include "language/line.h"
#include "language/vocabulary.h"

/* The letter that a word stands for, in lower case; NUL: none. `loosely` takes words that are
 * common in talk, too, such as "see" and "you". */
char cell_letter(struct word word, bool loosely);

/* The number, up to 99, that a word stands for; 0: none. `loosely` takes words that sound like one,
 * too, such as "for". */
int cell_number(struct word word, bool loosely);

/* On which side of its square a barrier is, as far as words say it. */
enum side {
    SIDE_ABOVE = 'h',
    SIDE_RIGHT = 'v',
    SIDE_BELOW = 's',
    SIDE_LEFT = 'w',
    SIDE_FLAT = 'H',    /* horizontal; above, if no side is said */
    SIDE_UPRIGHT = 'V', /* vertical; right, if no side is said */
    SIDE_MUDDLED = '?',
};

/* Combines two sides (enum side; NUL: not said). SIDE_MUDDLED if they conflict. */
char cell_both_sides(char one, char other);

/* Reads the last letter of a barrier's name, such as the h of "d4h". Returns SIDE_ABOVE,
 * SIDE_RIGHT, SIDE_BELOW or SIDE_LEFT; NUL if the text is a square without such a letter. */
char cell_letter_side(const char *cell);

/* The barrier between two squares beside each other: that between d4 and d5 is d4h. NULL if they
 * are not, or are barriers themselves. Free with g_free. */
char *cell_barrier_between(const char *one, const char *other);

#endif
