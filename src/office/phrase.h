/*
 * phrase.h: the office's own words, group "office" of templates/.
 */
#ifndef POSTMOVE_PHRASE_H
#define POSTMOVE_PHRASE_H

#include "office/office.h"

/* Key, value, key, value, ..., NULL as template values; NULL values are "". */
GVariant *pairs(const char *first, ...) G_GNUC_NULL_TERMINATED;

/* Words of the group "office"; the caller's. */
char *say(const struct office *office, const char *key, GVariant *values);

#endif
