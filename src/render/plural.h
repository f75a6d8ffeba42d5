/*
 * plural.h: which form of a word a number asks for.
 *
 * Languages sort numbers into up to six categories (Unicode CLDR, Language Plural Rules). A rule is
 * what CLDR's tables say of whole numbers: "n % 10 = 2..4 and n % 100 != 12..14". It stands in the
 * group "plural" of a language's words, by the name of its category.
 */
#ifndef POSTMOVE_RENDER_PLURAL_H
#define POSTMOVE_RENDER_PLURAL_H

#include <glib.h>
#include <stdbool.h>

/* The categories that have a rule, in the order in which they are tried; NULL at the end. What none
 * of them takes is "other". */
extern const char *const plural_categories[];

/* True if a number is of the category of that rule. *good: whether the rule is well formed; if not,
 * no number is. */
bool plural_fits(const char *rule, gint64 number, bool *good);

#endif
