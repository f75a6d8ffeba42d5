/*
 * confirm.h: letters that ask a player, at their stored address, to confirm what a mail asked for.
 *
 * A command that only From supports waits for a `yes`. What must not follow from a password or an
 * old letter in other hands waits for a `confirm` (LEVEL_TWICE), even if it is proven: to remove a
 * password or replace it without the old one, to drop an address, and `forget`.
 * Nobody gets more than LIMIT_HELD_AN_HOUR such letters an hour.
 */
#ifndef POSTMOVE_COMMANDS_CONFIRM_H
#define POSTMOVE_COMMANDS_CONFIRM_H

#include "commands/task.h"
#include "store/pending.h"

/* How often the player may still be asked in this hour. */
int confirm_left(const struct request *request, const struct player *who);

/* Stores a player's command and asks them at their stored address to say the word for it; or
 * answers why it cannot be done, as `trial`, its handler, may find out (NULL: it is not tried). */
void confirm_hold(struct request *request, const struct player *who, const struct command *command,
                  handler *trial);

/* The command that waits, with its text; *comment is what belongs to it otherwise (NULL: nothing;
 * free with g_free). NULL if it waits for no player, or an older grammar wrote it. Free with
 * command_free. */
struct command *confirm_held(const struct pending *pending, char **comment);

/* The word that a letter about it asks for: COMMAND_YES or COMMAND_CONFIRM. */
enum command_id confirm_word(const struct pending *pending);

/* Asks once more, since an answer was neither a clear yes nor a no: quotes the answer and what was
 * asked. */
void confirm_again(struct request *request, const struct pending *pending);

#endif
