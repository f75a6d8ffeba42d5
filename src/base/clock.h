/*
 * clock.h: the one function that tells the time.
 */
#ifndef POSTMOVE_CLOCK_H
#define POSTMOVE_CLOCK_H

#include <glib.h>

enum { CLOCK_MINUTE = 60, CLOCK_HOUR = 3600, CLOCK_DAY = 86400 };

/* Seconds since 1970-01-01 UTC. Reads the system clock once for each run
 * unless the clock was set. */
gint64 clock_now(void);

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
