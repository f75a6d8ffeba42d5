/*
 * timeouts.h: what happens when a player runs out of time, or has been silent for long.
 *
 * A player whose clock has run down, or who has been silent for longer than was agreed, leaves the
 * match as if they had resigned, with the word `forfeit` in its record, unless the seat is offered
 * to somebody else before (commands/vacancy.h). Where the others must claim that, they are told
 * once that they may. What counts is when mails arrived: it makes no difference whether a run or
 * the next mail to the board finds it out.
 *
 * Before that, excused days of the player are taken, each of which gives them a day more at one
 * board. The player gets a letter each time; the others get one for the first day of a turn, and
 * see the new deadline in what comes later. Only the player learns how many days are left.
 *
 * A reminder is due when the player has been silent at a board for so long (clocks/timekeeper.h),
 * or when little time is left there. One letter shows all boards where it is their turn. A player
 * gets at most one such letter a day; warnings that would be due within a day are already in it.
 */
#ifndef POSTMOVE_COMMANDS_TIMEOUTS_H
#define POSTMOVE_COMMANDS_TIMEOUTS_H

#include "play/session.h"

/* If the seat to move had run out of time before the mail at hand arrived, its player is excused,
 * or it forfeits now, and all are told. To be called before that mail is carried out. True if it
 * had. */
bool timeout_settle(struct run *run, gint64 board);

/* True if a seat, as the partner of the one to move, would be out along with it. */
bool timeout_takes_along(const struct session *session, int seat);

/* Does the work for each board or player (gint64) of a portion, each in a savepoint of its own: a
 * fault with one must not keep others, or letters, waiting. It is logged, with `what` before the
 * number. True if none is left. */
typedef void portion_work(struct run *run, gint64 number, void *data);
bool portions_do(struct run *run, struct portions *portions, const char *what, portion_work *work,
                 void *data);

/* What the clocks demand once the mail is processed, and how far it is done: first for each board,
 * then for each player (gint64 in both). */
struct timeouts {
    gint64 waiting;         /* when the oldest unprocessed mail reached us; 0: none waits */
    gint64 settled;         /* up to when all mail is processed, as of this portion */
    struct portions boards; /* whose clocks have something to tell */
    struct portions slow;   /* the players to remind */
};

/* Does a portion of it, which ends at `until` (microseconds, monotonic; 0: it is the only one):
 * players who ran out of time forfeit, slow ones are reminded. True if nothing is left. `timeouts`
 * begins as all zero but for `waiting`; call timeouts_clear. */
bool timeouts_run(struct run *run, gint64 until, struct timeouts *timeouts);
void timeouts_clear(struct timeouts *timeouts);

typedef struct timeouts Timeouts;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Timeouts, timeouts_clear)

#endif
