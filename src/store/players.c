#include "store/players.h"

#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "store/clocks.h"
#include "store/inbox.h"
#include "store/journal.h"
#include "store/ladders.h"
#include "store/pending.h"

void player_free(struct player *player)
{
    if (player != NULL) {
        g_free(player->name);
        g_free(player->password);
        g_free(player->address);
        g_free(player);
    }
}

/* Letters go to the oldest of a player's addresses. */
#define SELECT_PLAYERS                                                                             \
    "SELECT id, name, password, since, signed_off,"                                                \
    " (SELECT address FROM addresses WHERE player = players.id ORDER BY addresses.id LIMIT 1)"     \
    " AS address, password_length, suspended, program"                                             \
    " FROM players "

/* Of a row of these: the player was not forgotten. */
#define IS_THERE "(address IS NOT NULL OR program = 1)"

static struct player *player_of_row(struct rows *rows)
{
    struct player *player = g_new(struct player, 1);
    *player = (struct player){ .id = rows_int(rows, "id"),
                               .name = rows_dup(rows, "name"),
                               .password = rows_dup(rows, "password"),
                               .since = rows_int(rows, "since"),
                               .signed_off = rows_int(rows, "signed_off"),
                               .address = rows_dup(rows, "address"),
                               .password_length = (size_t)rows_int(rows, "password_length"),
                               .suspended = rows_int(rows, "suspended"),
                               .program = rows_int(rows, "program") != 0 };
    return player;
}

static struct player *only_player(struct rows *rows)
{
    return rows != NULL ? player_of_row(rows) : NULL;
}

/* By one of both: id 0 is nobody's, and NULL no address. A run asks for players in both ways, and
 * to prepare a statement takes longer than to run it. */
static struct player *find(struct db *db, gint64 id, const char *folded)
{
    return only_player(db_row(
        db,
        SELECT_PLAYERS "WHERE id = IFNULL((SELECT player FROM addresses WHERE folded = ?), :id)",
        folded, id));
}

struct player *player_by_id(struct db *db, gint64 id)
{
    return find(db, id, NULL);
}

struct player *player_by_name(struct db *db, const char *name)
{
    g_autofree char *folded = g_ascii_strdown(name, -1);
    return only_player(db_row(db, SELECT_PLAYERS "WHERE folded = ? AND " IS_THERE, folded));
}

struct player *player_by_address(struct db *db, const char *folded)
{
    return find(db, 0, folded);
}

gint64 player_add(struct db *db, const char *name, const char *address, const char *folded,
                  const char *password_hash, gint64 now)
{
    g_autofree char *folded_name = g_ascii_strdown(name, -1);
    db_run(db, "INSERT INTO players (name, folded, password, since) VALUES (?, ?, ?, ?)", name,
           folded_name, password_hash, now);
    gint64 id = db_last_id(db);
    player_address_add(db, id, address, folded, now);
    return id;
}

gint64 player_add_program(struct db *db, const char *name, gint64 now)
{
    g_autofree char *folded_name = g_ascii_strdown(name, -1);
    db_run(db, "INSERT INTO players (name, folded, since, program) VALUES (?, ?, ?, 1)", name,
           folded_name, now);
    return db_last_id(db);
}

bool player_is_gone(const struct player *player)
{
    return player->address == NULL && !player->program;
}

static GPtrArray *all_players(struct rows *rows)
{
    GPtrArray *players = g_ptr_array_new_with_free_func((GDestroyNotify)player_free);
    while (rows_next(rows)) {
        g_ptr_array_add(players, player_of_row(rows));
    }
    return players;
}

GPtrArray *player_programs(struct db *db)
{
    return all_players(db_query(db, SELECT_PLAYERS "WHERE program = 1 ORDER BY id"));
}

GPtrArray *player_list(struct db *db)
{
    return all_players(db_query(db, SELECT_PLAYERS "WHERE " IS_THERE " ORDER BY folded"));
}

