#include "store/boards.h"

#include "store/clocks.h"

static void board_clear(struct board *board)
{
    for (int i = 0; i < BOARD_SEATS_MAX; i++) {
        g_free(board->seat[i].name);
    }
    g_free(board->game);
    g_free(board->options);
    g_free(board->from);
    g_free(board->timing);
    g_free(board->tournament_name);
    g_free(board->result);
}

void board_free(struct board *board)
{
    if (board != NULL) {
        board_clear(board);
        g_free(board);
    }
}

const char *board_state_name(enum board_state state)
{
    static const char *const names[] = {
        [BOARD_CHALLENGE] = "challenge", [BOARD_RUNNING] = "running",
        [BOARD_FINISHED] = "finished",   [BOARD_DECLINED] = "declined",
        [BOARD_WITHDRAWN] = "withdrawn", [BOARD_EXPIRED] = "expired",
        [BOARD_SEEK] = "seek",
    };
    return names[state];
}

bool board_is_open(const struct board *board)
{
    return board->state == BOARD_CHALLENGE || board->state == BOARD_SEEK;
}

int board_seat_of(const struct board *board, gint64 player)
{
    for (int seat = 0; seat < board->seats; seat++) {
        if (board->seat[seat].player == player) {
            return seat;
        }
    }
    return -1;
}

bool board_shows_to(const struct board *board, gint64 player)
{
    return !board->private_match || board->state == BOARD_SEEK || board_seat_of(board, player) >= 0;
}

char *board_terms(const struct board *board)
{
    g_autofree char *level = board->level != 0 ? g_strdup_printf("level=%d", board->level) : NULL;
    g_autofree char *ratings =
        board->most_rating != 0 && board->state == BOARD_SEEK
            ? g_strdup_printf("rating=%d-%d", board->least_rating, board->most_rating)
            : NULL;
    const char *const parts[] = { board->options,
                                  board->timing,
                                  board->unrated ? "unrated" : "",
                                  board->private_match ? "private" : "",
                                  level,
                                  ratings };
    GString *text = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (parts[i] != NULL && *parts[i] != '\0') {
            g_string_append_printf(text, "%s%s", text->len > 0 ? " " : "", parts[i]);
        }
    }
    return g_string_free(text, FALSE);
}

/* ---- reading ---- */

/* The columns of a row that are those of boards. */
static struct board *board_of_row(struct rows *rows)
{
    struct board *board = g_new0(struct board, 1);
    board->number = rows_int(rows, "number");
    board->state = (enum board_state)rows_int(rows, "state");
    board->game = rows_dup(rows, "game");
    board->rules = (int)rows_int(rows, "rules");
    board->options = rows_dup(rows, "options");
    board->from = rows_dup(rows, "start_position");
    board->challenger = rows_int(rows, "challenger");
    board->created = rows_int(rows, "created");
    board->started = rows_int(rows, "started");
    board->ended = rows_int(rows, "ended");
    board->revision = rows_int(rows, "revision");
    board->offer = (enum board_offer)rows_int(rows, "offer");
    board->offer_by = (int)rows_int(rows, "offer_by");
    board->to_move = (int)rows_int(rows, "to_move");
    board->turns = (int)rows_int(rows, "turns");
    board->result = rows_dup(rows, "result");
    board->private_match = rows_int(rows, "private") != 0;
    board->unrated = rows_int(rows, "unrated") != 0;
    board->timing = rows_dup(rows, "timing");
    board->paused = rows_int(rows, "paused");
    board->paused_by = (enum board_pause)rows_int(rows, "paused_by");
    board->asked = (int)rows_int(rows, "asked");
    board->rematch_of = rows_int(rows, "rematch_of");
    board->level = (int)rows_int(rows, "level");
    board->tournament = rows_int(rows, "tournament");
    board->tournament_name = rows_dup(rows, "tournament_name");
    board->stage = (int)rows_int(rows, "stage");
    board->least_rating = (int)rows_int(rows, "least_rating");
    board->most_rating = (int)rows_int(rows, "most_rating");
    return board;
}

