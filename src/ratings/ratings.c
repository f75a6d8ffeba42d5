#include "ratings/ratings.h"

#include <math.h>
#include <string.h>

#include "store/players.h"

/* What a match has made of a player: a row of the table, and what the next match begins with. */
struct row {
    gint64 ended, board, seat, player;
    gint64 rating, deviation, volatility, before, matches;
};

/* As the table has them. */
static const double one = RATING_ONE, volatility_one = 1e9;

/* The ratings of a game, computed match by match. */
struct course {
    struct db *db;
    const char *game;
    bool anew;           /* from the first match: what is stored counts for nothing */
    GHashTable *players; /* their ids and last rows (struct row), as far as they are known */
    void (*take)(struct course *course, const struct row *row);
    void *data;
};

/* A match that counts. */
struct played {
    gint64 number, ended;
    int seats;
    struct seat {
        gint64 player;
        int place, side;
    } seat[BOARD_SEATS_MAX];
};

/* ---- last rows ---- */

#define COLUMNS                                                                                    \
    "SELECT ended, board, seat, player, rating, deviation, volatility, before, matches,"           \
    " board AS rated FROM ratings "

static struct row read_row(struct rows *rows)
{
    return (struct row){ rows_int(rows, "ended"),      rows_int(rows, "board"),
                         rows_int(rows, "seat"),       rows_int(rows, "player"),
                         rows_int(rows, "rating"),     rows_int(rows, "deviation"),
                         rows_int(rows, "volatility"), rows_int(rows, "before"),
                         rows_int(rows, "matches") };
}

static struct rows *last_rows(struct db *db, gint64 player, const char *game, int limit)
{
    return db_query(db,
                    COLUMNS "WHERE player = ? AND game = ? ORDER BY ended DESC, board DESC LIMIT ?",
                    player, game, limit);
}

GArray *ratings_last(struct db *db, gint64 player, const char *game, int limit)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(struct board_rating));
    struct rows *rows = last_rows(db, player, game, limit);
    while (rows_next(rows)) {
        const struct board_rating rating = rating_of_row(rows);
        g_array_append_val(all, rating);
    }
    return all;
}

struct board_rating ratings_of(struct db *db, gint64 player, const char *game)
{
    g_autoptr(GArray) last = ratings_last(db, player, game, 1);
    return last->len > 0 ? g_array_index(last, struct board_rating, 0)
                         : (struct board_rating){ .rating = RATING_FIRST * RATING_ONE };
}

/* The last row of a player in the course; `matches` is 0 if they have none. Owned by the course. */
static struct row *row_of(struct course *course, gint64 player)
{
    struct row *row = g_hash_table_lookup(course->players, &player);
    if (row != NULL) {
        return row;
    }
    row = g_new(struct row, 1);
    *row = (struct row){ .player = player,
                         .rating = llround(GLICKO_BEGIN.rating * one),
                         .deviation = llround(GLICKO_BEGIN.deviation * one),
                         .volatility = llround(GLICKO_BEGIN.volatility * volatility_one) };
    struct rows *rows = course->anew ? NULL : last_rows(course->db, player, course->game, 1);
    while (rows_next(rows)) {
        *row = read_row(rows);
    }
    g_hash_table_insert(course->players, &row->player, row);
    return row;
}

/* ---- one match ---- */

/* The player of a row as the match finds them. */
static struct glicko player_at(const struct row *row, gint64 ended)
{
    struct glicko player = { (double)row->rating / one, (double)row->deviation / one,
                             (double)row->volatility / volatility_one };
    glicko_wait(&player, row->matches > 0 ? (double)(ended - row->ended) / GLICKO_PERIOD : 0);
    return player;
}

/* The mean of the players of a side; its first seat has that number. */
static struct glicko side_mean(const struct played *match, const struct glicko *players, int side)
{
    struct glicko mean = { 0 };
    int members = 0;
    for (int seat = 0; seat < match->seats; seat++) {
        if (match->seat[seat].side == side) {
            mean.rating += players[seat].rating;
            mean.deviation += players[seat].deviation;
            mean.volatility += players[seat].volatility;
            members++;
        }
    }
    return (struct glicko){ mean.rating / members, mean.deviation / members,
                            mean.volatility / members };
}

