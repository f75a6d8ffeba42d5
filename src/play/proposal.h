/*
 * proposal.h: a new board as it is wanted, step by step, until it can be stored.
 *
 * Each step gives false where it cannot be, with the refusal in words for who
 * wants it. The order is the caller's: what is not asked for is not tried.
 */
#ifndef POSTMOVE_PLAY_PROPOSAL_H
#define POSTMOVE_PLAY_PROPOSAL_H

#include "letters/run.h"
#include "play/match_settings.h"
#include "store/boards.h"
#include "store/players.h"

struct proposal {
    const struct game *game;
    struct options options;
    struct terms terms;
    gint64 rematch_of;  /* 0: of none */
    GPtrArray *players; /* struct player *, in order of seats */
    char *refusal;      /* in words; NULL: none */
    bool secret;        /* what was asked may hold a password where nothing tells where */
};

void proposal_clear(struct proposal *proposal);

/* Sets the refusal, which is taken, and gives false. */
bool proposal_refuse(struct proposal *proposal, char *text);

/* The players by their names. `who` (NULL: the operator) may have put his
 * password among them. */
bool proposal_players(struct run *run, const struct player *who, const char *const *names,
                      struct proposal *proposal);

/* The options of the game, and what else is to be agreed to (play/match_settings.h). */
bool proposal_options(struct run *run, const char *const *options, struct proposal *proposal);
bool proposal_terms(struct run *run, const char *const *words, struct proposal *proposal);

/* As many seats as players were named. */
bool proposal_seats(struct run *run, struct proposal *proposal);

/* Whether the match could begin: options tried together. */
bool proposal_try(struct run *run, struct proposal *proposal);

/* Whether nobody of the wish has ruled it out (play/eligibility.h). */
bool proposal_consent(struct run *run, const struct player *who, struct proposal *proposal);

/* Whether a player may have one more open challenge or seek; the same with one
 * more to each of the others. */
bool proposal_within_open(struct run *run, const struct player *who, struct proposal *proposal);
bool proposal_within_limits(struct run *run, const struct player *who, struct proposal *proposal);

/* Stores it as a challenge or seek by a player (0: a challenge by the operator,
 * to which all are held to agree); the caller's. */
struct board *proposal_store(struct run *run, struct proposal *proposal, enum board_state state,
                             gint64 challenger);

/* Draws lots for the seats of a board. */
void proposal_draw_seats(struct board *board);

#endif