#define ARE_LISTED                                                                                 \
    " signed_off IS NULL AND suspended IS NULL"                                                    \
    " AND EXISTS (SELECT 1 FROM addresses WHERE player = players.id)"

gint64 player_count_listed(struct db *db)
{
    return db_number(db, "SELECT COUNT(*) FROM players WHERE" ARE_LISTED);
}

GPtrArray *player_names_listed(struct db *db, int limit)
{
    return player_count_listed(db) <= limit
               ? db_texts(db, "SELECT name FROM players WHERE" ARE_LISTED " ORDER BY folded")
               : db_texts(db,
                          "SELECT name FROM acts JOIN players ON players.id = acts.player"
                          " WHERE day > 0 AND" ARE_LISTED " ORDER BY day DESC, folded LIMIT ?",
                          limit);
}

void player_sign_off(struct db *db, gint64 player, gint64 when)
{
    db_run(db, "UPDATE players SET signed_off = NULLIF(?, 0) WHERE id = ?", when, player);
}

void player_set_password(struct db *db, gint64 player, const char *password_hash, size_t length)
{
    db_run(db, "UPDATE players SET password = ?, password_length = ? WHERE id = ?", password_hash,
           (gint64)length, player);
}

/* ---- addresses ---- */

GPtrArray *player_addresses(struct db *db, gint64 player)
{
    return db_texts(db, "SELECT address FROM addresses WHERE player = ? ORDER BY id", player);
}

void player_address_add(struct db *db, gint64 player, const char *address, const char *folded,
                        gint64 now)
{
    db_run(db, "INSERT INTO addresses (player, address, folded, confirmed) VALUES (?, ?, ?, ?)",
           player, address, folded, now);
}

void player_address_drop(struct db *db, gint64 player, const char *folded)
{
    db_run(db, "DELETE FROM addresses WHERE player = ? AND folded = ?", player, folded);
    db_run(db, "DELETE FROM bounces WHERE folded = ?", folded);
}

/* ---- the operator ---- */

#define NAME_LAPSES OUTAGES_LAPSE("until - :name_kept", "until")

void player_rename(struct db *db, gint64 player, const char *name, gint64 now)
{
    g_autofree char *folded = g_ascii_strdown(name, -1);
    g_autoptr(Player) who = player_by_id(db, player);
    if (who != NULL) {
        pending_remove_named(db, who->name);
        db_run(db,
               "INSERT OR REPLACE INTO former_names (folded, player, until)"
               " SELECT folded, id, ? FROM players WHERE id = ?",
               now + PLAYER_NAME_KEPT, player);
    }
    db_run(db, "DELETE FROM former_names WHERE folded = :folded OR " NAME_LAPSES " <= :now", folded,
           PLAYER_NAME_KEPT, now);
    db_run(db, "UPDATE players SET name = ?, folded = ? WHERE id = ?", name, folded, player);
}

gint64 player_name_kept(struct db *db, const char *name, gint64 now)
{
    g_autofree char *folded = g_ascii_strdown(name, -1);
    return db_number(
        db, "SELECT player FROM former_names WHERE folded = :folded AND " NAME_LAPSES " > :now",
        folded, PLAYER_NAME_KEPT, now);
}

void player_suspend(struct db *db, gint64 player, gint64 since)
{
    db_run(db, "UPDATE players SET suspended = NULLIF(?, 0) WHERE id = ?", since, player);
}

/* ---- forgetting ---- */

static void hash_of_name(struct db *db, const char *name, unsigned char hash[SECRET_HASH_BYTES])
{
    g_autofree char *folded = g_ascii_strdown(name, -1);
    secret_hash(db_key(db), folded, strlen(folded), hash);
}

/* Nobody may take the name before that time. Only a hash of the name is kept. */
static void rest_name(struct db *db, const char *name, gint64 until)
{
    unsigned char hash[SECRET_HASH_BYTES];
    hash_of_name(db, name, hash);
    db_run(db,
           "INSERT INTO resting_names (hash, until) VALUES (:hash, :until)"
           " ON CONFLICT (hash) DO UPDATE SET until = MAX(until, :until)",
           hash, until);
}

