#include "render/tiles.h"

#include <string.h>

#include "render/sign.h"

/* Lengths are in half cells of the figures, of which a square is two wide. */
#define HOLE_RADIUS 0.5
#define OUTLINE 0.1
#define LABEL_HEIGHT 0.8

enum {
    LABEL_PIXELS_MIN = 15,
    TILES_MAX = 2048, /* kept; then all are drawn anew */
};

struct tiles {
    const struct cairo_library *cairo;
    GHashTable *drawn; /* GBytes (struct look) to struct sheet */
    bool failed;       /* cairo failed since tiles_failed was last asked */
};

struct look look_of(int tile, int unit, int row)
{
    struct look look;
    memset(&look, 0, sizeof look);
    look.tile = tile;
    look.unit = (short)unit;
    look.row = (short)row;
    return look;
}

enum paint tile_paint(int owner, int set)
{
    static const enum paint paint[SEATS_MAX] = { PAINT_WHITE, PAINT_INK,    PAINT_ORANGE,
                                                 PAINT_BLUE,  PAINT_YELLOW, PAINT_GREEN };
    const int index = set > 0 ? set - 1 : owner;
    return index >= 0 && index < SEATS_MAX ? paint[index] : PAINT_NOBODY;
}

/* ---- what stands on a place ---- */

static void draw_man(struct pen *pen, struct place at, double radius, enum paint paint, char sign)
{
    const char word[] = { sign, '\0' };
    pen_circle(pen, at, radius);
    pen_fill_outlined(pen, paint, PAINT_INK, MAX(0.12 * radius, 2));
    pen_word(pen, at, 0.84 * radius, paint_on(paint), word);
}

/* Men one upon the other; the lowest are prisoners. On the top one stands whose they are, and how
 * many belong to that seat. */
static void draw_stack(struct pen *pen, const struct look *look, struct place at)
{
    const double step = MIN(0.22, 0.95 / (look->height - 1)) * look->unit;
    const double radius = 0.8 * look->unit, flatness = 0.5;
    const enum paint own = tile_paint(look->owner, look->set);
    const double lowest = at.y + step * (look->height - 1) / 2;
    /* Of a high stack little of each man is seen: its color must not be lost under outlines. */
    const double outline = MIN(MAX(0.06 * look->unit, 1.5), step / 3);
    struct place slab = { at.x, lowest };
    for (int man = 0; man < look->height; man++) {
        slab.y = lowest - step * man;
        const enum paint paint = man < look->prisoners ? tile_paint(look->prisoners_of, 0) : own;
        pen_ellipse(pen, slab, radius, flatness);
        pen_fill_outlined(pen, paint, paint == PAINT_INK ? PAINT_MIDDLE : PAINT_INK, outline);
    }
    const struct point point = { .kind = POINT_PIECE,
                                 .height = look->height,
                                 .prisoners = look->prisoners };
    char word[SIGN_NUMBER_BYTES + 1] = { look->sign };
    sign_number(&point, word + 1);
    pen_word(pen, slab, 0.5 * look->unit, paint_on(own), word);
}

static void draw_wall(struct pen *pen, const struct look *look, struct place at)
{
    const double reach = look->unit, width = 0.44 * look->unit;
    pen_end_flat(pen, true);
    for (int inner = 0; inner < 2; inner++) {
        for (int upright = 0; upright < 2; upright++) {
            const bool stands = ((look->mark & MARK_UPRIGHT) != 0) != look->laid_down;
            if (look->kind == POINT_CROSSED || stands == upright) {
                const double x = upright ? 0 : reach, y = upright ? reach : 0;
                pen_move(pen, (struct place){ at.x - x, at.y - y });
                pen_line(pen, (struct place){ at.x + x, at.y + y });
            }
        }
        pen_stroke(pen, inner ? tile_paint(look->owner, 0) : PAINT_INK,
                   inner ? width - MAX(2 * OUTLINE * look->unit, 4) : width);
    }
    pen_end_flat(pen, false);
}

