#include "store/watches.h"

#include "store/outages.h"

void watch_free(struct watch *watch)
{
    if (watch != NULL) {
        g_free(watch->what.game);
        g_free(watch);
    }
}

static struct watch *watch_of_row(struct rows *rows)
{
    struct watch *watch = g_new(struct watch, 1);
    *watch = (struct watch){ .id = rows_int(rows, 0),
                             .player = rows_int(rows, 1),
                             .what = { .board = rows_int(rows, 2),
                                       .game = rows_dup(rows, 3),
                                       .player = rows_int(rows, 4) },
                             .at_end = rows_int(rows, 5) != 0,
                             .over = rows_int(rows, 6) != 0 };
    return watch;
}

/* The one row of a query, or NULL. */
static struct watch *only_watch(struct rows *rows)
{
    struct watch *watch = rows_next(rows) ? watch_of_row(rows) : NULL;
    rows_end(rows);
    return watch;
}

struct watch *watch_by_id(struct db *db, gint64 id)
{
    return only_watch(db_query(db,
                               "SELECT id, player, board, game, target, at_end, until IS NOT NULL"
                               " FROM watches WHERE id = ?",
                               "i", id));
}

struct watch *watch_find(struct db *db, gint64 player, const struct watched *what)
{
    return only_watch(db_query(db,
                               "SELECT id, player, board, game, target, at_end, until IS NOT NULL"
                               " FROM watches WHERE player = ?1 AND"
                               " (board, game, target) IS (NULLIF(?2, 0), ?3, NULLIF(?4, 0))",
                               "iisi", player, what->board, what->game, what->player));
}

void watch_add(struct db *db, gint64 player, const struct watched *what, bool at_end, gint64 now)
{
    db_run(db,
           "INSERT INTO watches (player, board, game, target, at_end, made)"
           " VALUES (?, NULLIF(?, 0), ?, NULLIF(?, 0), ?, ?)",
           "iisiii", player, what->board, what->game, what->player, (gint64)at_end, now);
}

void watch_set_end(struct db *db, gint64 id, bool at_end)
{
    db_run(db, "UPDATE watches SET at_end = ? WHERE id = ?", "ii", (gint64)at_end, id);
}

void watch_remove(struct db *db, gint64 id)
{
    db_run(db, "DELETE FROM watches WHERE id = ?", "i", id);
}

static GPtrArray *list_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)watch_free);
}

GPtrArray *watches_of_player(struct db *db, gint64 player)
{
    GPtrArray *list = list_new();
    struct rows *rows = db_query(db,
                                 "SELECT id, player, board, game, target, at_end, 0 FROM watches"
                                 " WHERE player = ? AND until IS NULL ORDER BY id",
                                 "i", player);
    while (rows_next(rows)) {
        g_ptr_array_add(list, watch_of_row(rows));
    }
    return list;
}

/* A row of each way to watch the match, in the order in which they count. */
GPtrArray *watches_of_board(struct db *db, gint64 board, const char *game)
{
    GPtrArray *list = list_new();
    struct rows *rows =
        db_query(db,
                 "SELECT id, player, board, game, target, at_end, until IS NOT NULL, 1 AS rank"
                 " FROM watches WHERE board = ?1"
                 " UNION ALL SELECT id, player, board, game, target, at_end, 0, 2"
                 " FROM watches WHERE target IN (SELECT player FROM seats WHERE board = ?1)"
                 " AND player NOT IN (SELECT player FROM seats WHERE board = ?1)"
                 " UNION ALL SELECT id, player, board, game, target, at_end, 0, 3"
                 " FROM watches WHERE game = ?2"
                 " AND player NOT IN (SELECT player FROM seats WHERE board = ?1)"
                 " ORDER BY player, at_end, rank, id",
                 "is", board, game);
    gint64 last = 0;
    while (rows_next(rows)) {
        gint64 player = rows_int(rows, 1);
        if (player != last) {
            g_ptr_array_add(list, watch_of_row(rows));
            last = player;
        }
    }
    return list;
}

void watches_end(struct db *db, gint64 board, gint64 until)
{
    db_run(db, "UPDATE watches SET until = ? WHERE board = ? AND until IS NULL", "ii", until,
           board);
}
