/* What time counts: by a slow and plain oracle, by laws, and by days that clocks
 * lengthen, shorten or leave out. */
#include <glib.h>

#include "base/clock.h"
#include "match/timing.h"

enum { QUARTER = 900, HOUR = 3600, DAY = 86400, WEEK = 7 * DAY };

/* Changes at midnight, of half an hour, of zones that are no whole hours off, of places
 * that have none. All change at quarters of an hour in the years that are tried. */
static const char *const zones[] = {
    "Europe/Berlin",
    "America/New_York",
    "America/Havana",
    "America/Sao_Paulo",
    "Asia/Beirut",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
    "Africa/Casablanca",
    "America/St_Johns",
    "America/Los_Angeles",
    "Atlantic/Azores",
    "Africa/Cairo",
    "Pacific/Pago_Pago",
    "Asia/Gaza",
    "America/Asuncion",
    "UTC",
    NULL,
};

static gint64 moment(const char *text)
{
    g_autoptr(GTimeZone) utc = g_time_zone_new_utc();
    g_autoptr(GDateTime) time = g_date_time_new_from_iso8601(text, utc);
    g_assert_nonnull(time);
    return g_date_time_to_unix(time);
}

static gint64 between(gint64 least, gint64 most)
{
    guint64 chance = (guint64)(guint32)g_test_rand_int() << 32 | (guint32)g_test_rand_int();
    return least + (gint64)(chance % (guint64)(most - least + 1));
}

/* ---- the oracle ---- */

struct spans {
    int count;
    struct span span[8];
};

static bool rests(GTimeZone *zone, bool weekends_off, const struct spans *spans, gint64 at)
{
    for (int i = 0; i < spans->count; i++) {
        if (spans->span[i].begin <= at && at < spans->span[i].end) {
            return true;
        }
    }
    g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(at);
    g_autoptr(GDateTime) local = g_date_time_to_timezone(utc, zone);
    return weekends_off && g_date_time_get_day_of_week(local) >= 6;
}

/* Quarter by quarter: whatever a quarter begins with holds to its end. */
static gint64 plain_elapsed(GTimeZone *zone, bool weekends_off, const struct spans *spans,
                            gint64 from, gint64 to)
{
    gint64 sum = 0;
    for (gint64 at = from; at < to;) {
        gint64 next = MIN(to, at - at % QUARTER + QUARTER);
        sum += rests(zone, weekends_off, spans, at) ? 0 : next - at;
        at = next;
    }
    return sum;
}

static void scatter(struct spans *spans, struct calendar *calendar, gint64 around)
{
    spans->count = (int)between(0, 8);
    for (int i = 0; i < spans->count; i++) {
        gint64 begin = between(around - WEEK, around + 3 * WEEK) / QUARTER * QUARTER;
        spans->span[i] = (struct span){ begin, begin + between(-4, 400) * QUARTER };
        calendar_add(calendar, spans->span[i].begin, spans->span[i].end);
    }
}

static void assert_ordered(const struct calendar *calendar)
{
    for (guint i = 0; i < calendar->spans->len; i++) {
        const struct span *span = &g_array_index(calendar->spans, struct span, i);
        g_assert_cmpint(span->begin, <, span->end);
        g_assert_true(i == 0 || span[-1].end < span->begin);
    }
}

