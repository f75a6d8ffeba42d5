/*
 * template.h: a small logic-less template renderer.
 *
 *   {{name}}             the value; a number or string
 *   {{#name}}...{{/name}}  once for each of a list (its keys shadow the outer ones), or once
 *                        if the value is true, a non-empty string or a number but 0
 *   {{^name}}...{{/name}}  once if it is not
 *   {{! a comment }}
 * A tag of a section alone on its line takes the line with it. A value of
 * several lines put in alone on its line keeps that line's indentation and
 * prefix on each of its lines ("| {{comment}}").
 */
#ifndef POSTMOVE_TEMPLATE_H
#define POSTMOVE_TEMPLATE_H

#include <glib.h>

/* Renders `source` with `values`, an a{sv} (strings s, numbers x or i,
 * switches b, lists aa{sv}; floating refs are sunk). POSTMOVE_ERROR_USAGE for
 * a section not closed or a name that has no value. The caller's. */
char *template_render(const char *source, GVariant *values, GError **error);

/* Fills to at most `columns`: a longer line is broken at blanks, the rest
 * keeping its indentation and any "| " or "> " prefix; a word longer than a
 * line is broken anywhere. Counts UTF-8 characters. The caller's. */
char *template_fill(const char *text, int columns);

#endif