struct board_rating rating_of_row(struct rows *rows)
{
    return (struct board_rating){ .rating = (int)rows_int(rows, "rating"),
                                  .deviation = (int)rows_int(rows, "deviation"),
                                  .before = (int)rows_int(rows, "before"),
                                  .matches = (int)rows_int(rows, "matches"),
                                  .board = rows_int(rows, "rated") };
}

/* Those of a seat; a seek may have none yet. */
static void add_seat_of_row(struct db *db, struct board *board, struct rows *rows)
{
    if (rows_text(rows, "name") == NULL) {
        return;
    }
    if (board->seats == BOARD_SEATS_MAX) {
        db_fail(db, "board %" G_GINT64_FORMAT " has too many seats", board->number);
        return;
    }
    struct board_seat *seat = &board->seat[board->seats++];
    *seat = (struct board_seat){ .player = rows_int(rows, "player"),
                                 .name = rows_dup(rows, "name"),
                                 .accepted = rows_int(rows, "accepted") != 0,
                                 .agrees = rows_int(rows, "agrees") != 0,
                                 .outcome = (enum board_outcome)rows_int(rows, "outcome"),
                                 .place = (int)rows_int(rows, "place"),
                                 .side = (int)rows_int(rows, "side"),
                                 .rating = rating_of_row(rows),
                                 .program = rows_int(rows, "program") != 0 };
    seat->rating.hidden = rows_int(rows, "hidden") != 0;
}

/* In the order in which the columns are read. */
#define SELECT_BOARDS                                                                              \
    "SELECT boards.number, boards.state, boards.game, rules, boards.options, start_position,"      \
    " challenger, created, boards.started, boards.ended, revision, offer, offer_by, to_move,"      \
    " turns, result, private, boards.unrated, boards.timing, paused, paused_by, asked,"            \
    " rematch_of, level, tournament, tournaments.name AS tournament_name,"                         \
    " tournament_boards.stage, least_rating, most_rating, players.name, seats.player, accepted,"   \
    " agrees, outcome, place, side, last.rating, deviation, before, matches, last.board AS rated," \
    " program," RATING_HIDDEN " FROM boards"                                                       \
    " LEFT JOIN tournament_boards ON tournament_boards.board = boards.number"                      \
    " LEFT JOIN tournaments ON tournaments.number = tournament"                                    \
    " LEFT JOIN seats ON seats.board = boards.number"                                              \
    " LEFT JOIN players ON players.id = seats.player"                                              \
    " LEFT JOIN ratings AS last ON (last.game, last.ended, last.board, last.seat)"                 \
    " = (SELECT game, ended, board, seat FROM ratings WHERE player = seats.player"                 \
    " AND game = boards.game ORDER BY ended DESC, board DESC LIMIT 1) WHERE "
#define IN_ORDER " ORDER BY boards.number, seats.seat"

/* The boards of such rows; none after a failure. Free with g_ptr_array_unref. */
static GPtrArray *boards_of(struct db *db, struct rows *rows)
{
    GPtrArray *boards = g_ptr_array_new_with_free_func((GDestroyNotify)board_free);
    struct board *board = NULL;
    while (rows_next(rows)) {
        if (board == NULL || board->number != rows_int(rows, "number")) {
            board = board_of_row(rows);
            g_ptr_array_add(boards, board);
        }
        add_seat_of_row(db, board, rows);
    }
    if (db_failed(db)) {
        g_ptr_array_set_size(boards, 0);
    }
    return boards;
}

struct board *board_read(struct db *db, gint64 number)
{
    g_autoptr(GPtrArray) boards =
        boards_of(db, db_query(db, SELECT_BOARDS "boards.number = ?" IN_ORDER, number));
    return boards->len > 0 ? g_ptr_array_steal_index(boards, 0) : NULL;
}

char *board_timing(struct db *db, gint64 number)
{
    return db_text(db, "SELECT timing FROM boards WHERE number = ?", number);
}

/* ---- writing ---- */

