/*
 * cairo_library.h: cairo, opened when the first picture is drawn.
 *
 * Some twenty libraries come with cairo. A run that draws nothing pays nothing for them, as with
 * libcurl (transport/curl_library.h): postmove is not linked with cairo.
 */
#ifndef POSTMOVE_RENDER_CAIRO_LIBRARY_H
#define POSTMOVE_RENDER_CAIRO_LIBRARY_H

#include <cairo.h>
#include <glib.h>

/* The functions that drawing uses, without "cairo_". */
#define CAIRO_FUNCTIONS(DO)                                                                        \
    DO(image_surface_create)                                                                       \
    DO(image_surface_get_data)                                                                     \
    DO(image_surface_get_stride)                                                                   \
    DO(surface_flush)                                                                              \
    DO(surface_mark_dirty)                                                                         \
    DO(surface_destroy)                                                                            \
    DO(create)                                                                                     \
    DO(destroy)                                                                                    \
    DO(status)                                                                                     \
    DO(save)                                                                                       \
    DO(restore)                                                                                    \
    DO(translate)                                                                                  \
    DO(scale)                                                                                      \
    DO(set_source_rgb)                                                                             \
    DO(set_line_width)                                                                             \
    DO(set_line_cap)                                                                               \
    DO(set_line_join)                                                                              \
    DO(set_dash)                                                                                   \
    DO(new_sub_path)                                                                               \
    DO(move_to)                                                                                    \
    DO(line_to)                                                                                    \
    DO(curve_to)                                                                                   \
    DO(arc)                                                                                        \
    DO(rectangle)                                                                                  \
    DO(close_path)                                                                                 \
    DO(fill)                                                                                       \
    DO(fill_preserve)                                                                              \
    DO(stroke)

/* Each as cairo's own header declares it. */
struct cairo_library {
#define CAIRO_POINTER(name) __typeof__(cairo_##name) *(name);
    CAIRO_FUNCTIONS(CAIRO_POINTER)
};

/* Opens cairo, which stays open for the life of the program. POSTMOVE_ERROR_LATER and NULL if it
 * is missing or lacks one of these functions. */
const struct cairo_library *cairo_library_open(GError **error);

#endif
