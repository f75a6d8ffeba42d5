/*
 * held.h: whether the operator holds the server, and who says so.
 */
#ifndef POSTMOVE_HELD_H
#define POSTMOVE_HELD_H

#include "store/db.h"

/* Whether nothing is to be done now. The first to find it so says it on stderr,
 * and whoever does to a person at a terminal. Within a transaction. */
bool held_now(struct db *db);

#endif
