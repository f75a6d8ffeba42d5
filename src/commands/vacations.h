/*
 * vacations.h: what other commands need of `vacation`, besides its handler.
 */
#ifndef POSTMOVE_COMMANDS_VACATIONS_H
#define POSTMOVE_COMMANDS_VACATIONS_H

#include "commands/task.h"

/* The vacations (struct vacation) that end after a moment and begin after another, as in "24 Dec
 * 2026 to 6 Jan 2027, ..."; NULL: none. */
struct phrase *vacation_list(const GArray *vacations, gint64 end_after, gint64 begin_after);

#endif
