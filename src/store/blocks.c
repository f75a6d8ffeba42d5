#include "store/blocks.h"

/* ---- players ---- */

void block_player(struct db *db, gint64 player, gint64 other)
{
    db_run(db, "INSERT INTO blocked_players (player, other) VALUES (?, ?) ON CONFLICT DO NOTHING",
           "ii", player, other);
}

bool unblock_player(struct db *db, gint64 player, gint64 other)
{
    db_run(db, "DELETE FROM blocked_players WHERE player = ? AND other = ?", "ii", player, other);
    return db_changes(db) > 0;
}

bool block_has_player(struct db *db, gint64 player, gint64 other)
{
    return db_number(db, "SELECT COUNT(*) FROM blocked_players WHERE player = ? AND other = ?",
                     "ii", player, other) > 0;
}

bool block_between(struct db *db, gint64 player, gint64 other)
{
    return block_has_player(db, player, other) || block_has_player(db, other, player);
}

/* ---- games ---- */

void block_game(struct db *db, gint64 player, const char *game)
{
    db_run(db, "INSERT INTO blocked_games (player, game) VALUES (?, ?) ON CONFLICT DO NOTHING",
           "is", player, game);
}

bool unblock_game(struct db *db, gint64 player, const char *game)
{
    db_run(db, "DELETE FROM blocked_games WHERE player = ? AND game = ?", "is", player, game);
    return db_changes(db) > 0;
}

bool block_has_game(struct db *db, gint64 player, const char *game)
{
    return db_number(db, "SELECT COUNT(*) FROM blocked_games WHERE player = ? AND game = ?", "is",
                     player, game) > 0;
}

/* ---- lists ---- */

static GPtrArray *names_of(struct rows *rows)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    while (rows_next(rows)) {
        g_ptr_array_add(names, rows_dup(rows, 0));
    }
    return names;
}

GPtrArray *block_players(struct db *db, gint64 player)
{
    return names_of(db_query(db,
                             "SELECT name FROM blocked_players JOIN players ON id = other"
                             " WHERE player = ? ORDER BY folded",
                             "i", player));
}

GPtrArray *block_games(struct db *db, gint64 player)
{
    return names_of(
        db_query(db, "SELECT game FROM blocked_games WHERE player = ? ORDER BY game", "i", player));
}

/* ---- limits ---- */

int game_limit(struct db *db, gint64 player, const char *game)
{
    return (int)db_number(db, "SELECT most FROM game_limits WHERE player = ? AND game = ?", "is",
                          player, game);
}

void game_limit_set(struct db *db, gint64 player, const char *game, int most)
{
    if (most == 0) {
        db_run(db, "DELETE FROM game_limits WHERE player = ? AND game = ?", "is", player, game);
        return;
    }
    db_run(db,
           "INSERT INTO game_limits (player, game, most) VALUES (?, ?, ?)"
           " ON CONFLICT (player, game) DO UPDATE SET most = excluded.most",
           "isi", player, game, (gint64)most);
}
