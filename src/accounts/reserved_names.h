/*
 * reserved_names.h: names that nobody may sign up with, because a letter that shows them would
 * seem to come from the server or from its operator.
 *
 * The operator may give a player such a name, and a player who has one keeps it.
 */
#ifndef POSTMOVE_ACCOUNTS_RESERVED_NAMES_H
#define POSTMOVE_ACCOUNTS_RESERVED_NAMES_H

#include <stdbool.h>

#include "base/config.h"

/* True if the name is a reserved word, a game's name, or part of the server's own address (its
 * local part, or a label of its domain except the last); if it is made of several of these; or if
 * it looks like one: "adm1n", "rnailer", "admin_", "Admin2", "the-admin". */
bool reserved_name(const struct config *config, const char *name);

#endif
