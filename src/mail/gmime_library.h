/*
 * gmime_library.h: GMime, opened by the process that parses mail.
 *
 * GIO, GObject, GPGME and a dozen more libraries come with GMime. To have them bound takes longer
 * than all that a run without mail does. Only the child that parses mail needs them, so postmove is
 * not linked with GMime.
 *
 * The functions of GMime and GObject that this folder uses stand in gmime_library.c under their own
 * names, declared by their own headers, and hand on to the library. One more that is used must be
 * added there, or the program does not link.
 */
#ifndef POSTMOVE_GMIME_LIBRARY_H
#define POSTMOVE_GMIME_LIBRARY_H

#include <glib.h>
#include <stdbool.h>

/* To be called before any function of GMime; it stays open for the life of the program.
 * POSTMOVE_ERROR_LATER if it is missing or lacks what we use. */
bool gmime_library_open(GError **error);

#endif
