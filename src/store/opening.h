/*
 * opening.h: puts a new database in the place of another: wholly or not at all, even if a
 * kill, a failing disk or a power cut interrupts it. opening.c also makes and opens databases
 * (db.h).
 *
 * Meanwhile two files lie beside DATABASE:
 *
 *   DATABASE.restored    the draft, which is to become the database
 *   DATABASE.restoring   the decision: one line, the name that the old database gets
 *
 * Until the decision is whole and synced, the old database is the database, and a draft is
 * rubbish. From then on the draft is the database, though not in its place yet: the old one
 * with its log gets its new name, the draft takes its place, and the decision is removed. The
 * old one is not touched before. The next process that opens the database to write goes on
 * where that was interrupted; a reader is refused.
 *
 * All functions need the writers' lock.
 */
#ifndef POSTMOVE_OPENING_H
#define POSTMOVE_OPENING_H

#include <glib.h>
#include <stdbool.h>

/* The name of the draft. Free with g_free. */
char *replacement_draft(const char *database);

/*
 * Puts the draft, which must be complete and closed, in the place of the database. The
 * old database, if there is one, gets the name `aside` in the same folder, and so does
 * its log. POSTMOVE_ERROR_LATER if a call fails: before the decision, then nothing has
 * changed; or after it, then the message says that the next command goes on.
 */
bool replacement_carry_out(const char *database, const char *aside, GError **error);

/* Completes a replacement that was decided, and logs that; removes a draft for which
 * there is no decision. Does nothing if there is neither. */
bool replacement_settle(const char *database, GError **error);

/* Brings all of a database that nobody has open into its one file, and rolls back what was
 * begun, so that a reader can open it. Leaves the logs of a damaged one as they are. */
void replacement_fold(const char *database);

#endif
