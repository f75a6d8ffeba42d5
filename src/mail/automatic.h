/*
 * automatic.h: whether a program wrote a mail, not a person (RFC 3834).
 *
 * In doubt the answer is "a program": automatic mail gets no answer, and two
 * machines that answer each other never stop. The caller decides whether a weak sign
 * (automatic_is_weak) counts.
 */
#ifndef POSTMOVE_AUTOMATIC_H
#define POSTMOVE_AUTOMATIC_H

#include <glib.h>
#include <stdbool.h>

#include "mail/headers.h"

/* The header that marks letters of ours. */
#define AUTOMATIC_LOOP_HEADER "X-Postmove-Loop"

/* Why a report that somebody calls a letter of ours unwanted (RFC 5965) is automatic mail. */
#define AUTOMATIC_ABUSE "abuse"

/* Why mail with AUTOMATIC_LOOP_HEADER is automatic. */
#define AUTOMATIC_LOOP "loop"

/* One word why, or NULL: a person wrote it. `sender` is the envelope's (NULL:
 * not known), `from` and `subject` are as decoded (from may be NULL). */
const char *automatic_reason(const struct headers *headers, const char *sender, const char *from,
                             const char *subject);

/* True if a person's mail may bear that sign, too: it came through a list or a careless mail
 * program, or has an address such as programs write from, or a Subject such as they write above
 * anything but our letters. */
bool automatic_is_weak(const char *reason);

/* Whether a mail that bears no such sign is a letter of ours all the same, sent
 * on as it is by a careless relay or machine: our tag begins its Subject, where
 * an answer has its Re:, and our marker its text, with nothing written above. */
bool automatic_is_echo(const char *subject, const char *text);

/* Whether an automatic mail without a delivery report may still be a mail server's notice that a
 * letter did not arrive: its sender, its Subject or a header that names recipients says so. A
 * notice that somebody is away is never one, whoever sends it. */
bool automatic_is_failure_notice(const struct headers *headers, const char *from,
                                 const char *subject);

#endif
