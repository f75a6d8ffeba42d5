#include "render/cairo_library.h"

#include <stdbool.h>

#include "base/late_library.h"

/* Its name carries the version of its interface, which has not changed since 2003. */
static const char library_name[] = "libcairo.so.2";

static struct cairo_library library;

#define CAIRO_SYMBOL(name) { "cairo_" #name, &library.name },
static const struct late_symbol functions[] = { CAIRO_FUNCTIONS(CAIRO_SYMBOL) };

const struct cairo_library *cairo_library_open(GError **error)
{
    static bool opened;
    opened = opened || late_library_open(library_name, functions, G_N_ELEMENTS(functions), error);
    return opened ? &library : NULL;
}
