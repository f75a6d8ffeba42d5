/*
 * stats.h: the server in figures.
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

#endif
