/*
 * walk.h: the laws for every position of every game, over random games.
 *
 * In each position: the list is in order, the result fits, position and moves read back, and
 * the judges agree about one move and one changed byte. In one position of 64 everything is
 * tested, with every move; WALK_CLOSELY=1 in the environment does so in all. The judges are
 * asked about all moves of one and two bytes in a few positions of each set of options. Seeds
 * are fixed, so a failure can be repeated.
 */
#ifndef POSTMOVE_TEST_WALK_H
#define POSTMOVE_TEST_WALK_H

#include "drawn.h"
#include "laws.h"

/* ---- in every position ---- */

static void moves_are_in_order(struct walk *walk)
{
    walk->count = walk->game->moves(&walk->now, walk->list, MOVES_MAX);
    if (walk->count >= MOVES_MAX) {
        wrong(walk, "moves", "it lists %zu moves, more than anybody can read", walk->count);
    }
    for (size_t i = 1; i < walk->count; i++) {
        if (by_bytes(&walk->list[i - 1], &walk->list[i]) >= 0) {
            wrong(walk, "moves", "move %zu does not ascend from the one before it", i + 1);
        }
    }
}

/* Whether all who are first won together, and all who did not are behind them. */
static bool places_fit(const struct walk *walk, const struct result *result)
{
    const int seats = walk->setup.seats;
    int first = -1, losers = 0;
    for (int seat = 0; seat < seats; seat++) {
        const bool wins = result->place[seat] == 1;
        const bool alone =
            wins && first >= 0 && !result->drawn &&
            (walk->game->partners == NULL || !walk->game->partners(&walk->now, first, seat));
        if (result->place[seat] < 1 || result->place[seat] > seats || alone) {
            return false;
        }
        first = wins ? seat : first;
        losers += !wins;
    }
    return first >= 0 && (result->drawn || losers > 0);
}

static void result_fits(const struct walk *walk)
{
    struct result result;
    const int seat = walk->game->actor(&walk->now);
    walk->game->result(&walk->now, &result);
    if (seat < -1 || seat >= walk->setup.seats) {
        wrong(walk, "actor", "seat %d does not play", seat);
    }
    if (result.over != (seat < 0)) {
        wrong(walk, "result", "over is %d, but actor gives %d", result.over, seat);
    }
    if (result.over != (walk->count == 0)) {
        wrong(walk, "moves", "%zu moves, but over is %d", walk->count, result.over);
    }
    if (result.over != (result.ending.key != NULL)) {
        wrong(walk, "result", "the match %s over, and ending has %s key",
              result.over ? "is" : "is not", result.ending.key != NULL ? "a" : "no");
    }
    if (result.over && !places_fit(walk, &result)) {
        wrong(walk, "result", "over, %s, with the places %d %d %d %d %d %d",
              result.drawn ? "drawn" : "not drawn", result.place[0], result.place[1],
              result.place[2], result.place[3], result.place[4], result.place[5]);
    }
    for (int i = 0; i < SEATS_MAX; i++) {
        if ((!result.over && result.place[i] == 1) || (i == seat && result.place[i] != 0) ||
            (i >= walk->setup.seats && result.place[i] != 0)) {
            wrong(walk, "result", "place[%d] is %d, but seat %d is to move", i, result.place[i],
                  seat);
        }
    }
    if (result.over) {
        note_fits(walk, "result", &result.ending);
    }
}

static void position_reads_back(const struct walk *walk)
{
    struct position again;
    struct note note = { .key = NULL };
    g_autofree char *text = position_text(walk->game, &walk->now);
    struct scan scan = scan_over(text);
    memset(&again, 0xa5, sizeof again);
    if (!walk->game->decode(&again, &walk->setup, &scan, &note) || !scan_done(&scan)) {
        wrong(walk, "decode",
              "it refuses (%s) what encode writes, or apply, leave or setup made what "
              "cannot be",
              note.key);
    }
    for (size_t i = 0; i < walk->game->size; i++) {
        if (again.bytes[i] != walk->now.bytes[i]) {
            wrong(
                walk, "decode",
                "byte %zu of the position is %u after encode and decode, not %u: either loses it, "
                "or setup, apply or leave does not set it",
                i, again.bytes[i], walk->now.bytes[i]);
        }
    }
}

