/*
 * handle.h: the inside of a handle; for the files of the store that open, copy and replace
 * databases.
 */
#ifndef POSTMOVE_HANDLE_H
#define POSTMOVE_HANDLE_H

#include <sqlite3.h>
#include <sys/types.h>

#include "base/random.h"
#include "store/changes.h"
#include "store/db.h"

struct db {
    sqlite3 *handle;
    char *path;
    enum db_mode mode;
    ino_t inode;            /* of the file before it was opened; 0: there was none */
    GHashTable *statements; /* prepared ones by the address of their text (rows.c) */
    GError *error;          /* sticky; NULL: nothing failed */
    bool grave;             /* the failure is of the database or the disk, not of what was asked */
    bool testing;
    unsigned char key[SECRET_KEY_BYTES], letter_key[SECRET_KEY_BYTES];
    gint64 commits;                  /* how many the database has counted (see below) */
    gint64 lost;                     /* how many more the file of commits knows of */
    bool foreign;                    /* the file of commits is another server's */
    int commits_file;                /* the file that notes the commits; -1: they are not noted */
    bool counts;                     /* commits are counted */
    int changes;                     /* rows changed before the current transaction */
    struct changes_log log;          /* its `data` is NULL: there is none */
    struct sqlite3_session *session; /* with a log: watches the transaction at hand */
};

/* As db_fail, with POSTMOVE_ERROR_NO. */
#define handle_refuse(db, ...) db_fault(db, POSTMOVE_ERROR_NO, false, __VA_ARGS__)

/* Fails with the error SQLite has just reported. */
void handle_keep_error(struct db *db);

/* Runs statements, one or more, whose text is not a literal. */
void handle_execute(struct db *db, const char *sql);

/* ---- rows.c ---- */

/* Finalizes all statements. */
void handle_free_rows(struct db *db);

/* ---- changes.c, for a handle with a log ---- */

/* A transaction has begun; all of it but the commit is done; the handle is closed. A failure
 * sticks. */
void changes_begin(struct db *db);
void changes_write(struct db *db);
void changes_close(struct db *db);

/* ---- opening ---- */

/* A handle on the file, whatever is in it. If it cannot be opened, the sticky error says why. */
struct db *handle_connect(const char *path, enum db_mode mode);

/* Refuses a file that is not ours or has another schema than this program's; for a reader, also
 * one that a restore has moved while it was opened. */
void handle_identify(struct db *db);

/* True if the handle was opened to write to the file. */
bool handle_writes(const struct db *db);

/* Copies all of a database, as it is in one moment, into another. False with SQLite's error in
 * `to`. */
bool handle_copy(sqlite3 *from, sqlite3 *to);

/* ---- files of databases ---- */

/* Makes an empty file, 0600, where there is none. */
bool handle_make_file(const char *path, GError **error);

/* Removes a database that has no name yet, with its logs. */
void handle_forget_file(const char *draft);

/* True if no log lies beside a file: all of a closed database is in its one file, and may get its
 * name; or one may be made there. POSTMOVE_ERROR_NO if there is one. */
bool handle_is_whole(const char *draft, GError **error);

/*
 * ---- whether a database has lost commits ----
 *
 * Each commit is counted in the database (instance.commits). When it is on disk, its number is also
 * written to DATABASE.commits: one line, the number and a hash of it with the server's key. That
 * file is never synced, so after a power cut it may be behind the database. It is ahead only if
 * the database has lost something: its log was deleted, or an older copy took its place.
 *
 * A whole line with the hash of another key is that of another server: its database stood there
 * before. The file has no other use: if it is missing or damaged, it is made anew.
 */

enum {
    COMMITS_UNKNOWN = -1, /* the file is missing or damaged */
    COMMITS_OTHERS = -2,  /* it is another server's */
};

/* Reads the file as it is in one moment. A caller without the writers' lock must read it before the
 * database. NULL if the file is missing or empty. Free with g_free. */
char *commits_read(const char *database);

/* The number in it, COMMITS_UNKNOWN, or COMMITS_OTHERS if it is not of the server with that key. */
gint64 commits_number(const char *line, const unsigned char key[SECRET_KEY_BYTES]);

/* Opens the file to write to it, made if missing (0600). -1 if that fails; the log says why. */
int commits_open(const char *database);

/* Writes the number. A failure is not reported: a file that is behind does no harm. */
void commits_write(int file, gint64 number, const unsigned char key[SECRET_KEY_BYTES]);

/* For a new database: removes the count of an older one. */
void commits_forget(const char *database);

/* The error message when so many of the last commits are missing; 0: that for another server's
 * database. Free with g_free. */
char *commits_words(gint64 lost, const char *database);

#endif
