/*
 * players.h: players, their addresses, settings, vacations, blocks and lessons, and how much was
 * done for them.
 */
#ifndef POSTMOVE_PLAYERS_H
#define POSTMOVE_PLAYERS_H

#include <glib.h>
#include <stdbool.h>

#include "base/clock.h"
#include "store/db.h"

struct player {
    gint64 id;
    char *name;             /* as they write it */
    char *password;         /* argon2id hash, or NULL: none set */
    size_t password_length; /* bytes of the password; 0: none is set */
    char *address;          /* where letters go; NULL: they were forgotten, or a program */
    gint64 since;           /* when they were confirmed */
    gint64 signed_off;      /* since when they are neither listed nor challenged; 0: they are
                               here */
    gint64 suspended;       /* since when they are not served; 0: they are served */
    bool program;           /* a program plays: no letters go to it */
};

void player_free(struct player *player);
typedef struct player Player;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Player, player_free)

/* True if the player was forgotten: nobody plays under this row any more. */
bool player_is_gone(const struct player *player);

/* Each returns NULL if there is none. Names are compared without regard to case; a forgotten
 * player is not found by name. Addresses must be folded (mail/address.h). */
struct player *player_by_id(struct db *db, gint64 id);
struct player *player_by_name(struct db *db, const char *name);
struct player *player_by_address(struct db *db, const char *folded);

/* Adds a confirmed player; `address` as written, `folded` for looking up. The caller has
 * checked that both name and address are free. Returns the id. */
gint64 player_add(struct db *db, const char *name, const char *address, const char *folded,
                  const char *password_hash, gint64 now);

/* Adds a program as a player. The caller has checked that the name is free. Returns the id. */
gint64 player_add_program(struct db *db, const char *name, gint64 now);

/* The programs (struct player), the oldest first. Free with g_ptr_array_unref. */
GPtrArray *player_programs(struct db *db);

/* All players (struct player) who were not forgotten, ordered by name. Free with
 * g_ptr_array_unref. */
GPtrArray *player_list(struct db *db);

/* How many people there are but for those who signed off or are suspended, and the names (char *)
 * of at most `limit` of them: all in order of name where `limit` is enough, else those for whom
 * something was done last. The caller's. */
gint64 player_count_listed(struct db *db);
GPtrArray *player_names_listed(struct db *db, int limit);

/* They are away since that moment; 0: they are back. */
void player_sign_off(struct db *db, gint64 player, gint64 when);

/* Their password, which has `length` bytes; NULL and 0: they have none any more. */
void player_set_password(struct db *db, gint64 player, const char *password_hash, size_t length);

/* Their addresses, oldest first; char *. Letters go to the first. Free with g_ptr_array_unref. */
GPtrArray *player_addresses(struct db *db, gint64 player);
/* One more, and one less, which must not be their last, with what is known of
 * its letters; `folded` as above. */
void player_address_add(struct db *db, gint64 player, const char *address, const char *folded,
                        gint64 now);
void player_address_drop(struct db *db, gint64 player, const char *folded);

enum { PLAYER_NAME_KEPT = 365 * CLOCK_DAY /* seconds */ };

/* Sets another name, which must be free. The old one, unless only its case differs, is kept
 * for them so long. */
void player_rename(struct db *db, gint64 player, const char *name, gint64 now);
/* The player for whom a name is kept; 0: nobody. */
gint64 player_name_kept(struct db *db, const char *name, gint64 now);
/* True if it was the name of a player who was forgotten less than PLAYER_NAME_KEPT ago, or was
 * kept for them: nobody may have it. */
bool player_name_rests(struct db *db, const char *name, gint64 now);

/* Sets since when the operator has suspended them (0: they are served again). */
void player_suspend(struct db *db, gint64 player, gint64 since);

/* Forgets all that is known of a player: addresses, password, tokens, settings, vacations,
 * blocks (others' of them too) and limits, ratings, notes, what they watch and who watches them,
 * what waits for their word, letters to them, and what their addresses were told or sent back. The
 * names they had rest, by a keyed hash alone. What they played and said stays, under the name
 * "former-" and their id; so do the operator's acts in the journal. Call ratings_forget instead
 * (ratings/ratings.h), which does what follows for others. */
