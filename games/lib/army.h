/*
 * army.h: two armies of columns, on the diamond and in hand, and whose turn
 * it is: what the rules of Emergo speak of.
 */
#ifndef POSTMOVE_GAMES_ARMY_H
#define POSTMOVE_GAMES_ARMY_H

#include "games/game.h"

#include "columns.h"

enum {
    ARMY_WHITE = 0, /* the seat that moves first */
    ARMY_MEN_LARGE = 12,
    ARMY_MEN_SMALL = 8,
    ARMY_SQUARES_MAX = ARMY_MEN_LARGE + 1, /* of a move: a jump for each man there is to take */
};

/* Part of a position. */
struct army {
    struct columns columns;
    uint8_t side;                /* of the diamond */
    uint8_t men;                 /* of each seat, when the match begins */
    uint8_t hand[COLUMNS_SEATS]; /* men yet to enter */
    uint8_t turn;                /* the seat to move */
};

static inline const struct diamond *army_board(const struct army *army)
{
    return diamond_of(army->side);
}

/* Whose piece stands on the square; -1: nobody's. */
static inline int army_owner(const struct army *army, int cell)
{
    return columns_owner(&army->columns, army_board(army)->place[cell]);
}

/* Whether all men that the seat to move has in hand enter at once, as one
 * piece (Emergo E10). */
static inline bool army_shadowpiece(const struct army *army)
{
    return army->hand[army->turn] > 0 && army->hand[1 - army->turn] == 0;
}

/* Whether the seat to move may not enter in the middle (Emergo E11): White's
 * very first entry. */
static inline bool army_centre_banned(const struct army *army)
{
    return army->turn == ARMY_WHITE && army->hand[ARMY_WHITE] == army->men;
}

/* ---- text: "d4=XXO e4=O / 5 5 / O", the hands of White and Black, who is to move ---- */

/* Reads all but `side` and `men`, which are set already, and stops behind the
 * seat to move. On a fault the note has a key: one of columns_read, or
 * "position-men" ({{1}} has more than {{2}} men). */
bool army_read(struct army *, struct scan *, struct note *);
void army_write(const struct army *, struct text *);

#endif
