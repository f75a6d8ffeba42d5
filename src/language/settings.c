#include "language/settings.h"

#include "base/clock.h"
#include "language/line.h"

/* A list of strings that exists as long as the program. */
#define LIST(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* Reads "off", "daily", "18.30", "daily at 6". */
static char *digest_value(const char *words)
{
    static const char form[] =
        "^(?=[^:.])(?:daily(?: +at)? *)?([01]?\\d|2[0-3])?(?:[:.]([0-5]\\d)|())$";
    g_autoptr(GRegex) regex = g_regex_new(form, G_REGEX_CASELESS, 0, NULL);
    g_autoptr(GMatchInfo) found = NULL;
    if (!g_regex_match(regex, words, 0, &found)) {
        return g_ascii_strcasecmp(words, "off") == 0 ? g_strdup("off") : NULL;
    }
    g_autofree char *hour = g_match_info_fetch(found, 1), *minute = g_match_info_fetch(found, 2);
    return g_strdup_printf("daily %02d:%02d",
                           *hour != '\0' ? (int)g_ascii_strtoll(hour, NULL, 10) : 7,
                           (int)g_ascii_strtoll(minute, NULL, 10));
}

/* Reads "de", "German", "deutsch". */
static char *language_value(const char *word)
{
    return g_strdup(vocabulary_language(word));
}

const struct setting settings[] = {
    [SETTING_AUTOPLAY] = { .key = "autoplay", .values = LIST("off", "on") },
    [SETTING_BOARD] = { .key = "board",
                        .values = LIST("picture", "text", "list"),
                        .finer = "text-board",
                        .coarse = "text" },
    [SETTING_TEXT_BOARD] = { .key = "text-board",
                             .values = LIST("ascii", "wide", "unicode", "list") },
    [SETTING_HTML] = { .key = "html", .values = LIST("on", "off") },
    [SETTING_LETTERS] = { .key = "letters", .values = LIST("turn", "all") },
    [SETTING_DIGEST] = { .key = "digest",
                         .values = LIST("off"),
                         .shape = "off|daily HH:MM",
                         .read = digest_value },
    [SETTING_RECEIPTS] = { .key = "receipts", .values = LIST("on", "off") },
    [SETTING_HINTS] = { .key = "hints", .values = LIST("auto", "on", "off") },
    [SETTING_MOVES] = { .key = "moves", .values = LIST("list", "men", "off") },
    /* "usual" is the value of players who never chose: it is neither on nor off. */
    [SETTING_FLIP] = { .key = "flip", .values = LIST("usual", "on", "off") },
    [SETTING_TIMEZONE] = { .key = "timezone",
                           .values = LIST("UTC"),
                           .shape = "Area/City",
                           .read = zone_find,
                           .near = zone_near },
    [SETTING_LANGUAGE] = { .key = "language",
                           .values = LIST("en"),
                           .shapes = vocabulary_languages,
                           .read = language_value },
    [SETTING_NOTES] = { .key = "notes", .values = LIST("secret", "open") },
    [SETTING_RATING] = { .key = "rating", .values = LIST("shown", "hidden") },
    [SETTING_EXCUSED] = { .key = "excused", .values = LIST("on", "off") },
    [SETTINGS] = { .key = NULL },
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
    g_autofree char *values =
        setting->shapes != NULL ? setting->shapes() : g_strjoinv("|", (char **)setting->values);
    return g_strconcat(setting->key, "=", setting->shape != NULL ? setting->shape : values, NULL);
}
