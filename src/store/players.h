/*
 * players.h: players, their addresses, and who is waiting to be confirmed.
 */
#ifndef POSTMOVE_PLAYERS_H
#define POSTMOVE_PLAYERS_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

struct player {
    gint64 id;
    char *name;     /* as he writes it */
    char *password; /* argon2id hash, or NULL: none set */
    char *address;  /* where letters go */
    gint64 since;   /* when he was confirmed */
};

void player_free(struct player *player);
typedef struct player Player;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Player, player_free)

/* Each gives NULL when there is none. Names without regard to case;
 * addresses must be folded (mail/address.h). */
struct player *player_by_id(struct db *db, gint64 id);
struct player *player_by_name(struct db *db, const char *name);
struct player *player_by_address(struct db *db, const char *folded);

/* Adds a confirmed player; `address` as written, `folded` for looking up. Both
 * name and address must be free: the caller has looked. Gives his id. */
gint64 player_add(struct db *db, const char *name, const char *address, const char *folded,
                  const char *password_hash, gint64 now);

/* All, in order of name; struct player. */
GPtrArray *player_list(struct db *db);

/* Wrong passwords for a player since a moment; those of two days ago are
 * forgotten. */
void player_wrong_password(struct db *db, gint64 player, gint64 now);
int player_wrong_passwords(struct db *db, gint64 player, gint64 since);

/* Password proof is off for him until then; 0: it is on. */
gint64 player_password_off_until(struct db *db, gint64 player);
void player_password_off(struct db *db, gint64 player, gint64 until);

/* ---- what a player has set ---- */

/* The value of a key, or NULL: he has set none. The caller's. */
char *player_setting(struct db *db, gint64 player, const char *key);
void player_set(struct db *db, gint64 player, const char *key, const char *value);

/* ---- what waits for a `confirm` or a `yes` ---- */

enum pending_kind {
    PENDING_SIGNUP = 1, /* name, address, folded, password: a player to be */
    PENDING_HELD = 2,   /* player, command, board, revision: a command without proof */
};

struct pending {
    gint64 id;
    enum pending_kind kind;
    gint64 player;                            /* PENDING_HELD */
    char *name, *address, *folded, *password; /* PENDING_SIGNUP; password is the hash or NULL */
    char *command;          /* PENDING_HELD: the command line, its secrets removed */
    gint64 board, revision; /* PENDING_HELD: 0 if it concerns no board */
    gint64 made, expires;
};

void pending_free(struct pending *pending);
typedef struct pending Pending;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Pending, pending_free)

/* Stores one (id is ignored) and gives its id. */
gint64 pending_add(struct db *db, const struct pending *pending);
struct pending *pending_by_id(struct db *db, gint64 id);
/* A signup that has not expired, by the name or folded address asked for. */
struct pending *pending_signup_by_name(struct db *db, const char *name, gint64 now);
struct pending *pending_signup_by_address(struct db *db, const char *folded, gint64 now);
/* How many commands of his were held since then; those removed do not count. */
int pending_held_since(struct db *db, gint64 player, gint64 since);
void pending_remove(struct db *db, gint64 id);
/* Forgets what has expired. */
void pending_expire(struct db *db, gint64 now);

#endif
