#include "office/phrase.h"

GVariant *pairs(const char *first, ...)
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE_VARDICT);
    va_list arguments;
    va_start(arguments, first);
    for (const char *key = first; key != NULL; key = va_arg(arguments, const char *)) {
        const char *value = va_arg(arguments, const char *);
        g_variant_builder_add(&builder, "{sv}", key,
                              g_variant_new_string(value != NULL ? value : ""));
    }
    va_end(arguments);
    return g_variant_builder_end(&builder);
}

char *say(const struct office *office, const char *key, GVariant *values)
{
    return words_say(office->words, "office", key, values != NULL ? values : pairs(NULL, NULL));
}