/* States of a board that somebody may still play at, as bits. */
enum { OPEN_STATES = 1 << BOARD_CHALLENGE | 1 << BOARD_RUNNING | 1 << BOARD_SEEK };

static bool is_closed(const struct board *board)
{
    return ((1U << board->state) & OPEN_STATES) == 0;
}

static void add_seats(struct db *db, const struct board *board)
{
    for (int i = 0; i < board->seats; i++) {
        const struct board_seat *seat = &board->seat[i];
        db_run(db,
               "INSERT INTO seats (board, seat, player, accepted, agrees, closed)"
               " VALUES (?, ?, ?, ?, ?, ?)",
               board->number, i, seat->player, seat->accepted, seat->agrees, is_closed(board));
    }
}

void board_save_seats(struct db *db, const struct board *board)
{
    db_run(db, "DELETE FROM seats WHERE board = ?", board->number);
    add_seats(db, board);
}

gint64 board_add(struct db *db, struct board *board)
{
    board->revision = 1;
    db_run(db,
           "INSERT INTO boards (state, game, rules, options, start_position, challenger, created,"
           " started, ended, revision, offer, offer_by, to_move, turns, result, private, unrated,"
           " timing, rematch_of, level)"
           " VALUES (?, ?, ?, ?, ?, NULLIF(?, 0), ?, NULLIF(?, 0), NULLIF(?, 0), ?, ?, ?, ?, ?, ?,"
           " ?, ?, ?, NULLIF(?, 0), ?)",
           board->state, board->game, board->rules, board->options, board->from, board->challenger,
           board->created, board->started, board->ended, board->revision, board->offer,
           board->offer_by, board->to_move, board->turns, board->result, board->private_match,
           board->unrated, board->timing != NULL ? board->timing : "", board->rematch_of,
           board->level);
    board->number = db_last_id(db);
    if (board->most_rating != 0) {
        db_run(db, "UPDATE boards SET least_rating = ?, most_rating = ? WHERE number = ?",
               board->least_rating, board->most_rating, board->number);
    }
    add_seats(db, board);
    return board->number;
}

void board_save(struct db *db, struct board *board)
{
    db_run(
        db,
        "UPDATE boards SET state = ?, rules = ?, options = ?, start_position = ?,"
        " started = NULLIF(?, 0), ended = NULLIF(?, 0), revision = revision + 1, offer = ?,"
        " offer_by = ?, to_move = ?, turns = ?, result = ?, paused = NULLIF(?, 0), paused_by = ?,"
        " asked = ? WHERE number = ? AND revision = ?",
        board->state, board->rules, board->options, board->from, board->started, board->ended,
        board->offer, board->offer_by, board->to_move, board->turns, board->result, board->paused,
        board->paused_by, board->asked, board->number, board->revision);
    if (db_changes(db) != 1) {
        db_fail(db, "board %" G_GINT64_FORMAT " was changed since it was read", board->number);
        return;
    }
    board->revision++;
    const int closed = is_closed(board) ? 1 : 0;
    for (int i = 0; i < board->seats; i++) {
        const struct board_seat *seat = &board->seat[i];
        /* Mostly a seat is as it was. */
        db_run(db,
               "UPDATE seats SET player = :player, accepted = :accepted, agrees = :agrees,"
               " outcome = :outcome, place = :place, side = :side, closed = :closed"
               " WHERE board = ? AND seat = ?"
               " AND (player, accepted, agrees, outcome, place, side, closed)"
               " IS NOT (:player, :accepted, :agrees, :outcome, :place, :side, :closed)",
               seat->player, seat->accepted, seat->agrees, seat->outcome, seat->place, seat->side,
               closed, board->number, i);
    }
}

/* ---- lists ---- */

