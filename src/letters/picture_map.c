#include "letters/picture_map.h"

#include <string.h>

#include "render/picture.h"

/* Appends the map with that name for a picture that is so wide. */
static void append_map(GString *out, const struct diagram *diagram, const char *name, int width,
                       const GPtrArray *taps)
{
    g_autoptr(GHashTable) spots = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GArray) all = picture_spots(diagram, width);
    for (guint i = 0; i < all->len; i++) {
        struct picture_spot *spot = &g_array_index(all, struct picture_spot, i);
        g_hash_table_insert(spots, spot->name, spot);
    }
    g_string_append_printf(out, "<map name=\"%s\">", name);
    for (guint i = 0; i < taps->len; i++) {
        const struct tap *tap = taps->pdata[i];
        const struct picture_spot *spot = g_hash_table_lookup(spots, tap->word);
        if (spot != NULL && tap->address != NULL) {
            g_autofree char *place =
                g_strdup_printf("shape=\"circle\" coords=\"%d,%d,%d\" alt=\"%s\"", spot->x, spot->y,
                                spot->radius, tap->word);
            tap_begin(out, "area", tap, place);
        }
    }
    g_string_append(out, "</map>\n");
}

void picture_map_append(GString *out, const struct diagram *diagram, const char *id, guint number,
                        const char *words, const GPtrArray *taps)
{
    g_autofree char *narrow = g_strdup_printf("n%u", number),
                    *alt = g_markup_escape_text(words, -1);
    g_autofree char *wide = g_strdup_printf("w%u", number);
    g_string_append_printf(out,
                           "<p style=\"margin:0 0 12px\"><img src=\"cid:%s\" id=\"%s\""
                           " class=\"narrow\" usemap=\"#%s\" width=\"%d\" style=\"display:block;"
                           "border:0;-ms-interpolation-mode:bicubic\" alt=\"%s\">",
                           id, narrow, narrow, (int)PICTURE_NARROW, alt);
    g_string_append_printf(out,
                           "<img src=\"cid:%s\" class=\"wide\" usemap=\"#%s\" width=\"%d\""
                           " style=\"display:none;mso-hide:all;border:0\" alt=\"\""
                           " aria-labelledby=\"%s\"></p>\n",
                           id, wide, (int)PICTURE_WIDE, narrow);
    append_map(out, diagram, narrow, PICTURE_NARROW, taps);
    append_map(out, diagram, wide, PICTURE_WIDE, taps);
}