/* What the match makes of a side. */
static struct glicko side_after(const struct played *match, const struct glicko *means, int side)
{
    struct glicko_result results[BOARD_SEATS_MAX];
    guint count = 0;
    for (int other = 0; other < match->seats; other++) {
        if (other != side && match->seat[other].side == other) {
            const int ahead = match->seat[other].place - match->seat[side].place;
            results[count++] = (struct glicko_result){ .opponent = means[other],
                                                       .score = ahead > 0   ? 1
                                                                : ahead < 0 ? 0
                                                                            : 0.5 };
        }
    }
    for (guint i = 0; i < count; i++) {
        results[i].weight = 1.0 / count;
    }
    struct glicko after = means[side];
    glicko_count(&after, results, count, GLICKO_TAU);
    return after;
}

/* Counts a match: a row for each seat. Nothing if it has none. */
static void count_match(struct course *course, const struct played *match)
{
    struct glicko players[BOARD_SEATS_MAX], means[BOARD_SEATS_MAX];
    for (int seat = 0; seat < match->seats; seat++) {
        players[seat] = player_at(row_of(course, match->seat[seat].player), match->ended);
    }
    for (int seat = 0; seat < match->seats; seat++) {
        means[seat] = side_mean(match, players, match->seat[seat].side);
    }
    for (int seat = 0; seat < match->seats; seat++) {
        const struct glicko *before = &means[seat];
        const struct glicko after = side_after(match, means, match->seat[seat].side);
        struct row *row = row_of(course, match->seat[seat].player);
        row->ended = match->ended;
        row->board = match->number;
        row->seat = seat;
        row->before = row->rating;
        row->rating = llround((players[seat].rating + after.rating - before->rating) * one);
        row->deviation =
            llround(players[seat].deviation * after.deviation / before->deviation * one);
        row->volatility = llround(players[seat].volatility * after.volatility / before->volatility *
                                  volatility_one);
        row->matches++;
        course->take(course, row);
    }
}

enum { SEATS_AT_ONCE = 2000 };

/* Seats of the matches that count, from one on, by the moment of its end and its number. */
static struct rows *some_seats(const struct course *course, gint64 ended, gint64 number)
{
    const enum board_state state = BOARD_FINISHED;
    return db_query(
        course->db,
        "SELECT number, ended, seats.player AS player, place, side"
        " FROM boards JOIN seats ON seats.board = number"
        " WHERE game = :game AND state = :state AND ended >= :ended"
        " AND (ended > :ended OR number >= :number) AND unrated = 0 AND result <> 'void'"
        " AND turns >= 2 * (SELECT COUNT(*) FROM seats AS each WHERE each.board = number)"
        " AND NOT EXISTS (SELECT 1 FROM seats AS each JOIN players ON id = each.player"
        " WHERE each.board = number AND (program = 1 OR"
        " NOT EXISTS (SELECT 1 FROM addresses WHERE addresses.player = each.player)))"
        " ORDER BY ended, number, seats.seat LIMIT :seats_at_once",
        course->game, state, ended, number, SEATS_AT_ONCE);
}

/* Computes the ratings of a game from a match on. */
static void run_course(struct course *course, gint64 ended, gint64 number)
{
    g_autoptr(GHashTable) players =
        g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
    course->players = players;
    int seats;
    do {
        struct played match = { .number = number, .ended = ended };
        struct rows *rows = some_seats(course, ended, number);
        for (seats = 0; rows_next(rows); seats++) {
            if (match.number != rows_int(rows, "number")) {
                count_match(course, &match);
                match = (struct played){ .number = rows_int(rows, "number"),
                                         .ended = rows_int(rows, "ended") };
            }
            if (match.seats < BOARD_SEATS_MAX) { /* a damaged file may have more */
                match.seat[match.seats++] =
                    (struct seat){ rows_int(rows, "player"), (int)rows_int(rows, "place"),
                                   (int)rows_int(rows, "side") };
            }
        }
        ended = match.ended;
        number = match.number;
        if (seats < SEATS_AT_ONCE) { /* else the last one is read again, as it may lack seats */
            count_match(course, &match);
        }
    } while (seats == SEATS_AT_ONCE);
    course->players = NULL;
}

