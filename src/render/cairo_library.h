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

/* The functions that drawing uses, each declared by cairo's own header. */
struct cairo_library {
    __typeof__(cairo_image_surface_create) *image_surface_create;
    __typeof__(cairo_image_surface_get_data) *image_surface_get_data;
    __typeof__(cairo_image_surface_get_stride) *image_surface_get_stride;
    __typeof__(cairo_surface_flush) *surface_flush;
    __typeof__(cairo_surface_mark_dirty) *surface_mark_dirty;
    __typeof__(cairo_surface_destroy) *surface_destroy;
    __typeof__(cairo_create) *create;
    __typeof__(cairo_destroy) *destroy;
    __typeof__(cairo_status) *status;
    __typeof__(cairo_set_source_rgb) *set_source_rgb;
    __typeof__(cairo_set_line_width) *set_line_width;
    __typeof__(cairo_set_line_cap) *set_line_cap;
    __typeof__(cairo_set_line_join) *set_line_join;
    __typeof__(cairo_set_dash) *set_dash;
    __typeof__(cairo_save) *save;
    __typeof__(cairo_restore) *restore;
    __typeof__(cairo_translate) *translate;
    __typeof__(cairo_scale) *scale;
    __typeof__(cairo_rectangle) *rectangle;
    __typeof__(cairo_new_sub_path) *new_sub_path;
    __typeof__(cairo_move_to) *move_to;
    __typeof__(cairo_line_to) *line_to;
    __typeof__(cairo_curve_to) *curve_to;
    __typeof__(cairo_arc) *arc;
    __typeof__(cairo_close_path) *close_path;
    __typeof__(cairo_fill) *fill;
    __typeof__(cairo_fill_preserve) *fill_preserve;
    __typeof__(cairo_stroke) *stroke;
};

/* Opens cairo, which stays open for the life of the program. POSTMOVE_ERROR_LATER and NULL if it
 * is missing or lacks one of these functions. */
const struct cairo_library *cairo_library_open(GError **error);

#endif
