#include "commands/timeouts.h"

#include "base/log.h"
#include "clocks/clocks.h"
#include "clocks/timekeeper.h"
#include "commands/board_letter.h"
#include "commands/changes.h"
#include "commands/vacancy.h"

/* Takes excused days of the player of a clock that was late at a moment, and tells all. True if
 * they are in time then. */
static bool excuse(struct timekeeper *keeper, gint64 moment)
{
    struct run *run = keeper->run;
    const struct clock *clock = &keeper->clock;
    const bool first = clock->excused == 0;
    const int days = timekeeper_excuse(keeper, moment);
    if (days == 0 || timekeeper_is_late(keeper, moment)) {
        return false;
    }
    g_autoptr(MatchSession) session = session_open(run, clock->board, NULL);
    if (session == NULL) {
        return true;
    }
    const int left = timekeeper_days_left(run, clock->player, run->now);
    session->aside[clock->seat] = left > 0
                                      ? say("excused-left", with_number(values_new(), "left", left))
                                      : say("excused-none-left", NULL);
    struct values *values =
        with_number(pairs("name", session->board->seat[clock->seat].name, NULL), "days", days);
    if (first) {
        phrase_unref(event_happened(session, &(struct event){ .kind = EVENT_EXCUSED,
                                                              .values = values,
                                                              .seat = clock->seat,
                                                              .answered = -1 }));
        return true;
    }
    g_autoptr(Phrase) own = say("you-excused", values);
    const struct turn_news news = { .what = own, .first = G_MAXUINT };
    g_autoptr(Phrase) words = turn_news_words(session, &news, clock->seat);
    letter_of_entry(session, clock->seat, letter_entry(session, clock->seat, words, NULL, NULL));
    return true;
}

bool timeout_settle(struct run *run, gint64 board)
{
    struct clock clock;
    g_auto(Timekeeper) keeper = { 0 };
    if (!clock_read(run->db, board, &clock) || clock.deadline >= run->arrived ||
        !timekeeper_open(&keeper, run, board) ||
        !timekeeper_is_late(&keeper, watermark_settled(run))) {
        return false;
    }
    bool accepted = run->accepted;
    const bool excused = excuse(&keeper, watermark_settled(run));
    const bool out = !excused && !timekeeper_needs_claim(&keeper);
    g_autoptr(MatchSession) session = out ? session_open(run, board, NULL) : NULL;
    if (session != NULL && !vacancy_ask(session)) {
        phrase_unref(changes_leave(session, clock.seat, MATCH_FORFEIT, -1, NULL));
    }
    run->accepted = accepted; /* the writer of the mail has not done this */
    return true;
}

bool timeout_takes_along(const struct session *session, int seat)
{
    g_autoptr(Match) match = match_copy(session->match);
    int actor = match_actor(match);
    return !match_record(match, actor, MATCH_FORFEIT, NULL) ||
           match->result.place[seat] == match->result.place[actor];
}

/* Tells those at a board who may claim: the seat to move has run out of time or, if `silent`, its
 * player has been silent for as long as one who agreed to no limit may be. */
static void tell_claim(struct session *session, bool silent)
{
    int seat = match_actor(session->match);
    g_autoptr(Phrase) text = say(silent ? "may-claim-silent" : "may-claim",
                                 with_number(pairs("name", session->board->seat[seat].name, NULL),
                                             "number", session->board->number));
    for (int other = 0; other < session->board->seats; other++) {
        if (session_in_play(session, other) && !timeout_takes_along(session, other)) {
            struct entry *entry = letter_entry(session, other, text, NULL, NULL);
            answers_link(entry->links, session, "claim", NULL);
            letter_of_entry(session, other, entry);
        }
    }
}

/* Handles one clock. One that has run out is handled when all mail that came in time is processed,
 * which may have met its deadline. Adds to those who are slow the player to remind. */
static void see_to(struct run *run, gint64 board, void *data)
{
    struct timeouts *timeouts = data;
    g_auto(Timekeeper) keeper = { 0 };
    if (!timekeeper_open(&keeper, run, board)) {
        return;
    }
    const bool claim = timekeeper_needs_claim(&keeper);
    const bool late = timekeeper_is_late(&keeper, run->now) && !(claim && keeper.clock.told);
    const bool again = !late && keeper.clock.state == CLOCK_UNTOLD && keeper.clock.reminded == 0;
    if (late &&
        (!timekeeper_is_late(&keeper, timeouts->settled) || excuse(&keeper, timeouts->settled))) {
        return;
    }
    if (!late && !again &&
        (timekeeper_nags(&keeper, run->now) || timekeeper_warns(&keeper, run->now))) {
        g_array_append_val(timeouts->slow.all, keeper.clock.player); /* reminded once */
        return;
    }
    keeper.clock.told = keeper.clock.told || late;
    keeper.clock.reminded = again ? run->now : keeper.clock.reminded; /* once */
    if (!late || claim) {
        timekeeper_store(&keeper);
    }
    g_autoptr(MatchSession) session = late || again ? session_open(run, board, NULL) : NULL;
    if (session != NULL && again) {
        /* The letter that told of the turn bounced, and letters go to the player again. */
        g_autoptr(Phrase) text = say("told-again", NULL);
        letter_of_entry(session, keeper.clock.seat,
                        letter_entry(session, keeper.clock.seat, text, NULL, NULL));
    } else if (session != NULL && claim) {
        tell_claim(session, timekeeper_limit(&keeper) == TIMING_SILENCE_CLAIM);
    } else if (session != NULL && !vacancy_ask(session)) {
        phrase_unref(changes_leave(session, keeper.clock.seat, MATCH_FORFEIT, -1, NULL));
    }
}

