/*
 * turns.h: plays a turn that a mail holds.
 */
#ifndef POSTMOVE_COMMANDS_TURNS_H
#define POSTMOVE_COMMANDS_TURNS_H

#include "commands/task.h"

/* Plays the turn in a command's text for a seat of a running match and answers, or answers why it
 * is not played. `preface` is the key of words that come first in the answer; NULL: none. */
void turn_play(struct task *task, const char *preface);

#endif
