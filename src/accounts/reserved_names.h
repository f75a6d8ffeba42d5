/*
 * reserved_names.h: names that nobody may sign up with, because a letter from their owner
 * would seem to come from the server, or from whoever runs it.
 *
 * The operator may give such a name, and a player who has one keeps it.
 */
#ifndef POSTMOVE_ACCOUNTS_RESERVED_NAMES_H
#define POSTMOVE_ACCOUNTS_RESERVED_NAMES_H

#include <stdbool.h>

#include "base/config.h"

/* True if the name is one of the reserved words, a game's name, or a name of the server's own
 * address (its local part, a label of its domain but the last); if it is made of several of
 * these; or if it looks like one: "adm1n", "rnailer", "admin_", "Admin2", "the-admin". */
bool reserved_name(const struct config *config, const char *name);

#endif
