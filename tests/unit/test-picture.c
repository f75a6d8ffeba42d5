/*
 * Pictures are read back: what stands at each place of random positions of every game, as each
 * seat sees them, by its colors and signs alone.
 */
#include <math.h>
#include <png.h>

#include "games.h"
#include "match/options.h"
#include "render/diagram.h"
#include "render/picture.h"
#include "render/sign.h"

enum {
    BYTES_MAX = 12 * 1024, /* of a picture */
    TURNS = 24,
    EVERY = 12, /* so many turns between two positions that are read */
    SAMPLES = 16,
};

/* ---- a PNG as its colors ---- */

struct image {
    int width, height;
    unsigned char *pixels; /* enum paint */
};

static struct image read_png(GBytes *png)
{
    gsize size;
    const unsigned char *bytes = g_bytes_get_data(png, &size);
    png_image read = { .version = PNG_IMAGE_VERSION };
    unsigned char palette[256][3];
    g_assert_true(png_image_begin_read_from_memory(&read, bytes, size) != 0);
    g_assert_cmpuint(bytes[24], ==, 4); /* bits of a pixel */
    g_assert_cmpuint(read.colormap_entries, <=, PEN_COLORS);
    read.format = PNG_FORMAT_RGB_COLORMAP;
    struct image image = { .width = (int)read.width, .height = (int)read.height };
    image.pixels = g_malloc((gsize)image.width * (gsize)image.height);
    g_assert_true(png_image_finish_read(&read, NULL, image.pixels, 0, palette) != 0);
    g_assert_true(memcmp(palette, paints, sizeof paints) == 0);
    return image;
}

static enum paint pixel(const struct image *image, double x, double y)
{
    const int column = (int)lround(x), row = (int)lround(y);
    g_assert_true(column >= 0 && column < image->width && row >= 0 && row < image->height);
    return (enum paint)image->pixels[row * image->width + column];
}

/* ---- where things must be ---- */

struct reading {
    const struct diagram *diagram;
    struct picture_layout layout;
    struct image image;
    GHashTable *signs; /* "unit framed paint sign" to the pixels of it */
};

/* Most pixels around a place must have that paint, unless an arrow lies there. */
static void expect_around(const struct reading *reading, struct place at, double radius,
                          enum paint paint)
{
    int counts[PEN_COLORS] = { 0 };
    for (int i = 0; i < SAMPLES; i++) {
        const double angle = 2 * G_PI * i / SAMPLES;
        counts[pixel(&reading->image, at.x + radius * cos(angle), at.y + radius * sin(angle))]++;
    }
    g_assert_true(counts[paint] > SAMPLES / 2 || counts[PAINT_ARROW] > 0);
}

static struct place place_at(const struct reading *reading, struct spot spot)
{
    return picture_place(&reading->layout, spot);
}

/* ---- reading ---- */

/* Equal signs of one color are equal pixels, and others are not. */
static void read_sign(struct reading *reading, struct place at, char sign, enum paint paint)
{
    const int reach = (int)(0.3 * reading->layout.unit);
    g_autoptr(GString) seen = g_string_new(NULL);
    for (int y = -reach; y <= reach; y++) {
        for (int x = -reach; x <= reach; x++) {
            const enum paint found = pixel(&reading->image, at.x + x, at.y + y);
            if (found == PAINT_ARROW || found == PAINT_NEW) {
                return; /* under an arrow */
            }
            g_string_append_c(seen, (char)('a' + (int)found));
        }
    }
    g_autofree char *key = g_strdup_printf("%d %d %d %c", reading->layout.unit,
                                           reading->layout.board.figures.framed, (int)paint, sign);
    const char *before = g_hash_table_lookup(reading->signs, key);
    if (before == NULL) {
        GHashTableIter each;
        gpointer other;
        g_hash_table_iter_init(&each, reading->signs);
        while (g_hash_table_iter_next(&each, NULL, &other)) {
            g_assert_cmpstr(other, !=, seen->str);
        }
        g_hash_table_insert(reading->signs, g_strdup(key), g_strdup(seen->str));
    } else {
        g_assert_cmpstr(before, ==, seen->str);
    }
}

