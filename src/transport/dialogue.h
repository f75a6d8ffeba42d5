/*
 * dialogue.h: question and answer with a mailbox's server, over one transfer.
 */
#ifndef POSTMOVE_DIALOGUE_H
#define POSTMOVE_DIALOGUE_H

#include "transport/intake.h"
#include "transport/transfer.h"

/* Of an answer that is not a mail; whole lines of it are kept. */
enum { DIALOGUE_REPLY_MAX = 4 * 1024 * 1024 };

struct dialogue {
    const struct mailbox *mailbox;
    struct transfer *transfer;
    GString *reply;        /* the last answer */
    struct intake *intake; /* takes the answer in place of `reply`; NULL: nobody does */
    bool spoken;           /* a log-in by AUTH was begun */
    bool refused;          /* the server took neither user nor secret */
    bool any_way;          /* the server has none of those: libcurl chooses */
};

/* Connects nothing yet; `stop` as transfer_new has it. */
bool dialogue_init(struct dialogue *dialogue, const struct mailbox *mailbox, transfer_stop *stop,
                   GError **error);

/* Takes leave of the server; POP3 deletes only then. */
void dialogue_clear(struct dialogue *dialogue);

/*
 * Gives a command at the URL's `path` (escaped) and waits for the answer, which
 * is in `reply`; NULL command: libcurl's own for that URL. `silent`: nothing but
 * a line comes back (POP3). Give what may stand in the command but has a % in
 * it escaped, as libcurl takes the escapes off. CURLE_OK, or libcurl's code with
 * the error.
 */
CURLcode dialogue_ask(struct dialogue *dialogue, const char *path, const char *command, bool silent,
                      GError **error);

/* Fetches the mail at that path into `intake`. */
CURLcode dialogue_fetch(struct dialogue *dialogue, const char *path, struct intake *intake,
                        GError **error);

/* Whether that code says that the server ended the connection. */
bool dialogue_ended(const struct dialogue *dialogue, CURLcode code);

/* Sets the error, with the host before it, in place of what it was. Gives
 * false. */
bool dialogue_fault(const struct dialogue *dialogue, GError **error, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

#endif
