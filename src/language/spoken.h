/*
 * spoken.h: moves in words: "I play e1 to d2", "e one to d two", "barrier above d4".
 */
#ifndef POSTMOVE_SPOKEN_H
#define POSTMOVE_SPOKEN_H

#include "language/said.h"

/* The one turn that a text names. */
struct spoken_turn {
    char *text; /* as the game reads it; NULL: the text names none, or several, or the game
                   cannot read it. Free with g_free */
    size_t first, behind; /* its words, and the first one behind them */
    bool loosely;         /* a square is spelled in words that are common in talk: "see four" */
};

void spoken_read(const struct grammar_context *context, const struct said *said,
                 struct spoken_turn *turn);

/* The turn that a line means as a whole: every other word of the line is known and changes nothing.
 * NULL if it means none. Free with g_free. */
char *spoken_of_line(const struct grammar_context *context, const char *line);

/* True if a line has squares and words that may join them, and nothing else: "barrier at d4". */
bool spoken_is_part(const struct grammar_context *context, const char *line);

#endif