static void read_piece(struct reading *reading, const struct point *point, struct place at)
{
    const enum paint paint = men_paint(reading->diagram->game, point->owner, point->set);
    const double man = reading->layout.board.figures.framed ? 0.66 : 0.74;
    if (point->height <= 1) {
        expect_around(reading, at, 0.72 * man * reading->layout.unit, paint);
        read_sign(reading, at, sign_piece(point), paint);
        return;
    }
    const double step = MIN(0.28, 0.75 / (point->height - 1)) * reading->layout.unit;
    const double lowest = at.y + step * (point->height - 1) / 2;
    const double highest = lowest - step * (point->height - 1);
    if (pixel(&reading->image, at.x - 0.6 * reading->layout.unit, highest) != PAINT_ARROW) {
        g_assert_cmpint(pixel(&reading->image, at.x - 0.6 * reading->layout.unit, highest), ==,
                        paint);
    }
    for (int man_ = 0; step > 5 && man_ < point->height - 1; man_++) {
        const enum paint slab = man_ < point->prisoners
                                    ? men_paint(reading->diagram->game, point->prisoners_of, 0)
                                    : paint;
        const double y = lowest - step * (man_ + 0.5) + 0.56 * reading->layout.unit;
        const enum paint found = pixel(&reading->image, at.x, y);
        g_assert_true(found == slab || found == PAINT_ARROW || found == PAINT_NEW);
    }
}

static void read_wall(const struct reading *reading, const struct point *point, struct place at)
{
    const bool upright =
        ((point->mark & MARK_UPRIGHT) != 0) != turned_is_laid_down(&reading->layout.board);
    const enum paint owner = men_paint(reading->diagram->game, point->owner, 0);
    for (int side = -1; side <= 1; side += 2) {
        const double reach = 0.6 * side * reading->layout.unit;
        const enum paint flat_at = pixel(&reading->image, at.x + reach, at.y);
        const enum paint upright_at = pixel(&reading->image, at.x, at.y + reach);
        if (flat_at == PAINT_ARROW || upright_at == PAINT_ARROW) {
            continue;
        }
        g_assert_true((flat_at == owner) == (point->kind == POINT_CROSSED || !upright));
        g_assert_true((upright_at == owner) == (point->kind == POINT_CROSSED || upright));
    }
}

static void read_place(struct reading *reading, int index)
{
    const struct point *point = &reading->layout.board.figures.point[index];
    const struct place at = place_at(reading, reading->layout.board.spot[index]);
    const bool hole = turned_by_sixths(&reading->layout.board);
    switch ((enum point_kind)point->kind) {
    case POINT_PIECE:
        read_piece(reading, point, at);
        break;
    case POINT_WALL:
    case POINT_CROSSED:
        read_wall(reading, point, at);
        break;
    case POINT_EMPTY: {
        const enum paint ground = hole ? (point->mark & MARK_FROM   ? PAINT_NEW
                                          : point->mark & MARK_YARD ? PAINT_LINE
                                                                    : PAINT_YARD)
                                       : (point->mark & MARK_TO     ? PAINT_NEW
                                          : point->mark & MARK_YARD ? PAINT_YARD
                                                                    : PAINT_SQUARE);
        expect_around(reading, at, (hole ? 0.25 : 0.45) * reading->layout.unit, ground);
        break;
    }
    }
}

/* The barriers, and that there are no others. */
static void read_bars(const struct reading *reading)
{
    const struct turned *board = &reading->layout.board;
    for (int x = board->points.least.x; x <= board->points.most.x; x++) {
        for (int y = board->points.least.y; y <= board->points.most.y; y++) {
            if ((abs(x) + abs(y)) % 2 == 0) {
                continue; /* a square, or a corner of four */
            }
            enum paint expected = PAINT_LINE;
            for (int i = 0; i < board->figures.bars; i++) {
                const struct bar *bar = &board->figures.bar[i];
                const struct spot spot = turned_spot(board, bar->x, bar->y);
                if (spot.x == x && spot.y == y) {
                    expected = bar->standing ? PAINT_NOBODY
                                             : men_paint(reading->diagram->game, bar->owner, 0);
                }
            }
            const struct place at = place_at(reading, (struct spot){ x, y });
            const enum paint found = pixel(&reading->image, at.x, at.y);
            g_assert_true(found == expected || found == PAINT_ARROW || found == PAINT_NEW ||
                          (expected == PAINT_LINE && found == PAINT_NEW));
        }
    }
}

/* Before the men of the seat to move, and of no other, stands an arrow. */
static void read_legend(const struct reading *reading)
{
    const int actor = reading->diagram->game->actor(reading->diagram->position);
    const struct picture_layout *layout = &reading->layout;
    for (int seat = 0; seat < reading->diagram->seats; seat++) {
        const double x = (seat % 2 == 0 ? 0 : layout->width / 2 - layout->seat) + layout->seat;
        const double y = layout->seats + (seat / 2 * 3 + 1) * layout->seat;
        g_assert_true((pixel(&reading->image, x + layout->seat / 2, y) == PAINT_NEW) ==
                      (seat == actor));
    }
}

static struct words *words;
static GHashTable *signs;