/* What holds of each position that decode takes. */
static void stands(struct walk *walk)
{
    moves_are_in_order(walk);
    result_fits(walk);
    position_reads_back(walk);
    figures_fit(walk, NULL);
}

/* A text that is no position is refused in words; in one that is taken, all functions hold: this
 * one with a character changed, or cut. */
static void spoiled_positions_hold(struct walk *walk)
{
    const struct position now = walk->now;
    static const char signs[] = "./#-aOX0123456789 ";
    enum { TIMES = 4 }; /* each character, once cut */
    g_autofree char *whole = position_text(walk->game, &walk->now);
    for (size_t i = 0; i < TIMES * strlen(whole); i++) {
        struct note note = { .key = NULL };
        g_autofree char *text = g_strdup(whole);
        text[i / TIMES] = i % TIMES == 0
                              ? '\0'
                              : signs[g_rand_int_range(walk->chance, 0, (gint32)sizeof signs - 1)];
        struct scan scan = scan_over(text);
        memset(&walk->now, 0xa5, sizeof walk->now);
        if (walk->game->decode(&walk->now, &walk->setup, &scan, &note)) {
            stands(walk);
        } else {
            walk->now = now;
            note_fits(walk, "decode", &note);
        }
    }
    walk->now = now;
    moves_are_in_order(walk);
}

static void reads_as(const struct walk *walk, const char *text, const struct move *wanted)
{
    struct move move;
    struct note note = { .key = NULL };
    struct scan scan = scan_over(text);
    memset(&move, 0xa5, sizeof move);
    if (walk->game->parse(&walk->now, &scan, &move, &note) != PARSED_MOVE || !scan_done(&scan) ||
        memcmp(&move, wanted, sizeof move) != 0) {
        g_autofree char *canonical = move_text(walk->game, &walk->now, wanted);
        wrong(walk, "parse", "it does not read \"%s\" as the move %s", text, canonical);
    }
}

/* The same move is read back once a walk. */
static void moves_read_back(struct walk *walk)
{
    for (size_t i = 0; i < walk->count; i++) {
        const struct move *move = &walk->list[i];
        uint32_t hash = move->length;
        for (int j = 0; j < MOVE_BYTES; j++) {
            hash = hash * 131 + move->byte[j];
        }
        struct move *seen = &walk->seen[(hash ^ hash >> 14) % SEEN];
        if (memcmp(seen, move, sizeof *move) != 0) {
            char buffer[64];
            struct text text = text_in(buffer, sizeof buffer);
            walk->game->print(&walk->now, move, &text);
            reads_as(walk, buffer, move);
            *seen = *move;
        }
    }
}

/* ---- in some positions ---- */

/* A short list still returns the whole number, and nothing is written beyond it. */
static void short_lists_fit(const struct walk *walk)
{
    struct move few[2] = { { .length = 0 }, { .length = 99 } };
    if (walk->game->moves(&walk->now, few, 1) != walk->count || few[1].length != 99 ||
        (walk->count > 0 && memcmp(&few[0], &walk->list[0], sizeof few[0]) != 0) ||
        (walk->game->moves(&walk->now, NULL, 0) > 0) != (walk->count > 0)) {
        wrong(walk, "moves", "with a small cap it gives another number, or writes beyond it");
    }
}

/* True if that sign joins two squares: in a game where one square is a move, or a turn has several
 * decisions, some signs separate moves instead. */
static bool joins(const struct walk *walk, const char *separator)
{
    g_autofree char *text = g_strconcat("c3", separator, "c4", NULL);
    struct move move;
    struct note note = { .key = NULL };
    struct scan scan = scan_over(text);
    const enum parsed parsed = walk->game->parse(&walk->now, &scan, &move, &note);
    return parsed != PARSED_INCOMPLETE && scan_done(&scan);
}

/* True if all parts are squares, or begin with one: a letter and a number. */
static bool are_squares(char **parts)
{
    bool fit = true;
    for (; *parts != NULL; parts++) {
        fit = fit && g_ascii_isalpha(parts[0][0]) && g_ascii_isdigit(parts[0][1]);
    }
    return fit;
}