/* One calendar by chance, asked in every way. */
static void try_calendar(GTimeZone *zone, gint64 from)
{
    bool weekends_off = g_test_rand_bit();
    g_auto(Calendar) calendar;
    struct spans spans;
    calendar_init(&calendar, zone, weekends_off);
    scatter(&spans, &calendar, from);
    assert_ordered(&calendar);

    gint64 middle = from + between(0, 2 * WEEK);
    gint64 to = middle + between(0, 2 * WEEK);
    gint64 first = calendar_elapsed(&calendar, from, middle);
    gint64 all = calendar_elapsed(&calendar, from, to);
    g_assert_cmpint(first, ==, plain_elapsed(zone, weekends_off, &spans, from, middle));
    g_assert_cmpint(first + calendar_elapsed(&calendar, middle, to), ==, all);
    g_assert_cmpint(first, >=, 0);
    g_assert_cmpint(calendar_elapsed(&calendar, to, from), ==, 0);
    g_assert_cmpint(calendar_elapsed(&calendar, from, from + 1), ==,
                    rests(zone, weekends_off, &spans, from) ? 0 : 1);

    gint64 seconds = between(1, 3 * WEEK);
    gint64 deadline = calendar_after(&calendar, from, seconds);
    g_assert_cmpint(calendar_elapsed(&calendar, from, deadline), ==, seconds);
    g_assert_cmpint(calendar_elapsed(&calendar, from, deadline - 1), ==, seconds - 1);
}

static void test_oracle(void)
{
    for (const char *const *name = zones; *name != NULL; name++) {
        g_autoptr(GTimeZone) zone = zone_open(*name);
        g_assert_cmpstr(g_time_zone_get_identifier(zone), ==, *name);
        for (int i = 0; i < 40; i++) {
            try_calendar(zone,
                         between(moment("2012-01-01T00:00:00Z"), moment("2045-01-01T00:00:00Z")));
        }
    }
}

/* ---- weekends that are known ---- */

/* How many hours of a stretch count where weekends do not. What a country decides for years to come
 * changes with the next tzdata, so nearly all of these lie in the past. */
static const struct {
    const char *zone, *from, *to;
    int hours;
} weekends[] = {
    /* An hour less on the Sunday of spring changes nothing on working days. */
    { "Europe/Berlin", "2026-03-27T00:00:00+01:00", "2026-03-31T00:00:00+02:00", 48 },
    { "Europe/Berlin", "2026-10-23T00:00:00+02:00", "2026-10-27T00:00:00+01:00", 48 },
    { "Europe/Berlin", "2026-03-28T00:00:00+01:00", "2026-03-30T00:00:00+02:00", 0 },
    /* Havana goes from Saturday's end straight to one o'clock. */
    { "America/Havana", "2024-03-08T00:00:00-05:00", "2024-03-12T00:00:00-04:00", 48 },
    { "America/Havana", "2024-11-01T00:00:00-04:00", "2024-11-05T00:00:00-05:00", 48 },
    /* Samoa had a Thursday and then a Saturday. */
    { "Pacific/Apia", "2011-12-29T00:00:00-10:00", "2012-01-03T00:00:00+14:00", 48 },
    /* Kwajalein had a Friday, then a Sunday. */
    { "Pacific/Kwajalein", "1993-08-20T00:00:00-12:00", "1993-08-24T00:00:00+12:00", 48 },
    /* Cairo lost the first hour of a Friday, and won one of a Thursday's. */
    { "Africa/Cairo", "2024-04-25T00:00:00+02:00", "2024-04-28T00:00:00+03:00", 47 },
    { "Africa/Cairo", "2024-10-31T00:00:00+03:00", "2024-11-03T00:00:00+02:00", 49 },
    /* Long after the last year that tables hold. */
    { "Europe/Berlin", "2090-03-24T00:00:00+01:00", "2090-03-28T00:00:00+02:00", 48 },
    { "America/New_York", "2126-11-01T00:00:00-04:00", "2126-11-05T00:00:00-05:00", 48 },
};

static void test_weekends(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(weekends); i++) {
        g_autoptr(GTimeZone) zone = zone_open(weekends[i].zone);
        g_auto(Calendar) calendar;
        calendar_init(&calendar, zone, true);
        g_test_message("%s %s", weekends[i].zone, weekends[i].from);
        g_assert_cmpint(
            calendar_elapsed(&calendar, moment(weekends[i].from), moment(weekends[i].to)), ==,
            (gint64)weekends[i].hours * HOUR);
    }
}

