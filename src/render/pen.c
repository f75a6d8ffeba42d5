#include "render/pen.h"

#include <cairo.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"
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
    int width, height;
    cairo_surface_t *surface;
    cairo_t *context;
};

enum paint paint_on(enum paint paint)
{
    const struct color color = paints[paint];
    const int light = color.red * 3 + color.green * 6 + color.blue;
    return light > 1000 ? PAINT_INK : PAINT_WHITE;
}

/* ---- from colors to paints ---- */

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

/* Where a color stands in the table of nearest paints, in which red, green and blue have LEVELS
 * steps. */
static size_t level_of(struct color color)
{
    const size_t step = 256 / LEVELS;
    return ((color.red / step) * LEVELS + color.green / step) * LEVELS + color.blue / step;
}

/* The nearest paint of each color. Filled on first use. */
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
    for (unsigned char paint = 0; !filled && paint < PNG_COLORS; paint++) {
        table[level_of(paints[paint])] = paint;
    }
    filled = true;
    return table;
}

/* ---- a pen ---- */

static void dip(struct pen *pen, enum paint paint)
{
    const struct color color = paints[paint];
    cairo_set_source_rgb(pen->context, color.red / 255.0, color.green / 255.0, color.blue / 255.0);
}

struct pen *pen_new(int width, int height)
{
    struct pen *pen = g_new0(struct pen, 1);
    pen->width = width;
    pen->height = height;
    pen->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    pen->context = cairo_create(pen->surface);
    cairo_set_antialias(pen->context, CAIRO_ANTIALIAS_FAST); /* sixteen paints show no more */
    cairo_set_line_cap(pen->context, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(pen->context, CAIRO_LINE_JOIN_ROUND);
    dip(pen, PAINT_PAPER);
    cairo_paint(pen->context);
    return pen;
}

GBytes *pen_png(struct pen *pen, GError **error)
{
    GBytes *png = NULL;
    cairo_surface_flush(pen->surface);
    if (cairo_status(pen->context) == CAIRO_STATUS_SUCCESS) {
        const unsigned char *near = nearest_paints();
        const unsigned char *bytes = cairo_image_surface_get_data(pen->surface);
        const size_t stride = (size_t)cairo_image_surface_get_stride(pen->surface);
        g_autofree unsigned char *pixels = g_malloc((gsize)pen->width * (gsize)pen->height);
        unsigned char *paint = pixels;
        for (int row = 0; row < pen->height; row++, bytes += stride) {
            const uint32_t *pixel = (const uint32_t *)(const void *)bytes;
            for (int column = 0; column < pen->width; column++) {
                const uint32_t color = pixel[column];
                *paint++ = near[level_of((struct color){ (unsigned char)(color >> 16),
                                                         (unsigned char)(color >> 8),
                                                         (unsigned char)color })];
            }
        }
        png = png_encode(pixels, pen->width, pen->height, paints);
    } else {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "cairo cannot draw a picture");
    }
    cairo_destroy(pen->context);
    cairo_surface_destroy(pen->surface);
    g_free(pen);
    return png;
}

/* ---- the path ---- */

void pen_move(struct pen *pen, struct place to)
{
    cairo_move_to(pen->context, to.x, to.y);
}

void pen_line(struct pen *pen, struct place to)
{
    cairo_line_to(pen->context, to.x, to.y);
}

void pen_circle(struct pen *pen, struct place middle, double radius)
{
    cairo_new_sub_path(pen->context);
    cairo_arc(pen->context, middle.x, middle.y, radius, 0, 2 * G_PI);
}

void pen_ellipse(struct pen *pen, struct place middle, double radius, double flatness)
{
    cairo_save(pen->context);
    cairo_translate(pen->context, middle.x, middle.y);
    cairo_scale(pen->context, 1, flatness);
    pen_circle(pen, (struct place){ 0, 0 }, radius);
    cairo_restore(pen->context);
}

void pen_box(struct pen *pen, double x, double y, double width, double height)
{
    cairo_rectangle(pen->context, x, y, width, height);
}

void pen_close(struct pen *pen)
{
    cairo_close_path(pen->context);
}

void pen_fill(struct pen *pen, enum paint paint)
{
    dip(pen, paint);
    cairo_fill(pen->context);
}

void pen_stroke(struct pen *pen, enum paint paint, double width)
{
    dip(pen, paint);
    cairo_set_line_width(pen->context, width);
    cairo_stroke(pen->context);
}

void pen_fill_outlined(struct pen *pen, enum paint paint, enum paint outline, double width)
{
    dip(pen, paint);
    cairo_fill_preserve(pen->context);
    pen_stroke(pen, outline, width);
}

void pen_stroke_dashed(struct pen *pen, enum paint paint, double width, double dash)
{
    cairo_set_dash(pen->context, &dash, 1, 0);
    pen_stroke(pen, paint, width);
    cairo_set_dash(pen->context, NULL, 0, 0);
}

void pen_end_flat(struct pen *pen, bool flat)
{
    cairo_set_line_cap(pen->context, flat ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
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
        cairo_curve_to(pen->context, at[i].x + (at[i + 1].x - before.x) / 6,
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
