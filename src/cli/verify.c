/* verify: checks that the database is sound, and that every derived column is what replay
 * computes. */
#include <stdio.h>

#include "cli/json.h"
#include "cli/restore.h"
#include "cli/workspace.h"
#include "clocks/clocks.h"
#include "commands/sections.h"
#include "match/timing.h"
#include "play/plans.h"
#include "ratings/ratings.h"

struct tally {
    struct db *db;
    guint boards, turns;
    GPtrArray *faults; /* what is said of them, a line each */
};

static void fault(struct tally *tally, gint64 board, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Notes a fault of a board, by its number; 0: of the database. */
static void fault(struct tally *tally, gint64 board, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_ptr_array_add(tally->faults,
                    board != 0 ? g_strdup_printf("board %" G_GINT64_FORMAT ": %s", board, what)
                               : g_steal_pointer(&what));
}

static void compare(struct tally *tally, const struct board *stored, struct session *session)
{
    gint64 number = stored->number;
    const struct board *derived = session->board;
    session_derive(session->board, session->match);
    if (stored->turns != derived->turns) {
        fault(tally, number, "%d turns stored, %d in its record", stored->turns, derived->turns);
    }
    if (stored->to_move != derived->to_move) {
        fault(tally, number, "seat %d to move stored, %d by its record", stored->to_move + 1,
              derived->to_move + 1);
    }
    if (g_strcmp0(stored->result, derived->result) != 0) {
        fault(tally, number, "result %s stored, %s by its record",
              stored->result != NULL ? stored->result : "none",
              derived->result != NULL ? derived->result : "none");
    }
    for (int seat = 0; seat < stored->seats; seat++) {
        const struct board_seat *one = &stored->seat[seat], *other = &derived->seat[seat];
        if (one->outcome != other->outcome) {
            fault(tally, number, "seat %d: outcome %d stored, %d by its record", seat + 1,
                  (int)one->outcome, (int)other->outcome);
        }
        if (one->place != other->place || one->side != other->side) {
            fault(tally, number, "seat %d: place %d with seat %d stored, %d with %d by its record",
                  seat + 1, one->place, one->side + 1, other->place, other->side + 1);
        }
    }
    if ((stored->state == BOARD_FINISHED) != session->match->result.over) {
        fault(tally, number, "its state does not fit its record");
    }
    /* A running match has a clock, which is of the seat to move; no other match has one. */
    struct clock clock;
    bool has = clock_read(session->run->db, number, &clock);
    if (has != (stored->state == BOARD_RUNNING) || (has && clock.seat != stored->to_move)) {
        fault(tally, number, "its clock does not fit its record");
    } else if (!clocks_deadline_holds(session->run, number)) {
        fault(tally, number, "the deadline stored is not that of its clock");
    }
    g_autoptr(GPtrArray) plans = plans_read(session->run->db, number);
    for (guint i = 0; i < plans->len; i++) {
        const struct plan *plan = plans->pdata[i];
        if (plan->kind == PLAN_LINES && !plan_holds(session, plan)) {
            fault(tally, number, "a plan is due, or not, against its record");
        }
    }
}

static void check_board(struct run *run, gint64 number, struct tally *tally)
{
    g_autoptr(Board) stored = board_read(run->db, number);
    g_autoptr(MatchSession) session = session_open(run, number, NULL);
    tally->boards++;
    if (stored == NULL) {
        return; /* the database could not be read */
    }
    /* The settings that were agreed to must stay readable for ever. */
    struct timing timing;
    g_autofree char *again = timing_read(&timing, stored->timing) ? timing_text(&timing) : NULL;
    if (g_strcmp0(again, stored->timing) != 0) {
        fault(tally, stored->number, "its terms of time cannot be read: %s", stored->timing);
    }
    if (session == NULL) {
        fault(tally, stored->number, "its record cannot be replayed");
        return;
    }
    tally->turns += session->stored;
    if (session->match != NULL) {
        compare(tally, stored, session);
    }
}

/* ---- tournaments ---- */

/* Checks that the sections of a stage are those that follow from the seeds of its players. */
static void check_stage(struct run *run, const struct tournament *tournament,
                        const GPtrArray *entrants, int stage, struct tally *tally)
{
    g_autoptr(GArray) places = section_places(run->db, tournament->number, stage, 0);
    g_autoptr(GArray) before = section_places(run->db, tournament->number, stage - 1, 0);
    g_autoptr(GArray) from = g_array_new(FALSE, FALSE, sizeof(struct section_place));
    /* Where those who play in this stage were in the one before. */
    for (guint i = 0; i < before->len; i++) {
        const struct section_place *place = &g_array_index(before, struct section_place, i);
        for (guint j = 0; j < places->len; j++) {
            if (g_array_index(places, struct section_place, j).entry == place->entry) {
                g_array_append_val(from, *place);
            }
        }
    }
    g_autoptr(GPtrArray) division = stage == 1 ? division_first(tournament, entrants)
                                               : division_next(tournament, entrants, from);
    g_autoptr(GString) follow = g_string_new(NULL);
    g_autoptr(GString) stored = g_string_new(NULL);
    for (guint i = 0; division != NULL && i < division->len; i++) {
        const GArray *entries = division->pdata[i];
        for (guint j = 0; j < entries->len; j++) {
            g_string_append_printf(follow, "%u %d,", i + 1, g_array_index(entries, int, j));
        }
    }
    for (guint i = 0; i < places->len; i++) {
        const struct section_place *place = &g_array_index(places, struct section_place, i);
        g_string_append_printf(stored, "%d %d,", place->section, place->entry);
    }
    if (!g_string_equal(follow, stored)) {
        fault(tally, 0, "tournament %" G_GINT64_FORMAT ": the sections of round %d do not follow",
              tournament->number, stage);
    }
}

/* Checks that each board of a section seats the players that the section's pairings name. */
static void check_section(struct run *run, const struct section *section, struct tally *tally)
{
    const gint64 number = section->tournament->number;
    g_autoptr(GArray) seats = section_seats(run->db, number, section->stage, section->number);
    for (guint i = 0; i < seats->len; i++) {
        const struct section_seat *seat = &g_array_index(seats, struct section_seat, i);
        const bool listed =
            seat->pairing < (int)section->list->len && seat->seat < section_board_seats(section);
        const int place =
            listed ? g_array_index(section->list, struct pairing, seat->pairing).seat[seat->seat]
                   : -1;
        if (!listed ||
            !section_has_player(run->db, number, section->member[place]->entry, seat->player)) {
            fault(tally, seat->board, "seat %d is not one of tournament %" G_GINT64_FORMAT,
                  seat->seat + 1, number);
        }
    }
}

static void check_tournament(struct run *run, gint64 number, struct tally *tally)
{
    g_autoptr(Tournament) tournament = tournament_read(run->db, number);
    g_autoptr(GPtrArray) entrants = tournament_entrants(run->db, number);
    g_autoptr(GPtrArray) seeded = tournament_entrants(run->db, number);
    if (tournament == NULL || tournament->stage == 0) {
        return;
    }
    division_seed(tournament, seeded);
    for (guint i = 0; i < entrants->len; i++) {
        const struct entrant *stored = entrants->pdata[i], *derived = seeded->pdata[i];
        if (stored->entry != derived->entry || stored->seed != derived->seed) {
            fault(tally, 0, "tournament %" G_GINT64_FORMAT ": seed %u is not that of %s", number,
                  i + 1, stored->name);
        }
    }
    for (int stage = 1; stage <= tournament->stage; stage++) {
        g_autoptr(GArray) states = section_states(run->db, number, stage);
        check_stage(run, tournament, entrants, stage, tally);
        for (guint i = 1; i <= states->len; i++) {
            g_auto(Section) section = { 0 };
            section_open(run->db, tournament, entrants, stage, (int)i, &section);
            check_section(run, &section, tally);
        }
    }
}

/* A rating in thousandths as people read it; "none" for -1. Free with g_free. */
static char *rating_text(gint64 rating)
{
    return rating < 0 ? g_strdup("none") : g_strdup_printf("%.3f", (double)rating / RATING_ONE);
}

static void rating_differs(void *data, gint64 board, gint64 player, gint64 stored, gint64 computed)
{
    struct tally *tally = data;
    g_autoptr(Player) who = player_by_id(tally->db, player);
    g_autofree char *one = rating_text(stored), *other = rating_text(computed);
    fault(tally, board, "%s: rating %s stored, %s by the matches%s",
          who != NULL ? who->name : "nobody", one, other,
          stored == computed ? "; what comes with it differs" : "");
}

/* Checks the database itself. */
static void check_database(struct run *run, struct tally *tally)
{
    if (db_lost(run->db) > 0) {
        fault(tally, 0,
              "database: changes that were made to it last are missing, %" G_GINT64_FORMAT
              " in all",
              db_lost(run->db));
    }
    if (db_is_foreign(run->db)) {
        fault(tally, 0, "database: it is of another server than the one that stood here");
    }
    g_autoptr(GPtrArray) faults = db_faults(run->db, false);
    for (guint i = 0; i < faults->len; i++) {
        fault(tally, 0, "database: %s", (const char *)faults->pdata[i]);
    }
}

bool verify_database(struct run *run, bool json)
{
    g_autoptr(GPtrArray) faults = g_ptr_array_new_with_free_func(g_free);
    struct tally tally = { .db = run->db, .faults = faults };
    check_database(run, &tally);
    g_autoptr(GArray) numbers = board_numbers(run->db);
    for (guint i = 0; i < numbers->len && !db_failed(run->db); i++) {
        check_board(run, g_array_index(numbers, gint64, i), &tally);
    }
    g_autoptr(GArray) tournaments = tournament_all(run->db);
    for (guint i = 0; i < tournaments->len && !db_failed(run->db); i++) {
        check_tournament(run, g_array_index(tournaments, gint64, i), &tally);
    }
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        ratings_check(run->db, (*game)->name, rating_differs, &tally);
    }
    if (db_failed(run->db)) {
        fault(&tally, 0, "the database could not be read to its end");
        db_rollback(run->db); /* that is said now */
    }
    if (json) {
        GVariantBuilder values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
        json_number(&values, "boards", tally.boards);
        json_number(&values, "turns", tally.turns);
        g_variant_builder_add(&values, "{sv}", "faults",
                              g_variant_new_strv((const char *const *)faults->pdata, faults->len));
        json_print(g_variant_builder_end(&values));
    } else {
        for (guint i = 0; i < faults->len; i++) {
            puts(faults->pdata[i]);
        }
        printf("%u boards, %u turns, %u faults\n", tally.boards, tally.turns, faults->len);
    }
    return faults->len == 0;
}

static bool verify(struct act *act)
{
    return verify_database(act->run, act_has(act, "json"));
}

const struct part cli_verify[] = { { NULL, 0, 0, "json", .look = verify }, { 0 } };
