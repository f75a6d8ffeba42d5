/*
 * events.h: what happened, as data, in the order in which it happened.
 *
 * Whatever changes a match appends an event in the savepoint of the change. Letters, digests and
 * the operator read them. An event goes 30 days after it happened, but not while it waits for a
 * letter (store/talk.h).
 */
#ifndef POSTMOVE_STORE_EVENTS_H
#define POSTMOVE_STORE_EVENTS_H

#include <glib.h>

#include "store/db.h"

struct stored_event {
    gint64 id;
    const char *kind; /* the name of a row of events.list; it lives as long as the program */
    gint64 board;     /* 0: about no board */
    gint64 player;    /* who did it; 0: nobody who plays */
    GBytes *said; /* a phrase (render/phrase.h): what it is, with its arguments, for onlookers */
    gint64 time;
};

/* Appends an event (its id is ignored). Returns its id. */
gint64 event_add(struct db *db, const struct stored_event *event);

/* The events of a board, the oldest first; struct stored_event. Free with g_ptr_array_unref. */
GPtrArray *events_of_board(struct db *db, gint64 board);

#endif
