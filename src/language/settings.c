#include "language/settings.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "language/line.h"

#define DAILY "daily"

enum { DIGEST_USUAL = 7 * 60 /* minutes after midnight */ };

static const char *const switch_values[] = { "off", "on", NULL };
/* "usual" is the value of players who never chose: it is neither on nor off. */
static const char *const proposal_values[] = { "usual", "on", "off", NULL };
static const char *const note_values[] = { "secret", "open", NULL };

static const char *const zone_values[] = { "UTC", NULL };

static const char *const board_values[] = { "picture", "text", "list", NULL };
static const char *const text_board_values[] = { "ascii", "wide", "unicode", "list", NULL };
static const char *const usual_switch_values[] = { "on", "off", NULL };

static const char *const digest_values[] = { "off", NULL };
static const char *const letters_values[] = { "turn", "all", NULL };
static const char *const hints_values[] = { "auto", "on", "off", NULL };

/* The time of a digest in minutes after midnight; -1: the word is no time. */
static int minutes_of(const char *word)
{
    enum { NOON = 12 };
    static const char form[] = "^([01]?[0-9]|2[0-3])(?:[:.]([0-5][0-9]))?(am|pm)?$";
    g_autoptr(GRegex) time = g_regex_new(form, G_REGEX_CASELESS, 0, NULL);
    g_autoptr(GMatchInfo) found = NULL;
    if (!g_regex_match(time, word, 0, &found)) {
        return -1;
    }
    g_autofree char *hours = g_match_info_fetch(found, 1);
    g_autofree char *minutes = g_match_info_fetch(found, 2);
    g_autofree char *half = g_match_info_fetch(found, 3);
    const bool by_half = half != NULL && *half != '\0';
    int hour = (int)g_ascii_strtoll(hours, NULL, 10);
    if (by_half && (hour < 1 || hour > NOON)) {
        return -1;
    }
    if (by_half) {
        hour = hour % NOON + (g_ascii_tolower(*half) == 'p' ? NOON : 0);
    }
    return hour * 60 + (minutes != NULL ? (int)g_ascii_strtoll(minutes, NULL, 10) : 0);
}

int setting_digest_minutes(const char *value)
{
    return value != NULL && g_str_has_prefix(value, DAILY " ")
               ? minutes_of(value + strlen(DAILY " "))
               : -1;
}

/* "off", or "daily 18:30" for "daily 18:30", "18.30" and "daily at 6:30 pm". */
static char *digest_value(const char *words)
{
    g_auto(GStrv) parts = g_strsplit(words, " ", -1);
    g_autoptr(GString) time = g_string_new(NULL);
    bool daily = false;
    for (char **part = parts; *part != NULL; part++) {
        const bool is_daily = part == parts && g_ascii_strcasecmp(*part, DAILY) == 0;
        daily |= is_daily;
        g_string_append(time, is_daily || g_ascii_strcasecmp(*part, "at") == 0 ? "" : *part);
    }
    if (g_ascii_strcasecmp(words, digest_values[0]) == 0) {
        return g_strdup(digest_values[0]);
    }
    const int minutes = daily && time->len == 0 ? DIGEST_USUAL : minutes_of(time->str);
    return minutes >= 0 ? g_strdup_printf(DAILY " %02d:%02d", minutes / 60, minutes % 60) : NULL;
}

const struct setting settings[] = {
    { .key = "autoplay", .values = switch_values },
    { .key = "board", .values = board_values, .finer = "text-board", .coarse = "text" },
    { .key = "text-board", .values = text_board_values },
    { .key = "html", .values = usual_switch_values },
    { .key = "letters", .values = letters_values },
    { .key = "digest",
      .values = digest_values,
      .shape = "off|daily HH:MM",
      .words = 4,
      .read = digest_value },
    { .key = "receipts", .values = usual_switch_values },
    { .key = "hints", .values = hints_values },
    { .key = "flip", .values = proposal_values },
    { .key = "timezone",
      .values = zone_values,
      .shape = "Area/City",
      .read = zone_find,
      .near = zone_near },
    { .key = "notes", .values = note_values },
    { .key = NULL },
};

const struct setting *setting_find(const char *key)
{
    for (const struct setting *row = settings; row->key != NULL; row++) {
        if (g_ascii_strcasecmp(row->key, key) == 0) {
            return row;
        }
    }
    return NULL;
}

char *setting_value(const struct setting *setting, const char *word)
{
    if (setting->read != NULL) {
        return setting->read(word);
    }
    int listed = word_among(word_over(word), setting->values);
    if (listed >= 0) {
        return g_strdup(setting->values[listed]);
    }
    const struct setting *finer = setting->finer != NULL ? setting_find(setting->finer) : NULL;
    return finer != NULL ? setting_value(finer, word) : NULL;
}

char *setting_form(const struct setting *setting)
{
    g_autofree char *values = g_strjoinv("|", (char **)setting->values);
    return g_strconcat(setting->key, "=", setting->shape != NULL ? setting->shape : values, NULL);
}
