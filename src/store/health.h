/*
 * health.h: queries about the state of a database.
 *
 * Each reads through a handle and changes nothing. A failure to read sticks to the handle, as
 * everywhere in the store.
 */
#ifndef POSTMOVE_HEALTH_H
#define POSTMOVE_HEALTH_H

#include <glib.h>

#include "store/db.h"

/* The latest time in the database: it was made, a mail was processed, or a letter was written.
 * Seconds since 1970. */
gint64 health_newest(struct db *db);

/* Counts the players whose mail is kept back because letters to them came back. Returns the
 * name of one, NULL if there is none, and *status is the code of RFC 3463 with which their
 * letter came back ("": not known). Free both with g_free. */
char *health_kept_back(struct db *db, gint64 *count, char **status);

/* True if the last letter to an address came back, or was given up. */
bool health_comes_back(struct db *db, const char *address);

/* The letters that are not sent. */
struct health_outbox {
    gint64 waiting; /* letters that are to be tried */
    gint64 oldest;  /* time the first of them was written; 0: none waits */
    char *reason;   /* why a letter that waits could not be sent; NULL: none has failed */
    gint64 parked;  /* letters that were given up */
    gint64 failing; /* those of `waiting` that could not be sent yet */
    gint64 failing_newest, parked_newest; /* when the last of each was written; 0: none */
    gint64 sent;                          /* when a letter was sent last; 0: never */
    gint64 doubted; /* letters that count as sent, and perhaps have not arrived */
};

void health_outbox(struct db *db, struct health_outbox *outbox);
void health_outbox_clear(struct health_outbox *outbox);

#endif
