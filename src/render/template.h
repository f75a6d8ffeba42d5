/*
 * template.h: a small logic-less template renderer.
 *
 *   {{name}}             the value; a number or string
 *   {{#name}}...{{/name}}  if the value is true, a non-empty string or a number but 0
 *   {{^name}}...{{/name}}  if it is not
 *   {{#name.few}}...{{/name.few}}  for a number: if that is its plural category in the
 *                        language (Unicode CLDR: zero, one, two, few, many, other)
 *   {{name.dat}}         for a phrase: in the form "dat" of its words, where they have one
 *   {{! a comment }}
 * A tag of a section or a comment alone on its line takes the line with it. A
 * value of several lines put in alone on its line keeps that line's
 * indentation and prefix on each of its lines ("| {{comment}}"); a line feed at
 * the value's end is dropped there. A value is never read as a template.
 * Limits: 16 sections deep, 1 MiB of text.
 */
#ifndef POSTMOVE_TEMPLATE_H
#define POSTMOVE_TEMPLATE_H

#include <glib.h>
#include <stdbool.h>

#include "render/phrase.h"

/* Who puts the values that are phrases into words. */
struct speaker {
    /* The words of a phrase in the form that a tag asks for behind a dot (NULL: it asks for none).
     * Free with g_free. */
    char *(*say)(const struct speaker *speaker, const struct phrase *phrase, const char *form);
    /* The plural category of a number: "one", "other" ... */
    const char *(*category)(const struct speaker *speaker, gint64 number);
};

/* Renders `source` with `values` (NULL: none). `speaker` NULL: all of these are texts and
 * numbers, and each number is of the category "other". POSTMOVE_ERROR_USAGE for
 * what is not well formed or a name without a value; its message begins with
 * the line, "3: ", so that a caller may put the file before it. Free with g_free. */
char *template_render(const char *source, const struct values *values,
                      const struct speaker *speaker, GError **error);

/* Whether the source is well formed, whatever the values; the same error. Adds the name of
 * each value and section, without what stands behind a dot, to `names`, a set of owned strings;
 * NULL: nobody asks for them. */
bool template_check(const char *source, GHashTable *names, GError **error);

/* Fills to at most `columns`: a longer line is broken at blanks, the rest
 * keeping its indentation and any "| " or "> " prefix, two columns further in if
 * it begins with a dash, as items do; a word longer than a
 * line is broken anywhere. Counts UTF-8 characters. Free with g_free. */
char *template_fill(const char *text, int columns);

#endif
