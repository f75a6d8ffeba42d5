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

/* The turn that a line means as a whole, from word `first` on: every other word of the line is
 * known and changes nothing. NULL if it means none. Free with g_free. */
char *spoken_of_line(const struct grammar_context *context, const struct said *said, size_t first);

/* True if the words from `first` to before `end` may stand beside a move and change nothing. */
bool spoken_leads(const struct said *said, size_t first, size_t end);

/* The line as it was written, without what people put around a move: a list bullet, a number, and
 * pairs of brackets, of signs of bold words and of quotation marks. The number is that of a turn
 * ("13. g2-e6", "13...g2-e6") or of a board ("117 g2-e6", "#117 g2-e6", "117: g2-e6");
 * sets both, 0 for none. Free with g_free. */
char *near_move_inside(const char *line, gint64 *turn, gint64 *board);

/* The same without pairs of signs alone, as in *g2-e6* and "g2-e6". */
char *near_move_without_signs(const char *line);

/* True if a character of the line could not be decoded (mail/charset.h). */
bool near_move_is_damaged(const char *line);

/* True if the line may be meant as a move, or as a command with signs around it: it contains
 * two squares, or one and little else, or says "pass". A sentence with one square may be talk.
 * If the letter takes no moves, squares mean nothing. The line must not be a command. */
bool near_move_is(const struct grammar_context *context, const char *line);

/* True if the line may be a misspelt command or "pass": "rsign", "drww", and "pas" if the game
 * has that move. */
bool near_move_is_slip(const struct grammar_context *context, const char *line);

/* True if the words name a whole turn other than `turn` (NULL: any). */
bool near_move_other(const struct grammar_context *context, const struct said *said,
                     const char *turn);

/* Finds the move among the other words of a line, and writes it as the game reads it. Free
 * with g_free. NULL if the line contains no move, or several. */
char *near_move_within(const struct grammar_context *context, const char *written);

#endif
