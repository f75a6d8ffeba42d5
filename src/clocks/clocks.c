#include "clocks/clocks.h"

#include "clocks/timekeeper.h"
#include "letters/run.h"
#include "match/timing.h"
#include "store/boards.h"
#include "store/clocks.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/pending.h"
#include "store/players.h"

/* ---- with the moves ---- */

/* Sets the clocks when a match begins, or goes on after it was over and turns were taken back.
 * Then a seat with no time left gets all of it again, so that its time does not end the match at
 * once. So does every seat if each turn has a time of its own. */
static void wind_up(struct session *session, const struct timing *terms)
{
    for (int seat = 0; timing_is_clocked(terms) && seat < session->board->seats; seat++) {
        struct seat_clock shows = seat_clock_read(session->run->db, session->board->number, seat);
        bool goes_on = terms->per_move == 0 && shows.left > 0;
        shows.left = goes_on ? shows.left : timing_left_at_start(terms);
        seat_clock_write(session->run->db, session->board->number, seat, &shows);
    }
}

/* The state in which a turn of the player begins: a program knows of it at once; a person is told
 * by a letter, unless letters to them are kept back. */
static enum clock_state state_at_start(struct run *run, gint64 player)
{
    g_autoptr(Player) who = player_by_id(run->db, player);
    if (who != NULL && who->program) {
        return CLOCK_RUNS;
    }
    const bool untold = who == NULL || who->address == NULL || player_is_kept_back(run, who, false);
    return untold ? CLOCK_UNTOLD : CLOCK_WAITS;
}

static void begin_turn(struct session *session)
{
    const struct board *board = session->board;
    gint64 player = board->seat[board->to_move].player;
    const enum clock_state state = state_at_start(session->run, player);
    /* Clear what the clock of the seat notes about its last turn. */
    struct seat_clock shows = seat_clock_read(session->run->db, board->number, board->to_move);
    if (shows.stood_still > 0 || shows.held > 0) {
        shows.stood_still = shows.held = 0;
        seat_clock_write(session->run->db, board->number, board->to_move, &shows);
    }
    struct clock clock = {
        .board = board->number,
        .seat = board->to_move,
        .player = player,
        .state = board->paused != 0 ? CLOCK_RESTS : state,
        .since = session->run->now,
        .counted = session->run->now,
        .reminded = state == CLOCK_UNTOLD ? session->run->now : 0,
    };
    g_auto(Timekeeper) keeper;
    timekeeper_begin(&keeper, session->run, &clock, &shows, board->timing);
    timekeeper_store(&keeper);
}

/* True if a seat has played one of the turns from `first` on. */
static bool has_played(const struct match *match, guint first, int seat)
{
    for (guint i = first; i < match->turns->len; i++) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        if (turn->seat == seat && !match_is_leaving(turn->text)) {
            return true;
        }
    }
    return false;
}

/* The turn goes on, and a pause may have begun or ended. */
static void follow_rest(struct timekeeper *keeper, bool rests)
{
    if (rests && keeper->clock.state != CLOCK_RESTS) {
        timekeeper_book(keeper, run_moment(keeper->run));
        timekeeper_turn_to(keeper, CLOCK_RESTS, keeper->run->now);
        timekeeper_store(keeper);
    } else if (!rests && keeper->clock.state == CLOCK_RESTS) {
        const enum clock_state state = state_at_start(keeper->run, keeper->clock.player);
        timekeeper_turn_to(keeper, state, keeper->run->now);
        keeper->clock.reminded = state == CLOCK_UNTOLD ? keeper->run->now : 0;
        timekeeper_store(keeper);
    }
}

void clocks_follow(struct session *session, guint kept, bool undone)
{
    const struct board *board = session->board;
    g_auto(Timekeeper) keeper = { 0 };
    bool had = timekeeper_open(&keeper, session->run, board->number);
    if (board->state != BOARD_RUNNING || board->to_move < 0) {
        if (had) {
            timekeeper_book(&keeper, run_moment(session->run));
            clock_remove(session->run->db, board->number);
        }
        return;
    }
    bool played = had && has_played(session->match, kept, keeper.clock.seat);
    const bool other = had && keeper.clock.seat == board->to_move &&
                       keeper.clock.player != board->seat[board->to_move].player;
    if (had && !played && !undone && !other && keeper.clock.seat == board->to_move) {
        follow_rest(&keeper, board->paused != 0);
        return;
    }
    struct timing terms;
    timing_read(&terms, board->timing);
    if (had) {
        timekeeper_book(&keeper, run_moment(session->run));
        /* If the seat itself played, its increment is added. If each turn has a time of its own,
         * that begins anew however the turn ended: from now on the operator may set the time of the
         * next one. */
        if (keeper.terms.per_move > 0 || (played && timing_is_clocked(&keeper.terms))) {
            keeper.shows.left = timing_left_after(&keeper.terms, keeper.shows.left, 0);
            seat_clock_write(session->run->db, board->number, keeper.clock.seat, &keeper.shows);
        }
    }
    if (!had || (other && keeper.shows.left == 0)) {
        wind_up(session, &terms);
    }
    begin_turn(session);
}

