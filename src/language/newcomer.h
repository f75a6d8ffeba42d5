/*
 * newcomer.h: the name in an answer to the question which name its writer would like.
 */
#ifndef POSTMOVE_NEWCOMER_H
#define POSTMOVE_NEWCOMER_H

#include "language/grammar.h"

/* The name in a text of one line or more: "call me maria", "maria, please!". Without words that
 * lead to it, only a name that stands alone on its line. NULL if the text names nobody, or two.
 * Free with g_free. */
char *newcomer_name(const struct grammar_context *context, const char *text);

#endif
