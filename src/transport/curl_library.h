/*
 * curl_library.h: libcurl, opened when it is first needed.
 *
 * Some forty libraries come with libcurl, and to have them bound takes three times as
 * long as all else that a run does which finds no mail. So postmove is not linked with
 * it: a run that speaks with no mail server pays nothing.
 *
 * The functions of libcurl that this folder uses stand in curl_library.c under their own
 * names, declared by its own header, and hand on to the library. One more that is used
 * must be added there, or the program does not link.
 */
#ifndef POSTMOVE_CURL_LIBRARY_H
#define POSTMOVE_CURL_LIBRARY_H

#include <glib.h>
#include <stdbool.h>

/* To be called before any function of libcurl; it stays open for the life of the
 * program. POSTMOVE_ERROR_LATER where it is missing or lacks what we use. */
bool curl_library_open(GError **error);

#endif
