/*
 * asked_again.h: the letter that asks once more, as an answer was neither a clear yes nor a no.
 */
#ifndef POSTMOVE_COMMANDS_ASKED_AGAIN_H
#define POSTMOVE_COMMANDS_ASKED_AGAIN_H

#include "commands/request.h"
#include "store/pending.h"

/* Queues a letter that quotes the answer and what was asked, with a button for yes and one for
 * no. */
void asked_again(struct request *request, const struct pending *pending);

#endif
