/*
 * pattern.h: regular expressions (PCRE), each of which is compiled once.
 */
#ifndef POSTMOVE_PATTERN_H
#define POSTMOVE_PATTERN_H

#include <glib.h>
#include <stdbool.h>

/* A pattern, which must be a correct one, and comes with the same flags each time. It is kept as
 * long as the program runs. */
const GRegex *pattern_kept(const char *pattern, GRegexCompileFlags how);

/* A pattern that reads bytes, without regard to the case of ASCII letters; `.` fits any byte. */
const GRegex *pattern_of(const char *pattern);

/* True if a part of the text fits such a pattern. */
bool pattern_fits(const char *text, const char *pattern);

/* The first part of the text that fits; NULL: none does. Free with g_free. */
char *pattern_find(const char *text, const char *pattern);

#endif
