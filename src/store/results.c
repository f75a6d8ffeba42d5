#include "store/results.h"

#include "store/boards.h"

/* Parameters ?1 to ?4: game, state, reader, player. */
#define MAY_SEE                                                                                    \
    " AND (private = 0 OR EXISTS (SELECT 1 FROM seats AS own WHERE own.board = number"             \
    " AND own.player = ?3))"
#define OF_GAME " FROM boards WHERE game = ?1 AND state = ?2" MAY_SEE
#define OF_PLAYER                                                                                  \
    " FROM seats JOIN boards ON number = seats.board"                                              \
    " WHERE seats.player = ?4 AND game = ?1 AND state = ?2" MAY_SEE

gint64 results_count(struct db *db, const char *game, gint64 player, gint64 reader)
{
    const gint64 state = BOARD_FINISHED;
    return player == 0 ? db_number(db, "SELECT COUNT(*)" OF_GAME, game, state, reader)
                       : db_number(db, "SELECT COUNT(*)" OF_PLAYER, game, state, reader, player);
}

static GArray *numbers_of(struct rows *rows)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    while (rows_next(rows)) {
        gint64 number = rows_int(rows, 0);
        g_array_append_val(numbers, number);
    }
    return numbers;
}

GArray *results_numbers(struct db *db, const char *game, gint64 player, gint64 reader, int limit,
                        int skip)
{
    const gint64 state = BOARD_FINISHED, most = limit, left_out = skip;
    return numbers_of(player == 0 ? db_query(db,
                                             "SELECT number" OF_GAME
                                             " ORDER BY ended DESC, number DESC LIMIT ?4 OFFSET ?5",
                                             game, state, reader, most, left_out)
                                  : db_query(db,
                                             "SELECT number" OF_PLAYER
                                             " ORDER BY ended DESC, number DESC LIMIT ?5 OFFSET ?6",
                                             game, state, reader, player, most, left_out));
}

GArray *results_running(struct db *db, gint64 reader, int limit)
{
    return numbers_of(db_query(db,
                               "SELECT number FROM boards WHERE state = ?"
                               " AND (private = 0 OR EXISTS (SELECT 1 FROM seats"
                               " WHERE seats.board = number AND seats.player = ?))"
                               " ORDER BY created DESC, number DESC LIMIT ?",
                               BOARD_RUNNING, reader, limit));
}

gint64 results_running_count(struct db *db, const char *game, gint64 reader)
{
    return db_number(db, "SELECT COUNT(*)" OF_GAME, game, BOARD_RUNNING, reader);
}

GPtrArray *results_players(struct db *db, const char *game, gint64 reader, int limit)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    struct rows *rows =
        db_query(db,
                 "SELECT DISTINCT players.name, players.folded FROM boards"
                 " JOIN seats ON seats.board = number JOIN players ON players.id = seats.player"
                 " WHERE game = ?1 AND state = ?2" MAY_SEE " ORDER BY players.folded LIMIT ?4",
                 game, BOARD_RUNNING, reader, limit);
    while (rows_next(rows)) {
        g_ptr_array_add(names, rows_dup(rows, 0));
    }
    return names;
}

/* ---- standings ---- */

GArray *results_standings(struct db *db, const char *game)
{
    GArray *standings = g_array_new(FALSE, FALSE, sizeof(struct standing));
    struct rows *rows =
        db_query(db,
                 "SELECT seats.player AS who,"
                 " SUM(CASE WHEN outcome = ?3 THEN 1 ELSE 0 END) AS won,"
                 " SUM(CASE WHEN outcome = ?4 THEN 1 ELSE 0 END) AS lost,"
                 " SUM(CASE WHEN outcome = ?5 THEN 1 ELSE 0 END) AS drawn"
                 " FROM boards JOIN seats ON seats.board = number"
                 " WHERE game = ?1 AND state = ?2 AND unrated = 0 AND outcome <> ?6"
                 " GROUP BY seats.player"
                 " HAVING EXISTS (SELECT 1 FROM addresses WHERE addresses.player = seats.player)"
                 " OR EXISTS (SELECT 1 FROM players WHERE id = seats.player AND program = 1)"
                 " ORDER BY won DESC, lost, drawn DESC, who",
                 game, BOARD_FINISHED, OUTCOME_WON, OUTCOME_LOST, OUTCOME_DRAWN, OUTCOME_NONE);
    while (rows_next(rows)) {
        struct standing standing = { .player = rows_int(rows, 0),
                                     .won = (int)rows_int(rows, 1),
                                     .lost = (int)rows_int(rows, 2),
                                     .drawn = (int)rows_int(rows, 3) };
        g_array_append_val(standings, standing);
    }
    return standings;
}
