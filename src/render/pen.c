#include "render/pen.h"

#include <cairo-ft.h>
#include <math.h>
#include <png.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

#define DIGIT_HEIGHT 0.74 /* of the size of the font */

/* Orange, blue, yellow and green are told apart by those who see fewer colors, too; and each seat
 * has its sign. */
const struct color paints[PEN_COLORS] = {
    [PAINT_FRAME] = { 0x33, 0x24, 0x1a },  [PAINT_INK] = { 0x1d, 0x18, 0x14 },
    [PAINT_SQUARE] = { 0xdb, 0xbf, 0x8e }, [PAINT_LINE] = { 0x96, 0x73, 0x46 },
    [PAINT_YARD] = { 0xc2, 0x9c, 0x64 },   [PAINT_NEW] = { 0xf7, 0xcb, 0x45 },
    [PAINT_ARROW] = { 0x9c, 0x12, 0x18 },  [PAINT_NOBODY] = { 0x8c, 0x8c, 0x8c },
    [PAINT_WHITE] = { 0xfb, 0xf7, 0xef },  [PAINT_ORANGE] = { 0xec, 0x7f, 0x1f },
    [PAINT_BLUE] = { 0x18, 0x4e, 0x9e },   [PAINT_YELLOW] = { 0xf3, 0xe8, 0x4a },
    [PAINT_GREEN] = { 0x0b, 0x80, 0x5c },  [PAINT_DARK] = { 0x5e, 0x48, 0x31 },
    [PAINT_MIDDLE] = { 0x9b, 0x8f, 0x7c }, [PAINT_PALE] = { 0xe4, 0xd6, 0xba },
};

enum paint paint_on(enum paint paint)
{
    const struct color color = paints[paint];
    const int light = color.red * 3 + color.green * 6 + color.blue;
    return light > 1000 ? PAINT_INK : PAINT_WHITE;
}

/* ---- from colors to paints ---- */

/* The paint nearest to a pixel of CAIRO_FORMAT_RGB24. Five bits of red, of green and of blue decide
 * that, and it is looked for once. */
static unsigned char nearest(uint32_t pixel)
{
    static unsigned char found[1 << 15]; /* paints, counted from 1 */
    const int red = pixel >> 16 & 0xf8, green = pixel >> 8 & 0xf8, blue = pixel & 0xf8;
    unsigned char *best = &found[red << 7 | green << 2 | blue >> 3];
    if (*best == 0) {
        int least = G_MAXINT;
        for (int i = 0; i < PEN_COLORS; i++) {
            const int reds = red + 4 - paints[i].red, greens = green + 4 - paints[i].green;
            const int blues = blue + 4 - paints[i].blue;
            const int distance = 3 * reds * reds + 6 * greens * greens + blues * blues;
            *best = distance < least ? (unsigned char)(i + 1) : *best;
            least = MIN(least, distance);
        }
    }
    return *best - 1;
}

/* Into `paint`, the paints nearest to a row of pixels. Most have the color of the one before. */
static void paint_row(const uint32_t *pixel, int width, unsigned char *paint)
{
    for (int column = 0; column < width; column++) {
        const bool same = column > 0 && pixel[column] == pixel[column - 1];
        paint[column] = same ? paint[column - 1] : nearest(pixel[column]);
    }
}

/* ---- a pen ---- */

static void dip(cairo_t *pen, enum paint paint)
{
    const struct color color = paints[paint];
    cairo_set_source_rgb(pen, color.red / 255.0, color.green / 255.0, color.blue / 255.0);
}

/* The system's font, opened on first use. Cairo's own way to it, fontconfig, would search folders,
 * want to write a cache, and complain on stderr where it cannot. */