/* Upper case, other separators, and the whole way all give the same move. */
static void moves_read_back_otherwise(const struct walk *walk)
{
    static const char *const separators[] = { "", " - ", ":", "->", " ", "x", " X ", "," };
    enum { ALWAYS = 4 }; /* the first so many join squares in every game */
    for (size_t i = 0; i < walk->count; i++) {
        g_autofree char *text = move_text(walk->game, &walk->now, &walk->list[i]);
        g_autofree char *upper = g_ascii_strup(text, -1);
        g_auto(GStrv) parts = g_strsplit(text, "-", -1);
        reads_as(walk, upper, &walk->list[i]);
        for (size_t j = 0; j < G_N_ELEMENTS(separators) && are_squares(parts); j++) {
            if (j < ALWAYS || joins(walk, separators[j])) {
                g_autofree char *joined = g_strjoinv(separators[j], parts);
                reads_as(walk, joined, &walk->list[i]);
            }
        }
        if (walk->game->route != NULL) {
            char buffer[POSITION_MAX * 2];
            struct text route = text_in(buffer, sizeof buffer);
            walk->game->route(&walk->now, &walk->list[i], &route);
            reads_as(walk, buffer, &walk->list[i]);
        }
    }
}

/* A refusal may quote the move, so the move must have a text, whatever its bytes were. */
static void can_be_said(const struct walk *walk, const struct note *note)
{
    if (note->move.length > 0) {
        char buffer[POSITION_MAX * 2];
        struct text text = text_in(buffer, sizeof buffer);
        if (note->move.length <= MOVE_BYTES) {
            walk->game->print(&walk->now, &note->move, &text);
        }
        if (text.cut || text.length == 0) {
            g_autofree char *bytes = bytes_text(&note->move);
            wrong(walk, "check", "its note %s has a move without a text: %s", note->key, bytes);
        }
    }
}

static void judges_agree_on(const struct walk *walk, const struct move *move)
{
    struct note note = { .key = NULL };
    const bool fine = walk->game->check(&walk->now, move, &note);
    if (fine != listed(walk, move)) {
        char print[POSITION_MAX * 2] = "";
        struct text text = text_in(print, sizeof print);
        g_autofree char *bytes = bytes_text(move);
        walk->game->print(&walk->now, move, &text);
        wrong(walk, fine ? "check" : "moves",
              fine ? "it accepts %s (%s), which moves does not list"
                   : "it lists %s (%s), which check refuses as %s",
              print, bytes, note.key);
    }
    if (!fine) {
        note_fits(walk, "check", &note);
        can_be_said(walk, &note);
    }
}

/* The judges agree on a move of the list, and on the same with one byte changed. */
static void judges_agree_about(const struct walk *walk, size_t index)
{
    struct move changed = walk->list[index];
    judges_agree_on(walk, &changed);
    const gint32 at = g_rand_int_range(walk->chance, 0, 5);
    if (at == 4) {
        changed.length = (uint8_t)g_rand_int_range(walk->chance, 0, 18);
    } else {
        changed.byte[at] = (uint8_t)g_rand_int(walk->chance);
    }
    judges_agree_on(walk, &changed);
}

static void judges_agree(const struct walk *walk)
{
    for (size_t i = 0; i < walk->count; i++) {
        judges_agree_about(walk, i);
    }
    struct move noise;
    for (size_t i = 0; i < sizeof noise; i++) {
        ((uint8_t *)&noise)[i] = (uint8_t)g_rand_int(walk->chance);
    }
    judges_agree_on(walk, &noise);
}

/* The judges agree on all moves of one byte, and on those of two that may be numbers of points. */
static void judges_agree_on_short(const struct walk *walk)
{
    struct move move = { .length = 1 };
    for (int one = 0; one <= UINT8_MAX; one++) {
        move.byte[0] = (uint8_t)one;
        judges_agree_on(walk, &move);
    }
    move.length = 2;
    for (int pair = 0; pair < SHORT_BYTES * SHORT_BYTES; pair++) {
        move.byte[0] = (uint8_t)(pair / SHORT_BYTES);
        move.byte[1] = (uint8_t)(pair % SHORT_BYTES);
        judges_agree_on(walk, &move);
    }
}

