#include "render/pen.h"

#include <png.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"

enum { LEVELS = 32 /* of red, of green and of blue, in the table of nearest colors */ };

/* Orange, blue, yellow and green are told apart by those who see fewer colors, too; and each seat
 * has its sign. */
const struct color paints[PEN_COLORS] = {
    [PAINT_PAPER] = { 0xf7, 0xee, 0xda },  [PAINT_INK] = { 0x26, 0x22, 0x1c },
    [PAINT_SQUARE] = { 0xec, 0xd9, 0xb0 }, [PAINT_LINE] = { 0xb3, 0x96, 0x64 },
    [PAINT_YARD] = { 0xd6, 0xb8, 0x80 },   [PAINT_NEW] = { 0xff, 0xd2, 0x3c },
    [PAINT_ARROW] = { 0xb0, 0x1e, 0x1e },  [PAINT_NOBODY] = { 0x8c, 0x8c, 0x8c },
    [PAINT_WHITE] = { 0xff, 0xff, 0xff },  [PAINT_ORANGE] = { 0xe0, 0x6a, 0x0c },
    [PAINT_BLUE] = { 0x00, 0x66, 0xaa },   [PAINT_YELLOW] = { 0xf2, 0xe6, 0x3e },
    [PAINT_GREEN] = { 0x00, 0xa5, 0x78 },  [PAINT_DARK] = { 0x6b, 0x5c, 0x42 },
    [PAINT_MIDDLE] = { 0x92, 0x88, 0x74 }, [PAINT_PALE] = { 0xc0, 0xb8, 0xa8 },
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
    for (int i = 0; i < PEN_COLORS; i++) {
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
    for (unsigned char paint = 0; !filled && paint < PEN_COLORS; paint++) {
        table[level_of(paints[paint])] = paint;
    }
    filled = true;
    return table;
}

/* Into `paint`, the paints nearest to a row of pixels of CAIRO_FORMAT_RGB24. Most pixels have the
 * color of the one before: four such are compared at once. */
static void paint_row(const uint32_t *pixel, int width, unsigned char *paint)
{
    enum { TOGETHER = 4 };
    const unsigned char *near = nearest_paints();
    for (int column = 0; column < width; column++) {
        const uint32_t color = pixel[column];
        paint[column] = near[level_of((struct color){
            (unsigned char)(color >> 16), (unsigned char)(color >> 8), (unsigned char)color })];
        while (column + TOGETHER < width &&
               memcmp(pixel + column, pixel + column + 1, TOGETHER * sizeof *pixel) == 0) {
            memset(paint + column + 1, paint[column], TOGETHER);
            column += TOGETHER;
        }
    }
}

/* ---- a pen ---- */

static void dip(cairo_t *pen, enum paint paint)
{
    const struct color color = paints[paint];
    cairo_set_source_rgb(pen, color.red / 255.0, color.green / 255.0, color.blue / 255.0);
}

cairo_t *pen_new(int width, int height)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *pen = cairo_create(surface);
    cairo_surface_destroy(surface);                 /* the pen holds it */
    cairo_set_antialias(pen, CAIRO_ANTIALIAS_FAST); /* sixteen paints show no more */
    cairo_set_line_cap(pen, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(pen, CAIRO_LINE_JOIN_ROUND);
    cairo_select_font_face(pen, "@cairo:", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    dip(pen, PAINT_PAPER);
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

/* Makes digits so high, and gives how high a letter or digit is then. */
static double set_height(cairo_t *pen, double height, const char *letter)
{
    cairo_text_extents_t digit, wanted;
    cairo_set_font_size(pen, height);
    cairo_text_extents(pen, "0", &digit);
    cairo_set_font_size(pen, height * height / digit.height);
    cairo_text_extents(pen, letter, &wanted);
    return wanted.height;
}

double pen_word_width(cairo_t *pen, double height, const char *word)
{
    cairo_text_extents_t extents;
    set_height(pen, height, "0");
    cairo_text_extents(pen, word, &extents);
    return extents.width;
}

void pen_word(cairo_t *pen, struct place middle, double height, enum paint paint, const char *word)
{
    cairo_text_extents_t extents;
    const bool low = strspn(word, "acegmnopqrsuvwxyz") == strlen(word);
    const double high = set_height(pen, height, low ? "x" : "0");
    cairo_text_extents(pen, word, &extents);
    dip(pen, paint);
    cairo_move_to(pen, middle.x - extents.x_bearing - extents.width / 2, middle.y + high / 2);
    cairo_show_text(pen, word);
    cairo_new_path(pen);
}