void player_forget(struct db *db, gint64 player, gint64 now);

/* How much was done for them on a day (days since 1970), and that more was. */
int player_acts(struct db *db, gint64 player, gint64 day);
void player_acted(struct db *db, gint64 player, gint64 day);

/* Notes that nothing was found in a mail of theirs on a day (days since 1970); `words` stands for
 * what it says. Returns how many with the same words have come on that day since one with other
 * words, this one included; mails that proved their writer are counted apart. */
int player_missed(struct db *db, gint64 player, bool proven, gint64 day, gint64 words);

/* ---- what a player has set ---- */

/* The value of a key, or NULL: they have set none. Free with g_free. */
char *player_setting(struct db *db, gint64 player, const char *key);
void player_set(struct db *db, gint64 player, const char *key, const char *value);

/*
 * ---- vacations ----
 *
 * Days are counted from 1970-01-01 in the time zone that the player had when they asked. Clocks use
 * the moments. No day is in two vacations.
 */

struct vacation {
    gint64 first, last; /* days, both included */
    gint64 begin, end;  /* moments; it lasts up to, not including, `end` */
};

/* The vacations (struct vacation) of a player, the oldest first. Free with g_array_unref.
 * vacation_add deletes those that ended more than VACATIONS_KEPT seconds ago. */
enum { VACATIONS_KEPT = 2 * 366 * 86400 };
GArray *vacations_of(struct db *db, gint64 player);

/* Finds the vacation in which the moment lies. False if there is none. */
bool vacation_at(struct db *db, gint64 player, gint64 moment, struct vacation *vacation);

/* Adds a vacation, and joins it with those that overlap it or touch it. *joined (may be NULL) is
 * the result. */
void vacation_add(struct db *db, gint64 player, const struct vacation *vacation, gint64 now,
                  struct vacation *joined);

/* Deletes the vacation that begins on that day. */
void vacation_drop(struct db *db, gint64 player, gint64 first);

/* ---- blocks: whom a player does not play with, and which games; how many matches at once ---- */

/* Blocks another player, who may be blocked already. The second ends that: false if they were not
 * blocked. */
void block_player(struct db *db, gint64 player, gint64 other);
bool unblock_player(struct db *db, gint64 player, gint64 other);

/* True if `player` has blocked `other`; true if either has blocked the other. */
bool block_has_player(struct db *db, gint64 player, gint64 other);
bool block_between(struct db *db, gint64 player, gint64 other);

/* The same for challenges to a game. */
void block_game(struct db *db, gint64 player, const char *game);
bool unblock_game(struct db *db, gint64 player, const char *game);
bool block_has_game(struct db *db, gint64 player, const char *game);

/* The names (char *) of the players they have blocked, and of the games, sorted. Free with
 * g_ptr_array_unref. */
GPtrArray *block_players(struct db *db, gint64 player);
GPtrArray *block_games(struct db *db, gint64 player);

/* How many matches of a game they play at once; 0: no limit. */
int game_limit(struct db *db, gint64 player, const char *game);
void game_limit_set(struct db *db, gint64 player, const char *game, int most);

/* ---- where a player is in the tutorial of a game ---- */

/* The number, from 1, of the lesson they were sent last; 0: none yet. */
int lesson_of(struct db *db, gint64 player, const char *game);

/* Records that they are sent that lesson now. Returns the id of the player's tutorial of this
 * game, which a token can name. */
gint64 lesson_set(struct db *db, gint64 player, const char *game, int lesson);

/* The game of the tutorial with that id, which a token named; NULL if no tutorial has it, or it
 * is another player's. Free with g_free. */
char *lesson_game(struct db *db, gint64 id, gint64 player);

/* The game of the tutorial that the player began last; NULL: they began none. Free with
 * g_free. */
char *lesson_last_game(struct db *db, gint64 player);

#endif
