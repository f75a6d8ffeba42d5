/*
 * actions.h: all legal actions of a position, quickly.
 *
 * Roamer moves are carried out one by one. A barrier closes one side of the
 * two squares beside it, so it captures nobody and forces nobody who has two
 * open sides: only grooves beside a roamer with one open side or none are
 * looked at (T17 to T24).
 */
#ifndef POSTMOVE_GAMES_ACTIONS_H
#define POSTMOVE_GAMES_ACTIONS_H

#include "trap.h"

/* The actions of the side to act, ascending by bytes, of which at most `cap`
 * are written; gives how many there are. While the match lasts it is one at
 * least. */
size_t actions_list(const struct trap *, struct move *, size_t cap);

#endif
