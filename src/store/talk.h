/*
 * store/talk.h: what was said and what happened at a board, what of it still waits for its readers,
 * who watches, and what players note for themselves.
 *
 * Messages are not stored here: they are letters like any other.
 */
#ifndef POSTMOVE_TALK_H
#define POSTMOVE_TALK_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

/* Who may read it while the match runs. When it is over, everyone who may see the match may read
 * all of it. The numbers are stored. */
enum talk_kind {
    TALK_PLAYERS = 1,  /* a player said it to the players */
    TALK_WATCHERS = 2, /* somebody who watches said it to those who watch */
    TALK_ALL = 3,      /* said after the end, to both */
    TALK_NEWS = 4,     /* the server tells what a player did; only among what waits */
    TALK_TURN = 5,     /* the same for a turn */
    TALK_NOTE = 6,     /* a player wrote it down: it is their own, and may be shown to others only
                          when the match is over */
};

/* For talk_list: talk of the kinds as bits 1 << kind. */
enum { TALK_EVERYTHING = 1 << TALK_PLAYERS | 1 << TALK_WATCHERS | 1 << TALK_ALL };

struct talk {
    gint64 player; /* who said it */
    char *name;
    enum talk_kind kind;
    int turns;    /* turns played when they said it */
    char *text;   /* NULL by talk_take_waiting, which gives: */
    GBytes *said; /* a phrase, as bytes */
    gint64 time;
};

/* Stores a comment, what was said by `chat`, or a note, when `turns` turns had been played. */
void talk_add(struct db *db, gint64 board, gint64 player, enum talk_kind kind, int turns,
              const char *text, gint64 time);

/* What was said at a board, oldest first, of the kinds given as bits; struct talk. */
GPtrArray *talk_list(struct db *db, gint64 board, unsigned kinds);

/* How many notes a player has about a board; and deletes them. */
int talk_notes_count(struct db *db, gint64 board, gint64 player);
void talk_notes_delete(struct db *db, gint64 board, gint64 player);

/*
 * ---- what happened ----
 *
 * Whatever changes a match appends an event, as data, in the savepoint of the change. Letters,
 * digests and the operator read the events in the order in which they happened. An event goes 30
 * days after it happened, but not while it waits for a letter.
 */

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

/* ---- what waits ---- */

/* Keeps what was said at a board, a phrase as bytes, until a letter takes it to the reader: that
 * letter is written soon
 * (`due` TALK_SOON), or it is the reader's digest at the moment `due`, or any letter about the
 * board (TALK_PATIENT: nobody writes a letter because of it). */
enum { TALK_PATIENT = -1, TALK_SOON = 0 };
void talk_wait(struct db *db, gint64 board, gint64 reader, gint64 speaker, enum talk_kind kind,
               GBytes *said, gint64 due);

/* The same of what happened: the event says it. */
void talk_wait_event(struct db *db, gint64 board, gint64 reader, gint64 speaker,
                     enum talk_kind kind, gint64 event, gint64 due);

/* The match is over: nothing that was said there waits patiently any more. */
void talk_wait_no_more(struct db *db, gint64 board);

/* True if anything that waits goes out now: soon, or with a digest that is due. */
bool talk_is_due(struct db *db, gint64 now);

struct talk_wait {
    gint64 board, reader, speaker;
    bool turns; /* turns of the speaker wait; false: anything else */
};

/* A struct talk_wait for each board, reader and speaker of what waits and goes out soon, the
 * longest wait first. Leaves out what suspended players said, but not their turns; so does the
 * function below. Free with g_array_unref. */
GArray *talk_waits(struct db *db);

/* The readers whose digest is due; and the boards in the digest of one of them, at most `most`, the
 * longest wait first. Both are gint64; free with g_array_unref. */
GArray *talk_digests(struct db *db, gint64 now);
GArray *talk_digest_boards(struct db *db, gint64 reader, gint64 now, int most);

/* Since when a digest is due for the reader because of a board where something waits for it. */
gint64 talk_digest_due(struct db *db, gint64 reader, gint64 board);

/* What waits for a digest of the reader that is due after `after` waits for the one at `due` (at a
 * board, or at all boards: 0). */
void talk_digest_move(struct db *db, gint64 reader, gint64 board, gint64 after, gint64 due);

/* Whatever waits for the reader is dropped. */
void talk_digest_drop(struct db *db, gint64 reader);

/* Removes and returns what waits for a reader at a board (struct talk, without turns and time), in
 * the order in which it was said: up to `most` bytes, but at least one. Free with
 * g_ptr_array_unref. */
GPtrArray *talk_take_waiting(struct db *db, gint64 board, gint64 reader, size_t most);

/*
 * ---- who watches ----
 *
 * A player watches a match, all matches of a game, or all matches of a player. A watch of one match
 * goes on for a while after its end, for what is said then.
 */

/* What is watched: exactly one of these. */
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

/* NULL if there is none. Free with watch_free. */
struct watch *watch_by_id(struct db *db, gint64 id);

/* The player's watch of exactly that. NULL if they have none. Free with watch_free. */
struct watch *watch_find(struct db *db, gint64 player, const struct watched *what);

void watch_add(struct db *db, gint64 player, const struct watched *what, bool at_end, gint64 now);
void watch_set_end(struct db *db, gint64 id, bool at_end);
void watch_remove(struct db *db, gint64 id);

/* A player's watches (struct watch), the oldest first, without those of matches that are over.
 * Free with g_ptr_array_unref. */
GPtrArray *watches_of_player(struct db *db, gint64 player);

/*
 * The watches (struct watch) of those who watch a match, ordered by player, one for each: a watch
 * that tells each turn before one that tells the end, and a watch of the match before one of a
 * player or of the game. Leaves out those who play in it. Free with g_ptr_array_unref.
 */
GPtrArray *watches_of_board(struct db *db, gint64 board, const char *game);

/* The match is over: its own watches end at `until`. */
void watches_end(struct db *db, gint64 board, gint64 until);

#endif
