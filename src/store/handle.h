/*
 * handle.h: a handle from within; for db.c, opening.c and health.c alone.
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

#endif
