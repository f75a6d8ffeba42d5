#include "render/values.h"

#include <string.h>

enum { USUAL = 8 };

struct named {
    char *name; /* owned; a text stands right behind it */
    struct value value;
};

struct values {
    int references;
    guint count, room;
    struct named *named; /* `usual`, until they are more */
    struct named usual[USUAL];
};

struct values *values_new(void)
{
    struct values *values = g_new(struct values, 1);
    values->references = 1;
    values->count = 0;
    values->room = USUAL;
    values->named = values->usual;
    return values;
}

struct values *values_ref(struct values *values)
{
    values->references++;
    return values;
}

void values_unref(struct values *values)
{
    if (values == NULL || --values->references > 0) {
        return;
    }
    for (guint i = 0; i < values->count; i++) {
        g_free(values->named[i].name);
        if (values->named[i].value.kind == VALUE_LIST) {
            g_ptr_array_unref(values->named[i].value.list);
        }
    }
    if (values->named != values->usual) {
        g_free(values->named);
    }
    g_free(values);
}

static void make_room(struct values *values)
{
    struct named *old = values->named;
    values->room *= 2;
    values->named = g_new(struct named, values->room);
    memcpy(values->named, old, values->count * sizeof(*old));
    if (old != values->usual) {
        g_free(old);
    }
}

/* Adds the name, with so many bytes behind it; gives its value to be set. */
static struct value *add(struct values *values, const char *name, size_t bytes_behind)
{
    if (values->count == values->room) {
        make_room(values);
    }
    const size_t length = strlen(name) + 1;
    struct named *named = &values->named[values->count++];
    named->name = g_malloc(length + bytes_behind);
    memcpy(named->name, name, length);
    named->value = (struct value){ .text = named->name + length };
    return &named->value;
}

void values_add(struct values *values, const char *name, const char *text)
{
    text = text != NULL ? text : "";
    const size_t length = strlen(text) + 1;
    struct value *value = add(values, name, length);
    memcpy((char *)(gsize)value->text, text, length);
    value->kind = VALUE_TEXT;
}

void values_add_number(struct values *values, const char *name, gint64 number)
{
    *add(values, name, 0) = (struct value){ .kind = VALUE_NUMBER, .number = number };
}

void values_add_switch(struct values *values, const char *name, bool on)
{
    *add(values, name, 0) = (struct value){ .kind = VALUE_SWITCH, .on = on };
}

GPtrArray *values_add_list(struct values *values, const char *name)
{
    GPtrArray *list = g_ptr_array_new_with_free_func((GDestroyNotify)values_unref);
    *add(values, name, 0) = (struct value){ .kind = VALUE_LIST, .list = list };
    return list;
}

struct values *pairs(const char *first, ...)
{
    struct values *values = values_new();
    va_list arguments;
    va_start(arguments, first);
    for (const char *name = first; name != NULL; name = va_arg(arguments, const char *)) {
        values_add(values, name, va_arg(arguments, const char *));
    }
    va_end(arguments);
    return values;
}

const struct value *values_get(const struct values *values, const char *name)
{
    for (guint i = 0; i < values->count; i++) {
        if (strcmp(values->named[i].name, name) == 0) {
            return &values->named[i].value;
        }
    }
    return NULL;
}