static void draw_ghost(struct pen *pen, const struct look *look, struct place at)
{
    const char word[] = { look->ghost, '\0' };
    const double dash = 0.2 * look->unit;
    pen_circle(pen, at, 0.6 * look->unit);
    pen_stroke_dashed(pen, PAINT_DARK, OUTLINE * look->unit, dash);
    pen_word(pen, at, 0.5 * look->unit, PAINT_DARK, word);
}

static void draw_content(struct pen *pen, const struct look *look, struct place at)
{
    switch ((enum point_kind)look->kind) {
    case POINT_PIECE:
        if (look->height > 1) {
            draw_stack(pen, look, at);
        } else {
            draw_man(pen, at, look->man * look->unit / 100.0, tile_paint(look->owner, look->set),
                     look->sign);
        }
        break;
    case POINT_WALL:
    case POINT_CROSSED:
        draw_wall(pen, look, at);
        break;
    case POINT_EMPTY:
        break;
    }
    if (look->ghost != 0) {
        draw_ghost(pen, look, at);
    }
    if (look->mark & MARK_FORCED) {
        const struct place corner = { at.x + 0.6 * look->unit, at.y - 0.6 * look->unit };
        pen_circle(pen, corner, 0.34 * look->unit);
        pen_fill(pen, PAINT_ARROW);
        pen_word(pen, corner, 0.4 * look->unit, PAINT_WHITE, "!");
    }
}

/* ---- a place ---- */

static enum paint ground_of(const struct look *look)
{
    return look->mark & MARK_TO ? PAINT_NEW : look->mark & MARK_YARD ? PAINT_YARD : PAINT_SQUARE;
}

static void draw_square(struct pen *pen, const struct look *look)
{
    const double side = 2 * look->unit;
    const struct place middle = { look->unit, look->unit };
    pen_box(pen, 0, 0, side, side);
    pen_fill(pen, PAINT_LINE);
    pen_box(pen, 1, 1, side - 2, side - 2);
    pen_fill(pen, ground_of(look));
    if (look->mark & MARK_FROM) {
        pen_circle(pen, middle, 0.34 * look->unit);
        pen_fill(pen, PAINT_NEW);
    }
    draw_content(pen, look, middle);
}

const struct tile_step tile_neighbours[TILE_NEIGHBOURS] = { { 2, 0 },  { 1, 2 },   { -1, 2 },
                                                            { -2, 0 }, { -1, -2 }, { 1, -2 } };

static void draw_hole(struct pen *pen, const struct look *look)
{
    const struct place middle = { look->unit, look->row };
    for (int i = 0; i < TILE_NEIGHBOURS; i++) {
        if (look->neighbours & 1U << i) {
            pen_move(pen, middle);
            pen_line(pen, (struct place){ middle.x + tile_neighbours[i].x * look->unit,
                                          middle.y + tile_neighbours[i].y * look->row });
        }
    }
    pen_stroke(pen, PAINT_LINE, 2);
    if (look->mark & MARK_TO) {
        pen_circle(pen, middle, 0.95 * look->row);
        pen_fill(pen, PAINT_NEW);
    }
    pen_circle(pen, middle, HOLE_RADIUS * look->unit);
    pen_fill_outlined(pen,
                      look->mark & MARK_FROM   ? PAINT_NEW
                      : look->mark & MARK_YARD ? PAINT_LINE
                                               : PAINT_SQUARE,
                      PAINT_LINE, 2);
    draw_content(pen, look, middle);
}

/* ---- around the board ---- */

static double word_height(int unit)
{
    return MAX(LABEL_HEIGHT * unit, LABEL_PIXELS_MIN);
}

double tile_word_width(int unit, const char *word)
{
    return pen_word_width(word_height(unit), word);
}

static void draw_word(struct pen *pen, const struct look *look, struct place middle)
{
    pen_word(pen, middle, word_height(look->unit), PAINT_INK, look->word);
}

/* The man of a seat, or of one of its sets. If the seat is to move, it stands on the color of what
 * is new, and an arrow points at the first. */
