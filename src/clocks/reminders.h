/*
 * reminders.h: who is slow is reminded, of all his boards in one letter.
 *
 * A board is in it when he has been silent there for as long as `--nag` says, or
 * when little time is left. He gets no more than one such letter a day; what would
 * be due within a day is in it already.
 */
#ifndef POSTMOVE_CLOCKS_REMINDERS_H
#define POSTMOVE_CLOCKS_REMINDERS_H

#include "letters/run.h"

/* Reminds a player, at whose boards something is due now. */
void reminders_send(struct run *run, gint64 player);

#endif
