/*
 * talk.h: what players have said at a board and what waits for a reader.
 *
 * The words of a player reach another only as auth/redact.h lets them through, and
 * the player's address never.
 */
#ifndef POSTMOVE_TALK_TALK_H
#define POSTMOVE_TALK_TALK_H

#include "play/session.h"

/* True if another player reads what a player says at a board, both by id. While both play there:
 * unless the reader has blocked the speaker. Else: unless either has blocked the other. */
bool talk_reaches(const struct session *session, gint64 speaker, gint64 listener);

/* Takes what waits for a reader (a player's id) at the board: a list of entries for a letter,
 * empty if nothing waits. Free with g_ptr_array_unref. */
GPtrArray *talk_take(struct session *session, gint64 reader);

#endif
