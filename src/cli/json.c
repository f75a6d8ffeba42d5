#include "cli/json.h"

#include <stdbool.h>
#include <stdio.h>

static void print_string(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            printf("\\%c", c);
        } else if (c < 0x20 || c == 0x7f) {
            printf("\\u%04x", c);
        } else {
            putchar(c);
        }
    }
    putchar('"');
}

static void print_value(GVariant *value);

static void print_members(GVariant *value, char open, char close)
{
    putchar(open);
    for (gsize i = 0; i < g_variant_n_children(value); i++) {
        if (i > 0) {
            putchar(',');
        }
        g_autoptr(GVariant) child = g_variant_get_child_value(value, i);
        print_value(child);
    }
    putchar(close);
}

static void print_entry(GVariant *value)
{
    g_autoptr(GVariant) key = g_variant_get_child_value(value, 0);
    g_autoptr(GVariant) inner = g_variant_get_child_value(value, 1);
    print_value(key);
    putchar(':');
    print_value(inner);
}

static void print_inner(GVariant *value)
{
    if (g_variant_n_children(value) == 0) {
        fputs("null", stdout);
        return;
    }
    g_autoptr(GVariant) inner = g_variant_get_child_value(value, 0);
    print_value(inner);
}

static void print_value(GVariant *value)
{
    switch (g_variant_classify(value)) {
    case G_VARIANT_CLASS_STRING:
        print_string(g_variant_get_string(value, NULL));
        break;
    case G_VARIANT_CLASS_INT64:
        printf("%" G_GINT64_FORMAT, g_variant_get_int64(value));
        break;
    case G_VARIANT_CLASS_BOOLEAN:
        fputs(g_variant_get_boolean(value) ? "true" : "false", stdout);
        break;
    case G_VARIANT_CLASS_VARIANT:
    case G_VARIANT_CLASS_MAYBE:
        print_inner(value);
        break;
    case G_VARIANT_CLASS_DICT_ENTRY:
        print_entry(value);
        break;
    default: {
        bool object = g_variant_is_of_type(value, G_VARIANT_TYPE("a{?*}"));
        print_members(value, object ? '{' : '[', object ? '}' : ']');
    }
    }
}

void json_print(GVariant *value)
{
    g_autoptr(GVariant) kept = g_variant_ref_sink(value);
    print_value(kept);
    putchar('\n');
}
