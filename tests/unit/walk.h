/*
 * walk.h: the laws for every position of every game, over random games.
 *
 * In each position: the list is in order, the result fits, position and moves read back, and
 * the judges agree about one move and one changed byte. In one position of 64 everything is
 * tested, with every move; WALK_CLOSELY=1 in the environment does so in all. Seeds are fixed,
 * so a failure can be repeated.
 */
#ifndef POSTMOVE_TEST_WALK_H
#define POSTMOVE_TEST_WALK_H

#include "games.h"

enum {
    MOVES_MAX = 4096,
    PLIES = 1000,
    CLOSELY = 64, /* one position in so many is tested closely, unless WALK_CLOSELY says
                     otherwise */
    SEEN = 1 << 14,
};

/* A random game on its way. */
struct walk {
    const struct game *game;
    struct setup setup;
    struct position start, now;
    struct move list[MOVES_MAX];
    size_t count;
    struct move seen[SEEN]; /* moves read back in this walk, by hash */
    int closely;            /* one position in so many is tested closely */
    GRand *chance;
    GKeyFile *words;
};

static int by_bytes(const void *one, const void *other)
{
    const struct move *a = one, *b = other;
    return memcmp(a->byte, b->byte, MOVE_BYTES);
}

static bool listed(const struct walk *walk, const struct move *move)
{
    const struct move *found = bsearch(move, walk->list, walk->count, sizeof *walk->list, by_bytes);
    return found != NULL && found->length == move->length;
}

static void has_words(const struct walk *walk, const char *key)
{
    g_assert_nonnull(key);
    if (!g_str_equal(key, "match-over") &&
        !g_key_file_has_key(walk->words, walk->game->name, key, NULL)) {
        g_error("%s: no words for %s", walk->game->name, key);
    }
}

/* ---- in every position ---- */

static void moves_are_in_order(struct walk *walk)
{
    walk->count = walk->game->moves(&walk->now, walk->list, MOVES_MAX);
    g_assert_cmpuint(walk->count, <, MOVES_MAX);
    for (size_t i = 1; i < walk->count; i++) {
        g_assert_cmpint(by_bytes(&walk->list[i - 1], &walk->list[i]), <, 0);
    }
}

static void result_fits(const struct walk *walk)
{
    struct result result;
    const int seat = walk->game->actor(&walk->now);
    walk->game->result(&walk->now, &result);
    g_assert_cmpint(seat, >=, -1);
    g_assert_cmpint(seat, <, walk->setup.seats);
    g_assert_cmpint(result.over, ==, seat < 0);
    g_assert_cmpint(result.over, ==, walk->count == 0);
    g_assert_cmpint(result.ending.key != NULL, ==, result.over);
    int first = 0;
    for (int i = 0; i < SEATS_MAX; i++) {
        g_assert_cmpint(result.place[i], <=, i < walk->setup.seats ? walk->setup.seats : 0);
        g_assert_true(!result.over || i >= walk->setup.seats || result.place[i] > 0);
        first += result.place[i] == 1;
    }
    g_assert_cmpint(first > 0, ==, result.over);
    g_assert_true(seat < 0 || result.place[seat] == 0);
    if (result.over) {
        has_words(walk, result.ending.key);
    }
}

static void position_reads_back(const struct walk *walk)
{
    struct position again;
    struct note note = { .key = NULL };
    g_autofree char *text = position_text(walk->game, &walk->now);
    struct scan scan = scan_over(text);
    memset(&again, 0xa5, sizeof again);
    g_assert_true(walk->game->decode(&again, &walk->setup, &scan, &note));
    g_assert_true(scan_done(&scan));
    g_assert_cmpint(memcmp(&again, &walk->now, walk->game->size), ==, 0);
}

/* A text that is no position is refused in words: this one with a character changed, or cut. */
static void spoiled_positions_have_words(const struct walk *walk)
{
    static const char signs[] = "./#-aO9 ";
    g_autofree char *whole = position_text(walk->game, &walk->now);
    for (size_t i = 0; i < 2 * strlen(whole); i++) {
        struct position position;
        struct note note = { .key = NULL };
        g_autofree char *text = g_strdup(whole);
        text[i / 2] =
            i % 2 == 0 ? '\0' : signs[g_rand_int_range(walk->chance, 0, (gint32)sizeof signs - 1)];
        struct scan scan = scan_over(text);
        if (!walk->game->decode(&position, &walk->setup, &scan, &note)) {
            has_words(walk, note.key);
        }
    }
}

