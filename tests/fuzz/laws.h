/*
 * laws.h: what must hold in any position that a game has accepted, and of any
 * text and any bytes put before it. A law that is broken aborts.
 */
#ifndef POSTMOVE_FUZZ_LAWS_H
#define POSTMOVE_FUZZ_LAWS_H

#include "fuzzed.h"

#include "render/diagram.h"

enum { DIAGRAM_COLUMNS = 72, WARNED_MAX = 4 };

/* A game somewhere on its way. */
struct scene {
    const struct game *game;
    struct setup setup;
    struct position start, now;
    struct move list[LIST_MAX]; /* the legal moves of `now` */
    size_t count;
};

/* ---- notes ---- */

/* There are words for the key. */
static inline void law_of_keys(const struct scene *scene, const char *key)
{
    const struct words *words = fuzzed_words(scene->game);
    g_assert_nonnull(key);
    if (words != NULL && words_get(words, scene->game->name, key) == NULL &&
        words_get(words, "match", key) == NULL) {
        g_error("%s: no words for %s", scene->game->name, key);
    }
}

/* A note has words, and they can be said. */
static inline void law_of_notes(const struct scene *scene, const struct note *note)
{
    const struct words *words = fuzzed_words(scene->game);
    law_of_keys(scene, note->key);
    if (words != NULL) {
        g_autofree char *said =
            words_said(words, phrase_note(scene->game, note, &scene->now, NULL));
        g_assert_null(strstr(said, "{{"));
        g_assert_true(g_utf8_validate(said, -1, NULL));
    }
}

/* ---- moves ---- */

static inline int by_bytes(const void *one, const void *other)
{
    return memcmp(((const struct move *)one)->byte, ((const struct move *)other)->byte, MOVE_BYTES);
}

/* law_of_lists has seen to it that the list is in order. */
static inline bool move_listed(const struct scene *scene, const struct move *move)
{
    const struct move *found =
        bsearch(move, scene->list, scene->count, sizeof *scene->list, by_bytes);
    return found != NULL && found->length == move->length;
}

/* Both judges say the same of any bytes; a refusal is the note. */
static inline bool law_of_judges(const struct scene *scene, const struct move *move,
                                 struct note *note)
{
    *note = (struct note){ .key = NULL };
    const bool fine = scene->game->check(&scene->now, move, note);
    g_assert_cmpint(fine, ==, move_listed(scene, move));
    if (!fine) {
        law_of_keys(scene, note->key);
    }
    return fine;
}

/* Reads text that has no NUL behind it; nothing outside of it is touched. */
static inline enum parsed parse_bytes(const struct scene *scene, const struct position *position,
                                      const char *bytes, size_t length, struct move *move,
                                      struct note *note, size_t *taken)
{
    g_autofree char *copy = g_malloc(length + 1);
    char *exact = copy + 1; /* the end of the text is the end of the memory */
    memcpy(exact, bytes, length);
    struct scan scan = { exact, exact + length };
    memset(move, 0xa5, sizeof *move);
    *note = (struct note){ .key = NULL };
    const enum parsed parsed = scene->game->parse(position, &scan, move, note);
    g_assert_true(scan.at >= exact && scan.at <= exact + length && scan.end == exact + length);
    *taken = (size_t)(scan.at - exact);
    return parsed;
}

/* Of any text: what is a move has clean bytes and both judges agree on it;
 * what is none is so by the text alone; all else says why. */
static inline enum parsed law_of_parsing(const struct scene *scene, const char *bytes,
                                         size_t length, struct move *move)
{
    struct note note, other;
    struct move unused;
    size_t taken, elsewhere;
    const enum parsed parsed = parse_bytes(scene, &scene->now, bytes, length, move, &note, &taken);
    const enum parsed there =
        parse_bytes(scene, &scene->start, bytes, length, &unused, &other, &elsewhere);
    g_assert_cmpint(parsed == PARSED_NONE, ==, there == PARSED_NONE);
    g_assert_true(taken == elsewhere || parsed == PARSED_NONE);
    if (parsed == PARSED_MOVE) {
        g_assert_cmpuint(taken, >, 0);
        g_assert_cmpuint(move->length, <=, MOVE_BYTES);
        for (int i = move->length; i < MOVE_BYTES; i++) {
            g_assert_cmpint(move->byte[i], ==, 0);
        }
        if (!law_of_judges(scene, move, &note)) {
            law_of_notes(scene, &note);
        }
    } else if (parsed != PARSED_NONE) {
        law_of_notes(scene, &note);
    }
    return parsed;
}

