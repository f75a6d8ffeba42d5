/*
 * commands/held.h: the operator holds the server: mail is kept, nothing is played and
 * nothing sent, and the time does not count for anybody.
 */
#ifndef POSTMOVE_STORE_HOLD_H
#define POSTMOVE_STORE_HOLD_H

#include "store/db.h"

/* Since when it is held; 0: it is not. */
gint64 hold_since(struct db *db);

/* Holds it, and lets it go. */
void hold_begin(struct db *db, gint64 now);
void hold_end(struct db *db);

/* Whether nobody has said yet that this hold keeps work waiting; it counts as
 * said now. */
bool hold_is_news(struct db *db);

#endif
