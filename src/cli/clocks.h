/*
 * clocks/clocks.h: the step of a run that sees to the clocks.
 */
#ifndef POSTMOVE_CLI_CLOCKS_H
#define POSTMOVE_CLI_CLOCKS_H

#include <stdbool.h>

#include "cli/workspace.h"

/* Sees to them in one transaction. Mail that waits in the spool is taken into
 * account: nobody is out of time whose move may lie there. The caller holds the
 * "run" lock. */
bool clocks_see_to(const struct server *server, GError **error);

#endif
