#include "letters/picture_map.h"

#include <math.h>
#include <string.h>

#include "render/picture.h"

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
            tap_begin(out, "area", tap, place);
        }
    }
    g_string_append(out, "</map>\n");
}

void picture_map_append(GString *out, const struct diagram *diagram, const char *id, guint number,
                        const char *words, const GPtrArray *taps)
{
    g_autofree char *narrow = g_strdup_printf("n%u", number), *wide = g_strdup_printf("w%u", number);
    g_autofree char *alt = g_markup_escape_text(words, -1);
    g_string_append_printf(out,
                           "<p style=\"margin:0 0 12px\"><img src=\"cid:%s\" class=\"narrow\""
                           " usemap=\"#%s\" width=\"%d\" style=\"display:block;border:0;"
                           "-ms-interpolation-mode:bicubic\" alt=\"%s\">",
                           id, narrow, (int)PICTURE_NARROW, alt);
    g_string_append_printf(out,
                           "<img src=\"cid:%s\" class=\"wide\" usemap=\"#%s\" width=\"%d\""
                           " style=\"display:none;mso-hide:all;border:0\" alt=\"%s\"></p>\n",
                           id, wide, (int)PICTURE_WIDE, alt);
    struct picture_layout layout;
    picture_lay_out(diagram, &layout);
    append_map(out, &layout, narrow, PICTURE_NARROW, taps);
    append_map(out, &layout, wide, PICTURE_WIDE, taps);
}
