/*
 * text.h: writes and reads text by hand.
 *
 * A text is written into a caller's buffer, which always ends in NUL. What does not fit is
 * dropped and `cut` is set, so a writer need not check each step.
 *
 * A scanner reads forwards only: two pointers into bytes that somebody else owns. It never
 * reads at or beyond `end`. Bytes above 127 match nothing.
 */
#ifndef POSTMOVE_GAMES_TEXT_H
#define POSTMOVE_GAMES_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* ---- writing ---- */

struct text {
    char *start;
    size_t room;   /* bytes of the buffer, including the NUL; at least 1 */
    size_t length; /* bytes written, without the NUL */
    bool cut;      /* something did not fit */
};

/* Begins an empty text in `buffer` of `room` bytes (at least 1). */
struct text text_in(char *buffer, size_t room);

void text_character(struct text *, char);
void text_string(struct text *, const char *);
void text_number(struct text *, long);

/* ---- reading ---- */

struct scan {
    const char *at;
    const char *end;
};

/* A scanner over a NUL-terminated string. */
struct scan scan_over(const char *);

bool scan_done(const struct scan *);

/* The byte at the scanner, 0 at the end; scan_lower returns it in lower case. */
char scan_peek(const struct scan *);
char scan_lower(const struct scan *);

/* Skips spaces and tabs; true if there were any. */
bool scan_blanks(struct scan *);

/* Takes `c` if it is next. */
bool scan_take(struct scan *, char c);

/* Takes a word of letters without regard to case, if the whole word is next (no letter or
 * digit follows it). */
bool scan_word(struct scan *, const char *lower_case_word);

/* Takes a decimal number from 0 to `most` (at most 9 digits), or nothing. */
bool scan_number(struct scan *, long most, long *value);

#endif
