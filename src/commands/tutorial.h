/*
 * tutorial.h: what the rest of the office needs of play/tutorial.c beside its handlers.
 *
 * The tutorial of a game is a walk through its lessons (play/lessons.h). Each is a letter
 * with a reply address of its own; the reply plays at a board that is stored nowhere,
 * and the answer is the next lesson or the same once more. An old lesson may be
 * answered again. Nothing of it is a match, and nobody else hears of it.
 */
#ifndef POSTMOVE_COMMANDS_TUTORIAL_H
#define POSTMOVE_COMMANDS_TUTORIAL_H

#include "commands/request.h"
#include "language/grammar.h"

/* Lets a reply to the lesson of the visit's token be read as moves of its game. */
void tutorial_context(const struct request *request, struct grammar_context *context);

/* A reply to a lesson in which nothing was found. */
void tutorial_unclear(struct request *request);

#endif
