#include "store/results.h"

#define MAY_SEE                                                                                    \
    " AND (private = 0 OR EXISTS (SELECT 1 FROM seats AS own WHERE own.board = number"             \
    " AND own.player = :reader))"
#define OF_GAME " FROM boards WHERE game = :game AND state = :state" MAY_SEE
#define OF_PLAYER                                                                                  \
    " FROM seats JOIN boards ON number = seats.board"                                              \
    " WHERE seats.player = :player AND game = :game AND state = :state" MAY_SEE
#define FROM_LAST " ORDER BY ended DESC, number DESC LIMIT :limit OFFSET :skip"

gint64 results_count(struct db *db, const char *game, gint64 player, gint64 reader)
{
    const enum board_state state = BOARD_FINISHED;
    return player == 0 ? db_number(db, "SELECT COUNT(*)" OF_GAME, game, state, reader)
                       : db_number(db, "SELECT COUNT(*)" OF_PLAYER, player, game, state, reader);
}

GArray *results_numbers(struct db *db, const char *game, gint64 player, gint64 reader, int limit,
                        int skip)
{
    const enum board_state state = BOARD_FINISHED;
    return player == 0
               ? db_numbers(db, "SELECT number" OF_GAME FROM_LAST, game, state, reader, limit, skip)
               : db_numbers(db, "SELECT number" OF_PLAYER FROM_LAST, player, game, state, reader,
                            limit, skip);
}

GArray *results_running(struct db *db, gint64 reader, int limit)
{
    return db_numbers(db,
                      "SELECT number FROM boards WHERE state = :running" MAY_SEE
                      " ORDER BY created DESC, number DESC LIMIT ?",
                      BOARD_RUNNING, reader, limit);
}

gint64 results_running_count(struct db *db, const char *game, gint64 reader)
{
    const enum board_state state = BOARD_RUNNING;
    return db_number(db, "SELECT COUNT(*)" OF_GAME, game, state, reader);
}

GPtrArray *results_players(struct db *db, const char *game, gint64 reader, int limit)
{
    return db_texts(db,
                    "SELECT DISTINCT name, folded FROM boards"
                    " JOIN seats ON seats.board = number JOIN players ON players.id = seats.player"
                    " WHERE game = ? AND state = :running" MAY_SEE " ORDER BY folded LIMIT ?",
                    game, BOARD_RUNNING, reader, limit);
}

/* ---- standings ---- */

#define LAST_RATED                                                                                 \
    " FROM ratings WHERE ratings.player = seats.player AND ratings.game = :game"                   \
    " ORDER BY ratings.ended DESC, ratings.board DESC LIMIT 1)"
#define COUNTED                                                                                    \
    "SELECT seats.player AS who,"                                                                  \
    " SUM(CASE WHEN outcome = :won THEN 1 ELSE 0 END) AS won,"                                     \
    " SUM(CASE WHEN outcome = :lost THEN 1 ELSE 0 END) AS lost,"                                   \
    " SUM(CASE WHEN outcome = :drawn THEN 1 ELSE 0 END) AS drawn,"                                 \
    " (SELECT rating" LAST_RATED " AS rating, (SELECT deviation" LAST_RATED                        \
    " AS deviation, (SELECT matches" LAST_RATED " AS matches," RATING_HIDDEN                       \
    " FROM boards JOIN seats ON seats.board = number"                                              \
    " WHERE boards.game = :game AND state = :finished AND unrated = 0 AND outcome <> :none"

static struct standing standing_of_row(struct rows *rows)
{
    return (struct standing){ .player = rows_int(rows, "who"),
                              .won = (int)rows_int(rows, "won"),
                              .lost = (int)rows_int(rows, "lost"),
                              .drawn = (int)rows_int(rows, "drawn"),
                              .rating = { .rating = (int)rows_int(rows, "rating"),
                                          .deviation = (int)rows_int(rows, "deviation"),
                                          .matches = (int)rows_int(rows, "matches"),
                                          .hidden = rows_int(rows, "hidden") != 0 } };
}

GArray *results_standings(struct db *db, const char *game, gint64 reader)
{
    GArray *standings = g_array_new(FALSE, FALSE, sizeof(struct standing));
    struct rows *rows = db_query(
        db,
        COUNTED " GROUP BY seats.player"
                " HAVING EXISTS (SELECT 1 FROM addresses WHERE addresses.player = seats.player)"
                " OR EXISTS (SELECT 1 FROM players WHERE id = seats.player AND program = 1)"
                " ORDER BY CASE WHEN hidden = 0 OR seats.player = :reader THEN rating END DESC,"
                " won DESC, lost, drawn DESC, who",
        OUTCOME_WON, OUTCOME_LOST, OUTCOME_DRAWN, game, BOARD_FINISHED, OUTCOME_NONE, reader);
    while (rows_next(rows)) {
        struct standing standing = standing_of_row(rows);
        if (standing.rating.hidden && standing.player != reader) {
            standing.rating = (struct board_rating){ 0 };
        }
        g_array_append_val(standings, standing);
    }
    return standings;
}

struct standing results_standing(struct db *db, const char *game, gint64 player)
{
    struct standing standing = { .player = player };
    struct rows *rows =
        db_query(db, COUNTED " AND seats.player = :player GROUP BY seats.player", OUTCOME_WON,
                 OUTCOME_LOST, OUTCOME_DRAWN, game, BOARD_FINISHED, OUTCOME_NONE, player);
    while (rows_next(rows)) {
        standing = standing_of_row(rows);
    }
    return standing;
}