GPtrArray *board_list(struct db *db, gint64 player, unsigned states)
{
    struct rows *rows = NULL;
    if (player == 0) {
        rows = db_query(db, SELECT_BOARDS "(1 << boards.state) & ?" IN_ORDER, states);
    } else if ((states & ~(unsigned)OPEN_STATES) == 0) {
        /* A player has few that are open, however long they have played. */
        rows = db_query(db,
                        SELECT_BOARDS "boards.number IN (SELECT board FROM seats WHERE player = ?"
                                      " AND closed = 0) AND (1 << boards.state) & ?" IN_ORDER,
                        player, states);
    } else {
        rows = db_query(db,
                        SELECT_BOARDS "boards.number IN (SELECT board FROM seats WHERE player = ?)"
                                      " AND (1 << boards.state) & ?" IN_ORDER,
                        player, states);
    }
    return boards_of(db, rows);
}

GArray *board_numbers(struct db *db)
{
    return db_numbers(db, "SELECT number FROM boards ORDER BY number");
}

int board_challenges_by(struct db *db, gint64 player)
{
    return (int)db_number(
        db, "SELECT COUNT(*) FROM boards WHERE challenger = ? AND state IN (:challenge, :seek)",
        player, BOARD_CHALLENGE, BOARD_SEEK);
}

/* Counts the open challenges of one player in which the other is to sit. */
static int challenges_to(struct db *db, gint64 challenger, gint64 player)
{
    return (int)db_number(db,
                          "SELECT COUNT(DISTINCT number) FROM boards JOIN seats ON board = number"
                          " WHERE challenger = ? AND state = :challenge AND player = ?",
                          challenger, BOARD_CHALLENGE, player);
}

int board_challenges_between(struct db *db, gint64 player, gint64 other)
{
    return challenges_to(db, player, other) + challenges_to(db, other, player);
}

#define OPEN_FOR_LONG                                                                              \
    "SELECT number FROM boards WHERE state IN (:challenge, :seek) AND created < :now - :open"      \
    " AND " OUTAGES_LAPSE("created", "created + :open") " < :now"
#define PAUSED_FOR_LONG                                                                            \
    "SELECT number FROM boards WHERE paused_by = :players AND paused < :now - :paused"             \
    " AND " OUTAGES_LAPSE("paused", "paused + (asked + 1) * :paused") " < :now"
#define SEAT_OFFERED_FOR_LONG                                                                      \
    "SELECT number FROM boards WHERE paused_by = :pause_seat AND paused < :now - :seat"            \
    " AND " OUTAGES_LAPSE("paused", "paused + :seat") " < :now"

GArray *board_stale(struct db *db, gint64 open, gint64 paused, gint64 seat, gint64 now)
{
    return db_numbers(
        db,
        "SELECT number FROM boards WHERE number IN (" OPEN_FOR_LONG " UNION ALL " PAUSED_FOR_LONG
        " UNION ALL " SEAT_OFFERED_FOR_LONG ") ORDER BY number",
        BOARD_CHALLENGE, BOARD_SEEK, now, open, PAUSE_PLAYERS, paused, PAUSE_SEAT, seat);
}

GArray *board_seeks(struct db *db, const char *game)
{
    return db_numbers(db,
                      "SELECT number FROM boards WHERE state = :seek"
                      " AND (:game IS NULL OR game = :game) ORDER BY created, number",
                      BOARD_SEEK, game);
}

int board_running(struct db *db, gint64 player, const char *game)
{
    return (int)db_number(db,
                          "SELECT COUNT(DISTINCT number) FROM seats JOIN boards ON number = board"
                          " WHERE player = ? AND closed = 0 AND state = :running AND game = ?",
                          player, BOARD_RUNNING, game);
}

bool board_new_to(struct db *db, gint64 player, const char *game)
{
    return db_number(
               db,
               "SELECT NOT EXISTS (SELECT 1 FROM seats JOIN boards ON number = seats.board"
               " WHERE seats.player = ? AND game = ? AND state = :finished AND outcome <> :none)",
               player, game, BOARD_FINISHED, OUTCOME_NONE) != 0;
}

bool board_has_played(struct db *db, gint64 player)
{
    return db_number(db,
                     "SELECT EXISTS (SELECT 1 FROM seats JOIN turns ON turns.board = seats.board"
                     " AND turns.seat = seats.seat WHERE player = ?"
                     " AND text NOT IN ('forfeit', 'resign', 'pass'))",
                     player) != 0;
}

