/*
 * standby.h: what a run does for the standby, and what the standby asks of other subcommands.
 */
#ifndef POSTMOVE_CLI_STANDBY_H
#define POSTMOVE_CLI_STANDBY_H

#include "cli/workspace.h"

/* With `standby` in the configuration: sees that its folder has a copy of the database, and runs
 * the program that carries it elsewhere. A failure is told to the operator once a day, and does not
 * make the run fail. Does nothing if another process does it now. */
void standby_after_run(const struct server *server);

/* Checks a database, and prints what it finds, perhaps as JSON; true if all is well. */
bool verify_database(struct run *run, bool json);

#endif
