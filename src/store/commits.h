/*
 * commits.h: whether a database has lost changes that were committed to it. For the
 * store alone.
 *
 * Each commit counts itself in the database (instance.commits). Once it is on disk
 * its number is written to a file beside, DATABASE.commits, too: one line, the number
 * and a hash of it with the server's key. That file is never synced, so after a power
 * cut it may be behind the database. It is ahead only if something was taken away from
 * the database: its log was deleted, or an older copy of it was put in its place.
 *
 * The file serves no other purpose: if it is missing or damaged it is made anew, and
 * the file of another database is ignored.
 */
#ifndef POSTMOVE_COMMITS_H
#define POSTMOVE_COMMITS_H

#include <glib.h>
#include <stdbool.h>

#include "base/random.h"

enum { COMMITS_LINE_BYTES = 37 };

/* The file as it was in one moment. */
struct commits_line {
    bool missing; /* there is none, or nothing in it */
    char text[COMMITS_LINE_BYTES + 1];
};

/* Reads the file. Without the writers' lock, read it before you read the database. */
void commits_read(const char *database, struct commits_line *line);

/* The number in it; -1 if it is missing, damaged, or of another database than that key's. */
gint64 commits_number(const struct commits_line *line, const unsigned char key[SECRET_KEY_BYTES]);

/* Opens the file to write to it, made if missing (0600). -1 if that fails; the log says why. */
int commits_open(const char *database);

/* Writes the number. A failure is not reported: a file that is behind does no harm. */
void commits_write(int file, gint64 number, const unsigned char key[SECRET_KEY_BYTES]);

/* For a new database: removes the count of an older one. */
void commits_forget(const char *database);

/* The error message when so many of the last commits are missing. Free with g_free. */
char *commits_words(gint64 lost, const char *database);

#endif