int board_open_between(struct db *db, gint64 player, gint64 other)
{
    return (int)db_number(db,
                          "SELECT COUNT(*) FROM seats AS one JOIN seats AS two USING (board)"
                          " WHERE one.player = ? AND one.closed = 0 AND two.player = ?",
                          player, other);
}

int board_open_count(struct db *db, gint64 player)
{
    return (int)db_number(db, "SELECT COUNT(*) FROM seats WHERE player = ? AND closed = 0", player);
}

gint64 board_rematch(struct db *db, gint64 number)
{
    return db_number(db,
                     "SELECT COALESCE(MAX(number), 0) FROM boards WHERE rematch_of = ?"
                     " AND state IN (:challenge, :running)",
                     number, BOARD_CHALLENGE, BOARD_RUNNING);
}

/* ---- the record ---- */

static void turn_free(struct turn *turn)
{
    g_free(turn->text);
    g_free(turn);
}

GPtrArray *board_turns(struct db *db, gint64 number)
{
    GPtrArray *turns = g_ptr_array_new_with_free_func((GDestroyNotify)turn_free);
    struct rows *rows =
        db_query(db, "SELECT seat, text, time FROM turns WHERE board = ? ORDER BY number", number);
    while (rows_next(rows)) {
        struct turn *turn = g_new(struct turn, 1);
        *turn = (struct turn){ .seat = (int)rows_int(rows, "seat"),
                               .text = rows_dup(rows, "text"),
                               .time = rows_int(rows, "time") };
        g_ptr_array_add(turns, turn);
    }
    return turns;
}

void board_turn_add(struct db *db, gint64 number, int at, int seat, const char *text, gint64 time)
{
    db_run(db, "INSERT INTO turns (board, number, seat, text, time) VALUES (?, ?, ?, ?, ?)", number,
           at, seat, text, time);
}

void board_turns_cut(struct db *db, gint64 number, int keep)
{
    db_run(db, "DELETE FROM turns WHERE board = ? AND number > ?", number, keep);
    db_run(db, "UPDATE substitutions SET turns = :keep WHERE board = ? AND turns > :keep", keep,
           number);
}

/* ---- substitutions ---- */

static void substitution_free(gpointer data)
{
    struct substitution *row = data;
    g_free(row->name);
    g_free(row);
}

GPtrArray *substitutions_of(struct db *db, gint64 number)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(substitution_free);
    struct rows *rows = db_query(db,
                                 "SELECT seat, turns, name, time FROM substitutions"
                                 " JOIN players ON players.id = player WHERE board = ?"
                                 " ORDER BY substitutions.id",
                                 number);
    while (rows_next(rows)) {
        struct substitution *row = g_new(struct substitution, 1);
        *row = (struct substitution){ .seat = (int)rows_int(rows, "seat"),
                                      .turns = (int)rows_int(rows, "turns"),
                                      .name = rows_dup(rows, "name"),
                                      .time = rows_int(rows, "time") };
        g_ptr_array_add(all, row);
    }
    return all;
}

void substitution_add(struct db *db, gint64 number, int seat, int turns, gint64 player, gint64 now)
{
    db_run(db,
           "INSERT INTO substitutions (board, seat, turns, player, time) VALUES (?, ?, ?, ?, ?)",
           number, seat, turns, player, now);
}

/* ---- threads ---- */

/* Letters name the first and the last of a thread. Some more are kept for a while, so that not
 * each letter has one to delete. */
enum { THREAD_LAST = 5, THREAD_MOST = 16 };

/* Takes the ids; *last is the position of the last. */
static GPtrArray *read_thread(struct db *db, gint64 board, gint64 player, gint64 *last)
{
    GPtrArray *ids = g_ptr_array_new_with_free_func(g_free);
    struct rows *rows = db_query(
        db,
        "SELECT position, message_id FROM threads WHERE board = ? AND player = ? ORDER BY position",
        board, player);
    *last = 0;
    while (rows_next(rows)) {
        *last = rows_int(rows, "position");
        g_ptr_array_add(ids, rows_dup(rows, "message_id"));
    }
    return ids;
}

