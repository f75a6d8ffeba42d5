/*
 * leave_wish.h: finds out whether somebody wants no more letters, or says that they did not write.
 *
 * A sentence says so if it has a phrase that is a cue for `signoff` or `forget`, or denies
 * (`[answer not-me]`, vocabulary.h), and no cue for a fair command. One word such as "stop"
 * suffices if each other word is known: "Stop it, please", but not "Stop looking at my king".
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
