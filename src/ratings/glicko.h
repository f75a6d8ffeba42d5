/*
 * glicko.h: ratings by Glicko-2 (M. Glickman, "Example of the Glicko-2 system"), one match at a
 * time.
 *
 * The paper rates all matches of a period at once. Here each result counts when it comes, and a
 * deviation grows with the time since the player's last result, by fractions of a period. Nothing
 * here reads a clock or a store.
 *
 * GLICKO_PERIOD and GLICKO_TAU were chosen by tests/unit/test-ratings-chosen.c, which plays 12,000
 * matches of 1,000 players whose strength drifts. The mean log loss of predictions:
 *
 *     period   7 days  0.5422     15 days  0.5419     30 days  0.5422
 *             60 days  0.5425     90 days  0.5427    180 days  0.5429     Elo, K 32: 0.5792
 *
 * tau, tried from 0.2 to 1.2, moves that by no more than 0.0001: 0.5 is in the middle.
 */
#ifndef POSTMOVE_RATINGS_GLICKO_H
#define POSTMOVE_RATINGS_GLICKO_H

#include <glib.h>

enum { GLICKO_PERIOD = 15 * 86400 /* seconds */ };
#define GLICKO_TAU 0.5 /* how fast volatilities change */

/* As people read it: 1500 is average. */
struct glicko {
    double rating, deviation, volatility;
};

/* A player without results. */
#define GLICKO_BEGIN ((struct glicko){ 1500, 350, 0.06 })

/* One result of a player. */
struct glicko_result {
    struct glicko opponent; /* before the match */
    double score;           /* 1: won, 0.5: drawn, 0: lost */
    double weight;          /* 1: a whole match */
};

/* Lets the deviation grow, by the volatility, for so many periods without a result; never above
 * that of GLICKO_BEGIN. */
void glicko_wait(struct glicko *player, double periods);

/* Counts results that a player had at the same time. `tau`: GLICKO_TAU. */
void glicko_count(struct glicko *player, const struct glicko_result *results, guint count,
                  double tau);

#endif
