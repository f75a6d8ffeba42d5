/*
 * late_library.h: libraries that are opened when they are first needed.
 *
 * To have a large library bound takes longer than all that a run without work for it does. Such a
 * library is not linked: each has a file of its own that opens it and holds its functions
 * (transport/curl_library.h, render/cairo_library.h).
 */
#ifndef POSTMOVE_LATE_LIBRARY_H
#define POSTMOVE_LATE_LIBRARY_H

#include <glib.h>
#include <stdbool.h>

/* A function or variable of a library, and the pointer that is set to it; POSIX lets a data
 * pointer hold the address of a function. */
struct late_symbol {
    const char *name;
    void *place;
};

/* Opens the library of that file name, which contains the version of its interface, and finds all
 * `count` symbols. It stays open for the life of the program. POSTMOVE_ERROR_LATER if it is
 * missing or lacks one of them. */
bool late_library_open(const char *name, const struct late_symbol *symbols, size_t count,
                       GError **error);

#endif
