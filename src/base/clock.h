/*
 * clock.h: the one function that tells the time.
 */
#ifndef POSTMOVE_CLOCK_H
#define POSTMOVE_CLOCK_H

#include <glib.h>

enum { CLOCK_MINUTE = 60, CLOCK_HOUR = 3600, CLOCK_DAY = 86400 };

/* Seconds since 1970-01-01 UTC: what the clock was set to (clock_set), or else what the
 * system's clock says now. */
gint64 clock_now(void);

/* The last `seconds` up to a moment, in which things are counted that there is a limit
 * for. What is dated later was written before the system's clock was put back: it counts
 * for nothing, lest it shut somebody out until that time has come. */
struct clock_span {
    gint64 begin, end;
};

static inline struct clock_span clock_span(gint64 now, gint64 seconds)
{
    return (struct clock_span){ now - seconds, now };
}

/* From now on the time is `seconds`; for databases made for tests only. */
void clock_set(gint64 seconds);

/* "Sat, 21 Nov 2026 11:20:00 +0000", as RFC 5322 section 3.3 writes it. */
char *clock_rfc5322(gint64 seconds);

/* "21 Nov 2026 11:20 UTC", where nobody's own time is known. */
char *clock_for_people(gint64 seconds);

/* "21 Nov 2026 12:20", as the clocks of a zone show it. */
char *clock_in_zone(gint64 seconds, GTimeZone *zone);

/* "24 Dec 2026"; the caller's. */
char *clock_day(const GDate *date);

#endif
