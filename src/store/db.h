/*
 * db.h: a thin layer over SQLite. Nobody outside the store includes sqlite3.h.
 *
 * Each process has one connection. A process that opens a connection to write holds the
 * writers' lock (base/files.h) as long as the connection lives.
 *
 * Failure is sticky: the first call that fails keeps its GError in the handle; from then on
 * every read returns nothing and every write does nothing, until db_rollback. db_commit
 * returns that error. So the modules that use the store need no check at each step, and cannot
 * commit half a change.
 */
#ifndef POSTMOVE_DB_H
#define POSTMOVE_DB_H

#include <glib.h>
#include <stdbool.h>

#include "base/error.h"
#include "store/values.h"

struct db;

enum db_mode {
    DB_READ,  /* read only; the file must exist and have our schema */
    DB_WRITE, /* the caller holds the writers' lock; what an interrupted restore left is removed */
    DB_DRAFT, /* to write to a file that is to become the database */
    DB_COPY,  /* a copy in memory of this moment, to try things out: it is gone when the handle
                 is closed */
};

enum {
    DB_APPLICATION_ID = 0x706d6f76, /* "pmov" */
    DB_SCHEMA = 8,                  /* version of schema.sql; the file's user_version */
};

/* Creates the database file (0600) with its schema, an instance key and the mark `testing`:
 * all of it or nothing. POSTMOVE_ERROR_NO if the file exists. The caller holds the writers'
 * lock. */
bool db_create(const char *path, bool testing, GError **error);

/* Opens it. POSTMOVE_ERROR_NO if it is not ours or has another schema than this program's.
 * POSTMOVE_ERROR_LATER for what SQLite or the disk refuse; for a reader, if a restore has just
 * put another database there; for a writer, if commits are missing. */
struct db *db_open(const char *path, enum db_mode mode, GError **error);
/* An empty database in memory, without our tables, for SQL that needs none, such as reading JSON.
 */
struct db *db_none(GError **error);
void db_close(struct db *db);

typedef struct db Db;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Db, db_close)

/* True if `init --testing` made it. */
bool db_testing(struct db *db);

/* When init made it, in seconds since 1970; a database restored from a backup keeps the time
 * of the original. */
gint64 db_created(struct db *db);

/* How many commits it has counted since it was made or restored. */
gint64 db_commits(const struct db *db);

/* How many of the last commits are missing from the database: its log was deleted, or an older
 * copy put in its place (store/handle.h). Nobody may write then. */
gint64 db_lost(struct db *db);

/* True if the database of another server stood there before. Nobody may write then. */
bool db_is_foreign(struct db *db);

/* 32 bytes of this instance's secret key; lives as long as the handle. */
const unsigned char *db_key(struct db *db);

/* The same of another key, with which addresses in letters are made; tokens_renew replaces it. */
const unsigned char *db_letter_key(struct db *db);

/* A number that grows with every mail taken in and letter written, equal for
 * equal states: the moment for random_seed. */
guint64 db_moment(struct db *db);

/* Begins a transaction. A reader sees the same state until its end. */
bool db_begin(struct db *db);
/* Commits; false with the sticky or SQLite's error, everything rolled back. */
bool db_commit(struct db *db, GError **error);
void db_rollback(struct db *db);

/* Begins a part of a transaction that can be undone alone. Parts do not nest. */
void db_savepoint(struct db *db);

/* Ends the part; true if its changes stay. If it failed because of what it asked (a
 * constraint, a value too large, an impossible row), only the part is undone: false with that
 * error, and the handle goes on. Any other failure, of the disk or the database, sticks: false
 * without an error, and db_failed is true. */
bool db_savepoint_end(struct db *db, GError **error);

/* True if something failed since the transaction began. */
bool db_failed(const struct db *db);

/* Makes the handle fail, unless it has (the file is named first). A `grave` failure is not caused
 * by the part at hand: it stays after db_savepoint_end, so that nothing is committed and no mail is
 * blamed. */
