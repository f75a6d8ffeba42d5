/*
 * reminders.h: reminds slow players, in one letter for all their boards.
 *
 * A letter is due when the player has been silent at a board for so long (clocks/timekeeper.h), or
 * when little time is left there. It shows all boards where it is their turn. A player gets at most
 * one such letter a day; warnings that would be due within a day are already in it.
 */
#ifndef POSTMOVE_COMMANDS_REMINDERS_H
#define POSTMOVE_COMMANDS_REMINDERS_H

#include "letters/run.h"

/* Reminds a player who has a board with something due now. If they were reminded within a day, or
 * have no address, it is put off. */
void reminders_send(struct run *run, gint64 player);

#endif
