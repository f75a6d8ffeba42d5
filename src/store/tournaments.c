#include "store/tournaments.h"

static const char *const kinds[] = {
    [TOURNAMENT_ROUND_ROBIN] = "round-robin",
    [TOURNAMENT_KNOCKOUT] = "knockout",
    [TOURNAMENT_QUICK] = "quick",
};

static const char *const states[] = {
    [TOURNAMENT_OPEN] = "open",     [TOURNAMENT_RUNNING] = "running", [TOURNAMENT_OVER] = "over",
    [TOURNAMENT_LAPSED] = "lapsed", [TOURNAMENT_STOPPED] = "ended",
};

const char *tournament_kind_name(enum tournament_kind kind)
{
    return kinds[kind];
}

const char *tournament_state_name(enum tournament_state state)
{
    return states[state];
}

void tournament_free(struct tournament *tournament)
{
    if (tournament != NULL) {
        g_free(tournament->name);
        g_free(tournament->game);
        g_free(tournament->options);
        g_free(tournament->timing);
        g_free(tournament);
    }
}

void tournament_add(struct db *db, struct tournament *tournament)
{
    db_run(db,
           "INSERT INTO tournaments (kind, state, name, game, options, timing, unrated, seats,"
           " section_size, rounds, starts, full, rating_low, rating_high, lot, opened_by, opened)"
           " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULLIF(?, 0), NULLIF(?, 0), NULLIF(?, 0),"
           " NULLIF(?, 0), ?, NULLIF(?, 0), ?)",
           tournament->kind, tournament->state, tournament->name, tournament->game,
           tournament->options, tournament->timing, tournament->unrated, tournament->seats,
           tournament->section_size, tournament->rounds, tournament->starts, tournament->full,
           tournament->rating_low, tournament->rating_high, tournament->lot, tournament->opened_by,
           tournament->opened);
    tournament->number = db_last_id(db);
}

struct tournament *tournament_read(struct db *db, gint64 number)
{
    struct rows *rows =
        db_row(db,
               "SELECT number, kind, state, name, game, options, timing, unrated, seats,"
               " section_size, rounds, starts, full, rating_low, rating_high, lot, lot_seed,"
               " opened_by, opened, started, ended, stage FROM tournaments WHERE number = ?",
               number);
    if (rows == NULL) {
        return NULL;
    }
    struct tournament *tournament = g_new(struct tournament, 1);
    *tournament = (struct tournament){
        .number = number,
        .kind = (enum tournament_kind)rows_int(rows, "kind"),
        .state = (enum tournament_state)rows_int(rows, "state"),
        .name = rows_dup(rows, "name"),
        .game = rows_dup(rows, "game"),
        .options = rows_dup(rows, "options"),
        .timing = rows_dup(rows, "timing"),
        .unrated = rows_int(rows, "unrated") != 0,
        .seats = (int)rows_int(rows, "seats"),
        .section_size = (int)rows_int(rows, "section_size"),
        .rounds = (int)rows_int(rows, "rounds"),
        .starts = rows_int(rows, "starts"),
        .full = (int)rows_int(rows, "full"),
        .rating_low = (int)rows_int(rows, "rating_low"),
        .rating_high = (int)rows_int(rows, "rating_high"),
        .lot = rows_int(rows, "lot") != 0,
        .lot_seed = rows_int(rows, "lot_seed"),
        .opened_by = rows_int(rows, "opened_by"),
        .opened = rows_int(rows, "opened"),
        .started = rows_int(rows, "started"),
        .ended = rows_int(rows, "ended"),
        .stage = (int)rows_int(rows, "stage"),
    };
    return tournament;
}

void tournament_save(struct db *db, const struct tournament *tournament)
{
    db_run(db,
           "UPDATE tournaments SET state = ?, lot_seed = NULLIF(?, 0), started = NULLIF(?, 0),"
           " ended = NULLIF(?, 0), stage = ? WHERE number = ?",
           tournament->state, tournament->lot_seed, tournament->started, tournament->ended,
           tournament->stage, tournament->number);
}

GArray *tournament_numbers(struct db *db, enum tournament_state state, int most)
{
    return db_numbers(db,
                      "SELECT number FROM tournaments WHERE state = ?"
                      " ORDER BY ended DESC, number DESC LIMIT ?",
                      state, most);
}

GArray *tournament_all(struct db *db)
{
    return db_numbers(db, "SELECT number FROM tournaments ORDER BY number");
}

gint64 tournament_opened(struct db *db, gint64 player, const char *game)
{
    return db_number(
        db, "SELECT number FROM tournaments WHERE opened_by = ? AND state = :open AND game = ?",
        player, TOURNAMENT_OPEN, game);
}

void tournament_wake(struct db *db, gint64 number, gint64 time)
{
    db_run(db, "UPDATE tournaments SET wake = NULLIF(?, 0) WHERE number = ?", time, number);
}

