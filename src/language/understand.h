/*
 * understand.h: what a text asks for that is no command as it stands.
 *
 * The server acts on little and shows much. A command that only looks is carried out where one of
 * its cues stands in a sentence that asks for it and has no word that is new to the server. A fair
 * command, which can be undone or which another player must agree to, is carried out if the text is
 * short, every word of it is known, one command alone has a cue, and nothing vetoes it: a denial, a
 * condition, talk about others, a question. A grave command is never carried out so. Everything
 * else that the text may mean is offered.
 */
#ifndef POSTMOVE_UNDERSTAND_H
#define POSTMOVE_UNDERSTAND_H

#include "language/grammar.h"

enum { UNDERSTANDING_OFFERS_MOST = 3 };

struct understanding {
    char *act; /* the line of the language that may be carried out; NULL: none */
    char *offers[UNDERSTANDING_OFFERS_MOST + 1]; /* lines that the text may mean, best first; NULL
                                                    at the end. Each is a command in this context */
    const char *answer; /* the sentence `answer-KEY` answers what the text asks; NULL: none. Owned
                           by the vocabulary */
    bool for_others;    /* it may be talk that is meant for the other players */
    bool addressed;     /* it is, and speaks to one of them by name */
    bool for_house;     /* it surely asks the server something, speaks of it, or gives up a match */
};

/* Reads a text of one line or more, without signature; NULL: of none. Clear with
 * understanding_clear. */
void understand(const struct grammar_context *context, const char *text,
                struct understanding *understanding);
void understanding_clear(struct understanding *understanding);
typedef struct understanding Understanding;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Understanding, understanding_clear)

/* True if a text may say that something is not so. */
bool understand_denies(const struct grammar_context *context, const char *text);

/* The line of the language as a command in this context. NULL if it is none. Free with
 * command_free. */
struct command *understand_line(const struct grammar_context *context, const char *line);

/* What short words beside a move ask for, too, as a line: a fair command with a cue, or one that
 * looks. NULL: nothing, or there is a veto. Free with g_free. */
char *understand_beside(const struct grammar_context *context, const char *words);

#endif
