#include "base/json.h"

#include <stdbool.h>

static void append_string(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            g_string_append_printf(out, "\\%c", c);
        } else if (c < 0x20 || c == 0x7f) {
            g_string_append_printf(out, "\\u%04x", c);
        } else {
            g_string_append_c(out, *text);
        }
    }
    g_string_append_c(out, '"');
}

static void append_value(GString *out, GVariant *value);

static void append_child(GString *out, GVariant *value, gsize number)
{
    g_autoptr(GVariant) child = g_variant_get_child_value(value, number);
    append_value(out, child);
}

static void append_members(GString *out, GVariant *value, char open, char close)
{
    g_string_append_c(out, open);
    for (gsize i = 0; i < g_variant_n_children(value); i++) {
        g_string_append(out, i > 0 ? "," : "");
        append_child(out, value, i);
    }
    g_string_append_c(out, close);
}

static void append_value(GString *out, GVariant *value)
{
    switch (g_variant_classify(value)) {
    case G_VARIANT_CLASS_STRING:
        append_string(out, g_variant_get_string(value, NULL));
        break;
    case G_VARIANT_CLASS_INT64:
        g_string_append_printf(out, "%" G_GINT64_FORMAT, g_variant_get_int64(value));
        break;
    case G_VARIANT_CLASS_BOOLEAN:
        g_string_append(out, g_variant_get_boolean(value) ? "true" : "false");
        break;
    case G_VARIANT_CLASS_VARIANT:
    case G_VARIANT_CLASS_MAYBE:
        if (g_variant_n_children(value) == 0) {
            g_string_append(out, "null");
        } else {
            append_child(out, value, 0);
        }
        break;
    case G_VARIANT_CLASS_DICT_ENTRY:
        append_child(out, value, 0);
        g_string_append_c(out, ':');
        append_child(out, value, 1);
        break;
    default: {
        bool object = g_variant_is_of_type(value, G_VARIANT_TYPE("a{?*}"));
        append_members(out, value, object ? '{' : '[', object ? '}' : ']');
    }
    }
}

void json_append(GString *text, GVariant *value)
{
    g_autoptr(GVariant) kept = g_variant_ref_sink(value);
    append_value(text, kept);
}

void json_text(GVariantBuilder *object, const char *name, const char *text)
{
    g_variant_builder_add(object, "{sv}", name, g_variant_new("ms", text));
}

void json_number(GVariantBuilder *object, const char *name, gint64 number)
{
    g_variant_builder_add(object, "{sv}", name, g_variant_new_int64(number));
}

void json_switch(GVariantBuilder *object, const char *name, bool on)
{
    g_variant_builder_add(object, "{sv}", name, g_variant_new_boolean(on));
}

void json_positive(GVariantBuilder *object, const char *name, gint64 positive)
{
    g_variant_builder_add(object, "{sv}", name, g_variant_new("mx", positive > 0, positive));
}
