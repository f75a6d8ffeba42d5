/*
 * mail.h: reads a mail whose writer is known, and answers each command in it.
 */
#ifndef POSTMOVE_COMMANDS_MAIL_H
#define POSTMOVE_COMMANDS_MAIL_H

#include "commands/request.h"
#include "language/reading.h"

/* Reads the mail of a request, carries out its commands, and collects the answers in
 * `request->replies`. */
void mail_answer(struct request *request);

/* True if the mail holds a command that can be read, whether or not it can be carried out. */
bool read_mail_finds_command(struct request *request);

#endif
