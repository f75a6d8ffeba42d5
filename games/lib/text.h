/*
 * text.h: writing text into a caller's buffer.
 *
 * The buffer always ends in NUL. What does not fit is dropped and `cut` is
 * set, so a writer need not check each step.
 */
#ifndef POSTMOVE_GAMES_TEXT_H
#define POSTMOVE_GAMES_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *start;
    size_t room;   /* bytes of the buffer, the NUL included; at least 1 */
    size_t length; /* bytes written, the NUL not counted */
    bool cut;      /* something did not fit */
};

/* Begins an empty text in `buffer` of `room` bytes (at least 1). */
struct text text_in(char *buffer, size_t room);

void text_character(struct text *, char);
void text_string(struct text *, const char *);
void text_number(struct text *, long);

#endif
