/*
 * log.h: one line on stderr for the operator, "postmove: ...".
 *
 * No address of a player, no token and no password is ever given to it
 * (callers see to that); control characters are shown as '?', so that a
 * stranger's text cannot forge a line or play with the terminal.
 */
#ifndef POSTMOVE_LOG_H
#define POSTMOVE_LOG_H

#include <glib.h>

void log_line(const char *format, ...) G_GNUC_PRINTF(1, 2);

#endif
