#include "match/calendar.h"

enum { HOUR = 3600, DAY = 24 * HOUR };

/* Farther than any place has ever been from Greenwich. */
enum { OFFSET_MOST = 16 * HOUR };

/* 1970-01-01 as GDate counts days. */
static gint64 epoch_julian(void)
{
    GDate epoch;
    g_date_clear(&epoch, 1);
    g_date_set_dmy(&epoch, 1, G_DATE_JANUARY, 1970);
    return g_date_get_julian(&epoch);
}

void calendar_init(struct calendar *calendar, GTimeZone *zone, bool weekends_off)
{
    calendar->zone = zone != NULL ? g_time_zone_ref(zone) : g_time_zone_new_utc();
    calendar->weekends_off = weekends_off;
    calendar->spans = g_array_new(FALSE, FALSE, sizeof(struct span));
}

void calendar_clear(struct calendar *calendar)
{
    g_clear_pointer(&calendar->zone, g_time_zone_unref);
    g_clear_pointer(&calendar->spans, g_array_unref);
}

/* ---- days of a zone ---- */

/* Seconds by which the clocks of a zone are ahead of UTC. */
static gint64 offset_at(GTimeZone *zone, gint64 moment)
{
    return g_time_zone_get_offset(zone,
                                  g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, moment));
}

/* The first moment after `early` at which the offset is no longer what it was then;
 * `late`, where it differs, at the latest. */
static gint64 change_between(GTimeZone *zone, gint64 early, gint64 late)
{
    gint64 before = offset_at(zone, early);
    while (late - early > 1) {
        gint64 middle = early + (late - early) / 2;
        if (offset_at(zone, middle) == before) {
            early = middle;
        } else {
            late = middle;
        }
    }
    return late;
}

/* The first moment at which the clocks of the zone show this, or, where they skip it,
 * more; `shown` is in seconds as if it were UTC. */
static gint64 first_showing(GTimeZone *zone, gint64 shown)
{
    gint64 early = shown - OFFSET_MOST;
    gint64 late = shown + OFFSET_MOST;
    gint64 before = offset_at(zone, early);
    gint64 after = offset_at(zone, late);
    if (before == after) {
        return shown - before;
    }
    gint64 change = change_between(zone, early, late);
    return shown - before < change ? shown - before : MAX(change, shown - after);
}

/* Days since 1970-01-01 of the date which the clocks show. */
static gint64 day_at(GTimeZone *zone, gint64 moment)
{
    return (moment + offset_at(zone, moment) + (gint64)2 * DAY) / DAY - 2; /* rounds down */
}

gint64 calendar_day_begins(GTimeZone *zone, const GDate *date)
{
    return first_showing(zone, (g_date_get_julian(date) - epoch_julian()) * DAY);
}

void calendar_date(GTimeZone *zone, gint64 moment, GDate *date)
{
    gint64 day = day_at(zone, CLAMP(moment, 0, CALENDAR_LAST));
    g_date_clear(date, 1);
    g_date_set_julian(date, (guint32)(day + epoch_julian()));
}

/* ---- what counts ---- */

/* The weekend in which the moment lies, or the next one. Mind that clocks put back over
 * midnight show a Friday within the weekend, or a Sunday right after it. */
static struct span weekend_near(GTimeZone *zone, gint64 moment)
{
    gint64 day = day_at(zone, moment);
    gint64 monday = day - (day + 3 + 7) % 7; /* 1970-01-01 was a Thursday */
    for (;; monday += 7) {
        struct span weekend = { first_showing(zone, (monday + 5) * DAY),
                                first_showing(zone, (monday + 7) * DAY) };
        if (weekend.end > moment) {
            return weekend;
        }
    }
}

/* How many of the spans have ended at a moment. */
static guint spans_over(const GArray *spans, gint64 moment)
{
    guint low = 0;
    guint high = spans->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (g_array_index(spans, struct span, middle).end <= moment) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The span at a moment, or the next one that does not count; it may be the first part
 * of a longer one. False: there is none. */
static bool next_rest(const struct calendar *calendar, gint64 moment, struct span *rest)
{
    guint next = spans_over(calendar->spans, moment);
    bool found = next < calendar->spans->len;
    if (found) {
        *rest = g_array_index(calendar->spans, struct span, next);
    }
    if (calendar->weekends_off) {
        struct span weekend = weekend_near(calendar->zone, moment);
        *rest = found && rest->begin <= weekend.begin ? *rest : weekend;
        return true;
    }
    return found;
}

void calendar_add(struct calendar *calendar, gint64 begin, gint64 end)
{
    struct span added = { begin, end };
    if (end <= begin) {
        return;
    }
    /* What only touches it is joined as well. */
    guint first = spans_over(calendar->spans, begin - 1);
    guint after = first;
    for (; after < calendar->spans->len; after++) {
        const struct span *other = &g_array_index(calendar->spans, struct span, after);
        if (other->begin > end) {
            break;
        }
        added.begin = MIN(added.begin, other->begin);
        added.end = MAX(added.end, other->end);
    }
    if (after > first) {
        g_array_remove_range(calendar->spans, first, after - first);
    }
    g_array_insert_val(calendar->spans, first, added);
}

/* Goes on from `from` until `seconds` have counted, or to `to`, and gives where it came
 * to; *counted are the seconds that did. */
static gint64 walk(const struct calendar *calendar, gint64 from, gint64 to, gint64 seconds,
                   gint64 *counted)
{
    gint64 at = from;
    *counted = 0;
    while (at < to && *counted < seconds) {
        struct span rest;
        bool rests = next_rest(calendar, at, &rest) && rest.begin < to;
        gint64 stop = rests ? MAX(rest.begin, at) : to;
        gint64 part = MIN(stop - at, seconds - *counted);
        *counted += part;
        at += part;
        if (at == stop && rests && *counted < seconds) {
            at = MIN(rest.end, to);
        }
    }
    return at;
}

gint64 calendar_elapsed(const struct calendar *calendar, gint64 from, gint64 to)
{
    gint64 counted;
    walk(calendar, CLAMP(from, 0, CALENDAR_LAST), CLAMP(to, 0, CALENDAR_LAST), G_MAXINT64,
         &counted);
    return counted;
}

gint64 calendar_after(const struct calendar *calendar, gint64 from, gint64 seconds)
{
    gint64 counted;
    return walk(calendar, CLAMP(from, 0, CALENDAR_LAST), CALENDAR_LAST, seconds, &counted);
}
