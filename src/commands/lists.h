/*
 * lists.h: what lists of boards share.
 */
#ifndef POSTMOVE_COMMANDS_LISTS_H
#define POSTMOVE_COMMANDS_LISTS_H

#include "commands/request.h"

/* Appends a board as a list has it: its heading, and below it what the words of
 * `key` make of {{status}}, {{deadline}}, {{turns}} and {{ended}}. */
void lists_append(struct request *request, GString *text, gint64 number, gint64 reader,
                  const char *key);

#endif
