/*
 * attribution.h: the lines that mail programs write above a quote, "On ... Ann wrote:".
 *
 * They are known by what stands in them, in any language: addresses, and the digits of a date.
 * All lines are folded (quoting.h). Every test is one pass over a line; there is no
 * backtracking.
 */
#ifndef POSTMOVE_ATTRIBUTION_H
#define POSTMOVE_ATTRIBUTION_H

#include <glib.h>
#include <stdbool.h>

enum { ATTRIBUTION_LINES_MAX = 4 };

/* What is right below the last of some lines. */
enum attribution_below { BELOW_OTHER, BELOW_QUOTE, BELOW_LETTER /* a letter of ours, quoted */ };

/* The number of lines of an attribution that begins at the first of `count` lines; 0 if none does.
 * Above a quote all of the lines belong to it and the last ends in a colon: they hold an address
 * or a date, or the quote is a letter of ours. Elsewhere there must be both, and a colon is not
 * needed: if in doubt, what is below is not its writer's own. Lines may be broken anywhere.
 * `elsewhere`: the writer has words in another place of the mail, so the first of these lines are
 * hardly theirs. */
guint attribution_lines(const char *const *folded, guint count, enum attribution_below below,
                        bool elsewhere);

/* How many `<` of these lines are still open at the end: the next line may begin with the `>` of
 * an address, which is no sign of a quote. */
int attribution_open(const char *const *folded, guint count);

#endif
