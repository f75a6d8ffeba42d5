/*
 * backup.h: copies the whole database to one file, seals such a file, and makes it the database
 * again.
 *
 * A backup is a database like any other, complete in its one file (0600). It holds the
 * server's secret key: whoever can read it can read everything.
 */
#ifndef POSTMOVE_BACKUP_H
#define POSTMOVE_BACKUP_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

/* What a database tells about itself. */
struct backup_facts {
    bool testing;
    gint64 newest; /* when a mail was processed or a letter written last */
    gint64 boards, players;
};

/*
 * Copies the database at `path`, as it is in one moment, to the file `copy`, which is replaced
 * if it is there. Others may write to the database meanwhile, and need not wait. The copy is
 * made under the name "COPY.tmp". It gets its own name only when it was read back without a
 * fault, is sealed (see below), and is synced.
 *
 * POSTMOVE_ERROR_NO if this is not a database of ours, if it has lost commits, if the copy is not
 * sound, or if another database that had the name left its log beside COPY; then nothing is made.
 * POSTMOVE_ERROR_LATER for what SQLite or the disk refuse, which may be damage too.
 */
bool backup_make(const char *path, const char *copy, struct backup_facts *facts, GError **error);

/* True if the file is a sound database of ours, and its seal fits, if it has one. Reads all of it.
 * POSTMOVE_ERROR_NO if not, with the first fault. */
bool backup_check(const char *file, struct backup_facts *facts, GError **error);

/*
 * A restore has three steps. The caller holds all locks of `database`.
 *
 * First a draft beside it: "DATABASE.restored", a copy of the file, checked like the file. Returns
 * its name, to be opened as DB_DRAFT; free with g_free. NULL with the error.
 */
char *backup_draft(const char *file, const char *database, GError **error);

/*
 * Then, in a transaction on the draft: numbers that letters have shown must not be given again
 * to other letters and other matches. The draft goes on after the numbers of the database that
 * is to be replaced, if that is the same server's, can be read and has lost nothing; else it
 * skips many numbers. The count of its commits is set higher than the one noted beside the
 * database (store/handle.h), or to 0 if none of the same server is noted.
 */
void backup_skip_numbers(struct db *draft, const char *database);

/* How many numbers are skipped if it is not known which have been given. */
enum { BACKUP_LETTERS_SKIPPED = 10000, BACKUP_BOARDS_SKIPPED = 100 };

/* Last replacement_carry_out (store/opening.h), with the draft closed. */

/*
 * ---- the seal: a checksum behind the end of a database's one file ----
 *
 * By it a bit that a disk or a copy has turned is noticed: SQLite's own check of its structure does
 * not see into the values.
 *
 * The seal is a line of SEAL_BYTES: "postmove-seal ", the SHA-256 of all bytes before it, "\n". It
 * is shorter than a page, so SQLite does not read it. Whoever changes the file cuts it off before.
 * Any other bytes behind the last whole page are a damaged seal, or a page that was cut.
 */

/* True if the seal of a file fits; reads all of the file then. Also true if it has none, unless one
 * is needed. POSTMOVE_ERROR_NO if not, POSTMOVE_ERROR_LATER if the file cannot be read. */
bool seal_holds(const char *path, bool needed, GError **error);

/* Takes the seal off a file that is to be changed; without one, does nothing. Fails as seal_holds
 * does, and with POSTMOVE_ERROR_LATER if the disk fails. */
bool seal_cut(const char *path, GError **error);

#endif
