/*
 * db.h: a thin layer over SQLite; nothing else in the house includes sqlite3.h.
 *
 * One connection a process. A connection that may write is opened only by a
 * holder of the writers' lock (base/lock.h), for as long as it lives.
 *
 * Failure is sticky: the first call that fails keeps its GError in the handle;
 * from then on every read answers "nothing" and every write does nothing,
 * until db_rollback. db_commit hands that error out. So the rooms that use
 * the store need no check at each step, and cannot commit half a change.
 */
#ifndef POSTMOVE_DB_H
#define POSTMOVE_DB_H

#include <glib.h>
#include <stdbool.h>

struct db;

enum db_mode {
    DB_READ,  /* read only; the file must exist and have our schema */
    DB_WRITE, /* the caller holds the writers' lock; a restore that was cut short is completed first
               */
    DB_DRAFT, /* to write to a file that is to become the database */
    DB_COPY,  /* a copy in memory of this moment, to try things out: what is written is gone with
                 the handle */
};

enum {
    DB_APPLICATION_ID = 0x706d6f76, /* "pmov" */
    DB_SCHEMA = 1,                  /* version of schema.sql; the file's user_version */
};

/* Creates the database file (0600) with its schema, an instance key and
 * whether it is for tests: the whole of it or nothing. POSTMOVE_ERROR_NO if the
 * file exists. The caller holds the writers' lock. */
bool db_create(const char *path, bool testing, GError **error);

/* Opens it. POSTMOVE_ERROR_NO if it is not ours or has another schema than this program's;
 * POSTMOVE_ERROR_LATER for what SQLite or the disk refuse, to a
 * reader while a restore is at work or was cut short, and to a writer if commits
 * are missing. */
struct db *db_open(const char *path, enum db_mode mode, GError **error);
void db_close(struct db *db);

/* True if a restore of the database has been decided and may be half done
 * (store/opening.h). */
bool db_being_replaced(const char *database);

typedef struct db Db;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Db, db_close)

/* Made by `init --testing`. */
bool db_testing(struct db *db);

/* When init made it, in seconds since 1970; a database restored from a backup keeps the
 * time of the first. */
gint64 db_created(struct db *db);

/* How many of the last commits are missing from the database: its log was deleted, or an older
 * copy put in its place (store/handle.h). Nobody may write then. */
gint64 db_lost(struct db *db);

/* 32 bytes of this instance's secret key; lives as long as the handle. */
const unsigned char *db_key(struct db *db);

/* A number that grows with every mail taken in and letter written, equal for
 * equal states: the moment for random_seed. */
guint64 db_moment(struct db *db);

/* A reader's transaction sees the state of this moment all the while. */
bool db_begin(struct db *db);
/* Commits; false with the sticky or SQLite's error, everything rolled back. */
bool db_commit(struct db *db, GError **error);
void db_rollback(struct db *db);
/* Both, and db_savepoint_end, end every query not yet read to its end. */

/* A part that can be undone alone, inside a transaction; they do not nest. */
void db_savepoint(struct db *db);

/* Ends the part; true if it stands. If it failed by what it asked (a
 * constraint, a value too large, a row that cannot be), it alone is undone, and
 * false with that error: the handle goes on. Any other failure, of the disk or
 * the database, sticks: false without an error, and db_failed says so. */
bool db_savepoint_end(struct db *db, GError **error);

/* Whether something failed since the transaction began. */
bool db_failed(const struct db *db);

/* Fails the handle ourselves (POSTMOVE_ERROR_LATER, the file named first):
 * for a store that finds in its tables what cannot be. */
void db_fail(struct db *db, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The same for a reason that is not the part's own: it sticks beyond
 * db_savepoint_end, so that nothing is committed and nobody blamed. */
void db_halt(struct db *db, const char *format, ...) G_GNUC_PRINTF(2, 3);

/*
 * Runs a statement, kept prepared by the text's address (so `sql` must be a
 * literal). `types` has one letter an argument, bound in order: 'i' gint64,
 * 's' const char * (NULL allowed), 'b' const void * and size_t (NULL allowed).
 */
void db_run(struct db *db, const char *sql, const char *types, ...);

/* The rowid of the last insert, and rows changed by the last db_run. */
gint64 db_last_id(struct db *db);
int db_changes(struct db *db);

/*
 * Runs a query the same way; read it to its end with rows_next, or give it
 * up with rows_end (after its end that does nothing). NULL after a failure:
 * it has no rows and may be ended, but no column of it may be asked for.
 *
 * A query that is asked again with the same arguments is not run again: its rows, if they are few,
 * are kept until a statement writes to a table that it reads. So callers may ask for what they need
 * where they need it.
 */
struct rows;
struct rows *db_query(struct db *db, const char *sql, const char *types, ...);
bool rows_next(struct rows *rows);
gint64 rows_int(struct rows *rows, int column);       /* NULL is 0 */
const char *rows_text(struct rows *rows, int column); /* until the next rows_next; NULL is NULL */
char *rows_dup(struct rows *rows, int column);        /* free with g_free */
GBytes *rows_bytes(struct rows *rows, int column);    /* unref it; NULL is NULL */
void rows_end(struct rows *rows);

/* One integer from a query of one row; 0 if there is no row. */
gint64 db_number(struct db *db, const char *sql, const char *types, ...);

/* SQLite's own checks (integrity_check, foreign_key_check): one line a fault.
 * A failure to read is a line too, and sticks. */
GPtrArray *db_faults(struct db *db);

#endif