/* ---- with the letters ---- */

/* Lets the clocks of these boards run that are in that state. Takes `boards`. */
static void let_run(struct run *run, GArray *boards, enum clock_state from)
{
    for (guint i = 0; i < boards->len; i++) {
        g_auto(Timekeeper) keeper = { 0 };
        if (timekeeper_open(&keeper, run, g_array_index(boards, gint64, i)) &&
            keeper.clock.state == from) {
            timekeeper_turn_to(&keeper, CLOCK_RUNS, run->now);
            timekeeper_store(&keeper);
        }
    }
    g_array_unref(boards);
}

void clocks_sent(struct run *run, gint64 letter)
{
    let_run(run, clocks_of_letter(run->db, letter), CLOCK_WAITS);
}

/* Opens the clock of a seat if that is to move, as it is when the player is told now. */
static bool told_now(struct timekeeper *keeper, const struct session *session, int seat)
{
    if (!timekeeper_open(keeper, session->run, session->board->number) ||
        keeper->clock.seat != seat) {
        return false;
    }
    if (keeper->clock.state == CLOCK_WAITS || keeper->clock.state == CLOCK_UNTOLD) {
        timekeeper_turn_to(keeper, CLOCK_RUNS, session->run->now);
    }
    return true;
}

void clocks_told(const struct session *session, int seat)
{
    g_auto(Timekeeper) keeper = { 0 };
    if (told_now(&keeper, session, seat)) {
        timekeeper_store(&keeper);
    }
}

void clocks_digest_due(const struct session *session, int seat, gint64 since)
{
    g_auto(Timekeeper) keeper = { 0 };
    if (timekeeper_open(&keeper, session->run, session->board->number) &&
        keeper.clock.seat == seat && keeper.clock.state == CLOCK_RUNS && keeper.clock.letter == 0) {
        timekeeper_book(&keeper, since);
        timekeeper_turn_to(&keeper, CLOCK_WAITS, session->run->now);
        timekeeper_store(&keeper);
    }
}

gint64 clocks_deadline_if_told(const struct session *session, int seat)
{
    g_auto(Timekeeper) keeper = { 0 };
    return told_now(&keeper, session, seat) ? timekeeper_deadline(&keeper) : 0;
}

void clocks_returned(struct run *run, gint64 letter)
{
    g_autoptr(GArray) boards = clocks_of_letter(run->db, letter);
    for (guint i = 0; i < boards->len; i++) {
        g_auto(Timekeeper) keeper = { 0 };
        if (timekeeper_open(&keeper, run, g_array_index(boards, gint64, i))) {
            timekeeper_book(&keeper, run->now);
            if (keeper.clock.booked > 0) { /* give back the time that the turn has taken so far */
                keeper.shows.left += keeper.clock.booked;
                keeper.shows.used -= keeper.clock.booked;
                seat_clock_write(run->db, keeper.clock.board, keeper.clock.seat, &keeper.shows);
                keeper.clock.booked = 0;
            }
            timekeeper_give_back(&keeper);
            timekeeper_turn_to(&keeper, CLOCK_UNTOLD, run->now);
            timekeeper_store(&keeper);
        }
    }
}

void clocks_kept_back(struct run *run, gint64 player)
{
    g_autoptr(GArray) boards = clocks_of_player(run->db, player);
    for (guint i = 0; i < boards->len; i++) {
        g_auto(Timekeeper) keeper = { 0 };
        if (timekeeper_open(&keeper, run, g_array_index(boards, gint64, i)) &&
            keeper.clock.state != CLOCK_RESTS) {
            timekeeper_book(&keeper, run->now);
            timekeeper_turn_to(&keeper, CLOCK_UNTOLD,
                               keeper.clock.state == CLOCK_UNTOLD ? keeper.clock.since : run->now);
            keeper.clock.reminded = run->now; /* do not write the letter again by ourselves */
            timekeeper_store(&keeper);
        }
    }
}

void clocks_taken_up(struct run *run, gint64 player)
{
    let_run(run, clocks_of_player(run->db, player), CLOCK_UNTOLD);
}

/* ---- what counts has changed ---- */

