#include "cli/json.h"

#include <stdio.h>

#include "base/json.h"

void json_print(GVariant *value)
{
    g_autoptr(GString) text = g_string_new(NULL);
    json_append(text, value);
    puts(text->str);
}
