/*
 * clock.h: the time, as numbers and in words, and time zones.
 */
#ifndef POSTMOVE_CLOCK_H
#define POSTMOVE_CLOCK_H

#include <glib.h>
#include <stdbool.h>

enum { CLOCK_MINUTE = 60, CLOCK_HOUR = 3600, CLOCK_DAY = 86400 };

/* Seconds since 1970-01-01 UTC: the time given to clock_set, or else the system's clock. */
gint64 clock_now(void);

/* The last `seconds` up to a moment, in which things that have a limit are counted. A later
 * date was written before the system's clock was put back. It does not count, since it would
 * shut somebody out until that time comes. */
struct clock_span {
    gint64 begin, end;
};

static inline struct clock_span clock_span(gint64 now, gint64 seconds)
{
    return (struct clock_span){ now - seconds, now };
}

/* From now on the time is `seconds`; for databases made for tests only. */
void clock_set(gint64 seconds);

/* "Sat, 21 Nov 2026 11:20:00 +0000", as RFC 5322 section 3.3 writes it. Free with g_free. The names
 * of days and months are those of the locale, which is always C.UTF-8 (main.c). */
char *clock_rfc5322(gint64 seconds);

/* "21 Nov 2026 11:20 UTC", for the operator. Free with g_free. */
char *clock_for_people(gint64 seconds);

/*
 * ---- time zones ----
 *
 * They have the names of the time zone database, such as "Europe/Berlin". A name may come from
 * anybody, so only names that the database lists are opened.
 */

enum {
    ZONE_NAME_MAX = 64, /* bytes of a name; a longer one is unknown */
    ZONES_NEAR = 3,     /* how many are proposed for one that is unknown */
};

/* The zone of that name, in any case, as the database writes it: a place, such as
 * "Asia/Kolkata", or "UTC". NULL if no zone has it. Free with g_free. */
char *zone_find(const char *name);

/* Names (char *) like an unknown one, the likeliest first, at most ZONES_NEAR: it is their
 * place ("Berlin"), or begins that, or differs from the name or the place by one or two
 * letters. Empty if there are none. Free with g_ptr_array_unref. */
GPtrArray *zone_near(const char *name);

/* The rules of a zone by a name that zone_find gave (NULL: UTC). UTC if the machine does not
 * know the zone any more. Free with g_time_zone_unref. */
GTimeZone *zone_open(const char *name);

/* The date of a day counted from 1970-01-01. */
GDate clock_date(gint64 day);

#endif