/* Works out the deadlines of these boards anew. Takes `boards`. */
static void derive_anew(struct run *run, GArray *boards)
{
    for (guint i = 0; i < boards->len; i++) {
        g_auto(Timekeeper) keeper = { 0 };
        if (timekeeper_open(&keeper, run, g_array_index(boards, gint64, i))) {
            keeper.clock.told = keeper.clock.told && timekeeper_is_late(&keeper, run->now);
            timekeeper_store(&keeper);
        }
    }
    g_array_unref(boards);
}

void clocks_player_changed(struct run *run, gint64 player)
{
    derive_anew(run, clocks_of_player(run->db, player));
}

void clocks_credit(struct run *run, gint64 begin, gint64 end, enum outage_kind kind)
{
    outage_add(run->db, begin, end, kind);
    derive_anew(run, clocks_all(run->db));
}

bool clocks_set(struct session *session, int seat, gint64 seconds)
{
    g_auto(Timekeeper) keeper = { 0 };
    if (!timekeeper_open(&keeper, session->run, session->board->number) ||
        !timing_is_clocked(&keeper.terms)) {
        return false;
    }
    struct seat_clock shows = seat_clock_read(session->run->db, session->board->number, seat);
    if (seat == keeper.clock.seat) {
        timekeeper_book(&keeper, session->run->now);
        shows = keeper.shows;
    }
    shows.left = MAX(seconds, 0);
    seat_clock_write(session->run->db, session->board->number, seat, &shows);
    if (seat == keeper.clock.seat) {
        keeper.shows = shows;
        keeper.clock.booked = 0; /* clocks_returned must not change what was set */
        keeper.clock.warned = keeper.clock.told = false;
        timekeeper_store(&keeper);
    }
    return true;
}

/* ---- what they show ---- */

struct seat_clock clocks_shown(struct run *run, gint64 board, int seat)
{
    g_auto(Timekeeper) keeper = { 0 };
    if (timekeeper_open(&keeper, run, board) && keeper.clock.seat == seat) {
        timekeeper_count(&keeper, run->now);
        return keeper.shows;
    }
    return seat_clock_read(run->db, board, seat);
}

gint64 clocks_left(struct run *run, gint64 board, int seat)
{
    g_autofree char *text = board_timing(run->db, board);
    struct timing terms;
    bool clocked = text != NULL && timing_read(&terms, text) && timing_is_clocked(&terms);
    return clocked ? clocks_shown(run, board, seat).left : -1;
}

bool clocks_deadline_holds(struct run *run, gint64 board)
{
    g_auto(Timekeeper) keeper = { 0 };
    return !timekeeper_open(&keeper, run, board) ||
           keeper.clock.deadline == timekeeper_deadline(&keeper);
}

/* ---- clock words ---- */

/* True if the session shows a running match as it is stored. */
static bool is_present(const struct session *session)
{
    return session->board->number != 0 && session_is_present(session) &&
           session->board->state == BOARD_RUNNING;
}

/* Keys: for the player to move, and for others. */
static const struct deadline_keys {
    const char *own, *of_other;
} plain_keys = { "time-yours", "time-theirs" },
  claim_keys = { "time-yours-claim", "time-theirs-claim" },
  over_keys = { "time-yours-over", "time-theirs-over" };

struct phrase *clock_words_deadline(const struct session *session, int seat)
{
    struct run *run = session->run;
    g_auto(Timekeeper) keeper = { 0 };
    if (!is_present(session) || !timekeeper_open(&keeper, run, session->board->number)) {
        return NULL;
    }
    /* It is shown if time control was agreed to, or time is over. */
    const struct timing *terms = &keeper.terms;
    const bool agreed = timing_is_clocked(terms) || terms->forfeit > 0 || terms->claim;
    if (!agreed && (keeper.clock.deadline == 0 || run->now <= keeper.clock.deadline)) {
        return NULL;
    }
    bool untold = keeper.clock.state == CLOCK_UNTOLD;
    bool over = timekeeper_is_late(&keeper, run->now);
    if (!over && (untold || keeper.clock.state == CLOCK_WAITS)) {
        timekeeper_turn_to(&keeper, CLOCK_RUNS, run->now);
    }
    gint64 moment = timekeeper_deadline(&keeper);
    int to_move = keeper.clock.seat;
    if (moment == 0 || (untold && to_move != seat && !over)) {
        return NULL;
    }
    const struct deadline_keys *keys = !timekeeper_needs_claim(&keeper) ? &plain_keys
                                       : over                           ? &over_keys
                                                                        : &claim_keys;
    return say(to_move == seat ? keys->own : keys->of_other,
               with_phrase(pairs("name", session->board->seat[to_move].name, NULL), "deadline",
                           phrase_moment(moment)));
}

