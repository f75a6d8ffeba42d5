/*
 * vacations.h: when players are away.
 *
 * Days are counted from 1970-01-01 in the player's own time zone, as it was when he
 * asked; moments are what clocks go by. No day is in two vacations.
 */
#ifndef POSTMOVE_VACATIONS_H
#define POSTMOVE_VACATIONS_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

struct vacation {
    gint64 first, last; /* days, both included */
    gint64 begin, end;  /* moments; it lasts up to, not including, `end` */
};

/* All of a player that are known, the oldest first; struct vacation, the caller's.
 * Those that ended more than VACATIONS_KEPT ago are forgotten when one is added. */
enum { VACATIONS_KEPT = 2 * 366 * 86400 };
GArray *vacations_of(struct db *db, gint64 player);

/* The one in which the moment lies; false: there is none. */
bool vacation_at(struct db *db, gint64 player, gint64 moment, struct vacation *vacation);

/* Adds one, joined with those it overlaps, or goes on from without a break; *joined (may be
 * NULL) is what came of it. */
void vacation_add(struct db *db, gint64 player, const struct vacation *vacation, gint64 now,
                  struct vacation *joined);

/* Takes one away, by its first day. */
void vacation_drop(struct db *db, gint64 player, gint64 first);

#endif
