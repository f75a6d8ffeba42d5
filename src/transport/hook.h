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

/*
 * Several letters at once, each on a lane. A lane to a server has a connection and a thread of its
 * own; a folder or a command has one lane, and no thread. Letters of one lane go out in the order
 * in which they were begun.
 */

/* How many lanes are worth while for so many letters: at least one, at most as many as
 * `connections` of the configuration. */
guint hook_lanes(const struct hook *hook, guint letters);

/* The result of a letter. */
struct hook_result {
    guint lane, number;     /* as they were given */
    enum delivery delivery; /* these three as hook_send has them */
    char *word;
    GError *error;
    bool in_doubt; /* it may have arrived all the same: smtp_in_doubt */
};

void hook_result_free(struct hook_result *result);

typedef struct hook_result HookResult;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(HookResult, hook_result_free)

/* Begins to send a letter on a lane. The lane must be free: hook_result has returned its last
 * letter. The result will have `number`, which means something to the caller alone. The lane keeps
 * a reference to the letter's bytes and copies its strings. `alone` says that the caller uses no
 * other lane until the result is there: then the letter is sent at once, without a thread. */
void hook_begin(struct hook *hook, guint lane, bool alone, guint number,
                const struct delivery_letter *letter);

/* Ends the connection of a lane that is free, and does not wait for that. Its next letter makes
 * another. */
void hook_rest(struct hook *hook, guint lane);

/* Returns the next result of a letter that was begun. If no result is there yet, waits for one;
 * without `wait`, returns NULL instead. */
struct hook_result *hook_result(struct hook *hook, bool wait);

/* True if the server refused the last log-in of the first lane. That of another one it may refuse
 * because it takes no second connection. */
bool hook_login_refused(const struct hook *hook);

#endif