void thread_add(struct db *db, gint64 board, gint64 player, const char *message_id)
{
    gint64 last;
    g_autoptr(GPtrArray) ids = read_thread(db, board, player, &last);
    if (g_ptr_array_find_with_equal_func(ids, message_id, g_str_equal, NULL)) {
        return;
    }
    db_run(db, "INSERT INTO threads (board, player, position, message_id) VALUES (?, ?, ?, ?)",
           board, player, last + 1, message_id);
    if (ids->len >= THREAD_MOST) {
        db_run(db,
               "DELETE FROM threads WHERE board = ? AND player = ? AND position > 1"
               " AND position <= ?",
               board, player, last + 1 - THREAD_LAST);
    }
}

GPtrArray *thread_ids(struct db *db, gint64 board, gint64 player)
{
    gint64 last;
    GPtrArray *ids = read_thread(db, board, player, &last);
    if (ids->len > 1 + THREAD_LAST) {
        g_ptr_array_remove_range(ids, 1, ids->len - 1 - THREAD_LAST);
    }
    return ids;
}

/* ---- plans ---- */

void plan_free(struct plan *plan)
{
    if (plan != NULL) {
        g_free(plan->text);
        g_free(plan->comment);
        g_free(plan);
    }
}

GPtrArray *plans_read(struct db *db, gint64 board)
{
    GPtrArray *all = g_ptr_array_new_with_free_func((GDestroyNotify)plan_free);
    struct rows *rows = db_query(
        db, "SELECT player, kind, text, ply, revision, comment, due FROM plans WHERE board = ?",
        board);
    while (rows_next(rows)) {
        struct plan *plan = g_new(struct plan, 1);
        *plan = (struct plan){ .board = board,
                               .player = rows_int(rows, "player"),
                               .kind = (enum plan_kind)rows_int(rows, "kind"),
                               .text = rows_dup(rows, "text"),
                               .ply = rows_int(rows, "ply"),
                               .revision = rows_int(rows, "revision"),
                               .comment = rows_dup(rows, "comment"),
                               .due = (enum plan_due)rows_int(rows, "due") };
        g_ptr_array_add(all, plan);
    }
    return all;
}

/* One query serves all: most boards have no plan. */
struct plan *plan_read(struct db *db, gint64 board, gint64 player, enum plan_kind kind)
{
    g_autoptr(GPtrArray) all = plans_read(db, board);
    for (guint i = 0; i < all->len; i++) {
        const struct plan *plan = all->pdata[i];
        if (plan->player == player && plan->kind == kind) {
            return g_ptr_array_steal_index_fast(all, i);
        }
    }
    return NULL;
}

void plan_put(struct db *db, const struct plan *plan)
{
    db_run(db,
           "INSERT OR REPLACE INTO plans (board, player, kind, text, ply, revision, comment, due)"
           " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
           plan->board, plan->player, plan->kind, plan->text, plan->ply, plan->revision,
           plan->comment, plan->due);
}

void plan_drop(struct db *db, gint64 board, gint64 player, enum plan_kind kind)
{
    g_autoptr(Plan) plan = plan_read(db, board, player, kind);
    if (plan != NULL) {
        db_run(db, "DELETE FROM plans WHERE board = ? AND player = ? AND kind = ?", board, player,
               kind);
    }
}

void plans_drop(struct db *db, gint64 board)
{
    db_run(db, "DELETE FROM plans WHERE board = ?", board);
}

void plans_begin(struct db *db)
{
    db_run(db, "UPDATE plans SET due = :now WHERE due = :next AND due > 0", PLAN_DUE_NOW,
           PLAN_DUE_NEXT);
}

GArray *plans_due(struct db *db)
{
    return db_numbers(db,
                      "SELECT DISTINCT board FROM plans WHERE due = ? AND due > 0 ORDER BY board",
                      PLAN_DUE_NOW);
}
