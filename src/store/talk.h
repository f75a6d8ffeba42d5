/*
 * talk.h: what was said at a board, and how many messages a player has sent.
 *
 * Messages themselves are not kept: they are letters like any other.
 */
#ifndef POSTMOVE_TALK_H
#define POSTMOVE_TALK_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

/* For whose ears it is, while the match runs. When it is over all of it is for
 * everyone who may see the match. Kept as numbers in the table. */
enum talk_kind {
    TALK_PLAYERS = 1,  /* of a player, to the players */
    TALK_WATCHERS = 2, /* of one who watches, to those who watch */
    TALK_ALL = 3,      /* said after the end, to both */
};

/* For talk_list: talk of the kinds as bits 1 << kind. */
enum { TALK_EVERYTHING = 1 << TALK_PLAYERS | 1 << TALK_WATCHERS | 1 << TALK_ALL };

struct talk {
    gint64 player; /* who said it */
    char *name;
    enum talk_kind kind;
    int turns; /* turns played when he said it */
    char *text;
    gint64 time;
};

/* Stores a comment or what was said by `chat`, when `turns` turns had been played. */
void talk_add(struct db *db, gint64 board, gint64 player, enum talk_kind kind, int turns,
              const char *text, gint64 time);

/* What was said at a board, oldest first, of the kinds given as bits; struct talk. */
GPtrArray *talk_list(struct db *db, gint64 board, unsigned kinds);

/* Messages of a player on a day (days since 1970), and that there were `count` more. */
int messages_sent(struct db *db, gint64 player, gint64 day);
void messages_add(struct db *db, gint64 player, gint64 day, int count);

#endif