/* "ann 9 days 3 hours; bob 10 days"; NULL if there are no clocks for the whole match. */
static struct phrase *all_left(const struct session *session)
{
    struct phrase *all = phrase_listed("series");
    for (int seat = 0; seat < session->board->seats; seat++) {
        gint64 left = clocks_left(session->run, session->board->number, seat);
        if (session_in_play(session, seat) && left >= 0) {
            struct phrase *one = phrase_joined(" ");
            phrase_add(one, phrase_text(session->board->seat[seat].name));
            phrase_add(one, phrase_span(left));
            phrase_add(all, one);
        }
    }
    return phrase_if_any(all);
}

/* Adds how much of a seat's last turn did not count for one reason, if any did not. */
static void add_credit(struct phrase *lines, const struct session *session, int seat,
                       gint64 seconds, const char *key)
{
    struct values *values = pairs("name", session->board->seat[seat].name, NULL);
    with_phrase(values, "span", phrase_span(seconds));
    g_autoptr(Phrase) line = say(key, values);
    phrase_add(lines, seconds > 0 ? g_steal_pointer(&line) : NULL);
}

struct phrase *clock_words_times(const struct session *session)
{
    struct timing terms;
    if (!is_present(session) || session->board->timing[0] == '\0' ||
        !timing_read(&terms, session->board->timing)) {
        return NULL;
    }
    struct phrase *lines = phrase_joined("\n");
    struct phrase *left = terms.total > 0 ? all_left(session) : NULL;
    phrase_add(lines,
               left != NULL ? say("time-left", with_phrase(values_new(), "left", left)) : NULL);
    for (int seat = 0; seat < session->board->seats; seat++) {
        struct seat_clock shows = clocks_shown(session->run, session->board->number, seat);
        add_credit(lines, session, seat, shows.stood_still, "credited-outage");
        add_credit(lines, session, seat, shows.held, "credited-hold");
    }
    return phrase_if_any(lines);
}

/* ---- watermark ---- */

/* The moment up to which all mail is here: later mail may still be in a mailbox. */
static gint64 reached(const struct run *run, const struct watermark *mark)
{
    return run->config->mailboxes->len > 0 ? MIN(mark->fetched, run->now) : run->now;
}

/* If the system's clock was put back, drops all moments in the future and returns true. */
static bool drop_future(struct run *run, struct watermark *mark)
{
    if (MAX(mark->served, MAX(mark->fetched, mark->held)) <= run->now) {
        return false;
    }
    clocks_put_back(run->db, run->now);
    mark->fetched = MIN(mark->fetched, run->now);
    mark->served = MIN(mark->served, run->now);
    mark->quiet = true;
    derive_anew(run, clocks_all(run->db));
    return true;
}

void watermark_begin(struct run *run)
{
    struct watermark mark = watermark_read(run->db);
    gint64 here = reached(run, &mark);
    if (!drop_future(run, &mark) && mark.served != 0 && here - mark.served > run->config->outage) {
        clocks_credit(run, mark.served, here, OUTAGE_STOOD_STILL);
        mark.served = here;
        mark.quiet = true;
    }
    watermark_write(run->db, &mark);
}

void watermark_end(struct run *run)
{
    struct watermark mark = watermark_read(run->db);
    mark.served = MAX(mark.served, reached(run, &mark));
    mark.daily = run->now / CLOCK_DAY;
    watermark_write(run->db, &mark);
}

void watermark_held(struct run *run, gint64 since)
{
    struct watermark mark = watermark_read(run->db);
    mark.held = since;
    drop_future(run, &mark);
    if (since > run->now) { /* the clock was ahead: it is not known when it began */
        since = mark.served != 0 ? mark.served : run->now;
    }
    if (mark.served != 0 && since - mark.served > run->config->outage) {
        clocks_credit(run, mark.served, since, OUTAGE_STOOD_STILL);
    }
    clocks_credit(run, since, run->now, OUTAGE_HELD);
    mark.served = mark.served != 0 ? run->now : 0;
    mark.quiet = true;
    watermark_write(run->db, &mark);
}

void watermark_fetched(struct run *run, gint64 moment)
{
    struct watermark mark = watermark_read(run->db);
    mark.fetched = moment;
    watermark_write(run->db, &mark);
}

gint64 watermark_reached(struct run *run)
{
    struct watermark mark = watermark_read(run->db);
    return reached(run, &mark);
}

gint64 watermark_settled(struct run *run)
{
    struct watermark mark = watermark_read(run->db);
    if (mark.quiet) {
        return 0;
    }
    return run->arrived != 0 ? MIN(run->arrived, reached(run, &mark)) : mark.served;
}

void watermark_calm(struct run *run)
{
    struct watermark mark = watermark_read(run->db);
    mark.quiet = false;
    watermark_write(run->db, &mark);
}
