#include "match/match.h"

#include <string.h>

#include "match/record.h"
#include "match/turn.h"

/* ---- making and freeing ---- */

/* A match without a position yet. */
static struct match *match_empty(const struct game *game, const struct options *options)
{
    struct match *match = g_new0(struct match, 1);
    match->game = game;
    match->options = *options;
    record_lists_init(match);
    return match;
}

static bool lay_out(struct match *match, const char *from, struct note *note)
{
    const struct game *game = match->game;
    const struct setup *setup = &match->options.setup;
    if (!options_seats_fit(game, setup->seats)) {
        *note = (struct note){ .key = "option-seats" };
        return false;
    }
    /* Needed even with a position text: options may contradict each other. */
    if (!game->setup(&match->start, setup, note)) {
        return false;
    }
    if (from == NULL) {
        return true;
    }
    struct scan scan = scan_over(from);
    memset(&match->start, 0, sizeof match->start);
    if (!game->decode(&match->start, setup, &scan, note)) {
        return false;
    }
    if (!scan_done(&scan)) {
        *note = (struct note){ .key = "position-rest" };
        return false;
    }
    return true;
}

struct match *match_new(const struct game *game, const struct options *options, const char *from,
                        struct note *note)
{
    g_autoptr(Match) match = match_empty(game, options);
    *note = (struct note){ 0 };
    if (!lay_out(match, from, note)) {
        return NULL;
    }
    record_begin(match);
    return g_steal_pointer(&match);
}

void match_free(struct match *match)
{
    if (match != NULL) {
        record_lists_clear(match);
        g_free(match);
    }
}

struct match *match_copy(const struct match *match)
{
    struct match *copy = g_new(struct match, 1);
    *copy = *match;
    record_lists_init(copy);
    GHashTableIter each;
    gpointer position, times;
    g_hash_table_iter_init(&each, match->seen);
    while (g_hash_table_iter_next(&each, &position, &times)) {
        g_hash_table_insert(copy->seen, g_bytes_ref(position), times);
    }
    for (guint i = 0; i < match->turns->len; i++) {
        struct match_turn turn = g_array_index(match->turns, struct match_turn, i);
        turn.text = g_string_chunk_insert(copy->texts, turn.text);
        g_array_append_val(copy->turns, turn);
    }
    return copy;
}

struct match *match_at(const struct match *match, guint turns)
{
    if (turns > match->turns->len) {
        return NULL;
    }
    g_autoptr(Match) earlier = match_empty(match->game, &match->options);
    earlier->start = match->start;
    record_begin(earlier);
    for (guint i = 0; i < turns; i++) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        if (!match_record(earlier, turn->seat, turn->text, NULL)) {
            return NULL;
        }
    }
    return g_steal_pointer(&earlier);
}

guint match_stalled(const struct match *match)
{
    const struct game *game = match->game;
    g_autoptr(Match) at = match_at(match, 0);
    int least[SEATS_MAX];
    guint stalled = 0;
    for (guint turn = 0; turn <= match->turns->len; turn++, stalled++) {
        for (int seat = 0; seat < match->options.setup.seats; seat++) {
            const int left = game->distance != NULL ? game->distance(&at->now, seat)
                                                    : -game_standing(game, &at->now, seat);
            if (turn == 0 || left < least[seat]) {
                least[seat] = left;
                stalled = 0;
            }
        }
        const struct match_turn *next = &g_array_index(match->turns, struct match_turn, turn);
        if (turn < match->turns->len && !match_record(at, next->seat, next->text, NULL)) {
            return 0; /* the record was not checked */
        }
    }
    return stalled - 1;
}

/* ---- what it says ---- */

