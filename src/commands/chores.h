/*
 * chores.h: what time alone brings about when all mail is played, apart from the clocks of matches.
 *
 * The players of a match that they paused are asked every four weeks whether it should go on; any
 * `resume` or `pause` answers that. When three letters in a row were not answered by anybody, it
 * ends without a result, which counts for nothing. What the operator adjourned is left alone.
 *
 * Challenges that nobody has answered lapse, and so do confirmations, tokens and other rows, but
 * not after the time from which mail may still be waiting (clocks/clocks.h). Tournaments go on
 * (commands/tournament_life.h), and once a day ladders are looked at (ladders/ladder.h). The
 * operator is told of what needs a hand. What was said to players goes out, and digests do: one
 * letter a day for players who have set `digest`, with all that happened at their boards. What a
 * letter about a board would tell them waits (store/talk.h) until the time of day that they have
 * set. Answers to their own mails do not wait, nor does news of a turn with little time
 * (commands/board_letter.c).
 */
#ifndef POSTMOVE_COMMANDS_CHORES_H
#define POSTMOVE_COMMANDS_CHORES_H

#include "letters/run.h"

/* How far that is done. */
struct chores {
    const char *const *failed; /* the mails in the folder failed/, ended by NULL; borrowed */
    gint64 waiting;            /* when the oldest unprocessed mail reached us; 0: none waits */
    gint64 reached;            /* the moment by which things lapse; found out by the first portion:
                                  what is fetched later is not processed yet */
    struct portions boards;    /* challenges that lapse, matches that have been paused for long,
                               seats that nobody took */
    struct portions talk, digests;
    bool tournaments; /* some have something to do */
    bool expired;     /* what has lapsed is deleted */
};

/* Does a portion of it, which ends at `until` (microseconds, monotonic). True if nothing is left.
 * `chores` begins as all zero but for `failed` and `waiting`; call chores_clear. */
bool chores_do(struct run *run, gint64 until, struct chores *chores);
void chores_clear(struct chores *chores);

/* Goes on with plans (play/plans.h) that were due when the run began, after its mails: what a
 * player has written since counts first. So a turn and its answer are never of one run, and nobody
 * can tell from the time whether a player thought or planned. A plan waits while the match is
 * paused or its player suspended, and while its player has not answered an offer. Does a portion of
 * the boards in `data` (struct portions), which ends at `until`. True if none is left. */
bool plans_play(struct run *run, gint64 until, gpointer data);

typedef struct chores Chores;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Chores, chores_clear)

#endif
