/*
 * pattern.h: regular expressions (PCRE), each of which is compiled once.
 *
 * They read bytes, without regard to the case of ASCII letters, and `.` fits any byte.
 */
#ifndef POSTMOVE_PATTERN_H
#define POSTMOVE_PATTERN_H

#include <glib.h>
#include <stdbool.h>

/* A pattern, which must be a correct one. It is kept as long as the program runs. */
const GRegex *pattern_of(const char *pattern);

/* True if a part of the text fits. */
bool pattern_fits(const char *text, const char *pattern);

/* The first part of the text that fits; NULL: none does. Free with g_free. */
char *pattern_find(const char *text, const char *pattern);

#endif