char *match_only_turn(const struct match *match)
{
    const struct game *game = match->game;
    int seat = match_actor(match);
    bool complete = seat < 0 || !game_between(game, &match->now);
    g_autoptr(GString) text = g_string_new(NULL);
    struct position now = match->now;
    while (!complete) {
        struct move moves[2];
        if (game->moves(&now, moves, G_N_ELEMENTS(moves)) != 1) {
            return NULL;
        }
        turn_print(game, &now, &moves[0], text);
        game->apply(&now, &moves[0]);
        complete = turn_complete(game, &now, seat);
    }
    bool plays = text->len > 0 && !g_str_equal(text->str, MATCH_PASS);
    return plays ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

bool match_was_decided(const struct match *match, guint turn)
{
    const struct match_turn *played = &g_array_index(match->turns, struct match_turn, turn);
    g_autoptr(Match) before = match_at(match, turn);
    g_autofree char *only = before != NULL ? match_only_turn(before) : NULL;
    return !played->forced && g_strcmp0(played->text, only) != 0;
}

char *match_example(const struct match *match)
{
    g_autoptr(GString) text = g_string_new(NULL);
    if (match_actor(match) >= 0) {
        costly_avoid(match->game, &match->now, &match->now, text);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

char *match_position(const struct match *match)
{
    char buffer[2 * POSITION_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    match->game->encode(&match->now, &text);
    return g_strdup(buffer);
}

/* Finds the position in which a stored turn was made; false if there was none. */
static bool position_before(const struct match *match, guint turn, struct position *position)
{
    const struct match_turn *played = &g_array_index(match->turns, struct match_turn, turn);
    if (turn + 1 == match->turns->len && !match_is_ending(played->text) && !played->forced) {
        *position = match->before;
        return true;
    }
    g_autoptr(Match) earlier = match_at(match, turn);
    if (earlier != NULL) {
        *position = earlier->now;
    }
    return earlier != NULL;
}

char *match_way(const struct match *match, guint turn)
{
    const struct game *game = match->game;
    const char *stored = g_array_index(match->turns, struct match_turn, turn).text;
    struct position before;
    if (game->route == NULL || !position_before(match, turn, &before)) {
        return NULL;
    }
    struct scan scan = scan_over(stored);
    struct move move;
    struct note note = { 0 };
    if (game->parse(&before, &scan, &move, &note) != PARSED_MOVE || !scan_done(&scan) ||
        !game->check(&before, &move, &note)) {
        return NULL;
    }
    char buffer[MATCH_LINE_MAX];
    struct text text = text_in(buffer, sizeof(buffer));
    game->route(&before, &move, &text);
    return text.cut || g_str_equal(buffer, stored) ? NULL : g_strdup(buffer);
}

GArray *match_effects(const struct match *match, guint turn)
{
    const struct game *game = match->game;
    GArray *effects = g_array_new(FALSE, FALSE, sizeof(struct note));
    struct position before;
    if (game->effects == NULL || !position_before(match, turn, &before)) {
        return effects;
    }
    const struct match_turn *stored = &g_array_index(match->turns, struct match_turn, turn);
    g_auto(Trial) trial = { 0 };
    g_auto(Ruling) ruling = { 0 };
    ruling_begin(&ruling, &before);
    trial_init(&trial, game, &before, stored->seat);
    trial_turn(&trial, stored->text, &ruling);
    for (size_t i = 0; i < trial.count; i++) {
        struct note notes[EFFECTS_MAX];
        const size_t count = game->effects(&before, &trial.move[i], notes, EFFECTS_MAX);
        g_array_append_vals(effects, notes, (guint)count);
        game->apply(&before, &trial.move[i]);
    }
    return effects;
}

char *match_result_text(const struct match *match)
{
    if (!match->result.over) {
        return g_strdup("none");
    }
    if (match->void_result) {
        return g_strdup("void");
    }
    if (match->result.drawn) {
        return g_strdup("draw");
    }
    GString *text = g_string_new(NULL);
    for (int seat = 0; seat < match->options.setup.seats; seat++) {
        if (match->result.place[seat] == 1) {
            g_string_append_printf(text, "%s%d", text->len == 0 ? "win " : ",", seat + 1);
        }
    }
    return g_string_free(text, FALSE);
}

/* ---- playing ---- */

/* The line without what may be around a turn. Free with g_free. */
static char *trimmed(const char *line)
{
    char *text = g_strstrip(g_strdup(line));
    size_t length = strlen(text);
    if (length > 0 && strchr("!.", text[length - 1]) != NULL) {
        text[length - 1] = '\0';
        g_strchomp(text);
    }
    return text;
}

bool match_reads_as_turn(const struct match *match, const char *line)
{
    if (strlen(line) > MATCH_LINE_MAX) {
        return false;
    }
    g_autofree char *text = trimmed(line);
    return line_unread(match->game, &match->now, text) == NULL;
}

/* True if it is the seat's turn; else rules against the line. */
static bool rule_on_seat(const struct match *match, int seat, struct ruling *ruling)
{
    int actor = match_actor(match);
    struct note note = { .key = "match-over" };
    if (actor >= 0 && actor == seat) {
        return true;
    }
    if (actor >= 0) {
        note.key = "not-your-turn";
        note.argument[0] = (struct argument){ .kind = ARGUMENT_SEAT, .value = (int16_t)actor };
    }
    ruling_against(ruling, VERDICT_REFUSED, &note, &match->now);
    return false;
}

/* True if the text consists of decisions, legal or not. */
static bool rule_on_text(const struct trial *trial, const char *text, struct ruling *ruling)
{
    const char *rest = line_unread(trial->game, &trial->now, text);
    if (rest == NULL) {
        return true;
    }
    struct note note = { .key = rest == text ? "no-move" : "rest" };
    ruling_against(ruling, VERDICT_NO_MOVE, &note, &trial->now);
    if (rest != text) {
        ruling->part = g_strdup(rest);
    }
    ruling_choose(ruling, trial, text);
    return false;
}

/* True if the line ends with `!`: the player means it. */
static bool insists(const char *line)
{
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r\n.", line[length - 1]) != NULL) {
        length--;
    }
    return length > 0 && line[length - 1] == '!';
}

/* Notes what a whole turn gives away, if anything. */
static bool rule_on_cost(const struct match *match, const struct trial *trial,
                         struct ruling *ruling)
{
    struct note note = { 0 };
    bool costly = trial_complete(trial) &&
                  costly_turn(match->game, &match->now, &trial->now, trial->seat, &note);
    ruling->note = costly ? note : (struct note){ 0 };
    ruling->position = match->now;
    return costly;
}

/* True if a legal turn is to be played as it was written; else the player is asked to confirm
 * it. */
static bool rule_on_purpose(const struct match *match, const struct trial *trial, const char *line,
                            struct ruling *ruling)
{
    if (!rule_on_cost(match, trial, ruling) || insists(line) ||
        !costly_avoidable(match->game, &match->now)) {
        return true;
    }
    ruling->verdict = VERDICT_UNCONFIRMED;
    g_ptr_array_add(ruling->choices, g_strconcat(trial->text->str, "!", NULL));
    return false;
}

enum verdict match_play(struct match *match, int seat, const char *line, struct ruling *ruling)
{
    ruling_begin(ruling, &match->now);
    if (!rule_on_seat(match, seat, ruling)) {
        return ruling->verdict;
    }
    if (strlen(line) > MATCH_LINE_MAX) {
        struct note note = { .key = "too-long" };
        return ruling_against(ruling, VERDICT_NO_MOVE, &note, &match->now);
    }
    g_autofree char *text = trimmed(line);
    g_auto(Trial) trial = { 0 };
    trial_init(&trial, match->game, &match->now, seat);
    if (rule_on_text(&trial, text, ruling) && trial_turn(&trial, text, ruling) == VERDICT_PLAYED &&
        rule_on_purpose(match, &trial, line, ruling)) {
        ruling->turn = g_strdup(trial.text->str);
        record_trial(match, &trial, true);
    }
    return ruling->verdict;
}

/* True if the text at `at` is joined to the turn before it as if it belonged to that turn: by
 * a comma, in a game whose turns can have several decisions. */
static bool joins_turns(const struct match *match, const char *text, const char *at)
{
    bool joined = false;
    while (at > text && strchr(" \t,;!", at[-1]) != NULL) {
        at--;
        joined = joined || strchr(",;", *at) != NULL;
    }
    return joined && at > text && match->game->final != NULL;
}

/* The text at `at`, which cannot be played, was meant as a part of the turn before, which is
 * complete without it: rules so, unless the text cannot be a move of this board at all. */
static void rule_on_joined(const struct match *match, const char *at, struct ruling *ruling)
{
    struct scan scan = scan_over(at);
    struct move move = { 0 };
    struct note note = { 0 };
    if (match->game->parse(&match->now, &scan, &move, &note) == PARSED_REFUSED) {
        return;
    }
    const struct match_turn *before =
        &g_array_index(match->turns, struct match_turn, match->turns->len - 1);
    note = (struct note){ .key = "more-than-a-turn" };
    ruling_against(ruling, VERDICT_REFUSED, &note, &match->now);
    g_ptr_array_set_size(ruling->choices, 0);
    g_ptr_array_add(ruling->choices, g_strdup(before->text));
}

bool match_after(struct match *match, const char *line, bool count_repetition,
                 struct ruling *ruling)
{
    g_autofree char *text = g_strstrip(g_strdup(line));
    struct scan scan = scan_over(text);
    ruling_begin(ruling, &match->now);
    while (!scan_done(&scan)) {
        g_auto(Trial) trial = { 0 };
        int seat = match_actor(match);
        if (seat < 0) {
            rule_on_seat(match, seat, ruling);
            ruling->part = g_strndup(scan.at, strcspn(scan.at, " \t"));
            return false;
        }
        trial_init(&trial, match->game, &match->now, seat);
        const char *begin = scan.at;
        if (trial_read(&trial, &scan, ruling) != VERDICT_PLAYED) {
            if (trial.count == 0 && joins_turns(match, text, begin)) {
                rule_on_joined(match, begin, ruling);
            }
            return false;
        }
        rule_on_cost(match, &trial, ruling);
        record_trial(match, &trial, count_repetition);
    }
    return true;
}

/* ---- what a player should know about a position ---- */

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
