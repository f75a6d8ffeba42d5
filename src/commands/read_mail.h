/*
 * read_mail.h: reads the commands in a mail, in the way its address and Subject ask for.
 */
#ifndef POSTMOVE_COMMANDS_READ_MAIL_H
#define POSTMOVE_COMMANDS_READ_MAIL_H

#include "commands/request.h"
#include "language/reading.h"

/* Reads the mail of a request. Clear with reading_clear. */
void read_mail(struct request *request, struct reading *reading);

/* True if the mail holds a command that can be read, whether or not it can be carried out. */
bool read_mail_finds_command(struct request *request);

#endif
