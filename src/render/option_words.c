#include "render/option_words.h"

#include "match/options.h"

static char *say(const struct words *words, const char *key, struct values *values)
{
    return words_say(words, "match", key, values);
}

/* "-size=8, -size=10 or -size=16": words to be sent as they stand. */
static char *range_of_words(const struct words *words, const struct option_range *range)
{
    g_autoptr(GPtrArray) forms = g_ptr_array_new_with_free_func(g_free);
    for (const char *const *value = range->words; *value != NULL; value++) {
        g_ptr_array_add(forms, g_strdup_printf("-%s=%s", range->name, *value));
    }
    return words_list(words, forms, "or");
}

static const char *const range_keys[] = {
    [OPTION_SWITCH] = "range-switch",
    [OPTION_NUMBER] = "range-number",
    [OPTION_ALIAS] = "range-alone",
};

/* What may be sent instead; the caller's. */
static char *range_in_words(const struct words *words, const struct option_range *range)
{
    if (range->kind == OPTION_WORD) {
        return range_of_words(words, range);
    }
    struct values *values = pairs("name", range->name, NULL);
    values_add_number(values, "least", range->least);
    values_add_number(values, "most", range->most);
    return say(words, range->or_zero ? "range-or-zero" : range_keys[range->kind], values);
}

/* "-size, -super, ..."; the caller's. */
static char *all_names(const struct game *game)
{
    g_autoptr(GPtrArray) names = options_names(game);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < names->len; i++) {
        g_string_append_printf(text, "%s-%s", i > 0 ? ", " : "", (const char *)names->pdata[i]);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
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
    g_autofree char *names = all_names(game);
    g_autofree char *seats = option_words_seats(words, game);
    return say(words, key,
               pairs("word", word, "name", range.set, "near", near, "names", names, "range",
                     allowed, "seats", seats, NULL));
}
