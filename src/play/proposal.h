/*
 * proposal.h: a proposed match, checked step by step until it can be stored as a board.
 *
 * Each step returns false if the match cannot be, with the refusal in words for its proposer. The
 * caller chooses the order, and leaves out steps that do not apply.
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
    gint64 rematch_of;  /* the number of a board; 0: none */
    GPtrArray *players; /* struct player *, in the order of seats */
    char *refusal;      /* in words; NULL: none */
    bool secret;        /* the command may hold a password in a place that cannot be known */
};

void proposal_clear(struct proposal *proposal);
typedef struct proposal Proposal;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Proposal, proposal_clear)

/* Sets the refusal (taken) and returns false. */
bool proposal_refuse(struct proposal *proposal, char *text);

/* Sets the players from their names (NULL at the end). `who` (NULL: the operator) is the proposer,
 * who may have put their password among the names. */
bool proposal_players(struct run *run, const struct player *who, const char *const *names,
                      struct proposal *proposal);

/* Sets the options of the game, and with words that begin with `--` the match settings
 * (play/match_settings.h); a level needs a program among the players. */
bool proposal_options(struct run *run, const char *const *options, struct proposal *proposal);

/* Checks that the game and its options allow as many seats as players are named. */
bool proposal_seats(struct run *run, struct proposal *proposal);

/* Checks that the options go together and that the match does not begin with its end. */
bool proposal_try(struct run *run, struct proposal *proposal);

/* Checks that each program among the players plays here, and this game. */
bool proposal_programs(struct run *run, struct proposal *proposal);

/* Checks that no player of the proposal rules it out (play/eligibility.h). */
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

#endif
