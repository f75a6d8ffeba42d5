#include "match/record.h"

#include <string.h>

#include "base/error.h"
#include "match/turn.h"

/* ---- the result ---- */

int match_side(const struct match *match, int seat)
{
    int first = 0;
    while (first < seat &&
           (match->game->partners == NULL || !match->game->partners(&match->now, first, seat))) {
        first++;
    }
    return first;
}

/* Ends the match: `winner` and its partners are first or, with -1, everyone who still plays. */
static void declare(struct match *match, int winner, const char *key)
{
    match->result.over = true;
    match->result.drawn = winner < 0;
    match->result.ending = (struct note){ .key = key };
    for (int seat = 0; seat < match->options.setup.seats; seat++) {
        if (match->result.place[seat] == 0) {
            const bool wins = winner < 0 || match_side(match, seat) == match_side(match, winner);
            match->result.place[seat] = wins ? 1 : 2;
        }
    }
}

/* g_bytes_hash takes a byte at a time, and each mail plays its match again: this takes eight. */
static guint hash_position(gconstpointer position)
{
    gsize length;
    const unsigned char *bytes = g_bytes_get_data((GBytes *)position, &length);
    guint64 hash = length, part;
    gsize at = 0;
    for (; length - at >= sizeof part; at += sizeof part) {
        memcpy(&part, bytes + at, sizeof part);
        hash = (hash ^ part) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    for (; at < length; at++) {
        hash = (hash ^ bytes[at]) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
    }
    return (guint)(hash >> 32);
}

void record_lists_init(struct match *match)
{
    enum { TEXTS_BLOCK = 512 };
    match->turns = g_array_new(FALSE, FALSE, sizeof(struct match_turn));
    match->texts = g_string_chunk_new(TEXTS_BLOCK);
    match->seen =
        g_hash_table_new_full(hash_position, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
}

void record_lists_clear(struct match *match)
{
    g_array_unref(match->turns);
    g_string_chunk_free(match->texts);
    g_hash_table_unref(match->seen);
}

int record_times_seen(const struct match *match, const struct position *position)
{
    g_autoptr(GBytes) wanted = g_bytes_new_static(position->bytes, game_identity(match->game));
    return GPOINTER_TO_INT(g_hash_table_lookup(match->seen, wanted));
}

/* Counts the present position among those that have been on the board. Call it before the line that
 * led to it is added. */
static void count_position(struct match *match)
{
    match->occurrence = record_times_seen(match, &match->now) + 1;
    match->most = MAX(match->most, match->occurrence);
    g_hash_table_replace(match->seen, g_bytes_new(match->now.bytes, game_identity(match->game)),
                         GINT_TO_POINTER(match->occurrence));
}

/* Sets the result by the rules of the game, then by those of all games. */
static void settle(struct match *match, bool counted)
{
    const struct options *options = &match->options;
    match->result = (struct result){ 0 };
    match->game->result(&match->now, &match->result);
    if (match->result.over || !counted) {
        return;
    }
    if (options->repetition > 0 && match->occurrence >= options->repetition) {
        declare(match, -1, "repetition");
    } else if (options->maxply > 0 && match->plies >= options->maxply) {
        declare(match, -1, "maxply");
    }
}

void record_begin(struct match *match)
{
    match->now = match->start;
    count_position(match);
    settle(match, true);
}

static void add_line(struct match *match, int seat, const char *text, bool forced)
{
    const struct match_turn turn = { .seat = seat,
                                     .text = g_string_chunk_insert(match->texts, text),
                                     .forced = forced };
    g_array_append_val(match->turns, turn);
}

/* True if the turn is a pass, and the seat to move has no other move. */
static bool is_forced_pass(const struct match *match, const char *text)
{
    struct move moves[2];
    return g_str_equal(text, MATCH_PASS) &&
           match->game->moves(&match->now, moves, G_N_ELEMENTS(moves)) == 1;
}

void record_trial(struct match *match, const struct trial *trial, bool counted)
{
    const bool forced = is_forced_pass(match, trial->text->str);
    counted = counted && trial_complete(trial);
    if (!forced) {
        match->before = match->now;
        memcpy(match->last, trial->move, sizeof match->last);
        match->last_count = trial->count;
    }
    match->now = trial->now;
    if (counted) {
        match->plies++;
        count_position(match);
    }
    add_line(match, trial->seat, trial->text->str, forced);
    settle(match, counted);
}

/* ---- endings ---- */

static const struct ending {
    const char *word;
    const char *key; /* of the result */
    enum { SEAT_LEAVES, SEAT_WINS, DRAWN, VOID } kind;
    bool of_seat; /* the seat must still play */
} endings[] = {
    { MATCH_RESIGN, "resign", SEAT_LEAVES, true }, { MATCH_FORFEIT, "forfeit", SEAT_LEAVES, true },
    { "draw", "draw-agreed", DRAWN, true },        { "ended-void", "ended-void", VOID, false },
    { MATCH_LAPSED, "lapsed", VOID, false },       { "ended-draw", "ended-draw", DRAWN, false },
    { "ended-win", "ended-win", SEAT_WINS, true },
};

static void end_match(struct match *match, int seat, const struct ending *ending)
{
    switch (ending->kind) {
    case SEAT_LEAVES:
        match->game->leave(&match->now, seat);
        match->last_count = 0;
        count_position(match); /* a new position: the seat does not play in it any more */
        settle(match, false);
        if (match->result.over) {
            match->result.ending = (struct note){ .key = ending->key };
        }
        break;
    case SEAT_WINS:
        declare(match, seat, ending->key);
        break;
    case DRAWN:
        declare(match, -1, ending->key);
        break;
    case VOID:
        match->void_result = true;
        match->result = (struct result){ .over = true, .ending = { .key = ending->key } };
        break;
    }
}

static const struct ending *ending_of(const char *text)
{
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (g_str_equal(endings[i].word, text)) {
            return &endings[i];
        }
    }
    return NULL;
}

/* ---- lines of the record ---- */

bool match_is_leaving(const char *text)
{
    return g_str_equal(text, MATCH_RESIGN) || g_str_equal(text, MATCH_FORFEIT);
}

bool match_is_ending(const char *text)
{
    return ending_of(text) != NULL;
}

static bool fail_line(const struct match *match, const char *text, const char *why, GError **error)
{
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "line %u of the record, \"%.80s\": %s",
                match->turns->len + 1, text, why);
    return false;
}

