/*
 * talk.h: what the rest of the office needs of talk/talk.c beside its handlers
 * (commands/request.h), and the limits of what is said and noted.
 *
 * A player's words reach another only as auth/redact.h lets them through, and his
 * address never.
 */
#ifndef POSTMOVE_TALK_TALK_H
#define POSTMOVE_TALK_TALK_H

#include "commands/request.h"
#include "language/grammar.h"

enum {
    MESSAGE_NAMES_MOST = 10, /* to so many players at once */
    NOTES_MOST = 100,        /* of one player about one match */
};

/* True if another player reads what a player says at a board, both by id. While both play there:
 * unless the reader has blocked the speaker. Else: unless either has blocked the other. */
bool talk_reaches(const struct session *session, gint64 speaker, gint64 listener);

/* Takes the talk that waits for a player of the board and puts it at the beginning of `entries`,
 * which go into a letter to that player. */
void talk_take_along(struct session *session, int seat, GPtrArray *entries);

/* The names a message goes to, "ann,bob", of a reply to one too; the caller's. "" if
 * he who would be answered is gone. */
char *talk_recipients(const struct request *request, const struct command *command);

#endif
