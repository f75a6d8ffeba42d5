/*
 * quoting.h: what a single line of a mail gives away about whose words follow.
 *
 * Tables of how mail programs write headers of quoted mails, signatures and
 * forwards, in the languages they write them in; attributions are attribution.h's.
 * Every test is one pass over a line; there is no backtracking.
 */
#ifndef POSTMOVE_QUOTING_H
#define POSTMOVE_QUOTING_H

#include <glib.h>
#include <stdbool.h>

/* A line in the form that the tests read: plain (base/plain.h), without
 * blanks around it, case folded. Free with g_free. */
char *quoting_fold(const char *plain);

/* Whether a line is one of a list. `|` stands between two, and one `*` within each may stand for
 * anything: "end|sent from *|von meinem * gesendet". */
bool quoting_fits(const char *folded, const char *list);

/* Whether the line is marked as someone else's: `>`, or `|` as our own
 * letters mark what another person wrote. */
bool quoting_is_quoted(const char *folded);

/* Whether it holds our marker line. */
bool quoting_is_marker(const char *folded);

/* Whether nothing from here on is read: a signature, a word that
 * ends commands, the line above a forwarded mail, "Sent from my ...". */
bool quoting_is_stop(const char *folded);

/* True for a stop below which programs write, not people: a signature, what seals a mail, the
 * footers of lists and of what looks for viruses. Below any other stop the writer's own words may
 * stand. */
bool quoting_is_footer(const char *folded);

/* Whether it is nothing but thanks: below something of the writer's own they end commands,
 * above it they greet. */
bool quoting_is_thanks(const char *folded);

/* Whether it is the line above a quoted or forwarded mail that stands between
 * dashes, "-----Original Message-----" in any language. A stop, too. */
bool quoting_is_separator(const char *folded);

/* True if the line is only three or more dashes or signs like them. Right above a stop it
 * belongs to the stop. */
bool quoting_is_dashes(const char *folded);

/* Whether it looks like a header of a quoted mail ("From: ann"). One alone
 * means nothing. */
bool quoting_is_header(const char *folded);

/* Whether it may be such a header in a language whose words nobody knows here:
 * a short label without digits, a colon, and something behind it. */
bool quoting_is_label(const char *folded);

#endif
