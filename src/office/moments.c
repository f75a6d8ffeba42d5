#include "office/moments.h"

#include <string.h>

#include "base/clock.h"
#include "base/zone.h"
#include "office/phrase.h"

char *moment_in_words(const struct office *office, gint64 player, gint64 seconds)
{
    static const char *const days[] = { "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun" };
    g_autofree char *name = player != 0 ? player_setting(office->db, player, "timezone") : NULL;
    g_autoptr(GTimeZone) zone = zone_open(name);
    g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(seconds);
    g_autoptr(GDateTime) time = g_date_time_to_timezone(utc, zone);
    /* As UTC it is the hour that the clocks of the zone show. */
    g_autofree char *shown =
        clock_for_people(seconds + g_date_time_get_utc_offset(time) / G_TIME_SPAN_SECOND);
    g_autofree char *bare = g_strndup(shown, strlen(shown) - strlen(" UTC"));
    return g_strdup_printf("%s, %s (%s)", days[g_date_time_get_day_of_week(time) - 1], bare,
                           name != NULL ? name : "UTC");
}

static const struct unit {
    gint64 seconds;
    const char *one, *many; /* keys */
} units[] = {
    { CLOCK_DAY, "span-day", "span-days" },
    { CLOCK_HOUR, "span-hour", "span-hours" },
    { CLOCK_MINUTE, "span-minute", "span-minutes" },
};

char *span_in_words(const struct office *office, gint64 seconds)
{
    g_autoptr(GString) text = g_string_new(NULL);
    gint64 rest = MAX(seconds, CLOCK_MINUTE);
    for (size_t i = 0, told = 0; i < G_N_ELEMENTS(units) && told < 2; i++) {
        gint64 count = rest / units[i].seconds;
        rest %= units[i].seconds;
        if (count == 0) {
            continue;
        }
        g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, count);
        g_autofree char *part =
            say(office, count == 1 ? units[i].one : units[i].many, pairs("count", number, NULL));
        g_string_append_printf(text, "%s%s", told > 0 ? " " : "", part);
        told++;
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}
