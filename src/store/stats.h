/*
 * stats.h: the server in figures, and the state of its database.
 */
#ifndef POSTMOVE_STATS_H
#define POSTMOVE_STATS_H

#include <glib.h>

#include "store/boards.h"
#include "store/db.h"

struct stats {
    gint64 players;                /* those who were not forgotten */
    gint64 active;                 /* of these, those for whom something was carried out in the
                                      last 30 days */
    gint64 suspended;              /* by the operator */
    gint64 kept_back;              /* players whose letters wait, because earlier ones bounced */
    gint64 mails, mails_today;     /* processed, ever and since midnight UTC */
    gint64 unchanged_today;        /* of those since midnight: players' mails that changed nothing,
                                      as what they asked for was refused, or was only to be told */
    gint64 letters, letters_today; /* sent in the last 30 days, and since midnight UTC */
    gint64 returned;               /* of those of the last 30 days: came back */
    gint64 waiting, parked;        /* letters that are not sent */
    gint64 oldest;                 /* time the first that waits was written; 0: none waits */
    GArray *boards;                /* struct stats_boards, by game and state */
};

/* So many boards of a game are in a state. */
struct stats_boards {
    char *game;
    enum board_state state;
    gint64 count;
};

/* What happened after a moment, at most 30 days ago. */
struct stats_span {
    gint64 mails;             /* processed */
    gint64 letters, returned; /* sent; came back or were refused */
    gint64 joined, active;    /* new players; those for whom something was carried out */
    gint64 begun, ended;      /* matches */
    gint64 running;           /* matches, now */
};

void stats_since(struct db *db, gint64 moment, struct stats_span *span);

/* How many players there are. */
gint64 stats_players(struct db *db);

/* Counts. Call stats_clear on the result. */
void stats_read(struct db *db, gint64 now, struct stats *stats);
void stats_clear(struct stats *stats);

/*
 * ---- the state of a database ----
 *
 * Each query reads through a handle and changes nothing. A failure to read sticks to the handle, as
 * everywhere in the store.
 */

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