void db_fault(struct db *db, enum postmove_error code, bool grave, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* For a module of the store that finds something impossible in its tables; the second is grave. */
#define db_fail(db, ...) db_fault(db, POSTMOVE_ERROR_LATER, false, __VA_ARGS__)
#define db_halt(db, ...) db_fault(db, POSTMOVE_ERROR_LATER, true, __VA_ARGS__)

/* The second with an error that has another cause than the database. Takes it. */
void db_halt_by(struct db *db, GError *error);

/*
 * db_query(db, "SQL", VALUE, ...) runs a query and reads all its rows. Take them with rows_next to
 * the end, or end early with rows_end (which does nothing after the end). NULL after a failure:
 * rows_next and rows_end may be called with it, but no column may be asked for.
 *
 * The values are bound in the order in which their parameters first stand in the SQL;
 * store/values.h has their types. A parameter has a name, with which its value's expression ends:
 * `:now` takes `now` or `span->now`, `:queued` takes OUTBOX_QUEUED. `?` takes any expression.
 *
 * A statement is kept prepared by the address of its text, so that must be a literal.
 */
#define db_query(db, ...) db_start(db, DB_SQL(__VA_ARGS__, 0), DB_VALUES(__VA_ARGS__))
struct rows;
struct rows *db_start(struct db *db, const char *sql, const struct db_value *values);
bool rows_next(struct rows *rows);
void rows_end(struct rows *rows);

/* The same for a statement without rows. */
#define db_run(...) rows_end(db_query(__VA_ARGS__))

/* The rowid of the last insert, and rows changed by the last db_run. */
gint64 db_last_id(struct db *db);
int db_changes(struct db *db);

/*
 * A column of the current row, by its name in the query; another name is a mistake of the program.
 * A number that is asked for as text, or a text as a number, comes from a damaged file: the handle
 * fails as by db_halt, and the value is "" or 0.
 */
gint64 rows_int(struct rows *rows, const char *column);       /* NULL is 0 */
const char *rows_text(struct rows *rows, const char *column); /* until the next row; NULL is NULL */
char *rows_dup(struct rows *rows, const char *column);        /* free with g_free */
GBytes *rows_bytes(struct rows *rows, const char *column);    /* free with g_bytes_unref */

/* The name of a column, from 0; NULL: there are no more. */
const char *rows_column(const struct rows *rows, int column);

/* Copies a key or a hash; false, and nothing copied, if these are not its 32 bytes. */
bool rows_hash(struct rows *rows, const char *column, unsigned char hash[SECRET_HASH_BYTES]);

/* The first row of a query, or NULL. It needs no end, and lasts until the same SQL is run again. */
#define db_row(...) rows_first(db_query(__VA_ARGS__))
struct rows *rows_first(struct rows *rows);

/* The first column of the first row of a query; 0 or NULL if it has no row. */
#define db_number(...) rows_only_number(db_query(__VA_ARGS__))
#define db_text(...) rows_only_text(db_query(__VA_ARGS__)) /* free with g_free */
gint64 rows_only_number(struct rows *rows);
char *rows_only_text(struct rows *rows);

/* The first column of all rows: numbers (gint64; free with g_array_unref), or texts (char *; free
 * with g_ptr_array_unref). */
#define db_numbers(...) rows_all_numbers(db_query(__VA_ARGS__))
#define db_texts(...) rows_all_texts(db_query(__VA_ARGS__))
GArray *rows_all_numbers(struct rows *rows);
GPtrArray *rows_all_texts(struct rows *rows);

/* SQLite's own checks (integrity_check and foreign_key_check, or only the first faults of
 * quick_check): one line (char *) for each fault. A failure to read is a line too, and sticks. Free
 * with g_ptr_array_unref. */
GPtrArray *db_faults(struct db *db, bool quick);

#endif