static void read_picture(const struct diagram *diagram)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) png = picture_png(diagram, words, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(g_bytes_get_size(png), <=, BYTES_MAX);
    struct reading reading = { .diagram = diagram, .image = read_png(png), .signs = signs };
    picture_lay_out(diagram, &reading.layout);
    g_assert_cmpint(reading.layout.width, ==, reading.image.width);
    g_assert_cmpint(reading.layout.height, ==, reading.image.height);
    for (int i = 0; i < reading.layout.board.figures.points; i++) {
        read_place(&reading, i);
    }
    if (reading.layout.board.figures.framed) {
        read_bars(&reading);
    }
    read_legend(&reading);
    g_free(reading.image.pixels);
}

/* A board that was kept as a phrase gives the same picture, and the same words. */
static void read_phrase(const struct diagram *diagram, const struct setup *setup)
{
    const struct options options = { .setup = *setup, .repetition = REPETITION_DEFAULT };
    g_autofree char *text = options_text(&options, diagram->game);
    g_autoptr(Phrase) board = drawing_phrase(diagram, text);
    g_autoptr(Drawing) copy = drawing_read(board);
    g_assert_nonnull(copy);
    g_autoptr(GBytes) png = picture_png(diagram, words, NULL);
    g_autoptr(GBytes) other = picture_png(&copy->diagram, words, NULL);
    g_assert_true(g_bytes_equal(png, other));
    struct diagram list = *diagram;
    list.form = copy->diagram.form = DIAGRAM_LIST;
    g_autofree char *described = diagram_text(&list, words);
    g_assert_null(copy->diagram.names);
    g_autofree char *again = diagram_text(&copy->diagram, words);
    g_assert_cmpstr(again, ==, described);
    g_assert_cmpstr(again, !=, "");
}

/* ---- random positions ---- */

/* Plays one turn of any legal moves. Returns their number. */
static size_t play_turn(const struct game *game, struct position *now, GRand *chance,
                        struct move *last)
{
    static struct move moves[4096];
    size_t count = 0;
    do {
        const size_t legal = game->moves(now, moves, G_N_ELEMENTS(moves));
        const size_t listed = MIN(legal, G_N_ELEMENTS(moves));
        last[count] = moves[g_rand_int_range(chance, 0, (gint32)listed)];
        game->apply(now, &last[count++]);
    } while (game->actor(now) >= 0 && !game_between(game, now));
    return count;
}

static void read_game(const struct game *game, const struct setup *setup)
{
    g_autoptr(GRand) chance = g_rand_new_with_seed(setup->seats);
    struct position now, before;
    struct note note;
    struct move last[TURN_DECISIONS_MAX];
    memset(&now, 0, sizeof now);
    if (!game->setup(&now, setup, &note)) {
        return; /* options that do not go together */
    }
    before = now;
    size_t count = 0;
    for (int turn = 0; turn <= TURNS; turn++) {
        for (int seat = -1; turn % EVERY == 0 && seat < setup->seats; seat++) {
            const struct diagram diagram = { .game = game,
                                             .position = &now,
                                             .last = last,
                                             .count = count,
                                             .before = count > 0 ? &before : NULL,
                                             .seats = setup->seats,
                                             .seat = seat };
            read_picture(&diagram);
            if (seat == 0 && registry_find(game->name) == game) {
                read_phrase(&diagram, setup);
            }
        }
        if (game->actor(&now) < 0) {
            return;
        }
        before = now;
        count = play_turn(game, &now, chance, last);
    }
}

static void test_read(gconstpointer data)
{
    games_setups_each(data, read_game);
}

/* The highest stack still shows who lies in it: at its left edge more of the color of each half
 * than of the other's. */
static void test_high(void)
{
    const struct game *game = game_named("emergo");
    const struct position now = position_of(game, "", "e1=XXXXXXXXXXXOOOOOOOOOOOO e5=X / 0 0 / O");
    const struct diagram diagram = { .game = game, .position = &now, .seats = 2, .seat = -1 };
    g_autoptr(GBytes) png = picture_png(&diagram, words, NULL);
    struct reading reading = { .diagram = &diagram, .image = read_png(png) };
    picture_lay_out(&diagram, &reading.layout);
    int index = 0;
    while (reading.layout.board.figures.point[index].height != 23) {
        index++;
    }
    const struct place at = place_at(&reading, reading.layout.board.spot[index]);
    const double middle = 0.4 * reading.layout.unit; /* of the front of the man in the middle */
    int own = 0, prisoners = 0;                      /* how light */
    for (int y = 2; y <= 10; y++) {
        own += paints[pixel(&reading.image, at.x, at.y + middle - y)].green;
        prisoners += paints[pixel(&reading.image, at.x, at.y + middle + y)].green;
    }
    g_assert_cmpint(own, <, 9 * 128);
    g_assert_cmpint(prisoners, >, 9 * 128);
    g_free(reading.image.pixels);
}

/* ---- the same bytes ---- */

