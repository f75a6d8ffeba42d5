/*
 * mail.h: a mail whose writer is known is read, and each line of it is answered.
 */
#ifndef POSTMOVE_COMMANDS_MAIL_H
#define POSTMOVE_COMMANDS_MAIL_H

#include "commands/request.h"

/* Reads the mail of a request and does what it asks for. */
void mail_answer(struct request *request);

#endif
