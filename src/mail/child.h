/*
 * child.h: the sandboxed process that parses strangers' bytes.
 *
 * It is the program postmove-parse, which lies beside this one and is started before the database
 * is opened. It has one socket and nothing else: no new privileges, 192 MiB of memory, no files, no
 * processes, and it dies with its parent (parse/main.c). For one mail it may take five seconds of
 * processor time, or five in which it makes no progress. After that, or if it dies, its parent
 * starts another.
 */
#ifndef POSTMOVE_CHILD_H
#define POSTMOVE_CHILD_H

#include <glib.h>
#include <stdbool.h>

#include "mail/message.h"

struct child;

/* The path of postmove-parse. Free with g_free. */
char *child_program(void);

/* Starts a child; POSTMOVE_ERROR_LATER if that fails. `authserv_id` names the mail server
 * whose verdicts are believed; NULL: none are. */
struct child *child_start(const char *authserv_id, GError **error);
void child_stop(struct child *child);

typedef struct child Child;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Child, child_stop)

/* Gives it a mail to parse, and does not wait: it parses while the caller works. One mail at a
 * time. False, with the error, if no child could be started. */
bool child_give(struct child *child, const void *bytes, size_t length, bool truncated,
                const char *sender, GError **error);

/* Waits for the message of the mail given. Free with message_free. NULL: the mail killed the child
 * or took too long; a new one was started already. */
struct message *child_take(struct child *child);

#endif
