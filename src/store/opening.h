/*
 * opening.h: puts a new database in the place of another: wholly or not at all, even if a
 * kill, a failing disk or a power cut interrupts it. opening.c also makes and opens databases
 * (db.h).
 *
 * Until a draft is complete it lies beside the database, as DATABASE.restored. All of the old
 * database is brought into its one file, which gets a second name; then the draft takes the name of
 * the database, in one step. A draft that is left over is removed by the next process that opens
 * the database to write.
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
 * the log of a damaged one. POSTMOVE_ERROR_LATER if a call fails, POSTMOVE_ERROR_NO if the draft
 * has a log: then nothing has changed, and the draft is gone.
 */
bool replacement_carry_out(const char *database, const char *aside, GError **error);

/* Brings all of a database that nobody has open into its one file, and rolls back what was
 * begun, so that a reader can open it. Leaves the logs of a damaged one, or of one that is not
 * ours, as they are. False if SQLite or the disk refuse. */
bool replacement_fold(const char *database, GError **error);

/* Removes a draft, or what lies beside a database that is gone. */
void replacement_forget(const char *draft);

#endif
