/*
 * sentence.h: what the sentences of a text say, and to whom: an answer to what the letter asks, the
 * name of a newcomer, that somebody wants no more letters.
 */
#ifndef POSTMOVE_SENTENCE_H
#define POSTMOVE_SENTENCE_H

#include "language/said.h"

enum {
    SENTENCE_WORDS_MOST = 12, /* of a text that is acted on, or of a sentence that asks to look */
    SENTENCE_ALONE_MOST = 3,  /* of a text that asks for something without a verb */
};

/* True if the sentence from word `first` to before `end` asks for what is in it. Sentences of our
 * letters name commands, too: they have words that nobody says, or introduce a list. */
bool sentence_asks_to_look(const struct said *said, size_t first, size_t end);

/* True if the text is addressed to somebody at the board: their name stands behind a greeting,
 * thanks or "tell", is a part of a sentence, or ends one near the beginning. */
bool sentence_addresses_others(const struct said *said);

/* True if a sentence of the text asks the house for something, or speaks about somebody. */
bool sentence_any_asks_house(const struct said *said);

/* True if the text as a whole is a wish for one of the commands `own`, and may be done without
 * asking: it is short, no word of it is for another command, says more, or speaks to others; no
 * more than `known` words are unknown; and nothing speaks against it, asks (unless for the thing
 * itself), or is quoted. `refuses`: words of refusal are no veto. */
bool sentence_is_wish(const struct said *said, guint64 own, size_t known, bool refuses);

/* The command that the text means as an answer (context->yes or context->no), or NULL if it is
 * neither or unclear. A bare yes or no always is one (said_is_bare). More words are only if they
 * are a wish for what is asked about, or the command that answers it ("ok, let's call it a draw"),
 * and neither is the question grave (context->asks_gravely) nor a challenge declined. To what is
 * held that a stranger may have caused, "fine" is no yes ([agrees], vocabulary.h). */
const char *answer_meant(const struct grammar_context *context, const struct said *said);

/* Sets *yes and *no if the text holds words of such an answer, whatever else it says. */
void answer_find(const struct grammar_context *context, const struct said *said, bool *yes,
                 bool *no);

/* Bits. */
enum leave_wish {
    LEAVE_NOTHING = 0,
    LEAVE_STOP = 1,   /* no more letters */
    LEAVE_NOT_ME = 2, /* somebody else wrote */
};

/* What the sentences of a text say, as bits of enum leave_wish: by a cue for `signoff` or `forget`,
 * or a denial (`[answer not-me]`, vocabulary.h), without a denial or condition beside it. A phrase
 * such as "remove my address" counts in any text. A single word such as "stop" counts only alone;
 * and a denial only if the text says nothing else: "I did not write this", but not "I did not write
 * because I was ill". */
unsigned leave_wish(const struct grammar_context *context, const char *text);

/* The name in an answer to the question which name its writer would like, of one line or more:
 * "call me maria", "maria, please!". Without words that lead to it, only a name that stands alone
 * on its line. NULL if the text names nobody, or two. Free with g_free. */
char *newcomer_name(const struct grammar_context *context, const char *text);

#endif
