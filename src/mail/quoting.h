/*
 * quoting.h: what a single line of a mail gives away about whose words follow.
 *
 * Tables of how mail programs write attributions, headers of quoted mails,
 * signatures and forwards, in the languages they write them in. Every test is
 * one pass over a line; there is no backtracking.
 */
#ifndef POSTMOVE_QUOTING_H
#define POSTMOVE_QUOTING_H

#include <glib.h>
#include <stdbool.h>

enum { QUOTING_ATTRIBUTION_LINES = 4 };

/* A line in the form that the tests read: plain (mail/plain.h), without
 * blanks around it, case folded. The caller's. */
char *quoting_fold(const char *plain);

/* Whether the line is marked as someone else's: `>`, or `|` as our own
 * letters mark what another person wrote. */
bool quoting_is_quoted(const char *folded);

/* Whether it holds our marker line. */
bool quoting_is_marker(const char *folded);

/* Whether nothing from here on is the writer's own: a signature, a word that
 * ends commands, the line above a forwarded mail, "Sent from my ...". */
bool quoting_is_stop(const char *folded);

/* Whether it looks like a header of a quoted mail ("From: ann"). One alone
 * means nothing. */
bool quoting_is_header(const char *folded);

/* How many lines, of `count` that are neither blank nor quoted, the
 * attribution beginning at the first takes ("On ... Ann wrote:"); 0 if none
 * begins there. */
guint quoting_attribution(char *const *folded, guint count);

#endif
