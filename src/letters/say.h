/*
 * say.h: sentences for letters and for the operator. The words are in templates/sentences.words.
 */
#ifndef POSTMOVE_LETTERS_SAY_H
#define POSTMOVE_LETTERS_SAY_H

#include "letters/run.h"
#include "render/values.h"

/* The sentence `key` of the group "sentences". Takes `values` (NULL: none). Free with g_free. */
char *say(const struct run *run, const char *key, struct values *values);

/* The same for the operator at the command line: the group "operator" (templates/operator.words)
 * overrides sentences that speak to players. Takes `values`. Free with g_free. */
char *say_operator(const struct run *run, const char *key, struct values *values);

/* A number in digits. Free with g_free. */
char *say_number(gint64 number);

#endif
