/*
 * army.h: two armies of columns, on the diamond and in hand, and whose turn it is: the things
 * that the rules of Emergo are about.
 */
#ifndef POSTMOVE_GAMES_ARMY_H
#define POSTMOVE_GAMES_ARMY_H

#include "games/game.h"

#include "games/emergo/columns.h"

enum {
    ARMY_WHITE = 0, /* the seat that moves first */
    ARMY_MEN_LARGE = 12,
    ARMY_MEN_SMALL = 8,
    ARMY_SQUARES_MAX = ARMY_MEN_LARGE + 1, /* squares of a move: one jump for each man that can
                                              be taken, and the first square */
};

/* Part of a position. */
struct army {
    struct columns columns;
    uint8_t side;                /* of the diamond */
    uint8_t men;                 /* of each seat, at the beginning of the match */
    uint8_t hand[COLUMNS_SEATS]; /* men yet to enter */
    uint8_t turn;                /* the seat to move */
};

static inline const struct diamond *army_board(const struct army *army)
{
    return diamond_of(army->side);
}

/* The owner of the piece on the square; -1 if the square is empty. */
static inline int army_owner(const struct army *army, int cell)
{
    return columns_owner(&army->columns, army_board(army)->place[cell]);
}

/* True if all men that the seat to move has in hand enter at once, as one piece (Emergo E10). */
static inline bool army_shadowpiece(const struct army *army)
{
    return army->hand[army->turn] > 0 && army->hand[1 - army->turn] == 0;
}

/* True if the seat to move may not enter in the middle (Emergo E11): White's first entry. */
static inline bool army_centre_banned(const struct army *army)
{
    return army->turn == ARMY_WHITE && army->hand[ARMY_WHITE] == army->men;
}

/* ---- text: "d4=XXO e4=O / 5 5 / O", the hands of White and Black, who is to move ---- */

/* Reads everything except `side` and `men`, which must be set, and stops behind the seat to
 * move. On a fault the note has a key: one of columns_read, or "position-men" ({{1}} has more
 * than {{2}} men). */
bool army_read(struct army *, struct scan *, struct note *);
void army_write(const struct army *, struct text *);

/* ---- why a move cannot be played ----
 *
 * A move is the squares it visits, as cells: one is an entry, two that touch
 * are a step, others are a capture. */

/* True if the seat to move may play the move; takes any bytes. If not, the note's key is
 *
 *   not-a-move         no squares of this board
 *   no-piece           {{1}} is empty
 *   not-yours          the piece on {{1}} belongs to {{2}}
 *
 *   capture-enter      {{1}} men must be captured before any man enters, as by {{move}}
 *   capture-enter-one  the same of one man
 *   hand-empty         there is no man left to enter
 *   occupied           a piece of {{2}}, the other one, stands on {{1}}
 *   occupied-own       an own piece stands on {{1}}
 *   centre             White's first man may not enter on {{1}}
 *   feeding            on {{1}} it could be captured from {{2}} by {{3}}, with {{move}}
 *
 *   no-step            {{1}} and {{2}} neither touch nor are a jump apart
 *   capture-move       {{1}} men must be captured before a piece moves, as by {{move}}
 *   capture-move-one   the same of one man
 *   must-enter         {{1}} men are in hand and must enter first
 *   must-enter-all     the same, as one piece
 *   occupied-own       as above
 *   no-landing         the piece on {{1}} cannot be jumped, since {{2}} is taken
 *   no-landing-edge    the piece on {{1}} cannot be jumped at the edge of the board
 *
 *   majority           {{1}} men must be captured, as by {{move}}; this takes {{2}}
 *   no-jump            from {{1}} to {{2}} is no jump
 *   turns-back         behind {{1}} it would turn back to {{2}}
 *   nothing-there      between {{1}} and {{2}} there is no man on {{3}}
 *   taken-already      on {{3}} no man is left
 *   own-there          an own piece stands on {{3}}
 *   freed-there        the piece on {{3}} has become an own one
 *   no-room            {{2}}, behind {{3}}, is taken
 */
bool army_check(const struct army *, const struct move *, struct note *);

/* True if the seat could capture a man of the other seat on that square, by a jump from `from`
 * to `to`. */
bool army_threat(const struct army *, int seat, int cell, int *from, int *to);

#endif
