#include "base/clock.h"

static gint64 set_to = -1;

gint64 clock_now(void)
{
    return set_to >= 0 ? set_to : g_get_real_time() / G_USEC_PER_SEC;
}

void clock_set(gint64 seconds)
{
    set_to = seconds;
}

/* Names of days and months must not follow the locale in a header, so they
 * are not left to the C library. */
static const char *const days[] = { "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun" };
static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };

char *clock_rfc5322(gint64 seconds)
{
    g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(seconds);
    return g_strdup_printf(
        "%s, %d %s %04d %02d:%02d:%02d +0000", days[g_date_time_get_day_of_week(time) - 1],
        g_date_time_get_day_of_month(time), months[g_date_time_get_month(time) - 1],
        g_date_time_get_year(time), g_date_time_get_hour(time), g_date_time_get_minute(time),
        g_date_time_get_second(time));
}

char *clock_in_zone(gint64 seconds, GTimeZone *zone)
{
    g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(seconds);
    g_autoptr(GDateTime) time = g_date_time_to_timezone(utc, zone);
    return g_strdup_printf("%d %s %04d %02d:%02d", g_date_time_get_day_of_month(time),
                           months[g_date_time_get_month(time) - 1], g_date_time_get_year(time),
                           g_date_time_get_hour(time), g_date_time_get_minute(time));
}

char *clock_for_people(gint64 seconds)
{
    g_autoptr(GTimeZone) utc = g_time_zone_new_utc();
    g_autofree char *text = clock_in_zone(seconds, utc);
    return g_strconcat(text, " UTC", NULL);
}

char *clock_day(const GDate *date)
{
    return g_strdup_printf("%d %s %04d", g_date_get_day(date), months[g_date_get_month(date) - 1],
                           g_date_get_year(date));
}