static cairo_font_face_t *font(void)
{
    static FT_Library library;
    static FT_Face face;
    static cairo_font_face_t *found;
    if (found == NULL && FT_Init_FreeType(&library) == 0 &&
        FT_New_Face(library, POSTMOVE_FONT, 0, &face) == 0) {
        found = cairo_ft_font_face_create_for_ft_face(face, FT_LOAD_NO_HINTING);
    } else if (found == NULL) {
        found =
            cairo_toy_font_face_create("@cairo:", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    }
    return found;
}

cairo_t *pen_new(int width, int height)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *pen = cairo_create(surface);
    cairo_surface_destroy(surface);                 /* the pen holds it */
    cairo_set_antialias(pen, CAIRO_ANTIALIAS_FAST); /* sixteen paints show no more */
    cairo_set_line_cap(pen, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(pen, CAIRO_LINE_JOIN_ROUND);
    cairo_set_font_face(pen, font());
    dip(pen, PAINT_FRAME);
    cairo_paint(pen);
    return pen;
}

/* `pixels` are numbers of paints. Free with g_bytes_unref. */
static GBytes *encode(const unsigned char *pixels, int width, int height)
{
    png_image image = { .version = PNG_IMAGE_VERSION,
                        .width = (png_uint_32)width,
                        .height = (png_uint_32)height,
                        .format = PNG_FORMAT_RGB_COLORMAP,
                        .colormap_entries = PEN_COLORS };
    png_alloc_size_t length = PNG_IMAGE_PNG_SIZE_MAX(image);
    unsigned char *bytes = g_malloc(length);
    const int written = png_image_write_to_memory(&image, bytes, &length, 0, pixels, 0, paints);
    g_assert(written != 0); /* else there is no memory: GLib ends the program, too */
    return g_bytes_new_take(bytes, length);
}

GBytes *pen_png(cairo_t *pen, GError **error)
{
    GBytes *png = NULL;
    cairo_surface_t *surface = cairo_get_target(pen);
    cairo_surface_flush(surface);
    if (cairo_status(pen) == CAIRO_STATUS_SUCCESS) {
        const unsigned char *bytes = cairo_image_surface_get_data(surface);
        const int stride = cairo_image_surface_get_stride(surface);
        const int width = cairo_image_surface_get_width(surface);
        const int height = cairo_image_surface_get_height(surface);
        g_autofree unsigned char *pixels = g_malloc((gsize)width * (gsize)height);
        for (int row = 0; row < height; row++) {
            paint_row((const uint32_t *)(const void *)(bytes + (gsize)row * (gsize)stride), width,
                      pixels + (gsize)row * (gsize)width);
        }
        png = encode(pixels, width, height);
    } else {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "cairo cannot draw a picture");
    }
    cairo_destroy(pen);
    return png;
}

/* ---- the path ---- */

void pen_circle(cairo_t *pen, struct place middle, double radius)
{
    cairo_new_sub_path(pen);
    cairo_arc(pen, middle.x, middle.y, radius, 0, 2 * G_PI);
}

void pen_line(cairo_t *pen, struct place middle, double x, double y)
{
    cairo_move_to(pen, middle.x - x, middle.y - y);
    cairo_line_to(pen, middle.x + x, middle.y + y);
}

void pen_fill(cairo_t *pen, enum paint paint)
{
    dip(pen, paint);
    cairo_fill(pen);
}

void pen_stroke(cairo_t *pen, enum paint paint, double width)
{
    dip(pen, paint);
    cairo_set_line_width(pen, width);
    cairo_stroke(pen);
}

void pen_fill_outlined(cairo_t *pen, enum paint paint, enum paint outline, double width)
{
    dip(pen, paint);
    cairo_fill_preserve(pen);
    pen_stroke(pen, outline, width);
}

/* ---- words ---- */

double pen_word_width(cairo_t *pen, double height, const char *word)
{
    cairo_text_extents_t extents = { 0 };
    cairo_set_font_size(pen, height / DIGIT_HEIGHT);
    cairo_text_extents(pen, word, &extents);
    return extents.x_advance;
}

void pen_word(cairo_t *pen, struct place middle, double height, enum paint paint, const char *word)
{
    const double width = pen_word_width(pen, height, word);
    dip(pen, paint);
    /* Where the same word stands again, its pixels are the same, two of them a byte. */
    cairo_move_to(pen, 2 * round((middle.x - width / 2) / 2), round(middle.y + height / 2));
    cairo_show_text(pen, word);
    cairo_new_path(pen);
}
