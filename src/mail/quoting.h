/*
 * quoting.h: tells by a single line of a mail whose words follow.
 *
 * Tables of how mail programs write headers of quoted mails, signatures and forwards, in the
 * languages they write them in; attributions are in attribution.h. Every test is one pass over
 * a line; there is no backtracking.
 */
#ifndef POSTMOVE_QUOTING_H
#define POSTMOVE_QUOTING_H

#include <glib.h>
#include <stdbool.h>

/* A line in the form that the tests read: plain (base/plain.h), without blanks around it, case
 * folded. Free with g_free. */
char *quoting_fold(const char *plain);

/* True if a line is in a list. `|` separates the entries, and one `*` in each may stand for
 * anything: "end|sent from *|von meinem * gesendet". */
bool quoting_fits(const char *folded, const char *list);

/* True if the line is marked as quoted: `>`, or `|` as our own letters mark what another
 * person wrote. */
bool quoting_is_quoted(const char *folded);

/* True if the line contains our marker. */
bool quoting_is_marker(const char *folded);

/* True if nothing from this line on is read: a signature, a word that ends commands, the line
 * above a forwarded mail, "Sent from my ...". */
bool quoting_is_stop(const char *folded);

/* True for a stop below which programs write, not people: a signature, the beginning of a
 * seal, the footers of lists and of virus scanners. Below any other stop there may be the
 * writer's own words. */
bool quoting_is_footer(const char *folded);

/* True if the line is only thanks: below words of the writer's own it ends commands, above
 * them it greets. */
bool quoting_is_thanks(const char *folded);

/* True if it is the line above a quoted or forwarded mail that is written between dashes,
 * "-----Original Message-----" in any language. It is a stop, too. */
bool quoting_is_separator(const char *folded);

/* True if the line is only three or more dashes or signs like them. Right above a stop it
 * belongs to the stop. */
bool quoting_is_dashes(const char *folded);

/* True if it looks like a header of a quoted mail ("From: ann"). One alone means nothing. */
bool quoting_is_header(const char *folded);

/* True if it may be such a header in a language whose words are not known here: a short label
 * without digits, a colon, and something behind it. */
bool quoting_is_label(const char *folded);

#endif
