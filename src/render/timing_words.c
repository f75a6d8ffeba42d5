#include "render/timing_words.h"

static char *say(const struct words *words, const char *key, struct values *values)
{
    return words_say(words, "time", key, values);
}

/* Units from the greatest; their names for one and for several. */
static const struct {
    gint64 seconds;
    const char *one, *several;
} units[] = {
    { 86400, "day", "days" },
    { 3600, "hour", "hours" },
    { 60, "minute", "minutes" },
};

/* "12 hours" of the unit, and what is left of the seconds behind it; NULL: none. */
static char *part(const struct words *words, gsize unit, gint64 *seconds)
{
    gint64 number = *seconds / units[unit].seconds;
    if (number == 0) {
        return NULL;
    }
    *seconds %= units[unit].seconds;
    g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, number);
    return say(words, number == 1 ? units[unit].one : units[unit].several,
               pairs("number", text, NULL));
}

char *timing_words_span(const struct words *words, gint64 seconds)
{
    if (seconds <= 0) {
        return say(words, "none", NULL);
    }
    gint64 rest = MAX(seconds, units[G_N_ELEMENTS(units) - 1].seconds);
    for (gsize unit = 0; unit < G_N_ELEMENTS(units); unit++) {
        g_autofree char *greater = part(words, unit, &rest);
        if (greater != NULL) {
            g_autofree char *lesser =
                unit + 1 < G_N_ELEMENTS(units) ? part(words, unit + 1, &rest) : NULL;
            return lesser == NULL
                       ? g_steal_pointer(&greater)
                       : say(words, "two", pairs("greater", greater, "lesser", lesser, NULL));
        }
    }
    g_assert_not_reached(); /* a minute is a unit */
}

/* Adds a sentence; `span` 0: it names none. */
static void add(GString *text, const struct words *words, const char *key, gint64 span, gint64 more)
{
    g_autofree char *first = span > 0 ? timing_words_span(words, span) : NULL;
    g_autofree char *second = more > 0 ? timing_words_span(words, more) : NULL;
    g_autofree char *sentence = say(words, key, pairs("span", first, "more", second, NULL));
    g_string_append_printf(text, "%s%s", text->len > 0 ? " " : "", sentence);
}

char *timing_words(const struct words *words, const struct timing *timing)
{
    g_autoptr(GString) text = g_string_new(NULL);
    if (timing_is_clocked(timing)) {
        add(text, words, timing->per_move > 0 ? "per-move" : "total", timing_left_at_start(timing),
            timing->increment);
        add(text, words, timing_needs_claim(timing) ? "over-claim" : "over-out", 0, 0);
    }
    if (timing_silence(timing) > 0) {
        add(text, words, timing_needs_claim(timing) ? "silence-claim" : "silence-out",
            timing_silence(timing), 0);
    }
    if (timing->nag > 0) {
        add(text, words, "nag", timing->nag, 0);
    }
    if (timing->weekends_off) {
        add(text, words, "weekends-off", 0, 0);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

char *timing_words_refusal(const struct words *words, const char *word, const char *key)
{
    return say(words, key, pairs("word", word, NULL));
}
