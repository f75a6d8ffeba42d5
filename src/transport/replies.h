/*
 * replies.h: reads the lines that mailbox servers answer with (RFC 3501 and RFC 9051 section
 * 7, RFC 1939 sections 5 and 7).
 *
 * Servers, and the owners of folders on them, can put any bytes into these lines. A line that
 * does not have the expected form is skipped.
 */
#ifndef POSTMOVE_REPLIES_H
#define POSTMOVE_REPLIES_H

#include <glib.h>
#include <stdbool.h>

/* The keyword that marks a mail in an IMAP folder as taken in. */
#define REPLIES_KEYWORD "$PostmoveDone"

enum {
    REPLIES_UIDL_MAX = 70,                /* RFC 1939 section 7 */
    REPLIES_MAILS_MAX = 10 * 1000 * 1000, /* in one mailbox: more is nonsense */
};

/* What SELECT tells of an IMAP folder. */
struct replies_folder {
    guint32 exists;       /* mails in it */
    guint32 uid_validity; /* 0: the server did not say */
    bool read_only;       /* nothing can be changed: PERMANENTFLAGS is empty */
    bool keywords;        /* a keyword of ours can be kept: PERMANENTFLAGS has \* or it */
};

void replies_folder(const char *bytes, size_t length, struct replies_folder *folder);

/* Appends the UIDs of SEARCH lines, guint32, none 0; at most `most` of them. */
void replies_search(const char *bytes, size_t length, guint most, GArray *uids);

/* Puts the INTERNALDATE of each FETCH line that also has a UID into `dates`: the UID as
 * GUINT_TO_POINTER, seconds since 1970 as a gint64 from g_new, owned by the table. */
void replies_dates(const char *bytes, size_t length, GHashTable *dates);

/* A mail of a POP3 mailbox. */
struct replies_mail {
    guint32 number;                  /* in this session, from 1 */
    char uidl[REPLIES_UIDL_MAX + 1]; /* its unique-id, "": the server has none */
};

/* Appends the mails of a UIDL or LIST reply, struct replies_mail. With `with_uidl` the text
 * behind the number is the unique-id. */
void replies_list(const char *bytes, size_t length, bool with_uidl, GArray *mails);

#endif
