/*
 * sentence.h: what the sentences of a text ask for, and of whom.
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

/* True if the text names somebody, or says "you": it may be meant for them. With `named` the name
 * may be part of what the text asks for. */
bool sentence_speaks_to_person(const struct said *said, bool named);

/* True if the text is addressed to somebody at the board: their name stands behind a greeting,
 * thanks or "tell", where a part of a sentence begins or ends, or near the beginning in front of a
 * comma. */
bool sentence_addresses_others(const struct said *said);

/* True if a sentence of the text asks the house for something, or speaks about somebody. */
bool sentence_any_asks_house(const struct said *said);

#endif
