#include "office/phrase.h"

char *say(const struct office *office, const char *key, struct values *values)
{
    return words_say(office->words, "office", key, values);
}

char *say_operator(const struct office *office, const char *key, struct values *values)
{
    bool other = words_get(office->words, "operator", key) != NULL;
    return words_say(office->words, other ? "operator" : "office", key, values);
}

char *say_number(gint64 number)
{
    return g_strdup_printf("%" G_GINT64_FORMAT, number);
}