static void draw_seat(struct pen *pen, const struct look *look, struct place middle)
{
    const double radius = 0.27 * TILE_SEAT_HEIGHT;
    if (look->moves) {
        pen_circle(pen, middle, 1.4 * radius);
        pen_fill(pen, PAINT_NEW);
    }
    if (look->moves && look->first) {
        const struct place tip = { middle.x - 1.5 * radius, middle.y };
        pen_move(pen, tip);
        pen_line(pen, (struct place){ tip.x - 0.8 * radius, tip.y - 0.6 * radius });
        pen_line(pen, (struct place){ tip.x - 0.8 * radius, tip.y + 0.6 * radius });
        pen_close(pen);
        pen_fill(pen, PAINT_INK);
    }
    draw_man(pen, middle, radius, tile_paint(look->owner, look->set), look->sign);
}

/* ---- tiles ---- */

static struct sheet draw_tile(struct tiles *tiles, const struct look *look)
{
    int width = 2 * look->unit, height = 2 * look->row;
    if (look->tile == TILE_WORD) {
        height = 2 * (int)word_height(look->unit);
        width = (int)tile_word_width(look->unit, look->word) + height / 2;
    } else if (look->tile == TILE_SEAT) {
        width = TILE_SEAT_WIDTH;
        height = TILE_SEAT_HEIGHT;
    }
    struct sheet sheet = sheet_new(width, height, PAINT_PAPER);
    const struct place middle = { width / 2.0, height / 2.0 };
    struct pen *pen = tiles_pen(tiles, &sheet, 0, 0, width, height);
    switch (look->tile) {
    case TILE_SQUARE:
        draw_square(pen, look);
        break;
    case TILE_HOLE:
        draw_hole(pen, look);
        break;
    case TILE_WORD:
        draw_word(pen, look, middle);
        break;
    case TILE_SEAT:
        draw_seat(pen, look, middle);
        break;
    }
    tiles_pen_end(tiles, pen);
    return sheet;
}

void tile_put(struct tiles *tiles, struct sheet *sheet, const struct look *look,
              struct place middle)
{
    g_autoptr(GBytes) key = g_bytes_new(look, sizeof *look);
    struct sheet *tile = g_hash_table_lookup(tiles->drawn, key);
    if (tile == NULL) {
        if (g_hash_table_size(tiles->drawn) >= TILES_MAX) {
            g_hash_table_remove_all(tiles->drawn);
        }
        tile = g_new(struct sheet, 1);
        *tile = draw_tile(tiles, look);
        g_hash_table_insert(tiles->drawn, g_steal_pointer(&key), tile);
    }
    sheet_put(sheet, tile, (int)middle.x - tile->width / 2, (int)middle.y - tile->height / 2,
              look->tile == TILE_WORD);
}

struct pen *tiles_pen(struct tiles *tiles, struct sheet *sheet, int x, int y, int width, int height)
{
    return pen_begin(tiles->cairo, sheet, x, y, width, height);
}

void tiles_pen_end(struct tiles *tiles, struct pen *pen)
{
    tiles->failed |= !pen_end(pen);
}

bool tiles_failed(struct tiles *tiles)
{
    const bool failed = tiles->failed;
    if (failed) {
        g_hash_table_remove_all(tiles->drawn);
    }
    tiles->failed = false;
    return failed;
}

static void tile_free(gpointer data)
{
    sheet_clear(data);
    g_free(data);
}

struct tiles *tiles_new(GError **error)
{
    const struct cairo_library *cairo = cairo_library_open(error);
    if (cairo == NULL) {
        return NULL;
    }
    struct tiles *tiles = g_new0(struct tiles, 1);
    tiles->cairo = cairo;
    tiles->drawn = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref,
                                         tile_free);
    return tiles;
}

void tiles_free(struct tiles *tiles)
{
    if (tiles != NULL) {
        g_hash_table_unref(tiles->drawn);
        g_free(tiles);
    }
}
