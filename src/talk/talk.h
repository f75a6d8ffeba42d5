/*
 * talk.h: what players have said at a board, and what waits for a reader.
 *
 * Words of a player reach others only as auth/redact.h lets them through; the player's address
 * never does.
 */
#ifndef POSTMOVE_TALK_TALK_H
#define POSTMOVE_TALK_TALK_H

#include "play/session.h"

/* True if what `speaker` says at a board reaches `listener` (ids of players). If both play there:
 * unless the listener has blocked the speaker. Otherwise: unless either has blocked the other. */
bool talk_reaches(const struct session *session, gint64 speaker, gint64 listener);

/* Takes all that waits for a reader (the id of a player) at the board, as entries for a letter;
 * empty if nothing waits. Free with g_ptr_array_unref. */
GPtrArray *talk_take(struct session *session, gint64 reader);

#endif
