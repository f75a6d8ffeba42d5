/*
 * automatic.h: whether a program wrote a mail, not a person (RFC 3834).
 *
 * Errs towards "a program": what is so called gets no answer, and two
 * machines that answer each other never stop.
 */
#ifndef POSTMOVE_AUTOMATIC_H
#define POSTMOVE_AUTOMATIC_H

#include <glib.h>
#include <stdbool.h>

#include "mail/headers.h"

/* The header that marks letters of ours. */
#define AUTOMATIC_LOOP_HEADER "X-Postmove-Loop"

/* One word why, or NULL: a person wrote it. `sender` is the envelope's (NULL:
 * not known), `from` and `subject` are as decoded (from may be NULL). */
const char *automatic_reason(const struct headers *headers, const char *sender, const char *from,
                             const char *subject);

/* Whether an automatic mail without a delivery report may all the same be the
 * word of a mail server that a letter did not arrive: by who sends it, by its
 * Subject or by a header that names recipients. Somebody's being away is none,
 * whoever says so. */
bool automatic_is_failure_notice(const struct headers *headers, const char *from,
                                 const char *subject);

#endif
