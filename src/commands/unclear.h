/*
 * unclear.h: answers to mails in which nothing was done: they quote the words, and offer what may
 * be meant. Each offer is possible, and its word and its link do exactly what it says.
 */
#ifndef POSTMOVE_COMMANDS_UNCLEAR_H
#define POSTMOVE_COMMANDS_UNCLEAR_H

#include "commands/request.h"

/* The writer's first lines, to be quoted where nothing was done. NULL if there are none. Free with
 * g_free. */
char *unclear_words(const struct request *request);

/* Answers a player's mail in which no command was found with what it may mean. `refused` (taken)
 * says why a line is no command; NULL: no line was refused. */
void unclear_answer(struct request *request, struct phrase *refused);

/* The command that a refused line suggests, if it is possible now; else NULL. Free with
 * command_free. */
struct command *unclear_meant(const struct request *request, const struct command_refusal *refusal);

/* Answers a line of a player that was refused (`text` is taken: why), and offers the command
 * `meant` (NULL: none). `alone`: the answer says nothing else, so that a yes in reply to it can
 * mean this line. */
void unclear_refusal(struct request *request, const struct command_refusal *refusal,
                     const struct command *meant, struct phrase *text, bool alone);

/* Says that words of the writer's were not passed on, and offers to send them. */
void unclear_held_words(struct request *request, const char *words);

/* Offers what words beside a move seem to ask for, too, which was not done. */
void unclear_beside(struct request *request, const char *words);

#endif
