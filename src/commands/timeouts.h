/*
 * timeouts.h: what happens when a player runs out of time.
 *
 * A player whose clock has run down, or who has been silent for longer than was agreed, leaves the
 * match as if they had resigned, with the word `forfeit` in its record. Where the others must claim
 * that, they are told once that they may. What counts is when mails arrived: it makes no difference
 * whether a run or the next mail to the board finds it out.
 */
#ifndef POSTMOVE_COMMANDS_TIMEOUTS_H
#define POSTMOVE_COMMANDS_TIMEOUTS_H

#include "play/session.h"

/* If the seat to move had run out of time before the mail at hand arrived, it forfeits now, and all
 * are told. To be called before that mail is carried out. */
void timeout_settle(struct run *run, gint64 board);

/* The seat to move forfeits, and all are told. `claimer` is the seat that claimed it (-1: none),
 * perhaps with a comment (NULL: none); that player is told by their answer, which is returned in
 * words. NULL without a claimer. Free with g_free. */
char *timeout_leave(struct session *session, int claimer, const char *comment);

/* True if a seat, as the partner of the one to move, would be out along with it. */
bool timeout_takes_along(const struct session *session, int seat);

/* Does what the clocks demand once the mail is processed: players who ran out of time forfeit, slow
 * ones are reminded. `waiting` is when the oldest unprocessed mail reached us (seconds since 1970);
 * 0: none waits. */
void timeouts_run(struct run *run, gint64 waiting);

#endif
