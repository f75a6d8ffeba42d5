/*
 * talk.h: what the rest of the office needs of talk.c and notes.c beside their
 * handlers (visit.h).
 *
 * A player's words reach another only as discretion.h lets them through, and his
 * address never.
 */
#ifndef POSTMOVE_OFFICE_TALK_H
#define POSTMOVE_OFFICE_TALK_H

#include "office/visit.h"

enum {
    MESSAGE_NAMES_MOST = 10, /* to so many players at once */
    MESSAGES_A_DAY = 20,     /* of one player; one to several counts so often */
    NOTES_MOST = 100,        /* of one player about one match */
};

/* What a command says is its text, not a comment: chat, message, note. */
bool talk_is(enum command_id id);

/* The names a message goes to, "ann,bob", of a reply to one too; the caller's. "" if
 * he who would be answered is gone. */
char *talk_recipients(const struct visit *visit, const struct command *command);

/* The notes about the match that a player may read, his own or others' (once the match
 * is over, of those who have set notes=open), "" if there are none; the caller's. */
char *notes_own(const struct desk *desk, gint64 player);
char *notes_of_others(const struct desk *desk, gint64 player);

#endif
