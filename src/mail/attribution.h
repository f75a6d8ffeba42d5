/*
 * attribution.h: the lines that mail programs write above a quote.
 *
 * "On ... Ann wrote:", in the languages they write it in. All lines are folded (quoting.h).
 * Every test is one pass over a line; there is no backtracking.
 */
#ifndef POSTMOVE_ATTRIBUTION_H
#define POSTMOVE_ATTRIBUTION_H

#include <glib.h>
#include <stdbool.h>

enum { ATTRIBUTION_LINES_MAX = 4 };

/* The number of lines that form the attribution ("On ... Ann wrote:") at the beginning of
 * `count` lines which are neither blank nor quoted; 0 if none begins there. */
guint attribution_lines(char *const *folded, guint count);

/* True if a line that is an attribution contains neither a time nor an address: "my teacher
 * wrote:" is an attribution only above a quote. */
bool attribution_is_vague(const char *folded);

/* True if one line right above a quote is an attribution in other words than "wrote", as
 * people set their programs to: "Quoth ann:", "[2026-11-21 13:20] ann:". */
bool attribution_opens_quote(const char *folded);

/* True if all of these lines, right above a letter of ours, are its attribution in a language
 * whose words are not known here: the last ends in a colon, and the first contains an address
 * or a time. A single line must have more than one word; any digit is enough there. */
bool attribution_opens_letter(char *const *folded, guint count);

#endif
