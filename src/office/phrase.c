#include "office/phrase.h"

char *say(const struct office *office, const char *key, struct values *values)
{
    return words_say(office->words, "office", key, values);
}
