/*
 * hook.h: letters leave the house.
 *
 * The hook is a folder, or a command given as an argument vector (no shell),
 * in which {sender} and {recipient} stand for the envelope. Never opens the
 * database.
 */
#ifndef POSTMOVE_HOOK_H
#define POSTMOVE_HOOK_H

#include <glib.h>
#include <stdbool.h>

#include "base/config.h"

enum { HOOK_SECONDS = 60 };

/*
 * Sends one letter. Folder: writes PATH/NNNNNNNN.eml (the number is `id`) by
 * tmp, fsync and rename, with Return-Path and Delivered-To first; the folder
 * is made if missing. Command: the letter on its stdin, /dev/null else, its own
 * process group, HOOK_SECONDS; any exit but 0 is a failure. An envelope
 * address with a byte below 0x21, above 0x7e, or one of <>, or that begins
 * with `-`, is refused; the empty sender is the null sender.
 * False with an error that says what failed (no address in it).
 */
bool hook_send(const struct config *config, gint64 id, const char *sender, const char *recipient,
               GBytes *bytes, GError **error);

#endif
