/*
 * digests.h: one letter a day for players who have set `digest`, with all that happened at their
 * boards.
 *
 * What a letter about a board would tell them waits (store/talk.h) until the time of day that they
 * have set. Answers to their own mails do not wait, nor does news of a turn with little time
 * (commands/board_letter.c).
 */
#ifndef POSTMOVE_COMMANDS_DIGESTS_H
#define POSTMOVE_COMMANDS_DIGESTS_H

#include "letters/run.h"

/* Sends a portion of the digests that are due by now, each with at most LETTER_BOARDS_MOST boards;
 * the others are left for the next run. True if none is left. `portions` begins as all zero. */
bool digests_send(struct run *run, struct portions *portions);

#endif