static bool record_turn(struct match *match, int seat, const char *text, GError **error)
{
    if (seat != match_actor(match)) {
        return fail_line(match, text, "another seat is to move", error);
    }
    g_auto(Ruling) ruling = { 0 };
    g_auto(Trial) trial = { 0 };
    ruling_begin(&ruling, &match->now);
    trial_init(&trial, match->game, &match->now, seat);
    if (trial_turn(&trial, text, &ruling) != VERDICT_PLAYED) {
        return fail_line(match, text, ruling.note.key, error);
    }
    if (!g_str_equal(trial.text->str, text)) {
        return fail_line(match, text, "not written as the record is", error);
    }
    record_trial(match, &trial, true);
    return true;
}

bool match_record(struct match *match, int seat, const char *text, GError **error)
{
    if (match->result.over) {
        return fail_line(match, text, "the match is over", error);
    }
    if (seat < 0 || seat >= match->options.setup.seats) {
        return fail_line(match, text, "there is no such seat", error);
    }
    const struct ending *ending = ending_of(text);
    if (ending == NULL) {
        return record_turn(match, seat, text, error);
    }
    if (ending->of_seat && match->result.place[seat] != 0) {
        return fail_line(match, text, "the seat plays no more", error);
    }
    end_match(match, seat, ending);
    add_line(match, seat, text, false);
    return true;
}

guint match_pass(struct match *match)
{
    guint passed = 0;
    /* A game must end when all have passed; with a faulty one we must not go on for ever. */
    while (passed < SEATS_MAX && match_actor(match) >= 0) {
        g_autoptr(GPtrArray) turns = match_decisions(match);
        if (turns->len != 1 || !g_str_equal(turns->pdata[0], MATCH_PASS) ||
            !match_record(match, match_actor(match), MATCH_PASS, NULL)) {
            break;
        }
        passed++;
    }
    return passed;
}
