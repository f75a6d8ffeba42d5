/*
 * table.h: how the players of a section stand, and who goes on.
 *
 * A match of N players gives N - P points to the player in place P: with two, one for a win and
 * half for a draw. Those who share places share the points of these places. A void match, and every
 * match of a player whose matches are annulled, counts for nobody.
 *
 * The order is that of points. Those with equal points stand in the order of Sonneborn-Berger: the
 * points of each player they finished ahead of, and half the points of each they shared a place
 * with, match by match. If they are still level, their results against each other count: one for
 * each time that one stood before the other, half for a shared place; then the matches won. Players
 * who are level in all this share the place.
 */
#ifndef POSTMOVE_TOURNAMENTS_TABLE_H
#define POSTMOVE_TOURNAMENTS_TABLE_H

#include <stdbool.h>

#include "tournaments/pairing.h"

enum { TABLE_POINT = 2 /* points are counted in halves */ };

/* What is known of a match. */
enum bout_state {
    BOUT_OPEN,   /* it is not over, or not begun */
    BOUT_PLAYED, /* it has a result */
    BOUT_VOID,   /* it is over and has none */
};

struct bout {
    enum bout_state state;
    int place[PAIRING_SEATS_MOST]; /* of each seat, from 1; if it was played */
};

struct table_row {
    /* Set by the caller: */
    bool withdrawn; /* the player has left, and does not go on */
    bool annulled;  /* their matches do not count, and they have no rank */

    /* Set by table_make: */
    int points; /* in halves */
    int berger; /* Sonneborn-Berger, in quarters */
    int direct; /* against those who are level, in halves */
    int won;    /* matches in which they alone were first */
    int played; /* matches that count */
    int left;   /* open matches that will count */
    int rank;   /* from 1; those who share a place have the same. 0: annulled */
};

/* Fills the rows of a section of `size` players, by their places in the section. `list` has its
 * matches (pairing_list) at boards of so many seats, `bouts` what is known of each. */
void table_make(struct table_row *rows, int size, int seats, const GArray *list,
                const struct bout *bouts);

/* The best rank of those who have not left; 0: all have left. All players with this rank go on. */
int table_best(const struct table_row *rows, int size);

/* Whether a player will be first of the section, alone or with others. */
enum chance {
    CHANCE_NONE,   /* they cannot reach the points that somebody has */
    CHANCE_OTHERS, /* it depends on the others, even if they win all that is left to them */
    CHANCE_OWN,    /* they will, if they win all that is left to them */
    CHANCE_SURE,   /* nobody can reach their points any more */
};
enum chance table_chance(const struct table_row *rows, int size, int seats, const GArray *list,
                         const struct bout *bouts, int place);

#endif
