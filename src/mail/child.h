/*
 * child.h: the sandboxed process that parses strangers' bytes.
 *
 * Started by executing this very program anew with a hidden subcommand before
 * the database is opened, with one socket and nothing else: no new
 * privileges, gone with its parent, 256 MiB of memory, no files, no
 * processes. A mail may take it five seconds of processor, or five in which it
 * gets nowhere; then, or when it has died, its parent starts another.
 */
#ifndef POSTMOVE_CHILD_H
#define POSTMOVE_CHILD_H

#include <glib.h>
#include <stdbool.h>

#include "mail/message.h"

/* A sanitizer needs address space, files, a process of its own at its end,
 * and stderr for what it has to say. */
#if defined(__SANITIZE_ADDRESS__)
#define CHILD_SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CHILD_SANITIZED true
#else
#define CHILD_SANITIZED false
#endif
#else
#define CHILD_SANITIZED false
#endif

/* The hidden subcommand's name. */
#define CHILD_COMMAND "parse-mail"

/* The parent's side. */
struct child;

/* Starts one; POSTMOVE_ERROR_LATER if that fails. `authserv_id` names the mail server whose
 * verdicts are believed; NULL: none are. */
struct child *child_start(const char *authserv_id, GError **error);
void child_stop(struct child *child);

typedef struct child Child;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Child, child_stop)

enum child_answer {
    CHILD_PARSED,
    CHILD_DIED, /* this mail killed it or made it late: the mail's fault; a new child is at
                   work already */
};

/* Gives it a mail to parse, and does not wait: it parses while the caller is
 * at other work. One mail at a time. False, with the error, if no child could
 * be started. */
bool child_give(struct child *child, const void *bytes, size_t length, bool truncated,
                const char *sender, GError **error);

/* Waits for the result of the mail given. On CHILD_PARSED free *message with message_free. */
enum child_answer child_take(struct child *child, struct message **message);

/* The child's side: serves its socket (descriptor 0) until it closes; the
 * return value is the process's exit code. */
int child_serve(void);

#endif
