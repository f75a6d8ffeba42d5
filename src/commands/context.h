/*
 * context.h: what the parser in language/ must know before it reads a mail: the games there are,
 * the board, what a reply may hold.
 */
#ifndef POSTMOVE_COMMANDS_CONTEXT_H
#define POSTMOVE_COMMANDS_CONTEXT_H

#include "commands/request.h"
#include "language/grammar.h"

/* Sets the context for a mail to the plain address. */
void context_plain(struct grammar_context *context);

/* Lets a reply to the lesson of the request's token be read as moves of its game. */
void context_of_lesson(const struct request *request, struct grammar_context *context);

/* Sets the context for the words of a mail: of a reply to a letter about the board of the request,
 * if it has one, else of a mail to the plain address. The writer's name may stand before a
 * password; a line may begin with the number of a board where they have a seat, and is read as in a
 * reply to a letter about that board; the parser may ask which turns are legal. `request` is to
 * live as long as the context. True if it is such a reply. */
bool context_of_mail(const struct request *request, struct grammar_context *context);

/* True if an answer about the board of the request may ask whether a yes means something of its
 * own: there is a board, and it asks its reader nothing. */
bool context_may_offer(const struct request *request);

/* True if the writer of the mail may play a move at that board now. */
bool context_turn_is_legal(const struct request *request, gint64 board, const char *move);

/* If the Subject (without Re: and tag) is that of a letter of ours about a board which the writer
 * may see, sets the board of the request, so that the mail is read as a reply to that letter,
 * without its token. False otherwise. */
bool context_by_subject(struct request *request, const char *subject);

#endif