/* The text alone decides whether it is a move at all. */
static void noise_reads_alike(const struct walk *walk)
{
    static const char alphabet[] = "abchxp0123456789--, x>:PASS";
    char text[24] = "";
    const gint32 length = g_rand_int_range(walk->chance, 0, (gint32)sizeof text);
    for (gint32 i = 0; i < length; i++) {
        text[i] = alphabet[g_rand_int_range(walk->chance, 0, (gint32)sizeof alphabet - 1)];
    }
    struct move move;
    struct note note = { .key = NULL }, other = { .key = NULL };
    struct scan here = scan_over(text), there = scan_over(text);
    const enum parsed now = walk->game->parse(&walk->now, &here, &move, &note);
    const enum parsed then = walk->game->parse(&walk->start, &there, &move, &other);
    if ((now == PARSED_NONE) != (then == PARSED_NONE) ||
        (here.at != there.at && now != PARSED_NONE)) {
        wrong(walk, "parse", "\"%s\" is a move here, but not in the first position, or less of it",
              text);
    }
    if (here.at < text || here.at > text + length) {
        wrong(walk, "parse", "it reads beyond the end of \"%s\"", text);
    }
    if (now != PARSED_NONE && now != PARSED_MOVE) {
        note_fits(walk, "parse", &note);
    }
}

/* When the match has ended because that seat left, `check` refuses what was listed `before`. */
static void refuses_all(const struct walk *walk, const struct position *before, int seat)
{
    struct move *list = g_new(struct move, MOVES_MAX);
    const size_t count = walk->game->moves(before, list, MOVES_MAX);
    for (size_t i = 0; i < count; i++) {
        struct note note = { .key = NULL };
        if (walk->game->check(&walk->now, &list[i], &note)) {
            g_autofree char *text = move_text(walk->game, before, &list[i]);
            wrong(walk, "check", "the match ended when seat %d left, but it accepts %s", seat,
                  text);
        }
    }
    g_free(list);
}

/* A seat that leaves does not move any more; if one is left, the match is over, and it has won. */
static void leaving_fits(struct walk *walk)
{
    const struct position now = walk->now;
    for (int seat = 0; seat < walk->setup.seats && game_between(walk->game, &now); seat++) {
        struct result before, after;
        walk->game->result(&now, &before);
        if (before.over || before.place[seat] != 0) {
            continue;
        }
        walk->game->leave(&walk->now, seat);
        stands(walk);
        walk->game->result(&walk->now, &after);
        if (walk->game->actor(&walk->now) == seat || after.place[seat] == 0) {
            wrong(walk, "leave", "seat %d has left, but is to move, or has no place", seat);
        }
        if (walk->setup.seats == 2 && (!after.over || after.place[seat] != 2)) {
            wrong(walk, "leave", "seat %d of two has left, but the other has not won", seat);
        }
        if (after.over) {
            refuses_all(walk, &now, seat);
        }
        walk->now = now;
    }
    moves_are_in_order(walk);
}

/* A game can warn any seat, within the room it is given. */
static void warnings_fit(const struct walk *walk)
{
    for (int seat = 0; walk->game->warn != NULL && seat < walk->setup.seats; seat++) {
        struct note notes[WARNINGS_MAX + 1] = { 0 };
        const size_t count = walk->game->warn(&walk->now, seat, notes, WARNINGS_MAX);
        if (count > WARNINGS_MAX || notes[count].key != NULL ||
            walk->game->warn(&walk->now, seat, notes, 0) != 0) {
            wrong(walk, "warn", "it writes more notes than cap, or gives another number");
        }
        for (size_t i = 0; i < count; i++) {
            note_fits(walk, "warn", &notes[i]);
        }
    }
}

/* There are words for what moves do beyond their texts. */
static void effects_fit(const struct walk *walk)
{
    for (size_t i = 0; walk->game->effects != NULL && i < walk->count; i++) {
        struct note notes[EFFECTS_MAX + 1] = { 0 };
        const size_t count = walk->game->effects(&walk->now, &walk->list[i], notes, EFFECTS_MAX);
        if (count > EFFECTS_MAX || notes[count].key != NULL) {
            wrong(walk, "effects", "it writes more notes than cap, or gives another number");
        }
        for (size_t j = 0; j < count; j++) {
            note_fits(walk, "effects", &notes[j]);
        }
    }
}

/* ---- walking ---- */

static void look(struct walk *walk, const struct move *last, bool closely)
{
    moves_are_in_order(walk);
    result_fits(walk);
    position_reads_back(walk);
    moves_read_back(walk);
    noise_reads_alike(walk);
    if (walk->count > 0) {
        judges_agree_about(walk, (size_t)g_rand_int_range(walk->chance, 0, (gint32)walk->count));
    }
    if (closely) {
        short_lists_fit(walk);
        moves_read_back_otherwise(walk);
        if (walk->spoiled++ < SPOILED) {
            spoiled_positions_hold(walk);
        }
        judges_agree(walk);
        leaving_fits(walk);
        figures_fit(walk, last);
        turns_fit(walk, last);
        warnings_fit(walk);
        effects_fit(walk);
        if (last != NULL && walk->count > 0 && walk->shorts++ < SHORTS) {
            judges_agree_on_short(walk);
        }
    }
}

