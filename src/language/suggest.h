/*
 * suggest.h: the word that was probably meant. Only ever shown, never obeyed.
 */
#ifndef POSTMOVE_SUGGEST_H
#define POSTMOVE_SUGGEST_H

#include "language/grammar.h"
#include "language/line.h"

/* The row whose name or alias is nearest to a misspelt word; NULL if none is near, or
 * if the nearest is one that is never corrected. */
const struct command_row *suggest_command(struct word word);

/* Likewise for a line of a reply that begins with such a word, and is as short as
 * a command there. */
const struct command_row *suggest_for_line(const char *text);

/* As suggest_command, but one that is never corrected as well: not to be shown, only to know that
 * it may be meant. */
const struct command_row *suggest_any_command(struct word word);

/* The nearest game, or NULL. */
const char *suggest_game(const struct grammar_context *context, struct word word);

/* The Damerau-Levenshtein distance (optimal string alignment) without regard
 * to case: letters dropped, added, changed, or two neighbours swapped. Words
 * longer than SUGGEST_LETTERS_MAX are far from everything. */
enum { SUGGEST_LETTERS_MAX = 24 };
size_t suggest_distance(struct word word, const char *other);

#endif