bool player_name_rests(struct db *db, const char *name, gint64 now)
{
    unsigned char hash[SECRET_HASH_BYTES];
    hash_of_name(db, name, hash);
    return db_number(db,
                     "SELECT COUNT(*) FROM resting_names WHERE hash = :hash AND " NAME_LAPSES
                     " > :now",
                     hash, PLAYER_NAME_KEPT, now) != 0;
}

/* Removes the player's names from the operator's journal. */
static void forget_name(struct db *db, gint64 player, gint64 now)
{
    g_autoptr(Player) who = player_by_id(db, player);
    g_autofree char *former = g_strdup_printf("former-%" G_GINT64_FORMAT, player);
    if (who != NULL) {
        journal_rename(db, who->name, former, true);
        pending_remove_named(db, who->name);
        rest_name(db, who->name, now + PLAYER_NAME_KEPT);
    }
    /* The names that were kept for the player are kept from everybody now. */
    struct rows *rows =
        db_query(db, "SELECT folded, until FROM former_names WHERE player = ?", player);
    while (rows_next(rows)) {
        rest_name(db, rows_text(rows, "folded"), rows_int(rows, "until"));
    }
}

void player_forget(struct db *db, gint64 player, gint64 now)
{
    static const char *const erasures[] = {
        "DELETE FROM notices WHERE folded IN (SELECT folded FROM addresses WHERE player = ?)",
        "DELETE FROM bounces WHERE folded IN (SELECT folded FROM addresses WHERE player = ?)",
        "DELETE FROM pending WHERE folded IN (SELECT folded FROM addresses WHERE player = ?)",
        "DELETE FROM pending WHERE player = ?",
        "DELETE FROM addresses WHERE player = ?",
        "DELETE FROM former_names WHERE player = ?",
        "DELETE FROM settings WHERE player = ?",
        "DELETE FROM lessons WHERE player = ?",
        "DELETE FROM blocked_players WHERE player = ?",
        "DELETE FROM blocked_players WHERE other = ?",
        "DELETE FROM blocked_games WHERE player = ?",
        "DELETE FROM game_limits WHERE player = ?",
        "DELETE FROM vacations WHERE player = ?",
        "DELETE FROM tokens WHERE player = ?",
        "DELETE FROM acts WHERE player = ?",
        "DELETE FROM misses WHERE player = ?",
        "DELETE FROM threads WHERE player = ?",
        "DELETE FROM plans WHERE player = ?",
        "DELETE FROM reminders WHERE player = ?",
        "DELETE FROM excused_days WHERE player = ?",
        "DELETE FROM watches WHERE player = :player OR target = :player",
        "DELETE FROM talk WHERE player = ? AND kind = 6", /* TALK_NOTE */
        "DELETE FROM talk_waiting WHERE reader = ?",
        ("DELETE FROM talk_waiting WHERE speaker = :player AND EXISTS"
         " (SELECT 1 FROM players WHERE id = :player AND suspended IS NOT NULL)"),
        ("DELETE FROM events WHERE (player = :player OR board IN"
         " (SELECT board FROM seats WHERE player = :player))"
         " AND NOT EXISTS (SELECT 1 FROM talk_waiting WHERE event = events.id)"),
        "DELETE FROM outbox WHERE player = ?",
        "DELETE FROM program_faults WHERE player = ?",
        "DELETE FROM analyses WHERE player = ?",
        "DELETE FROM ratings WHERE player = ?",
        "UPDATE players SET password = NULL, password_length = 0 WHERE id = ?",
        "UPDATE players SET signed_off = NULL, suspended = NULL, program = 0 WHERE id = ?",
        "UPDATE players SET name = 'former-' || id, folded = 'former-' || id WHERE id = ?",
    };
    forget_name(db, player, now);
    /* Without its + the column is compared as TEXT, which the index is not. */
    db_run(db,
           "DELETE FROM outbox WHERE LOWER(recipient) IN (SELECT +folded FROM addresses"
           " WHERE player = ?)",
           player);
    for (size_t i = 0; i < G_N_ELEMENTS(erasures); i++) {
        db_run(db, erasures[i], player);
    }
    budget_forget(db, player);
    ladder_leave(db, NULL, player);
}

