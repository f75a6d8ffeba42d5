/*
 * dialogue.h: commands to a mailbox's server and their answers, over one transfer.
 */
#ifndef POSTMOVE_DIALOGUE_H
#define POSTMOVE_DIALOGUE_H

#include "transport/intake.h"
#include "transport/transfer.h"

/* Bytes of an answer that is not a mail; of a longer one whole lines are kept. */
enum { DIALOGUE_REPLY_MAX = 4 * 1024 * 1024 };

struct dialogue {
    struct transfer *transfer;
    GString *reply; /* the last answer */
    GString *heard; /* the first lines that the server said since the last command, those that
                       libcurl keeps from `reply` among them; no mails */
    struct intake *intake; /* takes the answer in place of `reply`, unless NULL */
    bool spoken;           /* a log-in by AUTH was begun */
    bool refused;          /* the server refused user and secret */
    bool any_way;          /* the server has no AUTH: libcurl chooses another way to log in */
};

/* Does not connect yet; `stop` as transfer_new has it. */
bool dialogue_init(struct dialogue *dialogue, const struct service *service, transfer_stop *stop,
                   GError **error);

/* Ends the session; POP3 deletes only then. */
void dialogue_clear(struct dialogue *dialogue);

/* The words with which an IMAP server refused the last command, with "; it says: " before them, or
 * "". Free with g_free. */
char *dialogue_refusal(const struct dialogue *dialogue);

/*
 * Sends a command at the URL's `path` (escaped) and waits for the answer, which is in `reply`.
 * Command NULL: libcurl's own for that URL. `silent`: the answer is one line and no more
 * (POP3). A % in the command must be escaped, since libcurl removes escapes. Returns CURLE_OK,
 * or libcurl's code with the error.
 */
CURLcode dialogue_ask(struct dialogue *dialogue, const char *path, const char *command, bool silent,
                      GError **error);

/* Fetches the mail at that path into `intake`. */
CURLcode dialogue_fetch(struct dialogue *dialogue, const char *path, struct intake *intake,
                        GError **error);

/* True if that code means that the server ended the connection. */
bool dialogue_ended(const struct dialogue *dialogue, CURLcode code);

/* Replaces the error by this one, with the host before it. Returns false. */
bool dialogue_fault(const struct dialogue *dialogue, GError **error, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

#endif
