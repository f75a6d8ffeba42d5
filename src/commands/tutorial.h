/*
 * tutorial.h: what other commands need of the tutorial, besides its handlers.
 *
 * The tutorial of a game leads through its lessons (play/lessons.h). Each lesson is a letter with a
 * reply address of its own. The reply is played on a board that is not stored, and the answer is
 * the next lesson, or the same one again. An old lesson may be answered again. None of this is a
 * match, and nobody else hears of it.
 */
#ifndef POSTMOVE_COMMANDS_TUTORIAL_H
#define POSTMOVE_COMMANDS_TUTORIAL_H

#include "commands/request.h"
#include "language/grammar.h"

/* Lets a reply to the lesson of the request's token be read as moves of its game. */
void tutorial_context(const struct request *request, struct grammar_context *context);

/* Answers a reply to a lesson in which nothing was found. */
void tutorial_unclear(struct request *request);

#endif
