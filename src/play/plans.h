/*
 * plans.h: plans of players: what they answer if the others play so (language/plan_lines.h).
 *
 * A player has at most one plan at a board. Its lines begin with a turn of the record; from there
 * on the turns that were played, forced passes left out, are compared with them. How far it has
 * come is not stored. A turn that no line has ends the plan, and its player is told; so does a turn
 * taken back (play/premove.h) and the end of the match.
 *
 * An answer is never played in the transaction of the turn that it answers, but in the next run
 * (commands/plans.h): a plan that has one is `due`. Until then the letter that would tell its
 * player of their turn waits, so their clock does not begin: an answer by a plan costs no time.
 */
#ifndef POSTMOVE_PLAY_PLANS_H
#define POSTMOVE_PLAY_PLANS_H

#include "language/plan_lines.h"
#include "play/session.h"

enum plan_state {
    PLAN_ENDS,    /* what was played fits no line */
    PLAN_GOES_ON, /* it fits lines, which are longer */
    /* The plan is due: */
    PLAN_ANSWERS, /* it is all that stands before an answer, and the planner is to move */
    PLAN_RESIGNS, /* another player's turn fits no line, and the plan says `else resign` */
};

/* How far a match has come in a plan. */
struct plan_course {
    enum plan_state state;
    const char *answer; /* PLAN_ANSWERS: borrowed from the plan */
    guint lines;        /* that fit */
    guint strange;      /* if no line fits: the turn, from 0, with which that began; the number of
                           turns if it only is not the planner's turn */
};

/* Follows the lines in a match, from after its first `start` turns, for the player of `seat`. */
struct plan_course plan_follow(const struct plan_lines *plan, const struct match *match,
                               guint start, int seat);

/*
 * Tries the lines from after the first `start` turns of the session's match, where another seat
 * than `seat` is to move: up to the first `any`. Turns become canonical. A
 * line is taken out of the plan if a turn of it cannot be played; if its answer cannot, or is
 * `costly` without a `!`; or if a line before it has the same turns and another answer. Returns the
 * refused lines with their reasons; NULL if there are none. A line that is there twice is kept
 * once.
 */
struct phrase *plan_try(struct session *session, int seat, guint start, struct plan_lines *plan);

/* True if a stored plan (PLAN_LINES) is due or not as the record says; for `postmove verify`. */
bool plan_holds(const struct session *session, const struct plan *plan);

/* Goes on with a stored plan when the match has been stored: marks it if it is due, in
 * the store and in the session; if it ends, drops it, and leaves its player a notice. */
void plan_go_on(struct session *session, struct plan *plan);

#endif
