#include "letters/pictures.h"

#include "render/diagram.h"
#include "render/picture.h"

enum { KEPT_MOST = 16 };

struct kept {
    GBytes *record, *png;
    char *in_words;
};

struct pictures {
    const struct words *words;
    struct tiles *tiles;
    struct kept kept[KEPT_MOST]; /* a ring; NULL: not used yet */
    int next;
};

struct pictures *pictures_new(const struct words *words, GError **error)
{
    struct tiles *tiles = tiles_new(error);
    if (tiles == NULL) {
        return NULL;
    }
    struct pictures *pictures = g_new0(struct pictures, 1);
    pictures->words = words;
    pictures->tiles = tiles;
    return pictures;
}

static void kept_clear(struct kept *kept)
{
    g_clear_pointer(&kept->record, g_bytes_unref);
    g_clear_pointer(&kept->png, g_bytes_unref);
    g_clear_pointer(&kept->in_words, g_free);
}

void pictures_free(struct pictures *pictures)
{
    if (pictures != NULL) {
        for (int i = 0; i < KEPT_MOST; i++) {
            kept_clear(&pictures->kept[i]);
        }
        tiles_free(pictures->tiles);
        g_free(pictures);
    }
}

GBytes *pictures_draw(struct pictures *pictures, GVariant *record, const char **in_words)
{
    g_autoptr(GBytes) bytes = g_variant_get_data_as_bytes(record);
    for (int i = 0; i < KEPT_MOST; i++) {
        const struct kept *kept = &pictures->kept[i];
        if (kept->record != NULL && g_bytes_equal(kept->record, bytes)) {
            *in_words = kept->in_words;
            return g_bytes_ref(kept->png);
        }
    }
    struct drawing *drawing = drawing_read(record);
    GBytes *png =
        drawing != NULL ? picture_png(pictures->tiles, drawing_diagram(drawing), NULL) : NULL;
    if (png != NULL) {
        struct kept *place = &pictures->kept[pictures->next];
        kept_clear(place);
        *place = (struct kept){ g_steal_pointer(&bytes), g_bytes_ref(png),
                                drawing_in_words(drawing, pictures->words) };
        *in_words = place->in_words;
        pictures->next = (pictures->next + 1) % KEPT_MOST;
    }
    drawing_free(drawing);
    return png;
}
