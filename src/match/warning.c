#include "match/warning.h"

#include "match/record.h"
#include "match/turn.h"

static void warning_free(gpointer data)
{
    struct warning *warning = data;
    g_free(warning->turns);
    g_free(warning);
}

/* Adds a warning; `turns_taken` may be NULL. */
static void warn(GPtrArray *warnings, const struct note *note, char *turns_taken)
{
    struct warning *warning = g_new(struct warning, 1);
    warning->note = *note;
    warning->turns = turns_taken;
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

static void warn_of_game(const struct match *match, int seat, GPtrArray *warnings)
{
    const struct game *game = match->game;
    struct note notes[WARNINGS_MAX] = { 0 };
    bool plays = seat >= 0 && match->result.place[seat] == 0;
    size_t count =
        plays && game->warn != NULL ? game->warn(&match->now, seat, notes, WARNINGS_MAX) : 0;
    for (size_t i = 0; i < count; i++) {
        warn(warnings, &notes[i], NULL);
    }
}

static void warn_of_only_turn(const struct match *match, GPtrArray *warnings)
{
    char *turn = match_only_turn(match);
    if (turn != NULL) {
        struct note note = { .key = "warn-only" };
        warn(warnings, &note, turn);
    }
}

/* ---- repetition ---- */

/* A search for turns that bring a position back once too often. */
struct return_search {
    const struct match *match;
    GString *turns; /* those found, as far as a warning names them */
    int count;
};

static void look_at_turn(const char *text, const struct position *after, void *data)
{
    struct return_search *search = data;
    const struct match *match = search->match;
    if (search->count == WARNING_TURNS_MAX ||
        record_times_seen(match, after) + 1 < match->options.repetition) {
        return;
    }
    /* A turn that wins is no draw, wherever it leads. */
    struct result result = { 0 };
    match->game->result(after, &result);
    if (!result.over) {
        g_string_append_printf(search->turns, "%s%s", search->count > 0 ? ", " : "", text);
        search->count++;
    }
}

/* Whether any position has come up so often that it may not come again; most
 * matches are spared the search by this. */
static bool some_position_is_worn(const struct match *match)
{
    GHashTableIter each;
    gpointer key = NULL;
    g_hash_table_iter_init(&each, match->seen);
    while (g_hash_table_iter_next(&each, &key, NULL)) {
        if (((const struct occurrence *)key)->times + 1 >= match->options.repetition) {
            return true;
        }
    }
    return false;
}

static void warn_of_repeating(const struct match *match, GPtrArray *warnings)
{
    if (!some_position_is_worn(match)) {
        return;
    }
    g_autoptr(GString) turns = g_string_new(NULL);
    struct return_search search = { .match = match, .turns = turns };
    turn_each(match->game, &match->now, false, look_at_turn, &search);
    if (search.count > 0) {
        struct note note = { .key = "warn-repeating" };
        warn(warnings, &note, g_strdup(turns->str));
    }
}

static void warn_of_repetition(const struct match *match, GPtrArray *warnings)
{
    int most = match->options.repetition;
    if (match->occurrence > 1) {
        bool last = match->occurrence + 1 == most;
        struct note note =
            note_of_numbers(last ? "warn-repeated-last" : "warn-repeated", match->occurrence, most);
        warn(warnings, &note, NULL);
    }
}

/* ---- all of them ---- */

static void warn_of_plies(const struct match *match, GPtrArray *warnings)
{
    int left = match->options.maxply - match->plies;
    if (match->options.maxply > 0 && left <= WARNING_PLIES) {
        struct note note = note_of_numbers(left == 1 ? "warn-maxply-last" : "warn-maxply", left, 0);
        warn(warnings, &note, NULL);
    }
}

GPtrArray *match_warnings(const struct match *match, int seat)
{
    GPtrArray *warnings = g_ptr_array_new_with_free_func(warning_free);
    bool repeats = match->options.repetition > 0;
    if (match->result.over) {
        if (g_strcmp0(match->result.ending.key, "repetition") == 0) {
            struct note note = note_of_numbers("warn-repetition-drawn", match->occurrence, 0);
            warn(warnings, &note, NULL);
        }
        return warnings;
    }
    bool moves = seat >= 0 && seat == match_actor(match) && game_between(match->game, &match->now);
    if (moves) {
        warn_of_only_turn(match, warnings);
    }
    warn_of_game(match, seat, warnings);
    if (moves && repeats) {
        warn_of_repeating(match, warnings);
    }
    if (repeats) {
        warn_of_repetition(match, warnings);
    }
    warn_of_plies(match, warnings);
    return warnings;
}
