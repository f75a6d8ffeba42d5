#include "render/pen.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "render/strokes.h"

enum {
    CHARACTER_GAP = 3, /* on the grid of strokes */
    LEVELS = 32,       /* of red, of green and of blue, in the table of nearest colors */
};

#define WORD_WEIGHT 0.15 /* of a stroke, in parts of the height */

/* Orange, blue, yellow and green are told apart by those who see fewer colors, too; and each seat
 * has its sign. */
const struct color paints[PNG_COLORS] = {
    [PAINT_PAPER] = { 0xf7, 0xee, 0xda },  [PAINT_INK] = { 0x26, 0x22, 0x1c },
    [PAINT_SQUARE] = { 0xec, 0xd9, 0xb0 }, [PAINT_LINE] = { 0xb3, 0x96, 0x64 },
    [PAINT_YARD] = { 0xd6, 0xb8, 0x80 },   [PAINT_NEW] = { 0xff, 0xd2, 0x3c },
    [PAINT_ARROW] = { 0xb0, 0x1e, 0x1e },  [PAINT_NOBODY] = { 0x8c, 0x8c, 0x8c },
    [PAINT_WHITE] = { 0xff, 0xff, 0xff },  [PAINT_ORANGE] = { 0xe0, 0x6a, 0x0c },
    [PAINT_BLUE] = { 0x00, 0x66, 0xaa },   [PAINT_YELLOW] = { 0xf2, 0xe6, 0x3e },
    [PAINT_GREEN] = { 0x00, 0xa5, 0x78 },  [PAINT_DARK] = { 0x6b, 0x5c, 0x42 },
    [PAINT_MIDDLE] = { 0x92, 0x88, 0x74 }, [PAINT_PALE] = { 0xc0, 0xb8, 0xa8 },
};

struct pen {
    const struct cairo_library *cairo;
    struct sheet *sheet;
    int x, y, width, height;
    cairo_surface_t *surface;
    cairo_t *context;
};

enum paint paint_on(enum paint paint)
{
    const struct color color = paints[paint];
    const int light = color.red * 3 + color.green * 6 + color.blue;
    return light > 1000 ? PAINT_INK : PAINT_WHITE;
}

/* ---- sheets ---- */

struct sheet sheet_new(int width, int height, enum paint paint)
{
    struct sheet sheet = { width, height, g_malloc((gsize)width * (gsize)height) };
    memset(sheet.pixels, (int)paint, (gsize)width * (gsize)height);
    return sheet;
}

void sheet_clear(struct sheet *sheet)
{
    g_clear_pointer(&sheet->pixels, g_free);
}

/* Copies what is no paper. Most of a word's tile is paper, so eight pixels are looked at together.
 */
static void put_clear(unsigned char *to, const unsigned char *from, int width)
{
    _Static_assert(PAINT_PAPER == 0, "eight pixels of paper are one zero");
    guint64 eight = 0;
    int i = 0;
    while (i < width) {
        if (i + (int)sizeof eight <= width) {
            memcpy(&eight, from + i, sizeof eight);
            if (eight == 0) {
                i += (int)sizeof eight;
                continue;
            }
        }
        to[i] = from[i] == PAINT_PAPER ? to[i] : from[i];
        i++;
    }
}

void sheet_put(struct sheet *sheet, const struct sheet *part, int x, int y, bool clear)
{
    const int left = MAX(x, 0), right = MIN(x + part->width, sheet->width);
    const int top = MAX(y, 0), bottom = MIN(y + part->height, sheet->height);
    for (int row = top; row < bottom && left < right; row++) {
        unsigned char *to = sheet->pixels + (ptrdiff_t)row * sheet->width + left;
        const unsigned char *from = part->pixels + (ptrdiff_t)(row - y) * part->width + (left - x);
        if (clear) {
            put_clear(to, from, right - left);
        } else {
            memcpy(to, from, (size_t)(right - left));
        }
    }
}

/* ---- from colors to paints ---- */

static uint32_t pixel_of(struct color color)
{
    return (uint32_t)color.red << 16 | (uint32_t)color.green << 8 | color.blue;
}

