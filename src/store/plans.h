/*
 * plans.h: moves that players have written down beforehand, one of a kind a
 * board and player.
 */
#ifndef POSTMOVE_PLANS_H
#define POSTMOVE_PLANS_H

#include <glib.h>

#include "store/db.h"

enum plan_kind {
    PLAN_QUEUED = 1,    /* to be tried, once, when it is their turn */
    PLAN_SUBMITTED = 2, /* to be played when they confirm it */
};

struct plan {
    gint64 board, player;
    enum plan_kind kind;
    char *text;
    gint64 ply;      /* the turn it is meant for, from 1; 0: whichever comes */
    gint64 revision; /* of the board when it was written */
    char *comment;   /* said to the others when it is played; NULL: none */
};

void plan_free(struct plan *plan);
typedef struct plan Plan;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Plan, plan_free)

/* NULL when there is none. */
struct plan *plan_read(struct db *db, gint64 board, gint64 player, enum plan_kind kind);

/* Stores one; another of its kind, board and player is no more. */
void plan_put(struct db *db, const struct plan *plan);

void plan_drop(struct db *db, gint64 board, gint64 player, enum plan_kind kind);

/* All that anybody has planned at a board. */
void plans_drop(struct db *db, gint64 board);

#endif
