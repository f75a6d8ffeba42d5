#include "letters/moments.h"

#include "base/clock.h"
#include "base/zone.h"
#include "letters/preferences.h"
#include "match/calendar.h"
#include "render/timing_words.h"

char *moment_zone(const struct run *run, gint64 player)
{
    return player != 0 ? preference_zone(run, player) : g_strdup("UTC");
}

/* The reader's time zone. Free with g_time_zone_unref. */
static GTimeZone *zone_of(const struct run *run, gint64 player)
{
    g_autofree char *name = moment_zone(run, player);
    return zone_open(name);
}

char *moment_bare(const struct run *run, gint64 player, gint64 seconds)
{
    g_autoptr(GTimeZone) zone = zone_of(run, player);
    return clock_in_zone(seconds, zone);
}

char *moment_in_words(const struct run *run, gint64 player, gint64 seconds)
{
    static const char *const days[] = { "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun" };
    g_autoptr(GTimeZone) zone = zone_of(run, player);
    GDate date;
    calendar_date(zone, seconds, &date);
    g_autofree char *shown = clock_in_zone(seconds, zone);
    g_autofree char *name = moment_zone(run, player);
    return g_strdup_printf("%s, %s (%s)", days[g_date_get_weekday(&date) - 1], shown, name);
}

char *span_in_words(const struct run *run, gint64 seconds)
{
    return timing_words_span(run->words, seconds);
}