static void test_same(void)
{
    const struct game *game = game_named("emergo");
    const struct setup setup = setup_for(game, "");
    struct position now;
    struct note note;
    g_assert_true(game->setup(&now, &setup, &note));
    const struct diagram diagram = { .game = game, .position = &now, .seats = 2, .seat = 1 };
    g_autoptr(GBytes) first = picture_png(&diagram, words, NULL);
    g_autoptr(GBytes) second = picture_png(&diagram, words, NULL);
    g_assert_true(g_bytes_equal(first, second));
}

/* ---- contrast ---- */

/* The relative luminance of a color (WCAG 2.1). */
static double luminance(enum paint paint)
{
    const struct color color = paints[paint];
    const double share[] = { color.red / 255.0, color.green / 255.0, color.blue / 255.0 };
    static const double weight[] = { 0.2126, 0.7152, 0.0722 };
    double sum = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(share); i++) {
        const double linear =
            share[i] <= 0.03928 ? share[i] / 12.92 : pow((share[i] + 0.055) / 1.055, 2.4);
        sum += weight[i] * linear;
    }
    return sum;
}

static double contrast(enum paint one, enum paint other)
{
    const double a = luminance(one), b = luminance(other);
    return (MAX(a, b) + 0.05) / (MIN(a, b) + 0.05);
}

/* Level AA of WCAG: words and signs stand out 4.5 to 1 (1.4.3), what is drawn 3 to 1 (1.4.11). */
static void test_contrast(void)
{
    static const double of_words = 4.5, of_drawings = 3.0;
    static const enum paint grounds[] = { PAINT_FRAME, PAINT_SQUARE, PAINT_YARD, PAINT_NEW };
    g_assert_cmpfloat(contrast(PAINT_PALE, PAINT_FRAME), >=, of_words);
    g_assert_cmpfloat(contrast(PAINT_NEW, PAINT_FRAME), >=, of_words);
    g_assert_cmpfloat(contrast(PAINT_WHITE, PAINT_ARROW), >=, of_words);
    for (int owner = -1; owner < SEATS_MAX; owner++) {
        const enum paint man = men_paint(&(const struct game){ 0 }, owner, 0);
        g_test_message("player %d", owner + 1);
        g_assert_cmpfloat(contrast(man, paint_on(man)), >=, of_words);
        for (size_t i = 0; i < G_N_ELEMENTS(grounds); i++) {
            /* The man itself, or the line around it. */
            const double outline = contrast(men_outline(man), grounds[i]);
            g_assert_cmpfloat(MAX(contrast(man, grounds[i]), outline), >=, of_drawings);
        }
    }
    for (size_t i = 1; i < G_N_ELEMENTS(grounds); i++) { /* what lies on the board */
        g_assert_cmpfloat(contrast(PAINT_ARROW, grounds[i]), >=, of_drawings);
    }
}

/* ---- every letter has a form of its own ---- */

static void test_words(void)
{
    /* Names of squares have letters of one kind. */
    static const char *const together[] = { "0123456789abcdefghijklmnopqrstuvwxyz!*+-",
                                            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ!*+-" };
    for (size_t i = 0; i < G_N_ELEMENTS(together); i++) {
        g_autoptr(GHashTable) seen =
            g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
        for (const char *c = together[i]; *c != '\0'; c++) {
            cairo_t *pen = pen_new(60, 60);
            pen_word(pen, (struct place){ 30, 30 }, 24, PAINT_INK, (char[]){ *c, '\0' });
            g_assert_true(g_hash_table_add(seen, pen_png(pen, NULL)));
        }
    }
}

/* Where the first seat has the black men, all but their signs changes. */
static void test_black_first(void)
{
    struct game game = *registry_find("halma");
    g_assert_cmpint(men_paint(&game, 0, 0), ==, PAINT_WHITE);
    game.black_first = true;
    const struct setup setup = { .rules = game.rules, .seats = 2, .value = { 0 } };
    g_assert_cmpint(men_paint(&game, 0, 0), ==, PAINT_INK);
    g_assert_cmpint(men_paint(&game, 1, 0), ==, PAINT_WHITE);
    g_assert_cmpint(men_paint(&game, 2, 0), ==, PAINT_ORANGE);
    g_assert_cmpint(men_paint(&game, -1, 0), ==, PAINT_NOBODY);
    read_game(&game, &setup);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    words = words_load("templates", NULL);
    g_assert_nonnull(words);
    signs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    games_test_each("/picture/%s/read", test_read);
    g_test_add_func("/picture/high", test_high);
    g_test_add_func("/picture/same", test_same);
    g_test_add_func("/picture/black-first", test_black_first);
    g_test_add_func("/picture/contrast", test_contrast);
    g_test_add_func("/picture/words", test_words);
    int status = g_test_run();
    words_free(words);
    g_hash_table_unref(signs);
    return status;
}
