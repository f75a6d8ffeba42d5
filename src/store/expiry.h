/*
 * expiry.h: deletes what is too old to be of use, in all tables.
 */
#ifndef POSTMOVE_EXPIRY_H
#define POSTMOVE_EXPIRY_H

#include <glib.h>

#include "store/db.h"

/*
 * Deletes, as of the moment `now`:
 *   - sign-ups and commands whose time to be confirmed is over;
 *   - tokens that expired 90 days ago;
 *   - letters sent 30 days ago, bytes and all, and undeliverable ones written 60 days ago, which
 *     nobody wanted to be tried again;
 *   - addresses that bounced and have no points left, unless letters to them are kept back;
 *   - watches of matches that are over, at the time set for it;
 *   - the hashes of names that anybody may take again;
 *   - the counts of days before `today` (days since 1970-01-01 UTC).
 * Times in which the server stood still do not count (store/clocks.h).
 */
void expire_rows(struct db *db, gint64 now, gint64 today);

#endif
