/*
 * watches.h: which players watch which matches.
 *
 * A player watches a match, all matches of a game, or all matches of a player.
 * A watch of one match outlives its end for a while, for what is said then.
 */
#ifndef POSTMOVE_WATCHES_H
#define POSTMOVE_WATCHES_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

/* What is watched: just one of them. */
struct watched {
    gint64 board;  /* a match; 0: no */
    char *game;    /* all matches of a game; NULL: no */
    gint64 player; /* all matches of a player; 0: no */
};

struct watch {
    gint64 id;
    gint64 player; /* who watches */
    struct watched what;
    bool at_end; /* only the ends of matches are told */
    bool over;   /* the one match has ended */
};

void watch_free(struct watch *watch);
typedef struct watch Watch;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Watch, watch_free)

/* NULL when there is none. */
struct watch *watch_by_id(struct db *db, gint64 id);

/* A player's watch of just that; NULL: they have none. */
struct watch *watch_find(struct db *db, gint64 player, const struct watched *what);

void watch_add(struct db *db, gint64 player, const struct watched *what, bool at_end, gint64 now);
void watch_set_end(struct db *db, gint64 id, bool at_end);
void watch_remove(struct db *db, gint64 id);

/* All of a player, oldest first, but for those of matches that are over; struct watch. */
GPtrArray *watches_of_player(struct db *db, gint64 player);

/*
 * Who watches a match, in order of players, each once, with the watch by which he
 * does: one that tells each turn before one that tells the end, and that of the
 * match before that of a player or of the game. Never one who plays in it. struct
 * watch.
 */
GPtrArray *watches_of_board(struct db *db, gint64 board, const char *game);

/* The match is over: its own watches go at `until`. */
void watches_end(struct db *db, gint64 board, gint64 until);

#endif
