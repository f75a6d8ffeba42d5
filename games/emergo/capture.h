/*
 * capture.h: what columns can capture, and which captures take the most men.
 *
 * A capture is the squares its column visits, one byte each; between every two of them is the
 * square that is jumped (Emergo E6 to E8).
 */
#ifndef POSTMOVE_GAMES_CAPTURE_H
#define POSTMOVE_GAMES_CAPTURE_H

#include "games/game.h"

#include "games/emergo/columns.h"

/* The places of the seat's columns that can capture anything. */
uint64_t capture_movers(const struct columns *, const struct diamond *, int seat);

/* The vacant places where a column of the seat could be captured at once. */
uint64_t capture_exposed(const struct columns *, const struct diamond *, int seat);

/* Selects captures by their squares. */
struct capture_filter {
    const uint8_t *square; /* cells */
    size_t squares;        /* 1 or more */
    bool ends;             /* these are the first and the last square; else the first ones */
};

/* Lists those captures of the seat that take the most men, ascending by bytes, and returns how
 * many there are; writes at most `cap`. With a filter (NULL: none) lists only those of them
 * that fit it. */
size_t capture_list(const struct columns *, const struct diamond *, int seat,
                    const struct capture_filter *, struct move *, size_t cap);

#endif
