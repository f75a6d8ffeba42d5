/*
 * spoken.h: squares and turns in words: "I play e1 to d2", "e one to d two", "barrier above
 * d4". A barrier has the name of a square and a letter behind it.
 *
 * "13. g2-e6", "- g2-e6" and "(g2-e6)" are read as the move. "my move is g2-e6" and "g2-e6 please"
 * are near it: we ask what they mean, and carry out nothing that is below them. Lines are given as
 * they were written, and are read in their plain form (base/plain.h).
 */
#ifndef POSTMOVE_SPOKEN_H
#define POSTMOVE_SPOKEN_H

#include "language/said.h"

/* How a square or a turn is written, from the plainest way on. */
enum spoken_way {
    SPOKEN_NOT,
    SPOKEN_WRITTEN, /* "e4" */
    SPOKEN_SPELLED, /* "e 4", "e four", "echo four" */
    SPOKEN_LOOSELY, /* in words that are common in talk: "a four", "see four", "e for" */
    SPOKEN_APART,   /* two squares, whatever stands between them */
};

/* A turn among words. */
struct spoken_turn {
    char *text;           /* as the game reads it */
    size_t first, behind; /* its words, and the first one behind them */
    enum spoken_way way;  /* the loosest in it */
};

/* The turns (struct spoken_turn) that a text names; also each two squares of it, one behind the
 * other, that the game can read as a turn, as SPOKEN_APART. Sets *squares (NULL: not wanted) to how
 * many squares it has, but for those in words of talk. Free with g_array_unref. */
GArray *spoken_read(const struct grammar_context *context, const struct said *said,
                    size_t *squares);

/* The turn that a line means as a whole: it has few other words, and they are known and change
 * nothing. NULL if it means none. Free with g_free. */
char *spoken_of_line(const struct grammar_context *context, const struct said *said);

/* True if the words from `first` to before `end` may stand beside a move and change nothing. */
bool spoken_leads(const struct said *said, size_t first, size_t end);

/* The line as it was written, without what people put around a move: pairs of signs of bold words
 * and of quotation marks; and, unless `turn` is NULL, brackets, list bullets and a number. That is
 * one of a turn ("13. g2-e6", "13...g2-e6") or of a board ("117 g2-e6", "#117 g2-e6",
 * "117: g2-e6"); sets both, 0 for none. Free with g_free. */
char *near_move_inside(const char *line, gint64 *turn, gint64 *board);

/* True if a character of the line could not be decoded (mail/charset.h). */
bool near_move_is_damaged(const char *line);

/* True if the line may be meant as a move: it names a turn or two squares, or one and little else,
 * or says "pass". A whole sentence may be talk. If the letter takes no moves, squares mean nothing.
 * The line must not be a command. */
bool near_move_is(const struct grammar_context *context, const char *line);

/* True if the words name a turn in plain letters other than `turn` (NULL: any). */
bool near_move_other(const struct grammar_context *context, const struct said *said,
                     const char *turn);

/* The one turn that a line names, in plain letters, as the game reads it. NULL if it names none, or
 * several. Free with g_free. */
char *near_move_within(const struct grammar_context *context, const char *written);

#endif
