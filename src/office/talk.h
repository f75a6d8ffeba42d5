/*
 * talk.h: what the rest of the office needs of talk.c beside its handlers
 * (visit.h), and the limits of what is said and noted.
 *
 * A player's words reach another only as discretion.h lets them through, and his
 * address never.
 */
#ifndef POSTMOVE_OFFICE_TALK_H
#define POSTMOVE_OFFICE_TALK_H

#include "office/visit.h"

enum {
    MESSAGE_NAMES_MOST = 10, /* to so many players at once */
    MESSAGES_A_DAY = 20,     /* of one player; one to several counts so often, and what
                                an onlooker says at a board counts once */
    NOTES_MOST = 100,        /* of one player about one match */
};

/* What a command says is its text, not a comment: chat, message, note. */
bool talk_is(enum command_id id);

/* Whether what a player says at a board is for another one, both by id: those who play
 * there hear each other while the match runs; of others, and before and after it, not he
 * whom a block keeps apart from the speaker. */
bool talk_reaches(const struct desk *desk, gint64 speaker, gint64 listener);

/* The names a message goes to, "ann,bob", of a reply to one too; the caller's. "" if
 * he who would be answered is gone. */
char *talk_recipients(const struct visit *visit, const struct command *command);

#endif