/* ---- reminders ---- */

/* Adds what is said of a board, unless it cannot be read; stores that its player was reminded. */
static void remind_of(struct run *run, struct timekeeper *keeper, GPtrArray *entries)
{
    const struct clock *clock = &keeper->clock;
    g_autoptr(MatchSession) session = session_open_outline(run, clock->board);
    if (session != NULL) {
        const gint64 deadline = timekeeper_deadline(keeper);
        const char *key = timekeeper_needs_claim(keeper) ? "reminder-claim" : "reminder";
        struct values *values = with_phrase(values_new(), "heading", session_heading(session));
        with_phrase(values, "since", phrase_moment(clock->since));
        with_phrase(values, "deadline", deadline != 0 ? phrase_moment(deadline) : NULL);
        struct entry *entry = entry_new(NULL, say(key, values));
        entry->board = clock->board;
        g_ptr_array_add(entries, entry);
    }
    keeper->clock.warned = keeper->clock.warned || timekeeper_warns(keeper, run->now + CLOCK_DAY);
    keeper->clock.reminded = run->now;
    keeper->unasked = run->now + CLOCK_DAY;
    timekeeper_store(keeper);
}

/* Puts the reminders of all boards off until a moment. */
static void put_off(const GArray *boards, struct run *run, gint64 until)
{
    for (guint i = 0; i < boards->len; i++) {
        g_auto(Timekeeper) keeper = { 0 };
        if (timekeeper_open(&keeper, run, g_array_index(boards, gint64, i))) {
            keeper.unasked = until;
            timekeeper_store(&keeper);
        }
    }
}

/* Reminds a player who has a board with something due now. If they were reminded within a day, or
 * have no address, it is put off. */
static void send_reminder(struct run *run, gint64 player, void *data)
{
    (void)data;
    g_autoptr(GArray) boards = clocks_of_player(run->db, player);
    gint64 next = reminded_last(run->db, player) + CLOCK_DAY;
    g_autoptr(Player) who = player_by_id(run->db, player);
    if (next > run->now || who == NULL || who->address == NULL) {
        put_off(boards, run, MAX(next, run->now + CLOCK_HOUR));
        return;
    }
    g_autoptr(GPtrArray) entries = entries_new();
    for (guint i = 0; i < boards->len; i++) {
        g_auto(Timekeeper) keeper = { 0 };
        if (timekeeper_open(&keeper, run, g_array_index(boards, gint64, i)) &&
            keeper.clock.state == CLOCK_RUNS) {
            remind_of(run, &keeper, entries);
        }
    }
    reminded_now(run->db, player, run->now);
    letter_of_boards(run, who, entries, &(struct letter_draft){ .key = "subject-reminder" });
}

/* ---- all clocks ---- */

enum { BOARDS_A_RUN = 10000 };

bool portions_do(struct run *run, struct portions *portions, const char *what, portion_work *work,
                 void *data)
{
    const gint64 *number;
    while ((number = portions_next(portions)) != NULL) {
        g_autoptr(GError) fault = NULL;
        db_savepoint(run->db);
        work(run, *number, data);
        if (!db_savepoint_end(run->db, &fault) && fault != NULL) {
            session_forget(run);
            log_line("%s %" G_GINT64_FORMAT " could not be seen to: %s", what, *number,
                     fault->message);
        }
    }
    session_forget(run);
    return portions_are_over(portions);
}

bool timeouts_run(struct run *run, gint64 until, struct timeouts *timeouts)
{
    portions_begin(&timeouts->boards, until);
    portions_begin(&timeouts->slow, until);
    if (timeouts->boards.all == NULL) {
        timeouts->boards.all = clocks_awake(run->db, run->now, BOARDS_A_RUN);
        timeouts->slow.all = g_array_new(FALSE, FALSE, sizeof(gint64));
    }
    const gint64 settled = watermark_settled(run);
    timeouts->settled = timeouts->waiting != 0 ? MIN(settled, timeouts->waiting - 1) : settled;
    const bool over = portions_do(run, &timeouts->boards, "board", see_to, timeouts) &&
                      portions_do(run, &timeouts->slow, "player", send_reminder, NULL);
    if (over) {
        watermark_calm(run);
    }
    return over;
}

void timeouts_clear(struct timeouts *timeouts)
{
    g_clear_pointer(&timeouts->boards.all, g_array_unref);
    g_clear_pointer(&timeouts->slow.all, g_array_unref);
}
