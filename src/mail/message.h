/*
 * message.h: a mail as the other folders see it.
 *
 * The parsing child makes it from the bytes of a stranger (mail/mime.h) and sends it as a
 * GVariant; here it is plain data, every string valid UTF-8.
 */
#ifndef POSTMOVE_MESSAGE_H
#define POSTMOVE_MESSAGE_H

#include <glib.h>
#include <stdbool.h>

#include "mail/bounce.h"
#include "mail/verdict.h"

/* Limits of a message: bytes of text, bytes of any other string, numbers of ids and addresses. */
enum {
    MESSAGE_TEXT_MAX = 1024 * 1024,
    MESSAGE_FIELD_MAX = 2000,
    MESSAGE_REFERENCES_MAX = 20,
    MESSAGE_POSSIBLE_MAX = 10,
    MESSAGE_RECIPIENTS_MAX = 100,
    MESSAGE_DELIVERED_MAX = 20
};

/* The type of the GVariant that a message is sent as. */
#define MESSAGE_VARIANT "(msasbmssasasassbmssuis)"

struct message {
    char *from;         /* the address of its author, valid; NULL if From does not mean exactly one
                           mailbox (mail/author.h), or if the headers are not whole */
    char **possible;    /* if from is NULL: whom it could mean, which proves nothing, at most 10;
                           never NULL */
    bool headers_whole; /* false: the headers are longer than what is read of them */
    char *subject;      /* decoded, one line; "" if there is none */
    char *message_id;   /* without angle brackets; NULL if missing or malformed */
    char **references;  /* the same, oldest first, at most 20; never NULL */
    char **recipients;  /* addresses of To and Cc, as written, at most 100; never NULL */
    char **delivered;   /* addresses that mail servers noted, Delivered-To before X-Original-To,
                           at most 20; never NULL. Anybody may write such a header: trust it only
                           if the mail was fetched from the mailbox it was delivered to */
    char *text;         /* what the writer wrote, as plain text, LF lines; "" if there is none.
                           U+FFFD stands for bytes that could not be decoded */
    bool text_whole;    /* the text part ended within the bytes that were kept */
    char *automatic;    /* why this is automatic mail ("auto-submitted", "bounce", "list", ...:
                           RFC 3834), or NULL: a person wrote it */
    char *digest;       /* hash, as hexadecimal, of the decoded text and subject; if there is no
                           Message-ID, of the whole mail without its trace headers; if the mail
                           is vouched for, of Date, text and subject */
    enum sender_verdict verdict; /* what our mail server says of From */
    struct bounce bounce; /* if this is a failure notice, what it says; only of automatic mail */
};

void message_free(struct message *message);

typedef struct message Message;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Message, message_free)

/* Converts to and from the form in which a message goes from child to parent. The parent does
 * not trust the child: message_from_variant returns NULL if the variant is not of our form or
 * anything in it is too long. Free with g_variant_unref and message_free. */
GVariant *message_to_variant(const struct message *message);
struct message *message_from_variant(GVariant *variant);

/*
 * ---- the sandboxed process that parses strangers' bytes ----
 *
 * It is this program, started with a hidden subcommand before the database is opened. It has
 * one socket and nothing else: no new privileges, 256 MiB of memory, no files, no processes,
 * and it dies with its parent. For one mail it may take five seconds of processor time, or
 * five in which it makes no progress; a mail that needs an equipped child may take that twice.
 * After that, or if it dies, its parent starts another.
 */

/* The hidden subcommand's name, and its option for a child that can read HTML and all character
 * sets: it takes twice as long to start, so it is only started when a mail needs it. */
#define CHILD_COMMAND "parse-mail"
#define CHILD_EQUIPPED "--equipped"

/* The parent's side. */
struct child;

/* Starts a child; POSTMOVE_ERROR_LATER if that fails. `authserv_id` names the mail server
 * whose verdicts are believed; NULL: none are. */
struct child *child_start(const char *authserv_id, GError **error);
void child_stop(struct child *child);

typedef struct child Child;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Child, child_stop)

enum child_answer {
    CHILD_PARSED,
    CHILD_DIED,   /* this mail killed it or took too long; a new child was started already */
    CHILD_ABSENT, /* this mail needs an equipped child, and none could be started: the mail is not
                     at fault */
};

/* Gives it a mail to parse, and does not wait: it parses while the caller works. One mail at a
 * time. False, with the error, if no child could be started. */
bool child_give(struct child *child, const void *bytes, size_t length, bool truncated,
                const char *sender, GError **error);

/* Waits for the result of the mail given. On CHILD_PARSED free *message with message_free. */
enum child_answer child_take(struct child *child, struct message **message);

/* The child's side: serves its socket (descriptor 0) until it is closed. Returns the process's
 * exit code. */
int child_serve(bool equipped);

#endif
