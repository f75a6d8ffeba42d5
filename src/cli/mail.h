/*
 * mail.h: what the files of `postmove mail` share, and `postmove match mail`.
 */
#ifndef POSTMOVE_CLI_MAIL_H
#define POSTMOVE_CLI_MAIL_H

#include "cli/workspace.h"

/* Prints the letters about a match that are kept, one a line, each below the mail that caused it;
 * or as JSON. False if there is no such match. */
bool mail_print_match(struct run *run, gint64 number, bool json);

/* `mail simulate`: `word` is a file, or the name of a mail in the spool; envelope NULL: not told.
 * Returns the exit code. */
int mail_simulate(const struct server *server, const char *word, const char *sender,
                  const char *recipient);

#endif
