#include "clocks/timekeeper.h"

#include "letters/run.h"
#include "store/boards.h"
#include "store/clocks.h"
#include "store/players.h"

/* ---- which time counts ---- */

/* Reads the player's calendar, from the clock's `since` on: their time zone, vacations and
 * weekends, and the outages. */
static void read_calendar(struct timekeeper *keeper)
{
    struct run *run = keeper->run;
    g_autoptr(GTimeZone) zone = preference_time_zone(run, keeper->clock.player);
    calendar_init(&keeper->calendar, zone, keeper->terms.weekends_off);
    g_autoptr(GArray) vacations = vacations_of(run->db, keeper->clock.player);
    for (guint i = 0; i < vacations->len; i++) {
        const struct vacation *vacation = &g_array_index(vacations, struct vacation, i);
        calendar_add(&keeper->calendar, vacation->begin, vacation->end);
    }
    g_autoptr(GArray) outages = outages_since(run->db, keeper->clock.since);
    for (guint i = 0; i < outages->len; i++) {
        const struct outage *outage = &g_array_index(outages, struct outage, i);
        calendar_add(&keeper->calendar, outage->begin, outage->end);
    }
}

/* Seconds of outages of one kind between two moments. */
static gint64 outage_between(const struct run *run, gint64 from, gint64 to, enum outage_kind kind)
{
    g_auto(Calendar) all;
    calendar_init(&all, NULL, false);
    g_autoptr(GArray) outages = outages_since(run->db, from);
    for (guint i = 0; i < outages->len; i++) {
        const struct outage *outage = &g_array_index(outages, struct outage, i);
        if (outage->kind == kind) {
            calendar_add(&all, outage->begin, outage->end);
        }
    }
    return MAX(to - from, 0) - calendar_elapsed(&all, from, to);
}

/* ---- counting ---- */

void timekeeper_begin(struct timekeeper *keeper, struct run *run, const struct clock *clock,
                      const struct seat_clock *shows, const char *terms)
{
    *keeper = (struct timekeeper){ .run = run, .clock = *clock, .shows = *shows };
    timing_read(&keeper->terms, terms);
    read_calendar(keeper);
}

bool timekeeper_open(struct timekeeper *keeper, struct run *run, gint64 board)
{
    *keeper = (struct timekeeper){ 0 };
    struct clock clock;
    struct seat_clock shows;
    g_autofree char *terms = NULL;
    const bool found = clock_read_with(run->db, board, &clock, &shows, &terms);
    if (found) {
        timekeeper_begin(keeper, run, &clock, &shows, terms);
    }
    return found;
}

void timekeeper_clear(struct timekeeper *keeper)
{
    if (keeper->calendar.zone != NULL) {
        calendar_clear(&keeper->calendar);
    }
}

void timekeeper_turn_to(struct timekeeper *keeper, enum clock_state state, gint64 since)
{
    struct clock *clock = &keeper->clock;
    clock->state = state;
    clock->since = clock->counted = since;
    clock->reminded = 0;
    clock->warned = false;
    clock->told = false;
    if (state != CLOCK_RUNS) {
        clock->letter = 0;
    }
    calendar_clear(&keeper->calendar);
    read_calendar(keeper);
}

void timekeeper_count(struct timekeeper *keeper, gint64 moment)
{
    struct clock *clock = &keeper->clock;
    struct seat_clock *shows = &keeper->shows;
    if (clock->state != CLOCK_RUNS) {
        return;
    }
    /* Time in maintenance mode does not count, though it is stored as an outage only when
     * maintenance ends. */
    gint64 since = maintenance_since(keeper->run->db);
    gint64 end = since == 0 || since > moment
                     ? moment
                     : MIN(MAX(since, clock->counted), MAX(moment, clock->counted));
    gint64 elapsed = calendar_elapsed(&keeper->calendar, clock->counted, end);
    gint64 used = timing_used(shows->left, elapsed); /* 0 if there are no clocks */
    shows->left -= used;
    shows->used += used;
    shows->stood_still += outage_between(keeper->run, clock->counted, end, OUTAGE_STOOD_STILL);
    shows->held += outage_between(keeper->run, clock->counted, end, OUTAGE_HELD);
    shows->held += MAX(moment - end, 0);
    clock->booked += used;
    clock->counted = MAX(clock->counted, moment);
}

