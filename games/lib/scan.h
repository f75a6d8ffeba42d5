/*
 * scan.h: reading text by hand, forwards only.
 *
 * A scanner is two pointers into somebody else's bytes; it owns nothing and
 * never reads at or beyond `end`. Bytes above 127 match nothing.
 */
#ifndef POSTMOVE_GAMES_SCAN_H
#define POSTMOVE_GAMES_SCAN_H

#include <stdbool.h>
#include <stddef.h>

struct scan {
    const char *at;
    const char *end;
};

/* A scanner over a NUL-terminated string. */
struct scan scan_over(const char *);

bool scan_done(const struct scan *);

/* The byte at the scanner, 0 at the end; `lower` folds A-Z. */
char scan_peek(const struct scan *);
char scan_lower(const struct scan *);

/* Skips spaces and tabs; true if there were any. */
bool scan_blanks(struct scan *);

/* Takes `c` if it stands there. */
bool scan_take(struct scan *, char c);

/* Takes a word of letters without regard to case, if it stands there whole
 * (no letter or digit follows). */
bool scan_word(struct scan *, const char *lower_case_word);

/* Takes a decimal number from 0 to `most` (at most 9 digits), or nothing. */
bool scan_number(struct scan *, long most, long *value);

#endif
