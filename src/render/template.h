/*
 * template.h: a small logic-less template renderer.
 *
 *   {{name}}             the value; a number or string
 *   {{#name}}...{{/name}}  once for each of a list (its keys shadow the outer ones), or once
 *                        if the value is true, a non-empty string or a number but 0
 *   {{^name}}...{{/name}}  once if it is not
 *   {{! a comment }}
 * A tag of a section or a comment alone on its line takes the line with it. A
 * value of several lines put in alone on its line keeps that line's
 * indentation and prefix on each of its lines ("| {{comment}}"); a line feed at
 * the value's end is dropped there. A value is never read as a template.
 * Limits: 16 sections deep, a million tags, 1 MiB of text.
 */
#ifndef POSTMOVE_TEMPLATE_H
#define POSTMOVE_TEMPLATE_H

#include <glib.h>
#include <stdbool.h>

/* ---- values: names, each with a text, a number, a switch or a list of such values ---- */

struct values;

/* Free with values_unref, unless a function takes them. Take a reference first to keep values that
 * a function takes. */
struct values *values_new(void);
struct values *values_ref(struct values *values);
void values_unref(struct values *values);
/* Key, text, key, text, ..., NULL as values; NULL texts are "". */
struct values *pairs(const char *first, ...) G_GNUC_NULL_TERMINATED;

typedef struct values Values;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Values, values_unref)

/* Each copies the text (NULL: ""), but not the name: it must live as long as the values, as a
 * literal does. Do not add a name twice. */
void values_add(struct values *values, const char *name, const char *text);
void values_add_number(struct values *values, const char *name, gint64 number);
void values_add_switch(struct values *values, const char *name, bool on);

/* Add a number, or a text, which is taken (NULL: ""), and return the values. */
struct values *with_number(struct values *values, const char *name, gint64 number);
struct values *with_text(struct values *values, const char *name, char *text);
/* An empty list (of struct values). It takes what is added to it with g_ptr_array_add. */
GPtrArray *values_add_list(struct values *values, const char *name);

/* Renders `source` with `values`, which are taken (NULL: none). POSTMOVE_ERROR_USAGE for
 * what is not well formed or a name without a value; its message begins with
 * the line, "3: ", so that a caller may put the file before it. Free with g_free. */
char *template_render(const char *source, struct values *values, GError **error);

/* Whether the source is well formed, whatever the values; the same error. Adds the name of
 * each value and section to `names`, a set of owned strings; NULL: nobody asks for them. */
bool template_check(const char *source, GHashTable *names, GError **error);

/* Fills to at most `columns`: a longer line is broken at blanks, the rest
 * keeping its indentation and any "| " or "> " prefix, two columns further in if
 * it begins with a dash, as items do; a word longer than a
 * line is broken anywhere. Counts UTF-8 characters. Free with g_free. */
char *template_fill(const char *text, int columns);

#endif
