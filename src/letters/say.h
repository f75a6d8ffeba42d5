/*
 * say.h: the office's own words, group "office" of templates/.
 */
#ifndef POSTMOVE_LETTERS_SAY_H
#define POSTMOVE_LETTERS_SAY_H

#include "letters/run.h"
#include "render/values.h"

/* Words of the group "office", with values that are taken (NULL: none); the
 * caller's. */
char *say(const struct run *run, const char *key, struct values *values);

/* The same to the operator on his command line: where the words are meant for players,
 * the group "operator" has others. */
char *say_operator(const struct run *run, const char *key, struct values *values);

/* A number in digits; the caller's. */
char *say_number(gint64 number);

#endif
