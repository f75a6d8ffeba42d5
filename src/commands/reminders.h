/*
 * reminders.h: reminds slow players, in one letter for all their boards.
 *
 * The letter shows each board where the player has been silent for so long that a reminder is due
 * (clocks/timekeeper.h), or where little time is left. A player gets at most one such letter a day;
 * warnings that would be due within a day are already in it.
 */
#ifndef POSTMOVE_COMMANDS_REMINDERS_H
#define POSTMOVE_COMMANDS_REMINDERS_H

#include "letters/run.h"

/* Reminds a player who has a board with something due now. If they were reminded within a day, or
 * have no address, it is put off. */
void reminders_send(struct run *run, gint64 player);

#endif
