#include "cli/json.h"

#include <stdio.h>

#include "base/json.h"

void json_print(GVariant *value)
{
    g_autoptr(GString) text = g_string_new(NULL);
    json_append(text, value);
    puts(text->str);
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

void json_print_list(GVariantBuilder *list)
{
    if (list != NULL) {
        json_print(g_variant_builder_end(list));
    }
}