gint64 tournament_awake(struct db *db, gint64 now)
{
    return db_number(db,
                     "SELECT number FROM tournaments WHERE wake IS NOT NULL AND wake <= ?"
                     " ORDER BY wake, number LIMIT 1",
                     now);
}

/* ---- who has joined ---- */

static void entrant_free(struct entrant *entrant)
{
    g_free(entrant->name);
    g_free(entrant);
}

GPtrArray *tournament_entrants(struct db *db, gint64 number)
{
    GPtrArray *entrants = g_ptr_array_new_with_free_func((GDestroyNotify)entrant_free);
    struct rows *rows = db_query(db,
                                 "SELECT player, name, entry, joined, rating, seed, withdrawn"
                                 " FROM tournament_players JOIN players ON id = player"
                                 " WHERE tournament = ? AND replaced IS NULL ORDER BY seed, entry",
                                 number);
    while (rows_next(rows)) {
        struct entrant *entrant = g_new(struct entrant, 1);
        *entrant = (struct entrant){ .player = rows_int(rows, "player"),
                                     .name = rows_dup(rows, "name"),
                                     .entry = (int)rows_int(rows, "entry"),
                                     .joined = rows_int(rows, "joined"),
                                     .rating = (int)rows_int(rows, "rating"),
                                     .seed = (int)rows_int(rows, "seed"),
                                     .withdrawn = rows_int(rows, "withdrawn") };
        g_ptr_array_add(entrants, entrant);
    }
    return entrants;
}

int tournament_count(struct db *db, gint64 number)
{
    return (int)db_number(db,
                          "SELECT COUNT(*) FROM tournament_players WHERE tournament = ?"
                          " AND replaced IS NULL AND withdrawn IS NULL",
                          number);
}

bool tournament_has_block(struct db *db, gint64 number, gint64 player)
{
    return db_number(db,
                     "SELECT EXISTS (SELECT 1 FROM blocked_players JOIN tournament_players AS other"
                     " ON other.player = blocked_players.other AND tournament = :number"
                     " WHERE blocked_players.player = :player)"
                     " OR EXISTS (SELECT 1 FROM blocked_players JOIN tournament_players AS other"
                     " ON other.player = blocked_players.player AND tournament = :number"
                     " WHERE blocked_players.other = :player)",
                     number, player) != 0;
}

bool tournament_has(struct db *db, gint64 number, gint64 player)
{
    return db_number(db,
                     "SELECT COUNT(*) FROM tournament_players WHERE tournament = ? AND player = ?",
                     number, player) != 0;
}

GArray *tournaments_of(struct db *db, gint64 player)
{
    return db_numbers(
        db,
        "SELECT number FROM tournament_players JOIN tournaments ON number = tournament"
        " WHERE player = ? AND withdrawn IS NULL AND replaced IS NULL"
        " AND state IN (:open, :running) ORDER BY number",
        player, TOURNAMENT_OPEN, TOURNAMENT_RUNNING);
}

void tournament_join(struct db *db, gint64 number, gint64 player, gint64 now)
{
    db_run(db,
           "INSERT INTO tournament_players (tournament, player, entry, joined)"
           " VALUES (:number, :player, 1 + (SELECT COALESCE(MAX(entry), 0)"
           " FROM tournament_players WHERE tournament = :number), :now)",
           number, player, now);
}

void tournament_unjoin(struct db *db, gint64 number, gint64 player)
{
    db_run(db, "DELETE FROM tournament_players WHERE tournament = ? AND player = ?", number,
           player);
}

void tournament_put(struct db *db, gint64 number, const struct entrant *entrant)
{
    db_run(db,
           "INSERT OR REPLACE INTO tournament_players"
           " (tournament, player, entry, joined, rating, seed, withdrawn, replaced)"
           " VALUES (?, ?, ?, ?, ?, ?, NULLIF(?, 0), NULLIF(?, 0))",
           number, entrant->player, entrant->entry, entrant->joined, entrant->rating, entrant->seed,
           entrant->withdrawn, entrant->replaced);
}

GArray *tournament_late(struct db *db, gint64 number)
{
    /* With two at a board, nothing can follow the loss on time. */
    return db_numbers(
        db,
        "SELECT entry FROM tournament_boards AS own JOIN boards ON boards.number = own.board"
        " JOIN turns ON turns.board = own.board AND text = 'forfeit' AND turns.number >="
        " CASE (SELECT seats FROM tournaments WHERE number = :number) WHEN 2 THEN turns ELSE 1 END"
        " JOIN seats ON seats.board = own.board AND seats.seat = turns.seat"
        " JOIN tournament_players AS who ON who.tournament = own.tournament"
        " AND who.player = seats.player AND withdrawn IS NULL AND replaced IS NULL"
        " WHERE own.tournament = :number GROUP BY entry HAVING COUNT(*) >= 2 ORDER BY entry",
        number);
}