/* ---- what is done for them ---- */

int player_acts(struct db *db, gint64 player, gint64 day)
{
    return (int)db_number(db, "SELECT SUM(count) FROM acts WHERE player = ? AND day = ?", player,
                          day);
}

void player_acted(struct db *db, gint64 player, gint64 day)
{
    db_run(db,
           "INSERT INTO acts (player, day, count) VALUES (?, ?, 1)"
           " ON CONFLICT (player) DO UPDATE SET"
           " count = CASE WHEN day = excluded.day THEN count + 1 ELSE 1 END, day = excluded.day",
           player, day);
}

/* ---- mails without a word for us ---- */

int player_missed(struct db *db, gint64 player, bool proven, gint64 day, gint64 words)
{
    db_run(db,
           "INSERT INTO misses (player, proven, day, words, count) VALUES (?, ?, ?, ?, 1)"
           " ON CONFLICT (player, proven) DO UPDATE SET count = CASE WHEN day = excluded.day"
           " AND words = excluded.words THEN count + 1 ELSE 1 END,"
           " day = excluded.day, words = excluded.words",
           player, proven, day, words);
    return (int)db_number(db, "SELECT count FROM misses WHERE player = ? AND proven = ?", player,
                          proven);
}

/* ---- settings ---- */

char *player_setting(struct db *db, gint64 player, const char *key)
{
    return db_text(db, "SELECT value FROM settings WHERE player = ? AND key = ?", player, key);
}

void player_set(struct db *db, gint64 player, const char *key, const char *value)
{
    db_run(db, "INSERT OR REPLACE INTO settings (player, key, value) VALUES (?, ?, ?)", player, key,
           value);
}

/* ---- vacations ---- */

GArray *vacations_of(struct db *db, gint64 player)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(struct vacation));
    struct rows *rows = db_query(
        db, "SELECT first, last, begins, ends FROM vacations WHERE player = ? ORDER BY first",
        player);
    while (rows_next(rows)) {
        struct vacation vacation = { .first = rows_int(rows, "first"),
                                     .last = rows_int(rows, "last"),
                                     .begin = rows_int(rows, "begins"),
                                     .end = rows_int(rows, "ends") };
        g_array_append_val(found, vacation);
    }
    return found;
}

bool vacation_at(struct db *db, gint64 player, gint64 moment, struct vacation *vacation)
{
    g_autoptr(GArray) all = vacations_of(db, player);
    bool found = false;
    for (guint i = 0; i < all->len && !found; i++) {
        const struct vacation *one = &g_array_index(all, struct vacation, i);
        found = one->begin <= moment && one->end > moment;
        *vacation = found ? *one : *vacation;
    }
    return found;
}

void vacation_drop(struct db *db, gint64 player, gint64 first)
{
    db_run(db, "DELETE FROM vacations WHERE player = ? AND first = ?", player, first);
}

void vacation_add(struct db *db, gint64 player, const struct vacation *vacation, gint64 now,
                  struct vacation *joined)
{
    struct vacation whole = *vacation;
    g_autoptr(GArray) others = vacations_of(db, player);
    for (guint i = 0; i < others->len; i++) {
        const struct vacation *other = &g_array_index(others, struct vacation, i);
        bool shares_days = other->first <= whole.last && other->last >= whole.first;
        bool shares_time = other->begin <= whole.end && other->end >= whole.begin;
        if (shares_days || shares_time) {
            whole.first = MIN(whole.first, other->first);
            whole.last = MAX(whole.last, other->last);
            whole.begin = MIN(whole.begin, other->begin);
            whole.end = MAX(whole.end, other->end);
            vacation_drop(db, player, other->first);
        }
    }
    const gint64 kept = now - (gint64)VACATIONS_KEPT;
    db_run(db,
           "DELETE FROM vacations WHERE player = ? AND ends < :kept AND " OUTAGES_LAPSE(
               "ends", "ends") " < :kept",
           player, kept);
    db_run(db, "INSERT INTO vacations (player, first, last, begins, ends) VALUES (?, ?, ?, ?, ?)",
           player, whole.first, whole.last, whole.begin, whole.end);
    if (joined != NULL) {
        *joined = whole;
    }
}

