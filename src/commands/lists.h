/*
 * lists.h: how a list shows a board.
 */
#ifndef POSTMOVE_COMMANDS_LISTS_H
#define POSTMOVE_COMMANDS_LISTS_H

#include "commands/request.h"

/* Appends a board as `reader` sees it: its heading, and below it the sentence of `key`, which may
 * hold {{status}}, {{deadline}}, {{turns}} and {{ended}}. Appends nothing if the board cannot be
 * read. */
void lists_append(struct request *request, GString *text, gint64 number, gint64 reader,
                  const char *key);

#endif
