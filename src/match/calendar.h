/*
 * calendar.h: which time counts against a player, and when so much has passed.
 *
 * All moments are seconds since 1970-01-01 UTC; moments before it and beyond the year
 * 9999 are taken for these ends. What does not count are spans that somebody added
 * (vacations, outages) and, if wished, each Saturday and Sunday: from the first moment
 * whose date in the zone is the Saturday to the first whose date is the Monday, however
 * long the clocks of the zone make that.
 *
 * Work grows with the weeks and the spans between two moments, and with nothing else.
 */
#ifndef POSTMOVE_CALENDAR_H
#define POSTMOVE_CALENDAR_H

#include <glib.h>
#include <stdbool.h>

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
