/*
 * identify.h: takes a mail in: finds out whether it was seen before, who wrote it, and to what
 * address.
 */
#ifndef POSTMOVE_COMMANDS_IDENTIFY_H
#define POSTMOVE_COMMANDS_IDENTIFY_H

#include "letters/run.h"
#include "mail/message.h"
#include "store/inbox.h"

/* A mail as the spool has it. */
struct received_mail {
    const char *name;      /* of its spool file */
    const char *sender;    /* of the envelope; NULL: not known */
    const char *recipient; /* likewise */
    bool fetched;          /* from a mailbox, whose server wrote the recipient into the headers */
    gint64 received;       /* when it reached us, by the spool; 0: not known */
    struct message *message;
};

/* Finds the token of a reply address or of a link, by the text between the delimiter and @HOST.
 * False if we gave out no such token, or if it has expired. Of a link only the part of its code is
 * checked that says which letter it was in; whether it is for the command, link_is_for
 * (mail/address.h) says. */
bool token_written_to(struct db *db, const char *text, gint64 now, struct token *token);

/* Carries out what a mail asks for, and puts the answers into the outbox. A mail seen before
 * changes nothing. */
void serve_mail(struct run *run, const struct received_mail *mail);

#endif
