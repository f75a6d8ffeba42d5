/*
 * timeouts.h: what is done when somebody's time is over.
 *
 * A seat whose clock has run down, or who has been silent for longer than was
 * agreed, leaves the match as if he had resigned, with the word `forfeit` in its
 * record; where the others have to claim, they are told once that they may.
 * The time that counts is that of the mails' arrival: whether the run or the next
 * mail of the board finds it out makes no difference.
 */
#ifndef POSTMOVE_COMMANDS_TIMEOUTS_H
#define POSTMOVE_COMMANDS_TIMEOUTS_H

#include "play/session.h"

/* If the time of the seat to move of a board was over before the mail at hand
 * came, he is out now, and all are told. Before anything is made of that mail. */
void timeout_settle(struct run *run, gint64 board);

/* The seat to move is out, and all are told. `claimer` (-1: nobody) has claimed
 * that, perhaps with a comment (NULL: none), and is told by his answer: what it
 * says of the match in his words, the caller's. NULL without a claimer. */
char *timeout_leave(struct session *session, int claimer, const char *comment);

/* Whether a seat would be out along with the one to move, as his partner. */
bool timeout_takes_along(const struct session *session, int seat);

/* What the clocks bring about, once the mail is processed: whose time is over is
 * out, who is slow is reminded. `waiting` is when the oldest mail that is not
 * processed reached us; 0: none waits. */
void timeouts_run(struct run *run, gint64 waiting);

#endif