/* A decision that the game calls final completes its turn; `closely`: its marks fit, too. */
static void play_on(struct walk *walk, const struct move *move, bool closely)
{
    const struct game *game = walk->game;
    const bool final = game->final == NULL || game->final(&walk->now);
    const int seat = game->actor(&walk->now);
    const struct position before = walk->now;
    struct position again = before, other = before;
    game->apply(&walk->now, move);
    game->apply(&other, &walk->list[0]);
    game->apply(&again, move);
    if (memcmp(&again, &walk->now, game->size) != 0) {
        wrong(walk, "apply",
              "the same move from the same position leads here, and then elsewhere: "
              "it remembers something between calls");
    }
    if (final && !game_between(game, &walk->now) && game->actor(&walk->now) == seat) {
        wrong(walk, "final", "it called a decision final that did not complete the turn");
    }
    if (closely) {
        marks_fit(walk, &before, move);
    }
}

static void take_walk(struct walk *walk, int plies)
{
    struct move last;
    memset(walk->seen, 0, sizeof walk->seen);
    walk->now = walk->start;
    const gint32 early = g_rand_int_range(walk->chance, 0, EARLY);
    look(walk, NULL, true);
    for (int ply = 0; ply < plies && walk->count > 0; ply++) {
        last = walk->list[g_rand_int_range(walk->chance, 0, (gint32)walk->count)];
        const bool closely = ply == early || g_rand_int_range(walk->chance, 0, walk->closely) == 0;
        play_on(walk, &last, closely);
        look(walk, &last, closely);
    }
    if (walk->count == 0) {
        look(walk, &last, true);
    }
}

/* Each byte of the first position is set, whatever was there before. */
static void setup_sets_all(const struct walk *walk)
{
    struct position other;
    struct note note = { .key = NULL };
    memset(&other, 0x5a, sizeof other);
    const bool fine = walk->game->setup(&other, &walk->setup, &note);
    for (size_t i = 0; i < walk->game->size; i++) {
        if (!fine || other.bytes[i] != walk->start.bytes[i]) {
            g_error("games/%s.c: setup: it does not set byte %zu of the position, or gives another "
                    "position the second time",
                    walk->game->name, i);
        }
    }
}

/* A number from the environment. */
static gint64 number_from(const char *name, gint64 otherwise)
{
    const char *text = g_getenv(name);
    return text == NULL ? otherwise : g_ascii_strtoll(text, NULL, 10);
}

static GKeyFile *load_words(const char *game)
{
    g_autofree char *path = g_strdup_printf("templates/en/%s.words", game);
    g_autofree char *example = g_strdup_printf("tests/games/%s.words", game);
    GKeyFile *words = g_key_file_new();
    g_assert_true(g_key_file_load_from_file(words, path, G_KEY_FILE_NONE, NULL) ||
                  g_key_file_load_from_file(words, example, G_KEY_FILE_NONE, NULL));
    return words;
}

/* A set-up that the game refuses must say why, and is not walked. */
static void take_walks(const struct game *game, const struct setup *setup, int walks, int plies)
{
    struct note note = { .key = NULL };
    g_autofree struct walk *walk = g_new0(struct walk, 1);
    walk->game = game;
    walk->setup = *setup;
    walk->words = load_words(game->name);
    walk->shown = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    walk->men =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    walk->chance = g_rand_new_with_seed(1);
    walk->closely = (int)number_from("WALK_CLOSELY", CLOSELY);
    memset(&walk->start, 0xa5, sizeof walk->start);
    if (!game->setup(&walk->start, setup, &note)) {
        note_fits(walk, "setup", &note);
        walks = 0;
    } else {
        setup_sets_all(walk);
    }
    for (int i = 0; i < walks; i++) {
        take_walk(walk, plies);
    }
    g_rand_free(walk->chance);
    g_key_file_free(walk->words);
    g_hash_table_unref(walk->shown);
    g_hash_table_unref(walk->men);
}

#endif
