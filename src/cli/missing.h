/*
 * missing.h: a database that is missing is not a new one.
 *
 * A disk may not be mounted, or somebody has moved the file. Mail that waits, and
 * files that go with a database, show that there was one. With an empty database
 * in its place all players would be answered as strangers.
 */
#ifndef POSTMOVE_MISSING_H
#define POSTMOVE_MISSING_H

#include "base/config.h"

/* Call it with the error that opening the database has failed with. If the database is missing,
 * replaces `*error` by one that says so, what lies there and what to do. Else changes nothing. */
void missing_explain(const struct config *config, GError **error);

/* True if an empty database may be made: no mail waits, and no file of another database lies
 * beside its name. Else POSTMOVE_ERROR_NO, with what was found. Also true if the database
 * exists: whoever makes one refuses that. */
bool missing_allows_new(const struct config *config, GError **error);

#endif
