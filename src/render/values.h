/*
 * values.h: what a template is filled with: names, and for each a text, a
 * number, a switch or a list of such values.
 *
 * A letter takes some dozens of these, so they are as light as they can be.
 */
#ifndef POSTMOVE_VALUES_H
#define POSTMOVE_VALUES_H

#include <glib.h>
#include <stdbool.h>

enum value_kind { VALUE_TEXT, VALUE_NUMBER, VALUE_SWITCH, VALUE_LIST };

struct value {
    enum value_kind kind;
    union {
        const char *text;
        gint64 number;
        bool on;
        GPtrArray *list; /* struct values */
    };
};

struct values;

/* The caller's, until a function takes them; values_ref is for who wants to
 * keep them all the same. */
struct values *values_new(void);
struct values *values_ref(struct values *values);
void values_unref(struct values *values);
/* Key, text, key, text, ..., NULL as values; NULL texts are "". */
struct values *pairs(const char *first, ...) G_GNUC_NULL_TERMINATED;

typedef struct values Values;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Values, values_unref)

/* Each copies the name and the text (NULL: ""); no name twice. */
void values_add(struct values *values, const char *name, const char *text);
void values_add_number(struct values *values, const char *name, gint64 number);
void values_add_switch(struct values *values, const char *name, bool on);
/* A list without items yet; it takes what is added to it (g_ptr_array_add). */
GPtrArray *values_add_list(struct values *values, const char *name);

/* The value of a name; NULL: there is none. */
const struct value *values_get(const struct values *values, const char *name);

#endif
