#include "letters/run.h"

char *say(const struct run *run, const char *key, struct values *values)
{
    return words_say(run->words, "sentences", key, values);
}

char *say_operator(const struct run *run, const char *key, struct values *values)
{
    bool other = words_get(run->words, "operator", key) != NULL;
    return words_say(run->words, other ? "operator" : "sentences", key, values);
}

char *say_number(gint64 number)
{
    return g_strdup_printf("%" G_GINT64_FORMAT, number);
}
