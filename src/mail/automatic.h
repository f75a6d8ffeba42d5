/*
 * automatic.h: tells whether a program wrote a mail, not a person (RFC 3834).
 *
 * In doubt the answer is "a program": automatic mail gets no answer, since two machines that
 * answer each other never stop. The caller decides whether a weak sign (automatic_is_weak)
 * counts.
 */
#ifndef POSTMOVE_AUTOMATIC_H
#define POSTMOVE_AUTOMATIC_H

#include <glib.h>
#include <stdbool.h>

#include "mail/headers.h"

/* The header that marks letters of ours. */
#define AUTOMATIC_LOOP_HEADER "X-Postmove-Loop"

/* The reason of a report that somebody calls a letter of ours unwanted (RFC 5965). */
#define AUTOMATIC_ABUSE "abuse"

/* The reason of mail with AUTOMATIC_LOOP_HEADER. */
#define AUTOMATIC_LOOP "loop"

/* Why a mail is automatic, in one word, or NULL: a person wrote it. `sender` is the envelope's
 * (NULL: not known), `from` and `subject` are as decoded (from may be NULL). */
const char *automatic_reason(const struct headers *headers, const char *sender, const char *from,
                             const char *subject);

/* True if a person's mail may have that sign, too: it came through a list or a careless mail
 * program, or from an address that programs often write from, or its Subject is one that
 * programs write on any mail except our letters. */
bool automatic_is_weak(const char *reason);

/* True if a mail without such a sign is still a letter of ours, forwarded as it is by a
 * careless relay or machine: its Subject begins with our tag, where an answer has its Re:, and
 * its text with our marker, with nothing written above. */
bool automatic_is_echo(const char *subject, const char *text);

/* True if an automatic mail without a delivery report may still be a mail server's notice that
 * a letter did not arrive, by its sender, its Subject or a header that names recipients. A
 * notice that somebody is away is never one, whoever sends it. */
bool automatic_is_failure_notice(const struct headers *headers, const char *from,
                                 const char *subject);

#endif
