/*
 * timing.h: the time terms of a match, as words and as text, and what is left of
 * a clock.
 *
 * A word, without regard to case, is one of
 *
 *   --time=10d         ten days for all turns of a seat together
 *   --time=10d+12h     the same, and twelve hours more with each turn of its own
 *   --time=36h/move    36 hours for each turn, begun anew every time
 *   --nag=3            a player who has been silent for three days is reminded, and
 *                      again every three days
 *   --forfeit=14       a player who has been silent for 14 days forfeits
 *   --forfeit=claim    nobody forfeits at once: when a player's time is over, the others
 *                      may claim the match
 *   --weekends=off     Saturdays and Sundays of the mover do not count; `on`: they do
 *
 * A span is numbers with units: w, d or h, also as week(s), day(s) and hour(s), from
 * the greatest to the least: "1d12h". A number without a unit is days. --nag and
 * --forfeit are a day at least; nothing is more than a year.
 *
 * The canonical text holds what was agreed to, in this order, joined by spaces:
 * "time=10d+12h nag=3d forfeit=claim weekends=off"; empty if there is nothing. A
 * span of whole days is written in days, else in hours.
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
    TIMING_SILENCE_CLAIM = 30 * 86400, /* silence after which the others may claim where
                                          neither --time nor --forfeit=DAYS was agreed to */
};

struct timing {
    gint64 total;      /* seconds for the whole match; 0: none */
    gint64 increment;  /* seconds added with each turn of one's own; 0: none */
    gint64 per_move;   /* seconds for each turn; 0: none; never beside total */
    gint64 nag;        /* seconds of silence after which a reminder goes; 0: none */
    gint64 forfeit;    /* seconds of silence after which the seat is out; 0: none */
    bool claim;        /* a player whose time is over does not forfeit until another claims it;
                          never beside forfeit */
    bool weekends_off; /* Saturdays and Sundays of the mover's own time zone do not count */
};

/*
 * Takes one word, leading `--` and all; `timing` begins as { 0 }. If it cannot be,
 * false, `timing` unchanged, and *reason_key (may be NULL) a key of the group "time"
 * in templates/, in whose words {{word}} is the word:
 *   timing-unknown   none of the four
 *   timing-time      --time without a span it can be
 *   timing-nag       --nag without days it can be
 *   timing-forfeit   --forfeit without days it can be, and not `claim`
 *   timing-weekends  --weekends neither on nor off
 *   timing-twice     this was said before, otherwise
 */
bool timing_word(struct timing *timing, const char *word, const char **reason_key);

/* Whether the terms fit each other, once all words were taken. If not, false, and
 * *reason_key (may be NULL) as above:
 *   timing-nag-late      the time would be over before the first reminder
 *   timing-forfeit-late  the time for a turn would be over before the silence is */
bool timing_fits(const struct timing *timing, const char **reason_key);

/* The canonical text. Free with g_free. */
char *timing_text(const struct timing *timing);

/* Begins anew and reads canonical text, as stored. Accepts also what a player may
 * write. False, and no terms at all, if it cannot be read. */
bool timing_read(struct timing *timing, const char *text);

/* A span as it is written: "10d", "36h"; below an hour "0h". Free with g_free. */
char *timing_span_text(gint64 seconds);

/* ---- clocks ---- */

/* Whether each seat has a clock: a total, or a time for each turn. */
bool timing_is_clocked(const struct timing *timing);

/* Seconds of silence after which the others may claim, or the seat is out, where
 * there is no clock: --forfeit=DAYS, else TIMING_SILENCE_CLAIM. With a clock: those
 * of --forfeit=DAYS, or 0. */
gint64 timing_silence(const struct timing *timing);

/* Whether the others have to claim what time brings; else the seat is out by itself. */
bool timing_needs_claim(const struct timing *timing);

/* What a seat's clock shows when the match begins, in seconds; 0 without a clock. */
gint64 timing_left_at_start(const struct timing *timing);

/* What a turn that took `elapsed` seconds uses of the `left`: never more than there
 * was, never less than nothing. */
gint64 timing_used(gint64 left, gint64 elapsed);

/* What a seat's clock shows after such a turn of its own, what the turn adds
 * included; never negative. With a time for each turn it is that time again. */
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

/* Everything counts, in that zone (NULL: UTC), of which it takes a reference; but for
 * weekends if they are off. */
void calendar_init(struct calendar *calendar, GTimeZone *zone, bool weekends_off);
void calendar_clear(struct calendar *calendar);
typedef struct calendar Calendar;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Calendar, calendar_clear)

/* From now on this time does not count; it may overlap any other. Nothing if `end` is
 * not after `begin`. */
void calendar_add(struct calendar *calendar, gint64 begin, gint64 end);

/* Seconds that count between two moments; 0 if `to` is not after `from`. */
gint64 calendar_elapsed(const struct calendar *calendar, gint64 from, gint64 to);

/* The deadline: the first moment by which so many seconds have counted; `from` for none
 * or less. CALENDAR_LAST if there never is one. A player is late when more than those
 * seconds have elapsed: not yet where time stands still right after the deadline. */
gint64 calendar_after(const struct calendar *calendar, gint64 from, gint64 seconds);

/* The first moment of a date in a zone; the day after it if the zone left that date
 * out. `date` must be valid and of 1970 to 9998. */
gint64 calendar_day_begins(GTimeZone *zone, const GDate *date);

/* The date in a zone at a moment. */
void calendar_date(GTimeZone *zone, gint64 moment, GDate *date);

#endif
