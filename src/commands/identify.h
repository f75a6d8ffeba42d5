/*
 * identify.h: a mail is taken in: who wrote it, and to what address.
 */
#ifndef POSTMOVE_COMMANDS_IDENTIFY_H
#define POSTMOVE_COMMANDS_IDENTIFY_H

#include "letters/run.h"
#include "mail/message.h"

/* A mail as it was taken in. */
struct received_mail {
    const char *name;      /* of its spool file */
    const char *sender;    /* of the envelope; NULL: not known */
    const char *recipient; /* likewise */
    bool fetched;          /* from a mailbox, whose server has said in the headers whom it is for */
    gint64 received;       /* as the spool has it; 0: not known */
    struct message *message;
};

/* Does all that a mail asks for and leaves the letters. A mail seen before
 * changes nothing. */
void serve_mail(struct run *run, const struct received_mail *mail);

#endif
