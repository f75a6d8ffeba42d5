/*
 * xml_library.h: libxml2, opened by the process that parses mail.
 *
 * ICU and the library of C++ come with libxml2: to have them bound takes a third of the start of a
 * program. Only the child that parses mail needs them, so postmove is not linked with libxml2, and
 * a child opens it only when a mail needs it.
 *
 * The functions of libxml2 that this folder uses stand in xml_library.c under their own names,
 * declared by its own headers, and hand on to the library. One more that is used must be added
 * there, or the program does not link.
 */
#ifndef POSTMOVE_XML_LIBRARY_H
#define POSTMOVE_XML_LIBRARY_H

#include <glib.h>
#include <stdbool.h>

/* To be called before any function of libxml2; it stays open for the life of the program.
 * POSTMOVE_ERROR_LATER if it is missing or lacks what we use. */
bool xml_library_open(GError **error);

#endif
