/*
 * signup.h: signing up, and what `confirm` and `yes` mean in reply to a letter.
 */
#ifndef POSTMOVE_COMMANDS_SIGNUP_H
#define POSTMOVE_COMMANDS_SIGNUP_H

#include "commands/task.h"
#include "store/pending.h"

/* Sets what a reply to a letter that asks for `confirm` or `yes` may hold. */
void signup_context(const struct request *request, struct grammar_context *context);

/* Answers a reply to such a letter that does not hold that word, or a command (NULL: none) that has
 * nothing to confirm. */
void signup_unclear(struct request *request, const struct command *command);

/* Answers a signup that could not be read, from a writer who is no player. `text` says why. */
void signup_misspelt(struct request *request, const struct command_refusal *refusal,
                     struct phrase *text);

/* Somebody who is no player refuses what a letter asked of them, or wants no letters: drops the
 * question, promises no letter for a week, and says so. */
void signup_stop(struct request *request);

/* What a letter asked the writer of a command to confirm: that of the TOKEN in its text, or else
 * the letter replied to. NULL if it asked them nothing, or that has lapsed. Free with pending_free.
 */
struct pending *signup_asked(const struct task *task);

/* Somebody confirms that an address is theirs: makes them a player, or gives it to the player, who
 * is told there and at their main address; not if they are gone or have LIMIT_ADDRESSES already. */
void signup_confirmed(struct request *request, const struct pending *pending);

/* If somebody who is no player answers a greeting by the name of a language, greets them once more,
 * in that language. False if it is not. */
bool signup_speaks(struct request *request);

#endif
