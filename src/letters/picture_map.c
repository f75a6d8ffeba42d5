#include "letters/picture_map.h"

#include <math.h>
#include <string.h>

#include "render/picture.h"

/* The paragraph of a picture. */
#define BEGIN "<p style=\"margin:0 0 12px\">"
#define END "</p>\n"

/* Appends the map with that name for a picture that is shown so wide. */
static void append_map(GString *out, const struct picture_layout *layout, const char *name,
                       int width, const GPtrArray *taps)
{
    const struct figures *figures = &layout->board.figures;
    const double scale = (double)width / layout->width;
    const int radius = (int)(scale * MIN(layout->unit, layout->row));
    g_string_append_printf(out, "<map name=\"%s\">", name);
    for (guint i = 0; i < taps->len; i++) {
        const struct tap *tap = taps->pdata[i];
        int point = 0;
        while (point < figures->points && strncmp(figures->point[point].name, tap->word,
                                                  sizeof figures->point[point].name) != 0) {
            point++;
        }
        if (point < figures->points && tap->address != NULL) {
            const struct place at = picture_place(layout, layout->board.spot[point]);
            g_autofree char *place = g_strdup_printf(
                "shape=\"circle\" coords=\"%d,%d,%d\" alt=\"%s\"", (int)lround(scale * at.x),
                (int)lround(scale * at.y), radius, tap->word);
            tap_begin(out, "area", tap->line, tap->address, place);
        }
    }
    g_string_append(out, "</map>\n");
}

/* Appends the image; `set`: its attributes but for these, and its style beside that of all. */
static void append_image(GString *out, const char *id, const char *words, const char *set)
{
    g_string_append_printf(out, "<img src=\"cid:%s\" %s;border:0;border-radius:10px\" alt=\"", id,
                           set);
    escaped_append(out, words);
    g_string_append(out, "\">");
}

void picture_append(GString *out, const char *id, const char *words)
{
    g_string_append(out, BEGIN);
    append_image(out, id, words,
                 "width=\"400\" style=\"display:block;width:100%;max-width:400px;height:auto;"
                 "-ms-interpolation-mode:bicubic");
    g_string_append(out, END);
}

void picture_map_append(GString *out, const struct diagram *diagram, const char *id, guint number,
                        const char *words, const GPtrArray *taps)
{
    static const struct {
        int width; /* pixels */
        char map;  /* its name begins so */
        const char *set, *style;
    } sizes[] = {
        { 296, 'n', "class=\"narrow\"", "display:block;-ms-interpolation-mode:bicubic" },
        { 520, 'w', "hidden class=\"wide\"", "display:none;mso-hide:all" },
    };
    g_autoptr(GString) maps = g_string_new(NULL);
    struct picture_layout layout;
    picture_lay_out(diagram, &layout);
    g_string_append(out, BEGIN);
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
        g_autofree char *name = g_strdup_printf("%c%u", sizes[i].map, number);
        g_autofree char *set = g_strdup_printf("%s usemap=\"#%s\" width=\"%d\" style=\"%s",
                                               sizes[i].set, name, sizes[i].width, sizes[i].style);
        append_image(out, id, words, set);
        append_map(maps, &layout, name, sizes[i].width, taps);
    }
    g_string_append(out, END);
    g_string_append_len(out, maps->str, (gssize)maps->len);
}