static inline void reads_as(const struct scene *scene, const char *text, const struct move *move)
{
    struct move again;
    struct note note;
    size_t taken;
    const enum parsed parsed =
        parse_bytes(scene, &scene->now, text, strlen(text), &again, &note, &taken);
    g_assert_cmpint(parsed, ==, PARSED_MOVE);
    g_assert_cmpuint(taken, ==, strlen(text));
    g_assert_cmpint(memcmp(&again, move, sizeof again), ==, 0);
}

/* A legal move is checked, and read back from each of its texts. */
static inline void law_of_move(const struct scene *scene, const struct move *move)
{
    char buffer[POSITION_TEXT];
    struct text text = text_in(buffer, sizeof buffer);
    struct note note = { .key = NULL };
    g_assert_true(scene->game->check(&scene->now, move, &note));
    scene->game->print(&scene->now, move, &text);
    g_assert_false(text.cut);
    reads_as(scene, buffer, move);
    if (scene->game->route != NULL) {
        text = text_in(buffer, sizeof buffer);
        scene->game->route(&scene->now, move, &text);
        g_assert_false(text.cut);
        reads_as(scene, buffer, move);
    }
}

/* Lists the moves: in order, none twice, the same however short the list. */
static inline void law_of_lists(struct scene *scene)
{
    struct move one[2];
    memset(one, 0xa5, sizeof one);
    scene->count = scene->game->moves(&scene->now, scene->list, LIST_MAX);
    g_assert_cmpuint(scene->count, <=, LIST_MAX);
    for (size_t i = 1; i < scene->count; i++) {
        g_assert_cmpint(by_bytes(&scene->list[i - 1], &scene->list[i]), <, 0);
    }
    g_assert_cmpuint(scene->game->moves(&scene->now, one, 1), ==, scene->count);
    g_assert_cmpuint(one[1].length, ==, 0xa5);
    g_assert_true(scene->count == 0 || memcmp(one, scene->list, sizeof *one) == 0);
    g_assert_cmpint(scene->game->moves(&scene->now, NULL, 0) > 0, ==, scene->count > 0);
}

/* ---- positions ---- */

/* Who is to move, what can be moved and the result tell the same story. */
static inline void law_of_results(const struct scene *scene)
{
    struct result result;
    memset(&result, 0, sizeof result);
    const int seat = scene->game->actor(&scene->now);
    scene->game->result(&scene->now, &result);
    g_assert_true(seat >= -1 && seat < scene->setup.seats);
    g_assert_cmpint(result.over, ==, seat < 0);
    g_assert_cmpint(result.over, ==, scene->count == 0);
    g_assert_cmpint(result.ending.key != NULL, ==, result.over);
    g_assert_true(result.over || !result.drawn);
    g_assert_true(seat < 0 || result.place[seat] == 0);
    int first = 0;
    for (int i = 0; i < SEATS_MAX; i++) {
        g_assert_cmpint(result.place[i], <=, i < scene->setup.seats ? scene->setup.seats : 0);
        g_assert_true(!result.over || i >= scene->setup.seats || result.place[i] > 0);
        first += result.place[i] == 1;
    }
    g_assert_cmpint(first > 0, ==, result.over);
    if (result.over) {
        law_of_keys(scene, result.ending.key);
    }
}

/* Its text is read back as the same bytes. */
static inline void law_of_texts(const struct scene *scene)
{
    char buffer[POSITION_TEXT];
    struct text text = text_in(buffer, sizeof buffer);
    struct note note = { .key = NULL };
    struct position again;
    scene->game->encode(&scene->now, &text);
    g_assert_false(text.cut);
    g_assert_true(strpbrk(buffer, "\r\n\t") == NULL);
    struct scan scan = scan_over(buffer);
    memset(&again, 0xa5, sizeof again);
    if (!scene->game->decode(&again, &scene->setup, &scan, &note) || !scan_done(&scan)) {
        g_error("%s: \"%s\" is not read back: %s", scene->game->name, buffer, note.key);
    }
    g_assert_cmpint(memcmp(&again, &scene->now, scene->game->size), ==, 0);
}

