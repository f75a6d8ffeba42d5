/*
 * handle.h: a handle from within; for db.c, opening.c, health.c and backup.c
 * alone.
 */
#ifndef POSTMOVE_HANDLE_H
#define POSTMOVE_HANDLE_H

#include <sqlite3.h>

#include "base/secret.h"
#include "store/db.h"

/* A prepared statement, kept until the handle is closed. */
struct rows {
    struct db *db;
    sqlite3_stmt *statement;
    bool open;         /* between db_query and its end */
    struct rows *next; /* another of the same text: one was open when it was needed again */
};

struct db {
    sqlite3 *handle;
    char *path;
    enum db_mode mode;
    GHashTable *statements; /* address of the text to struct rows * */
    GError *error;          /* sticky; NULL: nothing failed */
    bool grave; /* that failure is the database's or the disk's, not of what was asked */
    bool testing;
    unsigned char key[SECRET_KEY_BYTES];
};

/* As db_fail, with POSTMOVE_ERROR_NO. */
void handle_refuse(struct db *db, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Fails with the error SQLite has just reported. */
void handle_keep_error(struct db *db);

/* Runs statements, one or more, whose text is not a literal. */
void handle_execute(struct db *db, const char *sql);

/* A handle on the file, whatever is in it; if that fails the sticky error says
 * why. */
struct db *handle_connect(const char *path, enum db_mode mode);

/* Refuses what is not ours, or is of a time to come. */
void handle_identify(struct db *db);

/* Refuses what has been given another schema than the steps up to its own make:
 * a trigger could do anything, and a table may be missing. */
void handle_check_schema(struct db *db);

/* Copies all of a database, as it is in one moment, into another, whose error
 * says what failed. */
bool handle_copy(sqlite3 *from, sqlite3 *to);

/* ---- files of databases ---- */

/* Makes an empty file, 0600, where there is none. */
bool handle_make_file(const char *path, GError **error);

/* Removes a database that has no name yet, with its logs. */
void handle_forget_file(const char *draft);

/* Whether all of a closed database is in its one file: only that gets a name. */
bool handle_is_whole(const char *draft, GError **error);

/* Syncs the folder of a file. */
bool handle_sync_folder(const char *path, GError **error);

/* False with "PATH: WHAT: " and the system's error. */
bool handle_system_error(const char *path, const char *what, GError **error);

#endif