static void test_days(void)
{
    static const struct {
        const char *zone;
        int day, month, year;
        const char *begins;
    } days[] = {
        { "Europe/Berlin", 29, 3, 2026, "2026-03-29T00:00:00+01:00" },
        { "America/Havana", 8, 3, 2026, "2026-03-08T01:00:00-04:00" },
        { "America/Havana", 1, 11, 2026, "2026-11-01T00:00:00-04:00" },
        { "America/Sao_Paulo", 18, 2, 2018, "2018-02-18T00:00:00-03:00" },
        { "America/Sao_Paulo", 4, 11, 2018, "2018-11-04T01:00:00-02:00" },
        { "Pacific/Apia", 30, 12, 2011, "2011-12-31T00:00:00+14:00" },
        { "Pacific/Apia", 31, 12, 2011, "2011-12-31T00:00:00+14:00" },
        { "Asia/Kathmandu", 1, 1, 2030, "2030-01-01T00:00:00+05:45" },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(days); i++) {
        g_autoptr(GTimeZone) zone = zone_open(days[i].zone);
        GDate date, again;
        g_date_clear(&date, 1);
        g_date_set_dmy(&date, (GDateDay)days[i].day, (GDateMonth)days[i].month,
                       (GDateYear)days[i].year);
        gint64 begins = calendar_day_begins(zone, &date);
        g_test_message("%s %d-%d-%d", days[i].zone, days[i].year, days[i].month, days[i].day);
        g_assert_cmpint(begins, ==, moment(days[i].begins));
        calendar_date(zone, begins - 1, &again);
        g_assert_cmpint(g_date_compare(&again, &date), <, 0);
        calendar_date(zone, begins, &again);
        g_assert_cmpint(g_date_compare(&again, &date), >=, 0);
    }
}

/* A time of day, also where the clocks skip it or show it twice. */
static void test_next(void)
{
    static const struct {
        const char *zone;
        int hour, minute;
        const char *moment, *next;
    } times[] = {
        { "UTC", 18, 0, "2026-03-01T17:59:59+00:00", "2026-03-01T18:00:00+00:00" },
        { "UTC", 18, 0, "2026-03-01T18:00:00+00:00", "2026-03-02T18:00:00+00:00" },
        { "UTC", 0, 0, "2026-12-31T23:59:59+00:00", "2027-01-01T00:00:00+00:00" },
        { "Europe/Berlin", 18, 30, "2026-07-01T12:00:00+02:00", "2026-07-01T18:30:00+02:00" },
        { "Europe/Berlin", 2, 30, "2026-03-29T01:00:00+01:00", "2026-03-29T03:00:00+02:00" },
        { "Europe/Berlin", 2, 30, "2026-03-29T03:00:00+02:00", "2026-03-30T02:30:00+02:00" },
        { "Europe/Berlin", 2, 30, "2026-10-25T00:00:00+02:00", "2026-10-25T02:30:00+02:00" },
        { "Europe/Berlin", 2, 30, "2026-10-25T02:30:00+01:00", "2026-10-26T02:30:00+01:00" },
        { "Pacific/Apia", 12, 0, "2011-12-29T12:00:00-10:00", "2011-12-31T00:00:00+14:00" },
        { "Asia/Kathmandu", 7, 15, "2030-01-01T00:00:00+00:00", "2030-01-01T07:15:00+05:45" },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(times); i++) {
        g_autoptr(GTimeZone) zone = zone_open(times[i].zone);
        g_test_message("%s %s", times[i].zone, times[i].moment);
        g_assert_cmpint(calendar_next(zone, (times[i].hour * 60 + times[i].minute) * 60,
                                      moment(times[i].moment)),
                        ==, moment(times[i].next));
    }
}