/* ---- sections ---- */

void section_add(struct db *db, gint64 number, int stage, int section, const GArray *entries)
{
    db_run(db,
           "INSERT INTO tournament_sections (tournament, stage, section, state)"
           " VALUES (?, ?, ?, ?)",
           number, stage, section, SECTION_WAITS);
    for (guint place = 0; place < entries->len; place++) {
        db_run(db,
               "INSERT INTO tournament_places (tournament, stage, section, place, entry)"
               " VALUES (?, ?, ?, ?, ?)",
               number, stage, section, place, g_array_index(entries, int, place));
    }
}

void section_set_state(struct db *db, gint64 number, int stage, int section,
                       enum section_state state)
{
    db_run(db,
           "UPDATE tournament_sections SET state = ?"
           " WHERE tournament = ? AND stage = ? AND section = ?",
           state, number, stage, section);
}

GArray *section_states(struct db *db, gint64 number, int stage)
{
    return db_numbers(db,
                      "SELECT state FROM tournament_sections WHERE tournament = ? AND stage = ?"
                      " ORDER BY section",
                      number, stage);
}

int section_finished(struct db *db, gint64 number, int stage)
{
    return (int)db_number(
        db,
        "SELECT section FROM tournament_sections AS own WHERE tournament = ? AND stage = ?"
        " AND state = :runs AND NOT EXISTS (SELECT 1 FROM tournament_boards AS its"
        " JOIN boards ON number = board WHERE its.tournament = own.tournament"
        " AND its.stage = own.stage AND its.section = own.section AND boards.state <> :finished)"
        " ORDER BY section LIMIT 1",
        number, stage, SECTION_RUNS, BOARD_FINISHED);
}

GArray *section_places(struct db *db, gint64 number, int stage, int section)
{
    GArray *places = g_array_new(FALSE, FALSE, sizeof(struct section_place));
    struct rows *rows = db_query(db,
                                 "SELECT section, entry, annulled FROM tournament_places"
                                 " WHERE tournament = :number AND stage = :stage"
                                 " AND section BETWEEN MAX(:section, 1)"
                                 " AND CASE :section WHEN 0 THEN 1000000 ELSE :section END"
                                 " ORDER BY section, place",
                                 number, stage, section);
    while (rows_next(rows)) {
        const struct section_place place = { .section = (int)rows_int(rows, "section"),
                                             .entry = (int)rows_int(rows, "entry"),
                                             .annulled = rows_int(rows, "annulled") != 0 };
        g_array_append_val(places, place);
    }
    return places;
}

void section_annul(struct db *db, gint64 number, int stage, int section, int entry)
{
    db_run(db,
           "UPDATE tournament_places SET annulled = 1"
           " WHERE tournament = ? AND stage = ? AND section = ? AND entry = ?",
           number, stage, section, entry);
}

/* ---- boards ---- */

GArray *section_seats(struct db *db, gint64 number, int stage, int section)
{
    GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct section_seat));
    struct rows *rows =
        db_query(db,
                 "SELECT own.board, pairing, seat, player, place, CASE WHEN boards.ended >"
                 " tournaments.ended THEN :running ELSE boards.state END AS state"
                 " FROM tournament_boards AS own JOIN boards ON boards.number = own.board"
                 " JOIN tournaments ON tournaments.number = tournament"
                 " JOIN seats ON seats.board = own.board"
                 " WHERE tournament = ? AND own.stage = ? AND section = ? ORDER BY pairing, seat",
                 BOARD_RUNNING, number, stage, section);
    while (rows_next(rows)) {
        const struct section_seat seat = { .board = rows_int(rows, "board"),
                                           .pairing = (int)rows_int(rows, "pairing"),
                                           .seat = (int)rows_int(rows, "seat"),
                                           .player = rows_int(rows, "player"),
                                           .state = (enum board_state)rows_int(rows, "state"),
                                           .place = (int)rows_int(rows, "place") };
        g_array_append_val(seats, seat);
    }
    return seats;
}

void section_add_board(struct db *db, gint64 number, int stage, int section, int pairing,
                       gint64 board)
{
    db_run(db,
           "INSERT INTO tournament_boards (board, tournament, stage, section, pairing)"
           " VALUES (?, ?, ?, ?, ?)",
           board, number, stage, section, pairing);
}

bool section_of_board_is_over(struct db *db, gint64 board)
{
    return db_number(db,
                     "SELECT COUNT(*) FROM tournament_boards AS own"
                     " JOIN tournament_sections USING (tournament, stage, section)"
                     " WHERE own.board = ? AND state >= :over",
                     board, SECTION_OVER) != 0;
}

bool section_has_player(struct db *db, gint64 number, int entry, gint64 player)
{
    return db_number(db,
                     "SELECT COUNT(*) FROM tournament_players"
                     " WHERE tournament = ? AND player = ? AND entry = ?",
                     number, player, entry) != 0;
}
