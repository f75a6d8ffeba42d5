/*
 * timing.h: the time control of a match, as words and as text, and what is left on a clock.
 *
 * A word, without regard to case, is one of
 *
 *   --time=10d         ten days for all turns of a seat together
 *   --time=10d+12h     the same, and twelve hours more with each turn of its own
 *   --time=10d+12h^15d the same, but no turn lifts the clock above 15 days; without such a cap,
 *                      not above twice the first amount. What people give (givetime, set-clock) may
 *                      go above it; then turns add nothing until the clock is below it again
 *   --time=36h/move    36 hours for each turn, begun anew every time
 *   --nag=3            a player who has been silent for three days is reminded, and
 *                      again every three days
 *   --forfeit=14       a player who has been silent for 14 days forfeits
 *   --forfeit=claim    nobody forfeits at once: when a player's time is over, the others
 *                      may claim the match
 *   --weekends=off     Saturdays and Sundays of the mover do not count; `on`: they do
 *
 * A span is numbers with units: w, d or h, also as week(s), day(s) and hour(s), from the
 * greatest to the least: "1d12h". A number without a unit is days. --nag and --forfeit are at
 * least a day; nothing is more than a year.
 *
 * The canonical text has what was agreed to, in this order, joined by spaces:
 * "time=10d+12h nag=3d forfeit=claim weekends=off"; empty if there is nothing. A span of whole
 * days is written in days, else in hours. The cap is there if it is not twice the first amount.
 */
#ifndef POSTMOVE_TIMING_H
#define POSTMOVE_TIMING_H

#include <glib.h>
#include <stdbool.h>

enum {
    TIMING_WORD_MAX = 64,              /* bytes of a word; a longer one cannot be read */
    TIMING_LEAST = 3600,               /* seconds of --time and of what a turn adds */
    TIMING_LEAST_DAYS = 86400,         /* seconds of --nag and --forfeit */
    TIMING_MOST = 365 * 86400,         /* seconds of any span */
    TIMING_SILENCE_CLAIM = 30 * 86400, /* silence after which the others may claim if neither
                                          --time nor --forfeit=DAYS was agreed to */
};

struct timing {
    gint64 total;      /* seconds for the whole match; 0: none */
    gint64 increment;  /* seconds added with each turn of its own; 0: none */
    gint64 cap;        /* seconds above which no turn lifts the clock; 0: twice `total` */
    gint64 per_move;   /* seconds for each turn; 0: none; never together with total */
    gint64 nag;        /* seconds of silence after which a reminder is sent; 0: none */
    gint64 forfeit;    /* seconds of silence after which the player forfeits; 0: none */
    bool claim;        /* a player whose time is over forfeits only if another claims it; never
                          together with forfeit */
    bool weekends_off; /* Saturdays and Sundays of the mover's own time zone do not count */
};

/*
 * Takes one word with its leading `--`; `timing` begins as { 0 }. If the word is not valid,
 * returns false with `timing` unchanged, and sets *reason_key (may be NULL) to a key of the group
 * "time" in templates/, in whose words {{word}} is the word:
 *   timing-unknown   none of the four words
 *   timing-time      --time without a span that it can have
 *   timing-nag       --nag without days that it can have
 *   timing-forfeit   --forfeit without days that it can have, and not `claim`
 *   timing-weekends  --weekends is neither on nor off
 *   timing-twice     an earlier word set another value
 */
bool timing_word(struct timing *timing, const char *word, const char **reason_key);

/* True if the words fit each other; call it when all were taken. If not, sets *reason_key (may be
 * NULL) as above:
 *   timing-nag-late      the time would be over before the first reminder
 *   timing-cap           the clock would begin above its cap
 *   timing-forfeit-late  the time for a turn would be over before the silence is */
bool timing_fits(const struct timing *timing, const char **reason_key);

/* The canonical text. Free with g_free. */
char *timing_text(const struct timing *timing);

/* Resets `timing` and reads canonical text, as stored. Also accepts what a player may write.
 * If it cannot be read, false, and `timing` has nothing set. */
bool timing_read(struct timing *timing, const char *text);

/* ---- clocks ---- */

/* True if each seat has a clock: a total, or a time for each turn. */
bool timing_is_clocked(const struct timing *timing);

/* Seconds of silence after which the others may claim or the seat forfeits. Without a clock:
 * --forfeit=DAYS, else TIMING_SILENCE_CLAIM. With a clock: --forfeit=DAYS, else 0. */
gint64 timing_silence(const struct timing *timing);

/* True if the others must claim when time is over; else the seat forfeits by itself. */
bool timing_needs_claim(const struct timing *timing);

/* What a seat's clock shows when the match begins, in seconds; 0 without a clock. */
gint64 timing_left_at_start(const struct timing *timing);

/* Seconds up to which turns lift the clock; 0 if they add nothing. */
gint64 timing_cap(const struct timing *timing);

/* How much of `left` a turn that took `elapsed` seconds uses: never more than `left`, never
 * less than 0. */
gint64 timing_used(gint64 left, gint64 elapsed);

/* What a seat's clock shows after such a turn of its own, including what the turn adds below the
 * cap; never negative. With a time for each turn it is that time again. */
gint64 timing_left_after(const struct timing *timing, gint64 left, gint64 elapsed);

/*
 * ---- which time counts, and when so much of it has passed ----
 *
 * Moments are seconds since 1970-01-01 UTC; a moment before that or after the year 9999 counts as
 * the nearer of these. Spans that were added (vacations, outages) do not count, nor, if asked for,
 * Saturdays and Sundays: from the first moment that is dated Saturday in the zone to the first that
 * is dated Monday.
 *
 * The work depends only on the number of weeks and spans between two moments.
 */

#define CALENDAR_LAST G_GINT64_CONSTANT(253402300799) /* the end of the year 9999, UTC */

/* A time that does not count: from `begin` up to, not including, `end`. */
struct span {
    gint64 begin, end;
};

struct calendar {
    GTimeZone *zone; /* its own reference */
    bool weekends_off;
    GArray *spans; /* struct span, ascending; none touches another */
};

/* Begins a calendar in that zone (NULL: UTC), of which it takes a reference. All time counts,
 * except weekends with `weekends_off`. */
void calendar_init(struct calendar *calendar, GTimeZone *zone, bool weekends_off);
void calendar_clear(struct calendar *calendar);
typedef struct calendar Calendar;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Calendar, calendar_clear)

/* From now on this time does not count; it may overlap any other. Does nothing if `end` is not
 * after `begin`. */
void calendar_add(struct calendar *calendar, gint64 begin, gint64 end);

/* Seconds that count between two moments; 0 if `to` is not after `from`. */
gint64 calendar_elapsed(const struct calendar *calendar, gint64 from, gint64 to);

/* The deadline: the first moment by which so many seconds have counted; `from` if `seconds` is
 * 0 or less. CALENDAR_LAST if there is no such moment. A player is late when more than those
 * seconds have counted: not yet in a time right after the deadline that does not count. */
gint64 calendar_after(const struct calendar *calendar, gint64 from, gint64 seconds);

/* The first moment after another at which the clocks of a zone show a time of day, given in seconds
 * after midnight; if they skip it that day, the moment at which they do. */
gint64 calendar_next(GTimeZone *zone, gint64 seconds, gint64 moment);

/* The first moment of a date in a zone; if the zone skipped that date, of the day after it.
 * `date` must be valid and from 1970 to 9998. */
gint64 calendar_day_begins(GTimeZone *zone, const GDate *date);

/* The date in a zone at a moment. */
void calendar_date(GTimeZone *zone, gint64 moment, GDate *date);

#endif
