/*
 * attribution.h: the lines that mail programs write above what they quote.
 *
 * "On ... Ann wrote:", in the languages they write it in. All lines are folded
 * (quoting.h). Every test is one pass over a line; there is no backtracking.
 */
#ifndef POSTMOVE_ATTRIBUTION_H
#define POSTMOVE_ATTRIBUTION_H

#include <glib.h>
#include <stdbool.h>

enum { ATTRIBUTION_LINES_MAX = 4 };

/* How many lines, of `count` that are neither blank nor quoted, the
 * attribution beginning at the first takes ("On ... Ann wrote:"); 0 if none
 * begins there. */
guint attribution_lines(char *const *folded, guint count);

/* Whether a line that is an attribution tells neither a time nor an address: "my teacher
 * wrote:" is one only above what is quoted. */
bool attribution_is_vague(const char *folded);

/* Whether one line right above what is quoted is an attribution in other words than
 * "wrote", as people set their programs to: "Quoth ann:", "[2026-11-21 13:20] ann:". */
bool attribution_opens_quote(const char *folded);

/* Whether all of these lines, right above a letter of ours, are its
 * attribution in a language whose words nobody knows here: the last ends in a
 * colon, and the first holds an address, or a time; a line alone a digit. */
bool attribution_opens_letter(char *const *folded, guint count);

#endif
