/*
 * unwanted.h: a mail whose writer wants no more letters, or says that they did not write to us
 * (language/said.h).
 *
 * Nobody is made to leave by such a mail. A player gets one letter that says how, with a button for
 * each way; what they were asked to confirm is dropped if they did not write. A stranger gets no
 * letter for a week, whoever writes in their name, and at most a short answer that says so.
 */
#ifndef POSTMOVE_COMMANDS_UNWANTED_H
#define POSTMOVE_COMMANDS_UNWANTED_H

#include "commands/request.h"
#include "language/reading.h"

/* Answers the mail if it is one; false if it is none. A mail with a command that does something is
 * none, unless it answers a letter that asks whether its reader wrote to us. `reading` is NULL if
 * the mail was not read. */
bool unwanted_answer(struct request *request, const struct reading *reading);

#endif
