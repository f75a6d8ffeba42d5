/*
 * pending.h: requests that wait for a `confirm` or a `yes`. A letter asked for it, and the
 * letter's token (inbox.h) names the row.
 */
#ifndef POSTMOVE_PENDING_H
#define POSTMOVE_PENDING_H

#include <glib.h>
#include <stdbool.h>

#include "base/clock.h"
#include "store/db.h"

/* And what is set for each besides `player`, `proven` and the times. */
enum pending_kind {
    PENDING_SIGNUP = 1,   /* name, address, folded, password: a player to be */
    PENDING_HELD = 2,     /* command, board, revision: a player's command */
    PENDING_ADDRESS = 3,  /* address, folded: one more address, which must confirm */
    PENDING_GREETING = 7, /* address, folded: a stranger who was asked for a name */
};

struct pending {
    gint64 id;
    enum pending_kind kind;
    gint64 player; /* 0: PENDING_SIGNUP */
    char *name, *address, *folded;
    char *password;         /* its hash; NULL: none */
    size_t password_length; /* bytes of the password */
    char *language;         /* not PENDING_HELD: which they want; NULL: not said */
    char *command;          /* the command line, its secrets removed; NULL: none */
    gint64 board, revision; /* 0: it concerns no board */
    bool proven;            /* the mail that asked for it proved its writer */
    gint64 made, expires;   /* outages put the second off (clocks.h) */
};

void pending_free(struct pending *pending);
typedef struct pending Pending;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Pending, pending_free)

/* Stores a request (its id is ignored). Returns its id. */
gint64 pending_add(struct db *db, const struct pending *pending);

/* The request with that id, expired or not; NULL if none has it. */
struct pending *pending_by_id(struct db *db, gint64 id);

/* A signup that has not expired, by the name asked for. */
struct pending *pending_signup_by_name(struct db *db, const char *name, gint64 now);

/* The greeting of a folded address that has not expired. */
struct pending *pending_greeting(struct db *db, const char *folded, gint64 now);

/* How many requests of a player wait that were made in that time, by mails that proved their
 * writer or by others. What was answered does not count. */
int pending_held_in(struct db *db, gint64 player, bool proven, struct clock_span span);

/* Notes in which language somebody who is no player wants letters, by their greeting; and the one
 * that they have asked for last, by their folded address. NULL: none. Free with g_free. */
void pending_wants(struct db *db, gint64 id, const char *language);
char *pending_language(struct db *db, const char *folded);

void pending_remove(struct db *db, gint64 id);

/* A name goes to another player, or to nobody: deletes the commands that wait and name it,
 * since they would mean whoever has it next. */
void pending_remove_named(struct db *db, const char *name);

#endif
