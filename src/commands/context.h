/*
 * context.h: what the language room must be told before it reads a mail.
 */
#ifndef POSTMOVE_COMMANDS_CONTEXT_H
#define POSTMOVE_COMMANDS_CONTEXT_H

#include "commands/request.h"
#include "language/grammar.h"

/* The context in which a line of a mail to the plain address is read. */
void context_plain(struct grammar_context *context);

/* Lets lines be read as moves of a game. */
void context_of_game(const struct game *game, struct grammar_context *context);

/* That of a reply to a letter about the visit's board; false if there is no
 * such board any more. */
bool context_of_board(const struct request *request, struct grammar_context *context);

/* A mail to the plain address whose Subject (without Re: and tag) is one of
 * our letters' is read as a reply to that letter, without its token: sets the
 * visit's board, or gives false. */
bool context_by_subject(struct request *request, const char *subject);

#endif