void timekeeper_book(struct timekeeper *keeper, gint64 moment)
{
    const struct seat_clock before = keeper->shows, *after = &keeper->shows;
    timekeeper_count(keeper, moment);
    if (before.used != after->used || before.stood_still != after->stood_still ||
        before.held != after->held) {
        seat_clock_write(keeper->run->db, keeper->clock.board, keeper->clock.seat, after);
    }
}

/* ---- limits ---- */

/* Seconds from `since` on that are counted already. */
static gint64 spent(const struct timekeeper *keeper)
{
    return calendar_elapsed(&keeper->calendar, keeper->clock.since, keeper->clock.counted);
}

gint64 timekeeper_limit(const struct timekeeper *keeper)
{
    const struct timing *terms = &keeper->terms;
    switch (keeper->clock.state) {
    case CLOCK_RESTS:
        return TIMEKEEPER_NO_LIMIT;
    case CLOCK_WAITS:
    case CLOCK_UNTOLD:
        return TIMING_SILENCE_CLAIM;
    case CLOCK_RUNS:
        break;
    }
    gint64 silence = timing_silence(terms);
    silence = silence > 0 ? silence + keeper->clock.extra : 0;
    gint64 left = spent(keeper) + keeper->shows.left;
    return !timing_is_clocked(terms) ? silence : silence > 0 ? MIN(silence, left) : left;
}

bool timekeeper_is_late(const struct timekeeper *keeper, gint64 moment)
{
    gint64 limit = timekeeper_limit(keeper);
    return limit != TIMEKEEPER_NO_LIMIT &&
           calendar_elapsed(&keeper->calendar, keeper->clock.since, moment) > limit;
}

/* ---- excused days ---- */

static int year_of(gint64 moment)
{
    const GDate day = clock_date(moment / CLOCK_DAY);
    return g_date_get_year(&day);
}

int timekeeper_days_left(const struct run *run, gint64 player, gint64 moment)
{
    return preference_is_on(run, player, SETTING_EXCUSED)
               ? MAX(run->config->excused - excused_taken(run->db, player, year_of(moment)), 0)
               : 0;
}

static bool may_be_excused(const struct timekeeper *keeper)
{
    const struct clock *clock = &keeper->clock;
    if (clock->state != CLOCK_RUNS || clock->told || keeper->run->config->excused == 0) {
        return false;
    }
    g_autoptr(Player) who = player_by_id(keeper->run->db, clock->player);
    return who != NULL && !who->program && board_has_played(keeper->run->db, who->id);
}

/* A day more, by whichever limit the clock is late. */
static void add_day(struct timekeeper *keeper)
{
    const gint64 limit = timekeeper_limit(keeper) + CLOCK_DAY;
    const gint64 silence = timing_silence(&keeper->terms);
    if (timing_is_clocked(&keeper->terms)) {
        keeper->shows.left = MAX(keeper->shows.left, limit - spent(keeper));
    }
    if (silence > 0) {
        keeper->clock.extra = MAX(keeper->clock.extra, limit - silence);
    }
}

int timekeeper_excuse(struct timekeeper *keeper, gint64 moment)
{
    struct clock *clock = &keeper->clock;
    struct run *run = keeper->run;
    int days = 0;
    for (const bool may = timekeeper_is_late(keeper, moment) && may_be_excused(keeper);
         may && timekeeper_is_late(keeper, moment); days++) {
        const gint64 deadline = timekeeper_deadline(keeper);
        if (timekeeper_days_left(run, clock->player, deadline) == 0) {
            break;
        }
        excused_take(run->db, clock->player, year_of(deadline), 1);
        add_day(keeper);
    }
    if (days > 0) {
        clock->excused += days;
        clock->reminded = run->now; /* what tells of these days is a reminder and a warning */
        clock->warned = true;
        keeper->unasked = run->now + CLOCK_DAY;
        seat_clock_write(run->db, clock->board, clock->seat, &keeper->shows);
        timekeeper_store(keeper);
    }
    return days;
}

void timekeeper_give_back(struct timekeeper *keeper)
{
    struct clock *clock = &keeper->clock;
    const gint64 seconds = clock->excused * (gint64)CLOCK_DAY;
    if (clock->excused > 0) {
        excused_take(keeper->run->db, clock->player, year_of(keeper->run->now), -clock->excused);
        clock->excused = 0;
        clock->extra = MAX(clock->extra - seconds, 0);
        /* Where silence counts too, the clock may have got nothing. */
        if (timing_is_clocked(&keeper->terms) && timing_silence(&keeper->terms) == 0) {
            keeper->shows.left = MAX(keeper->shows.left - seconds, 0);
            seat_clock_write(keeper->run->db, clock->board, clock->seat, &keeper->shows);
        }
    }
}

