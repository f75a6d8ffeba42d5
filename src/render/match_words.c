#include "render/match_words.h"

#include <string.h>

/* ---- options ---- */

static const char *const range_keys[] = {
    [OPTION_SWITCH] = "range-switch",
    [OPTION_NUMBER] = "range-number",
    [OPTION_ALIAS] = "range-alone",
};

/* What may be sent instead; of words, "-size=8, -size=10 or -size=16". Free with g_free. */
static char *range_in_words(const struct words *words, const struct option_range *range)
{
    if (range->kind == OPTION_WORD) {
        g_autoptr(GPtrArray) forms = g_ptr_array_new_with_free_func(g_free);
        for (const char *const *value = range->words; *value != NULL; value++) {
            g_ptr_array_add(forms, g_strdup_printf("-%s=%s", range->name, *value));
        }
        return words_list(words, forms, "or");
    }
    struct values *values = pairs("name", range->name, NULL);
    values_add_number(values, "least", range->least);
    values_add_number(values, "most", range->most);
    return words_say(words, "match", range->or_zero ? "range-or-zero" : range_keys[range->kind],
                     values);
}

char *option_words_seats(const struct words *words, const struct game *game)
{
    g_autoptr(GPtrArray) numbers = g_ptr_array_new_with_free_func(g_free);
    for (int seats = 1; seats <= SEATS_MAX; seats++) {
        if (options_seats_fit(game, seats)) {
            g_ptr_array_add(numbers, g_strdup_printf("%d", seats));
        }
    }
    return words_list(words, numbers, "or");
}

char *option_words_refusal(const struct words *words, const struct game *game, const char *word,
                           const char *key)
{
    struct option_range range = { .name = NULL };
    const char *near = NULL;
    g_autofree char *allowed = NULL;
    if (options_range(game, word, &range)) {
        allowed = range_in_words(words, &range);
    } else {
        near = options_nearest(game, word);
    }
    g_autoptr(GPtrArray) names = options_names(game);
    g_autoptr(GString) all = g_string_new(NULL); /* "-size, -super, ..." */
    for (guint i = 0; i < names->len; i++) {
        g_string_append_printf(all, "%s-%s", i > 0 ? ", " : "", (const char *)names->pdata[i]);
    }
    g_autofree char *seats = option_words_seats(words, game);
    return words_say(words, "match", key,
                     pairs("word", word, "name", range.set, "near", near, "names", all->str,
                           "range", allowed, "seats", seats, NULL));
}

/* ---- rulings ---- */

/* Choices up to this number are spelled out as whole turns; of more, what they begin with is said
 * once. */
enum { WHOLE_MOST = 8 };

static const char *const keys[] = {
    [VERDICT_PLAYED] = NULL,
    [VERDICT_REFUSED] = "ruling-refused",
    [VERDICT_INCOMPLETE] = "ruling-incomplete",
    [VERDICT_AMBIGUOUS] = "ruling-ambiguous",
    [VERDICT_NO_MOVE] = "ruling-no-move",
    [VERDICT_UNCONFIRMED] = "ruling-unconfirmed",
};

char *ruling_words(const struct words *words, const struct game *game, const struct ruling *ruling,
                   const char *line, const char *const *seat_names)
{
    bool many = ruling->begun != NULL && ruling->choices->len > WHOLE_MOST;
    g_autofree char *why = ruling->note.key != NULL ? words_note(words, game, &ruling->note,
                                                                 &ruling->position, seat_names)
                                                    : NULL;
    g_autofree char *choices = words_list(words, ruling->choices, "or");
    /* What the choices add to the decisions they all begin with. */
    g_autoptr(GPtrArray) added = g_ptr_array_new();
    for (guint i = 0; many && i < ruling->choices->len; i++) {
        g_ptr_array_add(added, (char *)ruling->choices->pdata[i] + strlen(ruling->begun) + 1);
    }
    g_autofree char *ends = many ? words_list(words, added, "or") : NULL;
    g_autofree char *more = ruling->more > 0 ? g_strdup_printf("%u", ruling->more) : NULL;
    struct values *values =
        pairs("move", ruling->part != NULL ? ruling->part : line, "why", why, "choices",
              many ? NULL : choices, "begun", many ? ruling->begun : NULL, "ends", ends, "more",
              more, "any", ruling->part == NULL ? "yes" : NULL, "example",
              many ? ruling->choices->pdata[0] : NULL, "whole", ruling->whole, NULL);
    return words_say(words, "match", keys[ruling->verdict], values);
}

/* ---- terms of time ---- */

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
    return words_say(words, "time", number == 1 ? units[unit].one : units[unit].several,
                     pairs("number", text, NULL));
}

char *timing_words_span(const struct words *words, gint64 seconds)
{
    if (seconds <= 0) {
        return words_say(words, "time", "none", NULL);
    }
    const gsize last = G_N_ELEMENTS(units) - 1;
    gint64 rest = MAX(seconds, units[last].seconds);
    gsize unit = 0;
    while (rest < units[unit].seconds) {
        unit++;
    }
    g_autofree char *greater = part(words, unit, &rest);
    g_autofree char *lesser = unit < last ? part(words, unit + 1, &rest) : NULL;
    if (lesser == NULL) {
        return g_steal_pointer(&greater);
    }
    return words_say(words, "time", "two", pairs("greater", greater, "lesser", lesser, NULL));
}

/* Adds a sentence; `span` 0: it names none. */
static void add(GString *text, const struct words *words, const char *key, gint64 span, gint64 more)
{
    g_autofree char *first = span > 0 ? timing_words_span(words, span) : NULL;
    g_autofree char *second = more > 0 ? timing_words_span(words, more) : NULL;
    g_autofree char *sentence =
        words_say(words, "time", key, pairs("span", first, "more", second, NULL));
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
    return words_say(words, "time", key, pairs("word", word, NULL));
}