static enum paint nearest(struct color color)
{
    int best = 0, least = G_MAXINT;
    for (int i = 0; i < PNG_COLORS; i++) {
        const int red = color.red - paints[i].red, green = color.green - paints[i].green;
        const int blue = color.blue - paints[i].blue;
        const int distance = 3 * red * red + 6 * green * green + blue * blue;
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return (enum paint)best;
}

/* The nearest paint of each color, whose red, green and blue have LEVELS steps. Filled on first
 * use. */
static const unsigned char *nearest_paints(void)
{
    static unsigned char table[LEVELS * LEVELS * LEVELS];
    static bool filled;
    for (int i = 0; !filled && i < LEVELS * LEVELS * LEVELS; i++) {
        const int step = 256 / LEVELS, middle = step / 2;
        table[i] = (unsigned char)nearest(
            (struct color){ (unsigned char)(i / LEVELS / LEVELS * step + middle),
                            (unsigned char)(i / LEVELS % LEVELS * step + middle),
                            (unsigned char)(i % LEVELS * step + middle) });
    }
    filled = true;
    return table;
}

/* The pixel of each paint. */
static void paint_pixels(uint32_t pixels[PNG_COLORS])
{
    for (int i = 0; i < PNG_COLORS; i++) {
        pixels[i] = pixel_of(paints[i]);
    }
}

/* ---- a pen ---- */

struct pen *pen_begin(const struct cairo_library *cairo, struct sheet *sheet, int x, int y,
                      int width, int height)
{
    struct pen *pen = g_new0(struct pen, 1);
    pen->cairo = cairo;
    pen->sheet = sheet;
    pen->x = CLAMP(x, 0, sheet->width);
    pen->y = CLAMP(y, 0, sheet->height);
    pen->width = CLAMP(x + width, 0, sheet->width) - pen->x;
    pen->height = CLAMP(y + height, 0, sheet->height) - pen->y;
    pen->surface = cairo->image_surface_create(CAIRO_FORMAT_RGB24, pen->width, pen->height);
    uint32_t painted[PNG_COLORS];
    paint_pixels(painted);
    unsigned char *bytes = cairo->image_surface_get_data(pen->surface);
    const size_t stride = (size_t)cairo->image_surface_get_stride(pen->surface);
    for (int row = 0; bytes != NULL && row < pen->height; row++) {
        uint32_t *pixel = (uint32_t *)(void *)(bytes + (size_t)row * stride);
        const unsigned char *paint =
            sheet->pixels + (ptrdiff_t)(pen->y + row) * sheet->width + pen->x;
        for (int column = 0; column < pen->width; column++) {
            pixel[column] = painted[paint[column]];
        }
    }
    cairo->surface_mark_dirty(pen->surface);
    pen->context = cairo->create(pen->surface);
    cairo->translate(pen->context, -pen->x, -pen->y);
    cairo->set_line_cap(pen->context, CAIRO_LINE_CAP_ROUND);
    cairo->set_line_join(pen->context, CAIRO_LINE_JOIN_ROUND);
    return pen;
}

bool pen_end(struct pen *pen)
{
    const struct cairo_library *cairo = pen->cairo;
    const bool drawn = cairo->status(pen->context) == CAIRO_STATUS_SUCCESS;
    cairo->surface_flush(pen->surface);
    const unsigned char *bytes = drawn ? cairo->image_surface_get_data(pen->surface) : NULL;
    const size_t stride = drawn ? (size_t)cairo->image_surface_get_stride(pen->surface) : 0;
    const unsigned char *near = nearest_paints();
    uint32_t painted[PNG_COLORS];
    paint_pixels(painted);
    for (int row = 0; bytes != NULL && row < pen->height; row++) {
        const uint32_t *pixel = (const uint32_t *)(const void *)(bytes + (size_t)row * stride);
        unsigned char *paint =
            pen->sheet->pixels + (ptrdiff_t)(pen->y + row) * pen->sheet->width + pen->x;
        for (int column = 0; column < pen->width; column++) {
            const uint32_t color = pixel[column];
            if (color != painted[paint[column]]) {
                paint[column] =
                    near[(color >> 9 & 0x7c00) | (color >> 6 & 0x3e0) | (color >> 3 & 0x1f)];
            }
        }
    }
    cairo->destroy(pen->context);
    cairo->surface_destroy(pen->surface);
    g_free(pen);
    return drawn;
}

/* ---- the path ---- */

void pen_move(struct pen *pen, struct place to)
{
    pen->cairo->move_to(pen->context, to.x, to.y);
}

void pen_line(struct pen *pen, struct place to)
{
    pen->cairo->line_to(pen->context, to.x, to.y);
}

void pen_circle(struct pen *pen, struct place middle, double radius)
{
    pen->cairo->new_sub_path(pen->context);
    pen->cairo->arc(pen->context, middle.x, middle.y, radius, 0, 2 * G_PI);
}

void pen_ellipse(struct pen *pen, struct place middle, double radius, double flatness)
{
    pen->cairo->save(pen->context);
    pen->cairo->translate(pen->context, middle.x, middle.y);
    pen->cairo->scale(pen->context, 1, flatness);
    pen_circle(pen, (struct place){ 0, 0 }, radius);
    pen->cairo->restore(pen->context);
}

void pen_box(struct pen *pen, double x, double y, double width, double height)
{
    pen->cairo->rectangle(pen->context, x, y, width, height);
}

void pen_close(struct pen *pen)
{
    pen->cairo->close_path(pen->context);
}

static void dip(struct pen *pen, enum paint paint)
{
    const struct color color = paints[paint];
    pen->cairo->set_source_rgb(pen->context, color.red / 255.0, color.green / 255.0,
                               color.blue / 255.0);
}

void pen_fill(struct pen *pen, enum paint paint)
{
    dip(pen, paint);
    pen->cairo->fill(pen->context);
}

void pen_stroke(struct pen *pen, enum paint paint, double width)
{
    dip(pen, paint);
    pen->cairo->set_line_width(pen->context, width);
    pen->cairo->stroke(pen->context);
}

void pen_fill_outlined(struct pen *pen, enum paint paint, enum paint outline, double width)
{
    dip(pen, paint);
    pen->cairo->fill_preserve(pen->context);
    pen_stroke(pen, outline, width);
}

void pen_stroke_dashed(struct pen *pen, enum paint paint, double width, double dash)
{
    pen->cairo->set_dash(pen->context, &dash, 1, 0);
    pen_stroke(pen, paint, width);
    pen->cairo->set_dash(pen->context, NULL, 0, 0);
}

void pen_end_flat(struct pen *pen, bool flat)
{
    pen->cairo->set_line_cap(pen->context, flat ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
}

/* ---- words ---- */

/* Goes through all places by the curve of Catmull and Rom: at each of them the pen goes in the
 * direction from the place before to the place behind it. */
static void curve(struct pen *pen, const struct place *at, int count)
{
    const bool closed = at[0].x == at[count - 1].x && at[0].y == at[count - 1].y;
    for (int i = 0; i + 1 < count; i++) {
        const struct place before = i > 0 ? at[i - 1] : closed ? at[count - 2] : at[i];
        const struct place behind = i + 2 < count ? at[i + 2] : closed ? at[1] : at[i + 1];
        pen->cairo->curve_to(pen->context, at[i].x + (at[i + 1].x - before.x) / 6,
                             at[i].y + (at[i + 1].y - before.y) / 6,
                             at[i + 1].x - (behind.x - at[i].x) / 6,
                             at[i + 1].y - (behind.y - at[i].y) / 6, at[i + 1].x, at[i + 1].y);
    }
}

static void add_character(struct pen *pen, char character, double x, double y, double scale)
{
    struct stroke stroke;
    for (const char *at = NULL; strokes_next(character, &at, &stroke);) {
        struct place place[STROKES_POINTS_MAX] = { { 0, 0 } };
        for (int i = 0; i < stroke.count; i++) {
            place[i] =
                (struct place){ x + stroke.point[i].x * scale, y + stroke.point[i].y * scale };
        }
        pen_move(pen, place[0]);
        if (stroke.curved) {
            curve(pen, place, stroke.count);
        }
        for (int i = 1; !stroke.curved && i < stroke.count; i++) {
            pen_line(pen, place[i]);
        }
    }
}

double pen_word_width(double height, const char *word)
{
    int width = -CHARACTER_GAP;
    for (; *word != '\0'; word++) {
        width += strokes_width(*word) + CHARACTER_GAP;
    }
    return width * height / STROKES_HEIGHT;
}

void pen_word(struct pen *pen, struct place middle, double height, enum paint paint,
              const char *word)
{
    const double scale = height / STROKES_HEIGHT;
    const bool low = strspn(word, "acegmnopqrsuvwxyz") == strlen(word);
    double x = middle.x - pen_word_width(height, word) / 2;
    const double y = middle.y - (low ? STROKES_HEIGHT + STROKES_X_TOP : STROKES_HEIGHT) * scale / 2;
    for (; *word != '\0'; word++) {
        add_character(pen, *word, x, y, scale);
        x += (strokes_width(*word) + CHARACTER_GAP) * scale;
    }
    pen_stroke(pen, paint, WORD_WEIGHT * height);
}
