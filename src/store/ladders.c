#include "store/ladders.h"

#include "store/boards.h"

/* The running match for a place of the player of a row of `ladder`. */
#define BOARD_OF_RUNG                                                                              \
    "(SELECT boards.number FROM seats JOIN ladder_matches USING (board)"                           \
    " JOIN boards ON boards.number = seats.board WHERE seats.player = ladder.player"               \
    " AND seats.closed = 0 AND boards.game = ladder.game AND boards.state = :running)"
#define SELECT_RUNGS                                                                               \
    "SELECT player, place, since, " BOARD_OF_RUNG " AS number FROM ladder WHERE game = :game"

static struct rung rung_of_row(struct rows *rows)
{
    return (struct rung){ .player = rows_int(rows, "player"),
                          .place = (int)rows_int(rows, "place"),
                          .since = rows_int(rows, "since"),
                          .board = rows_int(rows, "number") };
}

GArray *ladder_rungs(struct db *db, const char *game)
{
    GArray *rungs = g_array_new(FALSE, FALSE, sizeof(struct rung));
    struct rows *rows = db_query(db, SELECT_RUNGS " ORDER BY place", BOARD_RUNNING, game);
    while (rows_next(rows)) {
        const struct rung rung = rung_of_row(rows);
        g_array_append_val(rungs, rung);
    }
    return rungs;
}

struct rung ladder_rung(struct db *db, const char *game, gint64 player)
{
    struct rows *rows =
        db_row(db, SELECT_RUNGS " AND player = :player", BOARD_RUNNING, game, player);
    return rows != NULL ? rung_of_row(rows) : (struct rung){ .player = player };
}

static int last_place(struct db *db, const char *game)
{
    return (int)db_number(db, "SELECT COALESCE(MAX(place), 0) FROM ladder WHERE game = ?", game);
}

void ladder_join(struct db *db, const char *game, gint64 player, gint64 now)
{
    const int place = last_place(db, game) + 1;
    db_run(db, "INSERT INTO ladder (game, player, place, since) VALUES (?, ?, ?, ?)", game, player,
           place, now);
}

void ladder_leave(struct db *db, const char *game, gint64 player)
{
    db_run(db,
           "UPDATE ladder SET place = place - 1 WHERE (game, player) IN"
           " (SELECT below.game, below.player FROM ladder AS gone"
           " JOIN ladder AS below ON below.game = gone.game AND below.place > gone.place"
           " WHERE gone.player = :player AND COALESCE(:game, gone.game) = gone.game)",
           player, game);
    db_run(db, "DELETE FROM ladder WHERE player = :player AND COALESCE(:game, game) = game", player,
           game);
}

int ladder_move(struct db *db, const char *game, gint64 player, int place)
{
    const int from = ladder_rung(db, game, player).place, to = MIN(place, last_place(db, game));
    const int least = MIN(from, to), most = MAX(from, to), by = to < from ? 1 : -1;
    db_run(db,
           "UPDATE ladder SET place = CASE player WHEN :player THEN :to ELSE place + :by END"
           " WHERE game = :game AND place BETWEEN :least AND :most",
           player, to, by, game, least, most);
    return to;
}

void ladder_wake(struct db *db, const char *game, gint64 player, gint64 now)
{
    db_run(db, "UPDATE ladder SET since = ? WHERE game = ? AND player = ?", now, game, player);
}

/* ---- matches ---- */

void ladder_match_add(struct db *db, gint64 board)
{
    db_run(db, "INSERT INTO ladder_matches (board) VALUES (?)", board);
}

bool ladder_match_read(struct db *db, gint64 board, struct ladder_match *match)
{
    struct rows *rows =
        db_row(db, "SELECT before, after FROM ladder_matches WHERE board = ?", board);
    *match = (struct ladder_match){ 0 };
    if (rows != NULL) {
        *match =
            (struct ladder_match){ (int)rows_int(rows, "before"), (int)rows_int(rows, "after") };
    }
    return rows != NULL;
}

void ladder_match_settle(struct db *db, gint64 board, const struct ladder_match *match)
{
    db_run(db, "UPDATE ladder_matches SET before = ?, after = ? WHERE board = ?", match->before,
           match->after, board);
}

gint64 ladder_met(struct db *db, const char *game, gint64 player, gint64 other)
{
    return db_number(db,
                     "SELECT COALESCE(MAX(ended), 0) FROM seats AS own"
                     " JOIN ladder_matches ON ladder_matches.board = own.board"
                     " JOIN seats AS others ON others.board = own.board AND others.player = :other"
                     " JOIN boards ON boards.number = own.board"
                     " WHERE own.player = :player AND game = :game",
                     other, player, game);
}

GArray *ladder_idlers(struct db *db, gint64 since)
{
    GArray *idlers = g_array_new(FALSE, FALSE, sizeof(struct idler));
    struct rows *rows = db_query(db,
                                 "SELECT game, player, since FROM ladder WHERE since <= :since"
                                 " AND " BOARD_OF_RUNG " IS NULL ORDER BY game, place DESC",
                                 since, BOARD_RUNNING);
    while (rows_next(rows)) {
        const struct idler idler = { .game = g_intern_string(rows_text(rows, "game")),
                                     .player = rows_int(rows, "player"),
                                     .since = rows_int(rows, "since") };
        g_array_append_val(idlers, idler);
    }
    return idlers;
}
