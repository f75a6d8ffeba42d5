/*
 * reach.h: whether something listens at a port of a machine.
 */
#ifndef POSTMOVE_REACH_H
#define POSTMOVE_REACH_H

#include <glib.h>
#include <stdbool.h>

/* Connects to a port (a number, or a name such as smtp) of a machine (a name, or an address without
 * brackets), at each of its addresses in turn, and ends the connection again. False with
 * POSTMOVE_ERROR_LATER if none answers within so many milliseconds each; the error says why,
 * without the name of the machine. */
bool reach_port(const char *host, const char *port, int milliseconds, GError **error);

#endif