/* The figures stay on their sheet, and the board on a letter's page. */
static inline void law_of_drawing(const struct scene *scene, const struct move *last)
{
    static struct figures figures;
    memset(&figures, 0xa5, sizeof figures);
    scene->game->draw(&scene->now, last, last != NULL, &figures);
    g_assert_true(figures.points <= POINTS_MAX && figures.bars <= BARS_MAX &&
                  figures.labels <= LABELS_MAX && figures.captions <= CAPTIONS_MAX);
    for (int i = 0; i < figures.points; i++) {
        const struct point *point = &figures.point[i];
        g_assert_true(point->x < figures.width && point->y < figures.height);
        g_assert_true(point->owner >= -1 && point->owner < scene->setup.seats);
        g_assert_nonnull(memchr(point->name, '\0', sizeof point->name));
    }
    for (int i = 0; i < figures.captions; i++) {
        law_of_notes(scene, &figures.caption[i]);
    }
    g_assert_true(figures.tallies <= TALLIES_MAX);
    for (int i = 0; i < figures.tallies; i++) {
        law_of_notes(scene, &figures.tally[i]);
    }
    /* One side and form a position; which it is does not matter. */
    const int seat = (int)(scene->count % (scene->setup.seats + 1U)) - 1;
    const struct diagram diagram = { .game = scene->game,
                                     .position = &scene->now,
                                     .last = last,
                                     .count = last != NULL,
                                     .seats = scene->setup.seats,
                                     .seat = seat,
                                     .form = (enum diagram_form)(scene->count % 4),
                                     .flip = (enum flip)(scene->count % (FLIP_OFF + 1)) };
    g_autofree char *board = diagram_text(&diagram, fuzzed_words(scene->game));
    g_auto(GStrv) lines = g_strsplit(board, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        g_assert_cmpint(g_utf8_strlen(*line, -1), <=, DIAGRAM_COLUMNS);
    }
}

static inline void law_of_warnings(const struct scene *scene)
{
    struct note note[WARNED_MAX];
    for (int seat = 0; scene->game->warn != NULL && seat < scene->setup.seats; seat++) {
        const size_t count = scene->game->warn(&scene->now, seat, note, WARNED_MAX);
        g_assert_cmpuint(count, <=, WARNED_MAX);
        for (size_t i = 0; i < count; i++) {
            law_of_notes(scene, &note[i]);
        }
    }
}

/* What is quick to look at, in every position; it lists the moves. */
static inline void laws(struct scene *scene)
{
    law_of_lists(scene);
    law_of_results(scene);
    law_of_texts(scene);
}

/* All there is to look at. */
static inline void all_laws(struct scene *scene, const struct move *last)
{
    laws(scene);
    for (size_t i = 0; i < scene->count; i++) {
        law_of_move(scene, &scene->list[i]);
    }
    law_of_drawing(scene, last);
    law_of_warnings(scene);
}

/* ---- where a scene begins ---- */

static inline bool scene_decode(struct scene *scene, const char *text)
{
    struct note note = { .key = NULL };
    const size_t length = strlen(text);
    g_autofree char *copy = g_malloc(length + 1);
    char *exact = memcpy(copy + 1, text, length);
    struct scan scan = { exact, exact + length };
    memset(&scene->now, 0xa5, sizeof scene->now);
    const bool fine = scene->game->decode(&scene->now, &scene->setup, &scan, &note);
    g_assert_true(scan.at >= exact && scan.at <= exact + length);
    if (!fine) {
        scene->now = scene->start; /* a position for the words of the note */
        law_of_notes(scene, &note);
    }
    return fine && scan_done(&scan);
}

/* Reads game, options and position; false if the game refuses them. */
static inline bool scene_begin(struct scene *scene, struct input *input)
{
    g_autofree char *name = input_line(input);
    g_autofree char *words = input_line(input);
    g_autofree char *position = input_line(input);
    struct options options;
    struct note note = { .key = NULL };
    scene->game = fuzzed_game(name);
    fuzzed_options(&options, scene->game, words);
    scene->setup = options.setup;
    memset(&scene->start, 0xa5, sizeof scene->start);
    if (!scene->game->setup(&scene->start, &scene->setup, &note)) {
        memset(&scene->now, 0, sizeof scene->now);
        law_of_notes(scene, &note);
        return false;
    }
    scene->now = scene->start;
    if (g_str_equal(position, "@")) {
        g_autofree char *changed = fuzzed_change(scene->game, &scene->start, input);
        return scene_decode(scene, changed);
    }
    return *position == '\0' || scene_decode(scene, position);
}

#endif
