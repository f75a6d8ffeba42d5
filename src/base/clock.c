#include "base/clock.h"

#include <string.h>

#include "base/plain.h"

static gint64 set_to = -1;

gint64 clock_now(void)
{
    return set_to >= 0 ? set_to : g_get_real_time() / G_USEC_PER_SEC;
}

void clock_set(gint64 seconds)
{
    set_to = seconds;
}

static char *formatted(gint64 seconds, const char *format)
{
    g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(seconds);
    return g_date_time_format(time, format);
}

char *clock_rfc5322(gint64 seconds)
{
    return formatted(seconds, "%a, %-d %b %Y %H:%M:%S +0000");
}

char *clock_for_people(gint64 seconds)
{
    return formatted(seconds, "%-d %b %Y %H:%M UTC");
}

/* ---- zone ---- */

enum { SLIPS_MOST = 2 /* wrong letters at most in a name that is meant to be another */ };

/* All names, sorted, as the text of the time zone database has them. A zone is a place on a
 * continent; other names there are old ones of the same rules. Free with g_ptr_array_unref. */
static GPtrArray *list(void)
{
    static const char zone[] =
        "(*LF)(?m)^(?:Z|L \\S+) "
        "((?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|"
        "Indian|Pacific)/\\S+)";
    const char *wished = g_getenv("TZDIR"); /* as everywhere */
    const bool other = wished != NULL && *wished == '/';
    g_autofree char *text = NULL;
    g_autofree char *path =
        g_build_filename(other ? wished : "/usr/share/zoneinfo", "tzdata.zi", NULL);
    g_file_get_contents(path, &text, NULL, NULL);
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GMatchInfo) match = NULL;
    for (g_regex_match(pattern_of(zone), text != NULL ? text : "", 0, &match);
         g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_ptr_array_add(names, g_match_info_fetch(match, 1));
    }
    g_ptr_array_add(names, g_strdup("UTC"));
    g_ptr_array_sort(names, plain_compare);
    return names;
}

char *zone_find(const char *name)
{
    if (strlen(name) > ZONE_NAME_MAX) {
        return NULL;
    }
    g_autoptr(GPtrArray) names = list();
    for (guint i = 0; i < names->len; i++) {
        if (g_ascii_strcasecmp(names->pdata[i], name) == 0) {
            /* The database may name zones that this machine lacks. */
            g_autoptr(GTimeZone) zone = g_time_zone_new_identifier(names->pdata[i]);
            return zone != NULL ? g_strdup(names->pdata[i]) : NULL;
        }
    }
    return NULL;
}

GTimeZone *zone_open(const char *name)
{
    GTimeZone *zone = name != NULL ? g_time_zone_new_identifier(name) : NULL;
    return zone != NULL ? zone : g_time_zone_new_utc();
}

/* ---- what is near ---- */

/* In lower case, blanks as the database writes them. */
static char *plain(const char *name)
{
    char *low = g_ascii_strdown(name, -1);
    return g_strdelimit(low, " -", '_');
}

static const char *place_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash != NULL ? slash + 1 : name;
}

/* How unlike they are: 0 the same place, 1 it begins alike, then slips in the whole name
 * or the place; -1: not alike. */
static int unlikeness(const char *asked, const char *name)
{
    g_autofree char *low = plain(name);
    const char *place = place_of(low);
    const char *asked_place = place_of(asked);
    if (g_str_equal(asked_place, place)) {
        return 0;
    }
    if (strlen(asked_place) >= 3 && g_str_has_prefix(place, asked_place)) {
        return 1;
    }
    int wrong = MIN(slips_between(asked, strlen(asked), low),
                    slips_between(asked_place, strlen(asked_place), place));
    return wrong <= SLIPS_MOST && (int)strlen(place) > 2 * wrong ? 1 + wrong : -1;
}

GPtrArray *zone_near(const char *name)
{
    GPtrArray *near = g_ptr_array_new_with_free_func(g_free);
    if (*name == '\0' || strlen(name) > ZONE_NAME_MAX) {
        return near;
    }
    g_autofree char *asked = plain(name);
    g_autoptr(GPtrArray) names = list();
    for (int unlike = 0; unlike <= 1 + SLIPS_MOST; unlike++) {
        for (guint i = 0; i < names->len && near->len < ZONES_NEAR; i++) {
            if (unlikeness(asked, names->pdata[i]) == unlike) {
                g_ptr_array_add(near, g_strdup(names->pdata[i]));
            }
        }
    }
    return near;
}

GDate clock_date(gint64 day)
{
    enum { FIRST_YEAR = 1970 };
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_dmy(&date, 1, G_DATE_JANUARY, FIRST_YEAR);
    g_date_add_days(&date, (guint)day);
    return date;
}