/* ---- storing ---- */

static void store_row(struct course *course, const struct row *row)
{
    db_run(course->db,
           "INSERT INTO ratings (game, ended, board, seat, player, rating, deviation, volatility,"
           " before, matches) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
           course->game, row->ended, row->board, row->seat, row->player, row->rating,
           row->deviation, row->volatility, row->before, row->matches);
}

static void compute_from(struct db *db, const char *game, gint64 ended, gint64 board)
{
    db_run(db,
           "DELETE FROM ratings WHERE game = ? AND ended >= :ended"
           " AND (ended > :ended OR board >= :board)",
           game, ended, board);
    struct course course = { .db = db, .game = game, .take = store_row };
    run_course(&course, ended, board);
}

void ratings_follow(struct db *db, struct board *board, gint64 before)
{
    const bool over = board->state == BOARD_FINISHED;
    if (board->unrated) {
        return;
    }
    const gint64 ended = before == 0 ? board->ended : over ? MIN(before, board->ended) : before;
    compute_from(db, board->game, ended, board->number);
    for (int seat = 0; seat < board->seats; seat++) {
        struct board_seat *at = &board->seat[seat];
        const bool hidden = at->rating.hidden;
        at->rating = ratings_of(db, at->player, board->game);
        at->rating.hidden = hidden;
    }
}

void ratings_forget(struct db *db, gint64 player, gint64 now)
{
    /* Read before the rows are gone. */
    struct rows *first = db_query(
        db, "SELECT game, MIN(ended) AS ended FROM ratings WHERE player = ? GROUP BY game", player);
    player_forget(db, player, now);
    while (rows_next(first)) {
        compute_from(db, rows_text(first, "game"), rows_int(first, "ended"), 0);
    }
}

/* ---- checking ---- */

struct check {
    struct db *db;
    const char *game;
    struct rows *rows; /* those stored; NULL: there are no more */
    struct row stored; /* the one that is next */
    ratings_differ *differs;
    void *data;
};

/* Takes the next stored row. */
static void take_stored(struct check *check)
{
    enum { SOME = 2000 };
    const struct row *last = &check->stored;
    if (!rows_next(check->rows)) {
        check->rows =
            db_query(check->db,
                     COLUMNS "WHERE game = ? AND (ended, board, seat) > (:ended, :board, :seat)"
                             " ORDER BY ended, board, seat LIMIT :some",
                     check->game, last->ended, last->board, last->seat, SOME);
        check->rows = rows_next(check->rows) ? check->rows : NULL;
    }
    check->stored = check->rows != NULL ? read_row(check->rows) : *last;
}

/* Tells of the stored row that is next, to which none was computed. */
static void tell_stored(struct check *check)
{
    check->differs(check->data, check->stored.board, check->stored.player, check->stored.rating,
                   -1);
    take_stored(check);
}

/* Where a row stands to another one: before it (below 0), at it (0), or behind. */
static gint64 compare(const struct row *row, const struct row *other)
{
    return row->ended != other->ended   ? row->ended - other->ended
           : row->board != other->board ? row->board - other->board
                                        : row->seat - other->seat;
}

static void check_row(struct course *course, const struct row *row)
{
    struct check *check = course->data;
    while (check->rows != NULL && compare(&check->stored, row) < 0) {
        tell_stored(check);
    }
    const bool there = check->rows != NULL && compare(&check->stored, row) == 0;
    if (!there || memcmp(&check->stored, row, sizeof(*row)) != 0) {
        check->differs(check->data, row->board, row->player, there ? check->stored.rating : -1,
                       row->rating);
    }
    if (there) {
        take_stored(check);
    }
}

void ratings_check(struct db *db, const char *game, ratings_differ *differs, void *data)
{
    struct check check = {
        .db = db, .game = game, .stored = { .ended = -1 }, .differs = differs, .data = data
    };
    struct course course = {
        .db = db, .game = game, .anew = true, .take = check_row, .data = &check
    };
    take_stored(&check);
    run_course(&course, 0, 0);
    while (check.rows != NULL) {
        tell_stored(&check);
    }
}
