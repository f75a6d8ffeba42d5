#include "letters/run.h"

#include <string.h>

#include "base/clock.h"
#include "language/settings.h"
#include "mail/address.h"
#include "match/timing.h"
#include "render/match_words.h"
#include "store/outbox.h"
#include "store/players.h"

char *say(const struct run *run, const char *key, struct values *values)
{
    return words_say(run->words, "sentences", key, values);
}

char *say_operator(const struct run *run, const char *key, struct values *values)
{
    bool other = words_get(run->words, "operator", key) != NULL;
    return words_say(run->words, other ? "operator" : "sentences", key, values);
}

void say_part(GString *text, const char *sign, char *part)
{
    if (part != NULL && *part != '\0') {
        g_string_append_printf(text, "%s%s", text->len > 0 ? sign : "", part);
    }
    g_free(part);
}

const char *letter_language(const struct run *run)
{
    const char *language = words_get(run->words, "view", "language");
    return language != NULL ? language : "";
}

char *say_number(gint64 number)
{
    return g_strdup_printf("%" G_GINT64_FORMAT, number);
}

/* ---- what they have set ---- */

/* The row's own copy of the stored value; the default if nothing is stored, or a value that the
 * table no longer has. */
static const char *listed_value(const struct setting *setting, const char *stored)
{
    for (const char *const *value = setting->values; stored != NULL && *value != NULL; value++) {
        if (g_str_equal(*value, stored)) {
            return *value;
        }
    }
    return setting->values[0];
}

const char *preference_value(const struct run *run, gint64 player, const char *key)
{
    g_autofree char *stored = player_setting(run->db, player, key);
    return listed_value(setting_find(key), stored);
}

const char *preference_form(const struct run *run, gint64 player)
{
    /* Who wants lists in HTML does not see drawings in text either. */
    const char *board = preference_value(run, player, "board");
    return g_str_equal(board, "list") ? board : preference_value(run, player, "text-board");
}

char *preference_zone(const struct run *run, gint64 player)
{
    char *stored = player != 0 ? player_setting(run->db, player, "timezone") : NULL;
    return stored != NULL ? stored : g_strdup("UTC");
}

GTimeZone *preference_time_zone(const struct run *run, gint64 player)
{
    g_autofree char *name = preference_zone(run, player);
    return zone_open(name);
}

/* The player's value of any setting, also one that is not a list. Free with g_free. */
static char *value_of(const struct run *run, gint64 player, const struct setting *setting)
{
    char *stored = player_setting(run->db, player, setting->key);
    if (stored != NULL && setting->read != NULL) {
        return stored;
    }
    const char *value = listed_value(setting, stored);
    g_free(stored);
    return g_strdup(value);
}

bool preference_is_on(const struct run *run, gint64 player, const char *key)
{
    return g_str_equal(preference_value(run, player, key), "on");
}

char *preference_text(const struct run *run, gint64 player)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (const struct setting *row = settings; row->key != NULL; row++) {
        g_autofree char *value = value_of(run, player, row);
        say_part(text, ", ", g_strjoin("=", row->key, value, NULL));
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* ---- time as they read it ---- */

char *day_in_words(const struct run *run, const GDate *date)
{
    g_autofree char *key = g_strdup_printf("month-%d", (int)g_date_get_month(date));
    g_autofree char *month = words_say(run->words, "time", key, NULL);
    struct values *values = pairs("month", month, NULL);
    values_add_number(values, "day", g_date_get_day(date));
    values_add_number(values, "year", g_date_get_year(date));
    return words_say(run->words, "time", "date", values);
}

char *moment_bare(const struct run *run, gint64 player, gint64 seconds)
{
    g_autoptr(GTimeZone) zone = preference_time_zone(run, player);
    g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(seconds);
    g_autoptr(GDateTime) there = g_date_time_to_timezone(utc, zone);
    g_autofree char *clock = g_date_time_format(there, "%H:%M");
    GDate date;
    calendar_date(zone, seconds, &date);
    g_autofree char *day = day_in_words(run, &date);
    return words_say(run->words, "time", "moment", pairs("date", day, "clock", clock, NULL));
}

char *moment_utc(const struct run *run, gint64 seconds)
{
    g_autofree char *moment = moment_bare(run, 0, seconds);
    return words_say(run->words, "time", "moment-utc", pairs("moment", moment, NULL));
}

char *moment_in_words(const struct run *run, gint64 player, gint64 seconds)
{
    g_autoptr(GTimeZone) zone = preference_time_zone(run, player);
    GDate date;
    calendar_date(zone, seconds, &date);
    g_autofree char *key = g_strdup_printf("weekday-%d", (int)g_date_get_weekday(&date));
    g_autofree char *weekday = words_say(run->words, "time", key, NULL);
    g_autofree char *moment = moment_bare(run, player, seconds);
    g_autofree char *name = preference_zone(run, player);
    return words_say(run->words, "time", "moment-in-words",
                     pairs("weekday", weekday, "moment", moment, "zone", name, NULL));
}

char *span_in_words(const struct run *run, gint64 seconds)
{
    return timing_words_span(run->words, seconds);
}

gint64 preference_digest(const struct run *run, gint64 player)
{
    g_autofree char *stored = player_setting(run->db, player, "digest");
    const char *hour = stored != NULL ? strpbrk(stored, "0123456789") : NULL; /* "daily 07:00" */
    const char *minute = hour != NULL ? strchr(hour, ':') : NULL;
    if (minute == NULL) {
        return 0;
    }
    g_autoptr(GTimeZone) zone = preference_time_zone(run, player);
    return calendar_next(zone,
                         g_ascii_strtoll(hour, NULL, 10) * CLOCK_HOUR +
                             g_ascii_strtoll(minute + 1, NULL, 10) * CLOCK_MINUTE,
                         run->now);
}

/* ---- whether letters reach them ---- */

bool letter_is_to_operator(const struct run *run, const char *folded)
{
    g_autofree char *person = address_fold(run->config->operator_address);
    return g_strcmp0(folded, person) == 0;
}

bool letter_is_kept_back(const struct run *run, gint64 player, const char *address, bool answer)
{
    g_autofree char *folded = address_fold(address);
    if (player != 0 && player_suspended(run->db, player) != 0) {
        return true;
    }
    if (folded == NULL || (player != 0 && answer)) {
        return false;
    }
    struct bounces returns = bounces_read(run->db, folded, run->now);
    if (player != 0) {
        return returns.suspended != 0;
    }
    return returns.points >= LETTERS_KEPT_BACK_AT && !letter_is_to_operator(run, folded);
}
