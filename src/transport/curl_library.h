/*
 * curl_library.h: libcurl, opened when it is first needed.
 *
 * Some forty libraries come with libcurl. Loading them takes three times as long as everything
 * else in a run that finds no mail. So postmove is not linked with libcurl, and a run that
 * talks to no mail server does not load it.
 *
 * curl_library.c defines the functions of libcurl that this folder uses, under their own names
 * and as libcurl's header declares them; each calls the library. A further function must be
 * added there, or the program does not link.
 */
#ifndef POSTMOVE_CURL_LIBRARY_H
#define POSTMOVE_CURL_LIBRARY_H

#include <glib.h>
#include <stdbool.h>

/* Call it before any function of libcurl; the library stays open until the program ends. Fails
 * with POSTMOVE_ERROR_LATER if the library is missing or lacks a function that we use. */
bool curl_library_open(GError **error);

#endif
