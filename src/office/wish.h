/*
 * wish.h: a new board as it is wanted, step by step, until it can be stored.
 *
 * Each step gives false where it cannot be, with the refusal in words for who
 * wants it. The order is the caller's: what is not asked for is not tried.
 */
#ifndef POSTMOVE_WISH_H
#define POSTMOVE_WISH_H

#include "match/options.h"
#include "office/office.h"
#include "office/terms.h"

struct wish {
    const struct game *game;
    struct options options;
    struct terms terms;
    gint64 rematch_of;  /* 0: of none */
    GPtrArray *players; /* struct player *, in order of seats */
    char *refusal;      /* in words; NULL: none */
    bool secret;        /* what was asked may hold a password where nothing tells where */
};

void wish_clear(struct wish *wish);

/* Sets the refusal, which is taken, and gives false. */
bool wish_refuse(struct wish *wish, char *text);

/* The players by their names. `who` (NULL: the operator) may have put his
 * password among them. */
bool wish_players(struct office *office, const struct player *who, const char *const *names,
                  struct wish *wish);

/* The options of the game, and what else is to be agreed to (terms.h). */
bool wish_options(struct office *office, const char *const *options, struct wish *wish);
bool wish_terms(struct office *office, const char *const *words, struct wish *wish);

/* As many seats as players were named. */
bool wish_seats(struct office *office, struct wish *wish);

/* Whether the match could begin: options tried together. */
bool wish_try(struct office *office, struct wish *wish);

/* Whether nobody of the wish has ruled it out (consent.h). */
bool wish_consent(struct office *office, const struct player *who, struct wish *wish);

/* Whether a player may have one more open challenge or seek; the same with one
 * more to each of the others. */
bool wish_within_open(struct office *office, const struct player *who, struct wish *wish);
bool wish_within_limits(struct office *office, const struct player *who, struct wish *wish);

/* Stores it as a challenge or seek by a player (0: a challenge by the operator,
 * to which all are held to agree); the caller's. */
struct board *wish_store(struct office *office, struct wish *wish, enum board_state state,
                         gint64 challenger);

/* Draws lots for the seats of a board. */
void wish_draw_seats(struct board *board);

#endif