static void test_ends(void)
{
    g_auto(Calendar) calendar;
    calendar_init(&calendar, NULL, false);
    g_assert_cmpint(calendar_after(&calendar, 1000, 0), ==, 1000);
    g_assert_cmpint(calendar_after(&calendar, 1000, -5), ==, 1000);
    g_assert_cmpint(calendar_after(&calendar, 1000, G_MAXINT64), ==, CALENDAR_LAST);
    g_assert_cmpint(calendar_elapsed(&calendar, G_MININT64, 5), ==, 5);
    g_assert_cmpint(calendar_elapsed(&calendar, 0, G_MAXINT64), ==, CALENDAR_LAST);
    calendar_add(&calendar, 500, 100);
    calendar_add(&calendar, 100, 200);
    calendar_add(&calendar, 300, 400);
    calendar_add(&calendar, 200, 300);
    g_assert_cmpint(calendar.spans->len, ==, 1);
    calendar_add(&calendar, 1000, CALENDAR_LAST);
    g_assert_cmpint(calendar_after(&calendar, 100, 700), ==, CALENDAR_LAST);
    g_assert_cmpint(calendar_after(&calendar, 100, 600), ==, 1000);
}

/* Decades of weekends are a matter of an eye's blink, or the suite stands still. */
static void test_long(void)
{
    g_autoptr(GTimeZone) zone = zone_open("Europe/Berlin");
    g_auto(Calendar) calendar;
    calendar_init(&calendar, zone, true);
    gint64 from = moment("2026-01-05T00:00:00+01:00");
    gint64 deadline = calendar_after(&calendar, from, (gint64)5 * DAY * 52 * 60);
    g_assert_cmpint(deadline, >, from + (gint64)7 * DAY * 52 * 59);
    for (int i = 0; i < 2000; i++) {
        g_assert_cmpint(calendar_elapsed(&calendar, from, from + 8 * WEEK), >, 0);
    }
}

/* ---- names of zones ---- */

static void test_names(void)
{
    static const char *const unknown[] = {
        "",
        "Berlin",
        "Europe",
        "Europe/",
        "/etc/passwd",
        "../../etc/passwd",
        "Europe/../UTC",
        "+05:30",
        "EST5EDT,M3.2.0,M11.1.0",
        "posix/Europe/Berlin",
        "Europe/Berlin/",
        NULL,
    };
    static const struct {
        const char *asked, *first;
    } near[] = {
        { "Berlin", "Europe/Berlin" },
        { "berlin", "Europe/Berlin" },
        { "Europe/Brelin", "Europe/Berlin" },
        { "America/Berlin", "Europe/Berlin" },
        { "new york", "America/New_York" },
        { "Buenos", "America/Argentina/Buenos_Aires" },
        { "UT", "UTC" },
        { "Kolkatta", "Asia/Kolkata" },
        { "xyzzyxyzzy", NULL },
        { "", NULL },
    };
    g_autofree char *berlin = zone_find("europe/BERLIN");
    g_assert_cmpstr(berlin, ==, "Europe/Berlin");
    g_autofree char *utc = zone_find("utc");
    g_assert_cmpstr(utc, ==, "UTC");
    for (const char *const *name = unknown; *name != NULL; name++) {
        g_assert_null(zone_find(*name));
    }
    for (gsize i = 0; i < G_N_ELEMENTS(near); i++) {
        g_autoptr(GPtrArray) found = zone_near(near[i].asked);
        g_assert_cmpstr(found->len > 0 ? found->pdata[0] : NULL, ==, near[i].first);
        g_assert_cmpint(found->len, <=, ZONES_NEAR);
    }
    g_autofree char *endless = g_strnfill(5000, 'e');
    g_autoptr(GPtrArray) none = zone_near(endless);
    g_assert_cmpint(none->len, ==, 0);
    g_assert_null(zone_find(endless));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/calendar/oracle", test_oracle);
    g_test_add_func("/calendar/weekends", test_weekends);
    g_test_add_func("/calendar/days", test_days);
    g_test_add_func("/calendar/next", test_next);
    g_test_add_func("/calendar/ends", test_ends);
    g_test_add_func("/calendar/long", test_long);
    g_test_add_func("/calendar/names of zones", test_names);
    return g_test_run();
}
