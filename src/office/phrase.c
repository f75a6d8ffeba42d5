#include "office/phrase.h"

char *say(const struct office *office, const char *key, struct values *values)
{
    return words_say(office->words, "office", key, values);
}

char *say_number(gint64 number)
{
    return g_strdup_printf("%" G_GINT64_FORMAT, number);
}
