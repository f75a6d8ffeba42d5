/*
 * message.h: a mail as the other folders see it.
 *
 * The parsing child makes it from the bytes of a stranger (parse/mime.h) and sends it as a
 * GVariant; here it is plain data, every string valid UTF-8.
 */
#ifndef POSTMOVE_MESSAGE_H
#define POSTMOVE_MESSAGE_H

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

#include "mail/bounce.h"
#include "mail/verdict.h"

/* Limits of a message: bytes of the mail that are read, bytes of text, bytes of any other string,
 * numbers of ids and addresses. */
enum {
    MESSAGE_BYTES_MAX = 1024 * 1024,
    MESSAGE_TEXT_MAX = 1024 * 1024,
    MESSAGE_FIELD_MAX = 2000,
    MESSAGE_REFERENCES_MAX = 20,
    MESSAGE_POSSIBLE_MAX = 10,
    MESSAGE_RECIPIENTS_MAX = 100,
    MESSAGE_DELIVERED_MAX = 20
};

/* The type of the GVariant that a message is sent as. */
#define MESSAGE_VARIANT "(msasbmssasasassbbmssuis)"

struct message {
    char *from;         /* the address of its author, valid; NULL if From does not mean exactly one
                           mailbox (mail/author.h), or if the headers are not whole */
    char **possible;    /* if from is NULL: whom it could mean, which proves nothing, at most 10;
                           never NULL */
    bool headers_whole; /* false: the headers are longer than what is read of them */
    char *subject;      /* decoded, one line; "" if there is none */
    char *message_id;   /* without angle brackets; NULL if missing or malformed */
    char **references;  /* the same, oldest first, at most 20; never NULL */
    char **recipients;  /* valid addresses of To and Cc, at most 100; never NULL */
    char **delivered;   /* addresses that mail servers noted, Delivered-To before X-Original-To,
                           at most 20; never NULL. Anybody may write such a header: trust it only
                           if the mail was fetched from the mailbox it was delivered to */
    char *text;         /* what the writer wrote, as plain text, LF lines; "" if there is none.
                           U+FFFD stands for bytes that could not be decoded */
    bool text_whole;    /* the text part ended within the bytes that were kept */
    bool text_doubtful; /* it is from HTML whose style may hide, move or replace words: no command
                           in it is certain */
    char *automatic;    /* why this is automatic mail ("auto-submitted", "bounce", "list", ...:
                           RFC 3834), or NULL: a person wrote it */
    char *digest;       /* hash, as hexadecimal, of the decoded text and subject; if there is no
                           Message-ID, of From, To, Date, Subject and body; if the mail is vouched
                           for, of Date, Subject and body */
    enum sender_verdict verdict; /* what our mail server says of From */
    struct bounce bounce; /* if this is a failure notice, what it says; only of automatic mail */
};

void message_free(struct message *message);

typedef struct message Message;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Message, message_free)

/* Converts to and from the form in which a message goes from child to parent. The parent does
 * not trust the child: message_from_variant returns NULL if the variant is not of our form. Free
 * with g_variant_unref and message_free. */
GVariant *message_to_variant(const struct message *message);
struct message *message_from_variant(GVariant *variant);

/*
 * ---- what a run and postmove-parse say to each other over a socket: one GVariant at a time ----
 */

/* The process's first word, when it is ready: its version. */
#define WIRE_READY "(s)"
/* A mail: whether it is truncated, its envelope sender, whose verdicts are believed
 * (mail/verdict.h), its bytes. The answer is a message, of the type MESSAGE_VARIANT. */
#define WIRE_QUESTION "(bmaymayay)"

/* How long the process may still take, in microseconds. A step in which it got some processor time
 * counts as that time: if the machine has too much to do, the mail is not to blame. A step in which
 * it got none counts as a quarter of a second, however long it was: the machine itself may have
 * stopped (a lid was closed, a virtual one paused). */
struct patience {
    gint64 left;
    clockid_t clock; /* of the process's processor time */
    gint64 worked;   /* what that clock has shown */
};

struct patience patience_with(pid_t pid, int seconds);

/* Sends one word; a floating one is consumed. False if the other side is gone, or patience (NULL:
 * without end) has run out. */
bool wire_say(int fd, GVariant *word, struct patience *patience);

/* Receives the next word, of that type. It is not checked further: use g_variant_is_normal_form if
 * the other side is not to be trusted. NULL if there is none. Free with g_variant_unref. */
GVariant *wire_hear(int fd, const char *type, struct patience *patience);

#endif
