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

/* Where the time zone database lies; TZDIR is asked first, as everywhere. */
static const char *folder(void)
{
    const char *wished = g_getenv("TZDIR");
    return wished != NULL && *wished == '/' ? wished : "/usr/share/zoneinfo";
}

enum {
    DEPTH_MOST = 3, /* "America/Argentina/Ushuaia" */
    SLIPS_MOST = 2, /* wrong letters at most in a name that is meant to be another */
};

/* A zone is a place on a continent; other files are old names of the same rules. */
static const char *const continents[] = {
    "Africa",    "America", "Antarctica", "Arctic",  "Asia", "Atlantic",
    "Australia", "Europe",  "Indian",     "Pacific", NULL,
};

static bool fit_for_a_name(const char *name)
{
    return *name != '\0' && strlen(name) <= ZONE_NAME_MAX &&
           strspn(name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_+-") == strlen(name);
}

/* Adds the zones below `place`, such as "Europe", to the names. */
static void list_below(GPtrArray *names, const char *place, int depth)
{
    g_autofree char *path = g_build_filename(folder(), place, NULL);
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    const char *entry;
    while (dir != NULL && (entry = g_dir_read_name(dir)) != NULL) {
        g_autofree char *file = g_build_filename(path, entry, NULL);
        g_autofree char *name = g_strconcat(place, "/", entry, NULL);
        if (!fit_for_a_name(entry)) {
            continue;
        }
        if (!g_file_test(file, G_FILE_TEST_IS_DIR)) {
            g_ptr_array_add(names, g_steal_pointer(&name));
        } else if (depth < DEPTH_MOST) {
            list_below(names, name, depth + 1);
        }
    }
}

/* All names, sorted. Free with g_ptr_array_unref. */
static GPtrArray *list(void)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (const char *const *continent = continents; *continent != NULL; continent++) {
        list_below(names, *continent, 2);
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
            return g_strdup(names->pdata[i]);
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
