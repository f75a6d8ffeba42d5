/*
 * turns.h: plays a turn that a mail holds.
 */
#ifndef POSTMOVE_COMMANDS_TURNS_H
#define POSTMOVE_COMMANDS_TURNS_H

#include "commands/task.h"

/* Plays the turn in a command's text for a seat of a running match and answers, or answers why it
 * is not played. `preface` is the key of words that come first in the answer; NULL: none. */
void turn_play(struct task *task, const char *preface);

/* The line of a command with these words, if a yes in reply to the answer may mean it; else NULL.
 * Free with g_free. */
char *turn_offer(const struct task *task, enum command_id id, const char *words);

#endif
