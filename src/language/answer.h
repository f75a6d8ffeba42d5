/*
 * answer.h: whether a text is the answer to what its letter asks.
 *
 * A bare yes or no, with courtesy beside it, always is. More words are an answer only if they name
 * what is asked about, or the command that answers it, and add nothing: "ok, let's call it a draw".
 * Where the question is grave (context->asks_gravely) only a bare yes or no counts; to what is held
 * that a stranger may have caused, "fine" and the like are no yes ([agrees], vocabulary.h).
 */
#ifndef POSTMOVE_ANSWER_H
#define POSTMOVE_ANSWER_H

#include "language/said.h"

/* The command that the text means as an answer (context->yes or context->no), or NULL if it is
 * neither or unclear. */
const char *answer_meant(const struct grammar_context *context, const struct said *said);

/* Sets *yes and *no if the text holds words of such an answer, whatever else it says. */
void answer_find(const struct grammar_context *context, const struct said *said, bool *yes,
                 bool *no);

#endif
