/*
 * hold.h: commands that only From supports. They are kept until their giver,
 * asked at his stored address, says yes.
 */
#ifndef POSTMOVE_HOLD_H
#define POSTMOVE_HOLD_H

#include "office/visit.h"

/* Keeps a command of the visit's player and asks him; nobody is asked more
 * than OFFICE_HELD_AN_HOUR times an hour. */
void hold_command(struct visit *visit, const struct command *command);

/* His `yes` has come: carries out what was kept, or explains that the board
 * has changed. False if the line cannot be read any more. */
bool hold_carry_out(struct visit *visit, const struct pending *pending, const struct command *yes);

#endif
