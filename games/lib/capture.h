/*
 * capture.h: what columns can capture, and which captures take the most men.
 *
 * A capture is the squares its column visits, one byte each; between every two
 * of them lies the square that is jumped (Emergo E6 to E8). Made for speed:
 * army.h does the same once more, plainly, and they share nothing.
 */
#ifndef POSTMOVE_GAMES_CAPTURE_H
#define POSTMOVE_GAMES_CAPTURE_H

#include "games/game.h"

#include "columns.h"

/* The seat's columns that can capture anything, as places. */
uint64_t capture_movers(const struct columns *, const struct diamond *, int seat);

/* The vacant places where a column of the seat could be captured at once. */
uint64_t capture_exposed(const struct columns *, const struct diamond *, int seat);

/* Which captures are asked for. */
struct capture_wish {
    const uint8_t *square; /* cells */
    size_t squares;        /* 1 or more */
    bool ends;             /* those are the first and the last; else the first ones */
};

/* Lists, of all captures of the seat, those that take the most men, ascending
 * by bytes, and returns how many there are; writes at most `cap`. With a wish
 * (NULL: none) only those of them that fit. */
size_t capture_list(const struct columns *, const struct diamond *, int seat,
                    const struct capture_wish *, struct move *, size_t cap);

#endif