/* ---- blocks ---- */

/* ---- players ---- */

void block_player(struct db *db, gint64 player, gint64 other)
{
    db_run(db, "INSERT OR IGNORE INTO blocked_players (player, other) VALUES (?, ?)", player,
           other);
}

bool unblock_player(struct db *db, gint64 player, gint64 other)
{
    db_run(db, "DELETE FROM blocked_players WHERE player = ? AND other = ?", player, other);
    return db_changes(db) > 0;
}

bool block_has_player(struct db *db, gint64 player, gint64 other)
{
    return db_number(db, "SELECT COUNT(*) FROM blocked_players WHERE player = ? AND other = ?",
                     player, other) > 0;
}

bool block_between(struct db *db, gint64 player, gint64 other)
{
    return block_has_player(db, player, other) || block_has_player(db, other, player);
}

/* ---- games ---- */

void block_game(struct db *db, gint64 player, const char *game)
{
    db_run(db, "INSERT OR IGNORE INTO blocked_games (player, game) VALUES (?, ?)", player, game);
}

bool unblock_game(struct db *db, gint64 player, const char *game)
{
    db_run(db, "DELETE FROM blocked_games WHERE player = ? AND game = ?", player, game);
    return db_changes(db) > 0;
}

bool block_has_game(struct db *db, gint64 player, const char *game)
{
    return db_number(db, "SELECT COUNT(*) FROM blocked_games WHERE player = ? AND game = ?", player,
                     game) > 0;
}

/* ---- lists ---- */

GPtrArray *block_players(struct db *db, gint64 player)
{
    return db_texts(db,
                    "SELECT name FROM blocked_players JOIN players ON id = other"
                    " WHERE player = ? ORDER BY folded",
                    player);
}

GPtrArray *block_games(struct db *db, gint64 player)
{
    return db_texts(db, "SELECT game FROM blocked_games WHERE player = ? ORDER BY game", player);
}

/* ---- limits ---- */

int game_limit(struct db *db, gint64 player, const char *game)
{
    return (int)db_number(db, "SELECT most FROM game_limits WHERE player = ? AND game = ?", player,
                          game);
}

void game_limit_set(struct db *db, gint64 player, const char *game, int most)
{
    if (most == 0) {
        db_run(db, "DELETE FROM game_limits WHERE player = ? AND game = ?", player, game);
        return;
    }
    db_run(db, "INSERT OR REPLACE INTO game_limits (player, game, most) VALUES (?, ?, ?)", player,
           game, most);
}

/* ---- lessons ---- */

int lesson_of(struct db *db, gint64 player, const char *game)
{
    return (int)db_number(db, "SELECT lesson FROM lessons WHERE player = ? AND game = ?", player,
                          game);
}

gint64 lesson_set(struct db *db, gint64 player, const char *game, int lesson)
{
    db_run(db,
           "INSERT INTO lessons (player, game, lesson) VALUES (?, ?, ?)"
           " ON CONFLICT (player, game) DO UPDATE SET lesson = excluded.lesson",
           player, game, lesson);
    return db_number(db, "SELECT id FROM lessons WHERE player = ? AND game = ?", player, game);
}

char *lesson_game(struct db *db, gint64 id, gint64 player)
{
    return db_text(db, "SELECT game FROM lessons WHERE id = ? AND player = ?", id, player);
}

char *lesson_last_game(struct db *db, gint64 player)
{
    return db_text(db, "SELECT game FROM lessons WHERE player = ? ORDER BY id DESC LIMIT 1",
                   player);
}
