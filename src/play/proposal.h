/*
 * proposal.h: a proposed match, checked step by step until it can be stored as a board; and who may
 * play whom.
 *
 * Each step returns false if the match cannot be, with the refusal in words for its proposer. The
 * caller chooses the order, and leaves out steps that do not apply.
 */
#ifndef POSTMOVE_PLAY_PROPOSAL_H
#define POSTMOVE_PLAY_PROPOSAL_H

#include "games/game.h"
#include "letters/run.h"
#include "play/match_settings.h"
#include "play/session.h"
#include "store/boards.h"
#include "store/players.h"

struct proposal {
    const struct game *game;
    struct options options;
    struct terms terms;
    gint64 rematch_of;      /* the number of a board; 0: none */
    GPtrArray *players;     /* struct player *, in the order of seats */
    struct phrase *refusal; /* NULL: none */
    bool secret;            /* the command may hold a password in a place that cannot be known */
};

void proposal_clear(struct proposal *proposal);
typedef struct proposal Proposal;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Proposal, proposal_clear)

/* Sets the refusal (taken) and returns false. */
bool proposal_refuse(struct proposal *proposal, struct phrase *text);

/* Sets the players from their names (NULL at the end). `who` (NULL: the operator) is the proposer,
 * who may have put their password among the names. */
bool proposal_players(struct run *run, const struct player *who, const char *const *names,
                      struct proposal *proposal);

/* Sets the options of the game, and with words that begin with `--` the match settings
 * (play/match_settings.h); a level needs a program among the players. */
bool proposal_options(struct run *run, const char *const *options, struct proposal *proposal);

/* Checks that the game and its options allow as many seats as players are named, and that no other
 * players are looked for, by their ratings. */
bool proposal_seats(struct proposal *proposal);

/* Checks that the options go together and that the match does not begin with its end. */
bool proposal_try(struct proposal *proposal);

/* Checks that each program among the players plays here, and this game. */
bool proposal_programs(struct run *run, struct proposal *proposal);

/* Checks that no player of the proposal rules it out, by the functions below. */
bool proposal_consent(struct run *run, const struct player *who, struct proposal *proposal);

/* Check that `who` may have one more open challenge or seek; proposal_within_limits checks also
 * that they may send each of the others one more. */
bool proposal_within_open(struct run *run, const struct player *who, struct proposal *proposal);
bool proposal_within_limits(struct run *run, const struct player *who, struct proposal *proposal);

/* Stores the proposal as a challenge or seek by a player (0: a challenge by the operator, which
 * counts as accepted by all). Free with board_free. */
struct board *proposal_store(struct run *run, struct proposal *proposal, enum board_state state,
                             gint64 challenger);

/* Shuffles the seats of a board. */
void proposal_draw_seats(struct board *board);

/*
 * ---- whether players can have a match: whom and which games they have blocked, and how many
 * matches of a game they take at once ----
 *
 * A player who is blocked reads only that the other cannot be challenged, in the same words as for
 * a blocked game.
 *
 * Nobody gets a match with a player whom the operator has suspended.
 *
 * Each function that returns a phrase gives the reason; NULL if there is no reason.
 */

/* Why `who` cannot accept what `other` has proposed: a block, but no limit. */
struct phrase *eligibility_blocked(struct run *run, const struct player *who,
                                   const struct player *other, const struct game *game);

/* Why `who` cannot have one more match, by their own limit; in words for them. */
struct phrase *eligibility_own(struct run *run, const struct player *who, const struct game *game);

/* Why `who` cannot take a seat of a running match in place of its player; in words for whoever
 * arranges it. */
struct phrase *eligibility_substitute(const struct session *session, int seat,
                                      const struct player *who);

/* The command that gives `who` a match of the game against the house player at once; NULL if there
 * is none, or it takes no such match. Free with g_free. */
char *eligibility_house(struct run *run, const struct player *who, const struct game *game);

/* Why a challenge or seek cannot begin, by the limits of the players who have agreed to it. */
struct phrase *challenge_full(const struct session *session);

#endif
