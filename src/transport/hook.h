/*
 * hook.h: sends letters.
 *
 * The hook is a folder, a command given as an argument vector (no shell) in
 * which {sender} and {recipient} stand for the envelope, or a mail server
 * (smtp.h). Never opens the database.
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

/* Opens the hook of a configuration, which must live as long; nothing is
 * connected yet. `stop` (NULL: never) says whether to give up waiting for a server. */
struct hook *hook_open(const struct config *config, transfer_stop *stop);
void hook_close(struct hook *hook);

typedef struct hook Hook;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Hook, hook_close)

/*
 * Sends one letter. Folder: writes PATH/NNNNNNNN.eml (the number is its id) by
 * tmp, fsync and rename, with Return-Path and Delivered-To first; the folder
 * is made if missing. Command: the letter on its stdin, /dev/null else, its own
 * process group, HOOK_SECONDS; any exit but 0 is a failure. Server: as smtp_send
 * has it, on one connection, and *word too; folder and command leave that as it is.
 * An envelope that is not fit (delivery.h) is refused.
 * Unless it is done, an error says what failed (no address in it).
 */
enum delivery hook_send(struct hook *hook, const struct delivery_letter *letter, char **word,
                        GError **error);

/* True if the server refused the last log-in. */
bool hook_login_refused(const struct hook *hook);

#endif
