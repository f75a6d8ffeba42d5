/*
 * hook.h: sends letters.
 *
 * The hook is a folder, a command given as an argument vector (no shell) in which {sender} and
 * {recipient} stand for the envelope, or a mail server (smtp.h). Never opens the database.
 */
#ifndef POSTMOVE_HOOK_H
#define POSTMOVE_HOOK_H

#include <glib.h>
#include <stdbool.h>

#include "base/config.h"
#include "transport/delivery.h"
#include "transport/transfer.h"

enum { HOOK_SECONDS = 60 };

struct hook;

/* Opens the hook of a configuration, which must live as long; does not connect yet. `stop`
 * (NULL: never) returns true if we should stop waiting for a server. */
struct hook *hook_open(const struct config *config, transfer_stop *stop);
void hook_close(struct hook *hook);

typedef struct hook Hook;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Hook, hook_close)

/*
 * Sends one letter.
 *
 * Folder: writes PATH/NNNNNNNN.eml (the number is its id) by tmp, fsync and rename, with
 * Return-Path and Delivered-To first; makes the folder if it is missing. Command: runs for at
 * most HOOK_SECONDS in a process group of its own, with the letter on its stdin and /dev/null
 * for its output; any exit code but 0 is a failure. Server: as smtp_send does it, on one
 * connection. Only a server sets *word.
 *
 * An envelope that is not fit (delivery.h) is refused. Unless the result is DELIVERY_DONE, an
 * error says what failed (with no address in it).
 */
enum delivery hook_send(struct hook *hook, const struct delivery_letter *letter, char **word,
                        GError **error);

/* True if the last letter went out whole and no answer came: the server may have taken it. */
bool hook_in_doubt(const struct hook *hook);

/* True if the server refused the last log-in. */
bool hook_login_refused(const struct hook *hook);

#endif