static void reads_as(const struct walk *walk, const char *text, const struct move *wanted)
{
    struct move move;
    struct note note = { .key = NULL };
    struct scan scan = scan_over(text);
    memset(&move, 0xa5, sizeof move);
    if (walk->game->parse(&walk->now, &scan, &move, &note) != PARSED_MOVE || !scan_done(&scan) ||
        memcmp(&move, wanted, sizeof move) != 0) {
        g_error("%s: \"%s\" is not read back", walk->game->name, text);
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
    g_assert_cmpuint(walk->game->moves(&walk->now, few, 1), ==, walk->count);
    g_assert_cmpuint(few[1].length, ==, 99);
    g_assert_true(walk->count == 0 || memcmp(&few[0], &walk->list[0], sizeof few[0]) == 0);
    g_assert_cmpint(walk->game->moves(&walk->now, NULL, 0) > 0, ==, walk->count > 0);
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
        for (size_t j = 0; j < G_N_ELEMENTS(separators); j++) {
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
        g_assert_cmpuint(note->move.length, <=, MOVE_BYTES);
        walk->game->print(&walk->now, &note->move, &text);
        g_assert_false(text.cut);
        g_assert_cmpuint(text.length, >, 0);
    }
}

static void judges_agree_on(const struct walk *walk, const struct move *move)
{
    struct note note = { .key = NULL };
    const bool fine = walk->game->check(&walk->now, move, &note);
    if (fine != listed(walk, move)) {
        g_autofree char *position = position_text(walk->game, &walk->now);
        g_error("%s: %s: the judges differ on %u: %u %u %u", walk->game->name, position,
                move->length, move->byte[0], move->byte[1], move->byte[2]);
    }
    if (!fine) {
        has_words(walk, note.key);
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
    g_assert_cmpint(now == PARSED_NONE, ==, then == PARSED_NONE);
    g_assert_true(here.at == there.at || now == PARSED_NONE);
    g_assert_true(here.at >= text && here.at <= text + length);
    if (now != PARSED_NONE && now != PARSED_MOVE) {
        has_words(walk, note.key);
    }
}

static void figures_fit(const struct walk *walk, const struct move *last)
{
    g_autofree struct figures *figures = g_new(struct figures, 1);
    memset(figures, 0xa5, sizeof *figures);
    walk->game->draw(&walk->now, last, last == NULL ? 0 : 1, figures);
    g_assert_cmpint(figures->points, <=, POINTS_MAX);
    g_assert_cmpint(figures->labels, <=, LABELS_MAX);
    g_assert_cmpint(figures->bars, <=, BARS_MAX);
    g_assert_cmpint(figures->captions, <=, CAPTIONS_MAX);
    for (int i = 0; i < figures->points; i++) {
        const struct point *point = &figures->point[i];
        g_assert_cmpint(point->x, <, figures->width);
        g_assert_cmpint(point->y, <, figures->height);
        g_assert_cmpint(point->owner, >=, -1);
        g_assert_cmpint(point->owner, <, walk->setup.seats);
        g_assert_cmpint(point->name[0], !=, '\0');
    }
    for (int i = 0; i < figures->captions; i++) {
        has_words(walk, figures->caption[i].key);
    }
}

/* A game can warn any seat, within the room it is given. */
static void warnings_fit(const struct walk *walk)
{
    for (int seat = 0; walk->game->warn != NULL && seat < walk->setup.seats; seat++) {
        struct note notes[WARNINGS_MAX + 1] = { 0 };
        const size_t count = walk->game->warn(&walk->now, seat, notes, WARNINGS_MAX);
        g_assert_cmpuint(count, <=, WARNINGS_MAX);
        g_assert_null(notes[count].key);
        for (size_t i = 0; i < count; i++) {
            has_words(walk, notes[i].key);
        }
        g_assert_cmpuint(walk->game->warn(&walk->now, seat, notes, 0), ==, 0);
    }
}

/* There are words for what moves do beyond their texts. */
static void effects_fit(const struct walk *walk)
{
    for (size_t i = 0; walk->game->effects != NULL && i < walk->count; i++) {
        struct note notes[EFFECTS_MAX + 1] = { 0 };
        const size_t count = walk->game->effects(&walk->now, &walk->list[i], notes, EFFECTS_MAX);
        g_assert_cmpuint(count, <=, EFFECTS_MAX);
        g_assert_null(notes[count].key);
        for (size_t j = 0; j < count; j++) {
            has_words(walk, notes[j].key);
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
        spoiled_positions_have_words(walk);
        judges_agree(walk);
        figures_fit(walk, last);
        warnings_fit(walk);
        effects_fit(walk);
    }
}

/* A decision that the game calls final completes its turn. */
static void play_on(struct walk *walk, const struct move *move)
{
    const struct game *game = walk->game;
    const bool final = game->final == NULL || game->final(&walk->now);
    const int seat = game->actor(&walk->now);
    game->apply(&walk->now, move);
    g_assert_true(!final || game_between(game, &walk->now) || game->actor(&walk->now) != seat);
}

static void take_walk(struct walk *walk, int plies)
{
    struct move last;
    memset(walk->seen, 0, sizeof walk->seen);
    walk->now = walk->start;
    look(walk, NULL, true);
    for (int ply = 0; ply < plies && walk->count > 0; ply++) {
        last = walk->list[g_rand_int_range(walk->chance, 0, (gint32)walk->count)];
        play_on(walk, &last);
        look(walk, &last, g_rand_int_range(walk->chance, 0, walk->closely) == 0);
    }
    if (walk->count == 0) {
        look(walk, &last, true);
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
    walk->chance = g_rand_new_with_seed(1);
    walk->closely = (int)number_from("WALK_CLOSELY", CLOSELY);
    if (!game->setup(&walk->start, setup, &note)) {
        has_words(walk, note.key);
        walks = 0;
    }
    for (int i = 0; i < walks; i++) {
        take_walk(walk, plies);
    }
    g_rand_free(walk->chance);
    g_key_file_free(walk->words);
}

#endif
