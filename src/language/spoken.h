/*
 * spoken.h: squares and turns in words: "I play e1 to d2", "e one to d two", "barrier above
 * d4". A barrier has the name of a square and a letter behind it.
 */
#ifndef POSTMOVE_SPOKEN_H
#define POSTMOVE_SPOKEN_H

#include "language/said.h"

/* How a square is written, from the plainest way on. */
enum spoken_square {
    SPOKEN_NO_SQUARE,
    SPOKEN_WRITTEN, /* "e4" */
    SPOKEN_SPELLED, /* "e 4", "e four", "echo four" */
    SPOKEN_ARTICLE, /* "a four", "i 4": the letter is a word, too */
    SPOKEN_TALK,    /* in words that are common in talk: "see four", "e for" */
};

/* The square that word `at` begins, or a few squares without a blank ("e1d2"): if there is one, it
 * is in *square. Free with g_free. Those that are spelled have two words. */
enum spoken_square spoken_square(const struct said *said, size_t at, char **square);

/* A turn among words. */
struct spoken_turn {
    char *text; /* as the game reads it; NULL: the text names none, or several, or the game
                   cannot read it. Free with g_free */
    size_t first, behind; /* its words, and the first one behind them */
    bool loosely;         /* a square is spelled in words that are common in talk: "see four" */
};

/* The one turn that a text names. */
void spoken_read(const struct grammar_context *context, const struct said *said,
                 struct spoken_turn *turn);

/* The next turn from word `at` on, whatever stands around it; none of its squares is spelled
 * loosely. False if there is none. */
bool spoken_next(const struct grammar_context *context, const struct said *said, size_t at,
                 struct spoken_turn *turn);

/* The turn that a line means as a whole, from word `first` on: every other word of the line is
 * known and changes nothing. NULL if it means none. Free with g_free. */
char *spoken_of_line(const struct grammar_context *context, const struct said *said, size_t first);

/* True if the words from `first` to before `end` may stand beside a move and change nothing. */
bool spoken_leads(const struct said *said, size_t first, size_t end);

/* True if a line has squares and words that may join them, and nothing else: "barrier at d4". */
bool spoken_is_part(const struct grammar_context *context, const char *line);

#endif
