/*
 * leave_wish.h: finds out whether somebody wants no more letters, or says that they did not write.
 *
 * A sentence says so by a cue for `signoff` or `forget`, or a denial (`[answer not-me]`,
 * vocabulary.h), without a denial or condition beside it. A phrase such as "remove my address"
 * counts in any text. A single word such as "stop" counts only alone; and a denial only if the text
 * says nothing else: "I did not write this", but not "I did not write because I was ill".
 */
#ifndef POSTMOVE_LEAVE_WISH_H
#define POSTMOVE_LEAVE_WISH_H

#include "language/grammar.h"

/* Bits. */
enum leave_wish {
    LEAVE_NOTHING = 0,
    LEAVE_STOP = 1,   /* no more letters */
    LEAVE_NOT_ME = 2, /* somebody else wrote */
};

/* What the sentences of a text say, as bits of enum leave_wish. */
unsigned leave_wish(const struct grammar_context *context, const char *text);

#endif
