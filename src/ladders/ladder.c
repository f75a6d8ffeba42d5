#include "ladders/ladder.h"

#include "letters/letters.h"
#include "match/timing.h"
#include "store/clocks.h"
#include "store/ladders.h"

struct values *ladder_values(const struct game *game)
{
    return with_phrase(pairs("word", game->name, NULL), "game", phrase_title(game));
}

/* ---- what follows from the end of a match ---- */

void ladder_follow(const struct session *session)
{
    const struct board *board = session->board;
    struct db *db = session->run->db;
    struct ladder_match match;
    if (board->seats != 2 || board->challenger == 0 ||
        !ladder_match_read(db, board->number, &match) || match.before != 0) {
        return;
    }
    const int seat = board_seat_of(board, board->challenger);
    const struct rung own = ladder_rung(db, board->game, board->challenger);
    g_autoptr(GPtrArray) former = substitutions_of(db, board->number);
    if (seat < 0 || former->len > 0) { /* nobody wins or loses a place for somebody else */
        match.before = match.after = MAX(own.place, 1);
        ladder_match_settle(db, board->number, &match);
        return;
    }
    const gint64 other = board->seat[1 - seat].player;
    const struct rung their = ladder_rung(db, board->game, other);
    const bool climbs =
        board->seat[seat].outcome == OUTCOME_WON && their.place != 0 && their.place < own.place;
    match.before = match.after = own.place;
    if (climbs) {
        match.after = ladder_move(db, board->game, own.player, their.place);
    }
    ladder_wake(db, board->game, own.player, session->run->now);
    ladder_wake(db, board->game, other, session->run->now);
    ladder_match_settle(db, board->number, &match);
}

struct phrase *ladder_words(const struct session *session, int seat)
{
    const struct board *board = session->board;
    struct ladder_match match;
    if (board->seats != 2 || board->challenger == 0 ||
        !ladder_match_read(session->run->db, board->number, &match) || match.before == 0) {
        return NULL;
    }
    const bool own = board->seat[seat].player == board->challenger;
    const struct rung rung = ladder_rung(session->run->db, board->game, board->seat[seat].player);
    const char *key = match.after == match.before ? "ladder-stays"
                      : own                       ? "ladder-up"
                                                  : "ladder-down";
    struct values *values = with_number(ladder_values(session->game), "place", rung.place);
    return rung.place != 0
               ? say(key, with_phrase(values, "name", phrase_text(board->seat[1 - seat].name)))
               : NULL;
}

/* ---- who plays no match ---- */

/* How many seconds count of those since the player has played no match. */
static gint64 idle_seconds(struct run *run, const struct idler *idler)
{
    g_auto(Calendar) calendar;
    calendar_init(&calendar, NULL, false);
    g_autoptr(GArray) vacations = vacations_of(run->db, idler->player);
    for (guint i = 0; i < vacations->len; i++) {
        const struct vacation *vacation = &g_array_index(vacations, struct vacation, i);
        calendar_add(&calendar, vacation->begin, vacation->end);
    }
    g_autoptr(GArray) outages = outages_since(run->db, idler->since);
    for (guint i = 0; i < outages->len; i++) {
        const struct outage *outage = &g_array_index(outages, struct outage, i);
        calendar_add(&calendar, outage->begin, outage->end);
    }
    return calendar_elapsed(&calendar, idler->since, run->now);
}

/* Tells a player that they went down from the place `before` (0: they did not). */
static void tell_dropped(struct run *run, const struct idler *idler, int before)
{
    g_autoptr(Player) who = letter_reader(run, idler->player, false);
    const int after = ladder_rung(run->db, idler->game, idler->player).place;
    if (who != NULL && before != 0 && after > before) {
        struct values *values = ladder_values(registry_find(idler->game));
        with_number(values, "before", before);
        with_number(values, "days", LADDER_IDLE_DAYS);
        letter_notice(run, who->id, who->address, "ladder-dropped",
                      with_number(values, "place", after));
    }
}

void ladder_drop_idlers(struct run *run)
{
    const gint64 most = (gint64)LADDER_IDLE_DAYS * CLOCK_DAY;
    g_autoptr(GArray) idlers = ladder_idlers(run->db, run->now - most);
    g_autofree int *before = g_new0(int, idlers->len + 1);
    for (guint i = 0; i < idlers->len; i++) {
        const struct idler *idler = &g_array_index(idlers, struct idler, i);
        before[i] = idle_seconds(run, idler) >= most
                        ? ladder_rung(run->db, idler->game, idler->player).place
                        : 0;
    }
    for (guint i = 0; i < idlers->len; i++) {
        const struct idler *idler = &g_array_index(idlers, struct idler, i);
        if (before[i] != 0) {
            const int place = ladder_rung(run->db, idler->game, idler->player).place;
            ladder_move(run->db, idler->game, idler->player, place + LADDER_IDLE_PLACES);
            ladder_wake(run->db, idler->game, idler->player, run->now);
        }
    }
    for (guint i = 0; i < idlers->len; i++) {
        tell_dropped(run, &g_array_index(idlers, struct idler, i), before[i]);
    }
}
