#include "match/warning.h"

#include "match/record.h"
#include "match/turn.h"

static void warning_free(gpointer data)
{
    struct warning *warning = data;
    g_free(warning->turns);
    g_free(warning);
}

/* Adds a warning; takes `turns` (NULL: none). */
static void warn(GPtrArray *warnings, struct note note, char *turns)
{
    struct warning *warning = g_new(struct warning, 1);
    warning->note = note;
    warning->turns = turns;
    g_ptr_array_add(warnings, warning);
}

static struct note note_of_numbers(const char *key, int first, int second)
{
    return (struct note){
        .key = key,
        .argument = { { .kind = ARGUMENT_NUMBER, .value = (int16_t)first },
                      { .kind = ARGUMENT_NUMBER, .value = (int16_t)second } },
    };
}

/* ---- repetition ---- */

/* A search for turns after which a position has been there too often. */
struct return_search {
    const struct match *match;
    GString *turns; /* those found, as many as a warning lists */
    int count;
};

static bool look_at_turn(const char *text, const struct position *after, void *data)
{
    struct return_search *search = data;
    const struct match *match = search->match;
    if (record_times_seen(match, after) + 1 < match->options.repetition) {
        return false;
    }
    /* A turn that wins is no draw, wherever it leads. */
    struct result result = { 0 };
    match->game->result(after, &result);
    if (!result.over) {
        g_string_append_printf(search->turns, "%s%s", search->count > 0 ? ", " : "", text);
        search->count++;
    }
    return search->count == WARNING_TURNS_MAX;
}

static void warn_of_repeating(const struct match *match, GPtrArray *warnings)
{
    /* In most matches no position has been there so often that once more makes a draw. */
    if (match->most + 1 < match->options.repetition) {
        return;
    }
    g_autoptr(GString) turns = g_string_new(NULL);
    struct return_search search = { .match = match, .turns = turns };
    turn_each(match->game, &match->now, false, look_at_turn, &search);
    if (search.count > 0) {
        warn(warnings, (struct note){ .key = "warn-repeating" }, g_strdup(turns->str));
    }
}

/* ---- all of them ---- */

GPtrArray *match_warnings(const struct match *match, int seat)
{
    GPtrArray *warnings = g_ptr_array_new_with_free_func(warning_free);
    const struct game *game = match->game;
    const int occurrence = match->occurrence, repetition = match->options.repetition;
    if (match->result.over) {
        if (g_strcmp0(match->result.ending.key, "repetition") == 0) {
            warn(warnings, note_of_numbers("warn-repetition-drawn", occurrence, 0), NULL);
        }
        return warnings;
    }
    bool moves = seat >= 0 && seat == match_actor(match) && game_between(game, &match->now);
    char *only = moves ? match_only_turn(match) : NULL;
    if (only != NULL) {
        warn(warnings, (struct note){ .key = "warn-only" }, only);
    }
    struct note notes[WARNINGS_MAX] = { 0 };
    bool plays = seat >= 0 && match->result.place[seat] == 0;
    size_t count =
        plays && game->warn != NULL ? game->warn(&match->now, seat, notes, WARNINGS_MAX) : 0;
    for (size_t i = 0; i < count; i++) {
        warn(warnings, notes[i], NULL);
    }
    if (moves && repetition > 0) {
        warn_of_repeating(match, warnings);
    }
    if (repetition > 0 && occurrence > 1) {
        const char *key = occurrence + 1 == repetition ? "warn-repeated-last" : "warn-repeated";
        warn(warnings, note_of_numbers(key, occurrence, repetition), NULL);
    }
    const int left = match->options.maxply - match->plies;
    if (match->options.maxply > 0 && left <= WARNING_PLIES) {
        const char *key = left == 1 ? "warn-maxply-last" : "warn-maxply";
        warn(warnings, note_of_numbers(key, left, 0), NULL);
    }
    return warnings;
}
