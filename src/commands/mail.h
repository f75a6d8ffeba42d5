/*
 * mail.h: reads a mail whose writer is known, and answers each command in it.
 */
#ifndef POSTMOVE_COMMANDS_MAIL_H
#define POSTMOVE_COMMANDS_MAIL_H

#include "commands/request.h"

/* Reads the mail of a request, carries out its commands, and collects the answers in
 * `request->replies`. */
void mail_answer(struct request *request);

#endif
