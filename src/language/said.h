/*
 * said.h: a line as words without signs, and the phrases in it. Only for phrases.c
 * and spoken.c.
 */
#ifndef POSTMOVE_SAID_H
#define POSTMOVE_SAID_H

#include "language/phrase_book.h"
#include "language/phrases.h"

enum { SAID_WORDS_MOST = 100 /* of a line; a longer one is talk */ };

/* A word without signs, in lower case, and where it stands in the plain line. */
struct said_word {
    const char *start;
    size_t length;
    char *lower;    /* of three same letters or more only one */
    bool stretched; /* it had so many: "weeeee" */
};

struct said {
    char *plain;
    struct said_word word[SAID_WORDS_MOST];
    size_t count;
    bool asks;   /* it has a question mark, or a sign of doubt */
    bool unsure; /* it has such a sign: a cross, a shrug */
    bool whole;  /* it has no more words than fit */
};

/* True for a character of a word: a letter, a digit, an apostrophe. */
bool said_of_word(gunichar character);

/* The end of the face at the beginning of a text that a blank or the end follows, or the text. */
const char *said_behind_face(const char *text);

/* Reads a line as it was written. Clear with said_clear. */
void said_read(const char *line, struct said *said);

void said_clear(struct said *said);

/* How many words from `first` to before `end` are that phrase; 0: they are not. Apostrophes may be
 * missing, and a word of at least `shortest` letters (0: none) may have one slip. */
size_t said_fits(const struct said *said, size_t first, size_t end, const char *phrase,
                 size_t shortest);

/* The words of the longest phrase of a kind that begins with word `first`; 0: none does. */
size_t said_longest(const struct said *said, size_t first, size_t end, enum phrase_kind kind);

/* The same for a phrase that begins not before `first` and ends before word `end`. */
size_t said_longest_before(const struct said *said, size_t first, size_t end,
                           enum phrase_kind kind);

/* True if a word is the name of another player at the board, or "ann's" of such a name. */
bool said_names(const struct grammar_context *context, const char *lower);

/* How many words from `first` on are courtesy, the name of a player at the board (the writer's,
 * too), or a cry; 0: none. */
size_t said_courtesy(const struct grammar_context *context, const struct said *said, size_t first,
                     size_t end);

/* Moves *first and *end to what is left without courtesy. */
void said_strip(const struct grammar_context *context, const struct said *said, size_t *first,
                size_t *end);

/* True if a word is more than part of an answer: a move, a number, another game, or a command,
 * unless that is what was offered. */
bool said_more(const struct grammar_context *context, const struct said_word *word);

/* True if a sign that ends a part of a sentence stands before the word. */
bool said_begins_part(const struct said *said, size_t word);

/* True if one of the signs stands between the word and the one before it. */
bool said_follows(const struct said *said, size_t word, const char *signs);

/* True if a sentence ends before the word, or an emoji parts it from what it follows. */
bool said_begins_sentence(const struct said *said, size_t word);

/* The same, and behind a question mark. */
bool said_begins_new(const struct said *said, size_t word);

/* Sets *first to the first word of the sentence that word `at` is in, and *end to the first one
 * behind it. */
void said_sentence(const struct said *said, size_t at, size_t *first, size_t *end);

/* True if the words from `first` to before `end` begin like a question, or a question mark stands
 * among or behind them. */
bool said_asks(const struct said *said, size_t first, size_t end);

/* True if there is an emoji before the word, behind the one it follows, or later in the line. */
bool said_has_emoji(const struct said *said, size_t word);

/* True if one of the words from `first` to before `end` casts doubt on what stands around them. */
bool said_doubt(const struct said *said, size_t first, size_t end);

/* True if those words, around a move or an answer, can only be talk: they name no square, and say
 * nothing of a move or of the other player. "I have thought" is talk, "Ann has thought" may be
 * more.
 */
bool said_is_talk(const struct said *said, size_t first, size_t end);

/* Where a sentence stands beside a move or an answer. This says which words are harmless in it. */
enum sentence {
    SENTENCE_OWN,     /* it holds the move: only courtesy */
    SENTENCE_EARLIER, /* it is before the move: excuses, too */
    SENTENCE_LATER,   /* it is behind the move: excuses, too, but not as its first words */
};

/* True if no word from `first` to before `end` casts doubt on a move or an answer near by. */
bool said_is_clear(const struct said *said, size_t first, size_t end, enum sentence kind);

/* True if a no to the letter rejects what another player offers: then a move may stand beside it.
 */
bool said_rejects(const struct grammar_context *context);

typedef struct said Said;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Said, said_clear)

#endif