bool timekeeper_needs_claim(const struct timekeeper *keeper)
{
    return keeper->clock.state != CLOCK_RUNS || timing_needs_claim(&keeper->terms);
}

/* ---- reminders ---- */

/* The first reminder where nothing was agreed to, and those after it; whoever has not come back
 * after so many weeks does not mean to. */
enum { NAG_FIRST = 3 * CLOCK_DAY, NAG_AGAIN = 7 * CLOCK_DAY, NAG_WEEKS_MOST = 10 };

/* Seconds from `since` on after which the next reminder is due; 0 if none is due before the
 * deadline. Where nothing was agreed to, a week passes between two reminders, so that one letter
 * can have all boards, and where nobody forfeits by themselves, these go on after the deadline. */
static gint64 next_nag(const struct timekeeper *keeper)
{
    const struct clock *clock = &keeper->clock;
    if (clock->state != CLOCK_RUNS) {
        return 0;
    }
    const gint64 before = calendar_elapsed(&keeper->calendar, clock->since, clock->reminded);
    const gint64 agreed = keeper->terms.nag;
    const gint64 next = agreed != 0            ? (before / agreed + 1) * agreed
                        : clock->reminded != 0 ? before + NAG_AGAIN
                                               : NAG_FIRST;
    if (agreed == 0 && next > NAG_FIRST + NAG_WEEKS_MOST * NAG_AGAIN) {
        return 0;
    }
    const bool goes_on = agreed == 0 && timekeeper_needs_claim(keeper);
    return next < timekeeper_limit(keeper) || goes_on ? next : 0;
}

/* Seconds from `since` on after which the warning is due; 0 if there is none. */
static gint64 next_warning(const struct timekeeper *keeper)
{
    gint64 limit = timekeeper_limit(keeper), span = limit - spent(keeper);
    if (keeper->clock.state != CLOCK_RUNS || keeper->clock.warned || span < TIMEKEEPER_SHORT) {
        return 0;
    }
    return limit - MIN(TIMEKEEPER_WARNING, span / 4);
}

static bool has_passed(const struct timekeeper *keeper, gint64 moment, gint64 seconds)
{
    return seconds > 0 &&
           calendar_elapsed(&keeper->calendar, keeper->clock.since, moment) >= seconds;
}

bool timekeeper_nags(const struct timekeeper *keeper, gint64 moment)
{
    return has_passed(keeper, moment, next_nag(keeper));
}

bool timekeeper_warns(const struct timekeeper *keeper, gint64 moment)
{
    return has_passed(keeper, moment, next_warning(keeper));
}

/* ---- when something is to be done ---- */

static gint64 after(const struct timekeeper *keeper, gint64 seconds)
{
    return calendar_after(&keeper->calendar, keeper->clock.since, seconds);
}

static void no_later(gint64 *wake, gint64 moment)
{
    *wake = *wake == 0 ? moment : MIN(*wake, moment);
}

static gint64 wake(const struct timekeeper *keeper)
{
    const struct clock *clock = &keeper->clock;
    gint64 limit = timekeeper_limit(keeper), nag = next_nag(keeper), warning = next_warning(keeper);
    gint64 earliest = 0;
    if (limit != TIMEKEEPER_NO_LIMIT && !(timekeeper_needs_claim(keeper) && clock->told)) {
        no_later(&earliest, after(keeper, limit + 1));
    }
    if (nag > 0) {
        no_later(&earliest, MAX(after(keeper, nag), keeper->unasked));
    }
    if (warning > 0) {
        no_later(&earliest, MAX(after(keeper, warning), keeper->unasked));
    }
    if (clock->state == CLOCK_UNTOLD && clock->reminded == 0) {
        no_later(&earliest, clock->since + TIMEKEEPER_RESEND);
    }
    return earliest;
}

gint64 timekeeper_deadline(const struct timekeeper *keeper)
{
    gint64 limit = timekeeper_limit(keeper);
    return limit == TIMEKEEPER_NO_LIMIT ? 0 : after(keeper, limit);
}

void timekeeper_store(struct timekeeper *keeper)
{
    keeper->clock.deadline = timekeeper_deadline(keeper);
    keeper->clock.wake = wake(keeper);
    clock_write(keeper->run->db, &keeper->clock);
}
