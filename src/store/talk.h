/*
 * talk/talk.h: what was said at a board, and what of it has still to go to its readers.
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
    TALK_NEWS = 4,     /* what a player did, in the server's words: only where it waits */
    TALK_TURN = 5,     /* the same of a turn */
};

/* For talk_list: talk of the kinds as bits 1 << kind. */
enum { TALK_EVERYTHING = 1 << TALK_PLAYERS | 1 << TALK_WATCHERS | 1 << TALK_ALL };

struct talk {
    gint64 player; /* who said it */
    char *name;
    enum talk_kind kind;
    int turns; /* turns played when they said it */
    char *text;
    gint64 time;
};

/* Stores a comment or what was said by `chat`, when `turns` turns had been played. */
void talk_add(struct db *db, gint64 board, gint64 player, enum talk_kind kind, int turns,
              const char *text, gint64 time);

/* What was said at a board, oldest first, of the kinds given as bits; struct talk. */
GPtrArray *talk_list(struct db *db, gint64 board, unsigned kinds);

/* ---- what waits ---- */

/* What was said at a board waits until a letter takes it to the reader. */
void talk_wait(struct db *db, gint64 board, gint64 reader, gint64 speaker, enum talk_kind kind,
               const char *text);

struct talk_wait {
    gint64 board, reader, speaker;
    bool turns; /* it is turns of the speaker's, else anything but these */
};

/* The boards and readers for whom something waits, and of whom, what has waited longest first;
 * struct talk_wait. What somebody said who is suspended stays where it is, here and below, until
 * they are not. */
GArray *talk_waits(struct db *db);

/* Takes out what waits for a reader at a board, in the order in which it was said, up to so many
 * bytes of text, but at least one; struct talk, without turns and time. */
GPtrArray *talk_take_waiting(struct db *db, gint64 board, gint64 reader, size_t most);

#endif
