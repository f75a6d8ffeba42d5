#include "render/cairo_library.h"

#include <stdbool.h>

#include "base/late_library.h"

/* Its name carries the version of its interface, which has not changed since 2003. */
static const char library_name[] = "libcairo.so.2";

static struct cairo_library library;

static const struct late_symbol functions[] = {
    { "cairo_image_surface_create", &library.image_surface_create },
    { "cairo_image_surface_get_data", &library.image_surface_get_data },
    { "cairo_image_surface_get_stride", &library.image_surface_get_stride },
    { "cairo_surface_flush", &library.surface_flush },
    { "cairo_surface_mark_dirty", &library.surface_mark_dirty },
    { "cairo_surface_destroy", &library.surface_destroy },
    { "cairo_create", &library.create },
    { "cairo_destroy", &library.destroy },
    { "cairo_status", &library.status },
    { "cairo_set_source_rgb", &library.set_source_rgb },
    { "cairo_set_line_width", &library.set_line_width },
    { "cairo_set_line_cap", &library.set_line_cap },
    { "cairo_set_line_join", &library.set_line_join },
    { "cairo_set_dash", &library.set_dash },
    { "cairo_save", &library.save },
    { "cairo_restore", &library.restore },
    { "cairo_translate", &library.translate },
    { "cairo_scale", &library.scale },
    { "cairo_rectangle", &library.rectangle },
    { "cairo_new_sub_path", &library.new_sub_path },
    { "cairo_move_to", &library.move_to },
    { "cairo_line_to", &library.line_to },
    { "cairo_curve_to", &library.curve_to },
    { "cairo_arc", &library.arc },
    { "cairo_close_path", &library.close_path },
    { "cairo_fill", &library.fill },
    { "cairo_fill_preserve", &library.fill_preserve },
    { "cairo_stroke", &library.stroke },
};

const struct cairo_library *cairo_library_open(GError **error)
{
    static bool opened;
    opened = opened || late_library_open(library_name, functions, G_N_ELEMENTS(functions), error);
    return opened ? &library : NULL;
}
