#include "render/match_words.h"

#include <string.h>

/* ---- options ---- */

static const char *const range_keys[] = {
    [OPTION_SWITCH] = "range-switch",
    [OPTION_NUMBER] = "range-number",
    [OPTION_ALIAS] = "range-alone",
};

/* What may be sent instead; of words, "-size=8, -size=10 or -size=16". */
static struct phrase *range_in_words(const struct option_range *range)
{
    if (range->kind == OPTION_WORD) {
        struct phrase *forms = phrase_listed("or");
        for (const char *const *value = range->words; *value != NULL; value++) {
            phrase_add(forms, phrase_taken(g_strdup_printf("-%s=%s", range->name, *value)));
        }
        return forms;
    }
    struct values *values = pairs("name", range->name, NULL);
    with_number(values, "least", range->least);
    with_number(values, "most", range->most);
    return phrase_key("match", range->or_zero ? "range-or-zero" : range_keys[range->kind], values);
}

struct phrase *option_words_seats(const struct game *game)
{
    struct phrase *numbers = phrase_listed("or");
    for (int seats = 1; seats <= SEATS_MAX; seats++) {
        phrase_add(numbers, options_seats_fit(game, seats) ? phrase_number(seats) : NULL);
    }
    return numbers;
}

struct phrase *option_words_refusal(const struct game *game, const char *word, const char *key)
{
    struct option_range range = { .name = NULL };
    const bool known = options_range(game, word, &range);
    g_autoptr(GPtrArray) names = options_names(game);
    struct phrase *all = phrase_joined(", "); /* "-size, -super, ..." */
    for (guint i = 0; i < names->len; i++) {
        phrase_add(all, phrase_taken(g_strconcat("-", names->pdata[i], NULL)));
    }
    struct values *values = pairs("word", word, "name", range.set, "near",
                                  known ? NULL : options_nearest(game, word), NULL);
    with_phrase(values, "names", all);
    with_phrase(values, "range", known ? range_in_words(&range) : NULL);
    return phrase_key("match", key, with_phrase(values, "seats", option_words_seats(game)));
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

struct phrase *ruling_words(const struct game *game, const struct ruling *ruling, const char *line,
                            struct phrase *const *seat_names)
{
    const bool many = ruling->begun != NULL && ruling->choices->len > WHOLE_MOST;
    struct phrase *choices = phrase_listed("or");
    for (guint i = 0; i < ruling->choices->len; i++) {
        /* Of many, what they add to the decisions that they all begin with. */
        const char *choice = ruling->choices->pdata[i];
        phrase_add(choices, phrase_text(many ? choice + strlen(ruling->begun) + 1 : choice));
    }
    struct values *values =
        pairs("move", ruling->part != NULL ? ruling->part : line, "begun",
              many ? ruling->begun : NULL, "any", ruling->part == NULL ? "yes" : NULL, "example",
              many ? ruling->choices->pdata[0] : NULL, "whole", ruling->whole, NULL);
    with_phrase(values, many ? "ends" : "choices", choices);
    with_phrase(values, many ? "choices" : "ends", NULL);
    with_number(values, "more", ruling->more);
    with_phrase(values, "why",
                ruling->note.key != NULL
                    ? phrase_note(game, &ruling->note, &ruling->position, seat_names)
                    : NULL);
    return phrase_key("match", keys[ruling->verdict], values);
}

/* ---- terms of time ---- */

/* Adds a sentence; `span` 0: it names none. `adds`: the turns add to it (NULL: they do not). */
static void add(struct phrase *all, const char *key, gint64 span, const struct timing *adds)
{
    struct values *values = with_phrase(values_new(), "span", span > 0 ? phrase_span(span) : NULL);
    with_phrase(values, "more", adds != NULL ? phrase_span(adds->increment) : NULL);
    with_phrase(values, "cap", adds != NULL ? phrase_span(timing_cap(adds)) : NULL);
    phrase_add(all, phrase_key("time", key, values));
}

struct phrase *timing_words(const struct timing *timing)
{
    struct phrase *all = phrase_joined(" ");
    if (timing_is_clocked(timing)) {
        add(all, timing->per_move > 0 ? "per-move" : "total", timing_left_at_start(timing),
            timing->increment > 0 ? timing : NULL);
        add(all, timing_needs_claim(timing) ? "over-claim" : "over-out", 0, NULL);
    }
    if (timing_silence(timing) > 0) {
        add(all, timing_needs_claim(timing) ? "silence-claim" : "silence-out",
            timing_silence(timing), NULL);
    }
    if (timing->nag > 0) {
        add(all, "nag", timing->nag, NULL);
    }
    if (timing->weekends_off) {
        add(all, "weekends-off", 0, NULL);
    }
    return all;
}
