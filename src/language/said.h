/*
 * said.h: what somebody wrote, as words without signs, each with what it can mean (line.h);
 * and what its sentences say, and to whom: an answer to what the letter asks, the name of a
 * newcomer, that somebody wants no more letters.
 */
#ifndef POSTMOVE_SAID_H
#define POSTMOVE_SAID_H

#include "language/grammar.h"
#include "language/line.h"

enum { SAID_WORDS_MOST = 100 /* of a text; a longer one is not understood */ };

/* A word in lower case, without its apostrophes, and where it stands in the plain text. */
struct said_word {
    const char *start;
    size_t length;
    char *lower;                   /* of three same letters or more only one: "weeeee" is "we" */
    unsigned kinds;                /* enum word_kind of the longest entry that holds the word */
    const struct meaning *meaning; /* of the entry that begins with the word, or, rather than of a
                                      single word, of it and one of those behind it; NULL: none */
    size_t entry;                  /* how many words that has; 0: none, or a slip */
    guint64 cues; /* the commands that this entry asks for; `accept` if it agrees to what the letter
                     asks */
    bool slip;    /* that entry is another word of six letters or more, with one slip */
    bool person;  /* the name of a player at the board, or of the writer */
};

/* What some words are together. */
struct said_sum {
    unsigned kinds; /* all of them */
    guint64 cues;
    size_t words;   /* how many are neither courtesy nor names at the board */
    size_t unknown; /* how many are unknown: whatever else they mean, a text with one of them
                       is only acted on where they are part of a command. Squares, numbers,
                       and names at the board are known; a slip is not */
    bool new_word;  /* one of them is in no file of the vocabulary */
    bool square;    /* one of them is a square */
    bool to_others; /* they say "you", or name somebody at the board, who is not only
                       greeted, nor played with */
};

struct said {
    char *plain; /* lines parted by '\n' */
    struct said_word word[SAID_WORDS_MOST];
    size_t count;
    struct said_sum all;
    bool asks;   /* it has a question mark */
    bool quotes; /* words stand in quotation marks */
    bool signs;  /* it has a sign that is neither punctuation between words nor in the vocabulary,
                  * or a face of jest or doubt */
    bool whole;  /* it has no more words than fit, and no damaged character */
};

/* Reads a text of one line or more; NULL: of none. A name behind a greeting, and the names below
 * the words that close a letter, are known. Clear with said_clear. */
void said_read(const struct grammar_context *context, const char *text, struct said *said);
void said_clear(struct said *said);

/* How many words the longest entry has that begins with word `first`, ends before `end`, and is one
 * of the kinds (0: of any, even of none); 0: there is none. Sets *found (or NULL) to what it means.
 */
size_t said_longest(const struct said *said, size_t first, size_t end, unsigned kinds,
                    const struct meaning **found);

/* True if the word is in no entry, or only in one that does not say what it is (WORD_STRANGE). */
bool said_is_unknown(const struct said_word *word);

/* True if a part of a sentence, or a sentence, begins with the word: behind one of ".,;:!?", or
 * at the beginning of a line; or the text ends before it. */
bool said_begins_part(const struct said *said, size_t word);
bool said_begins_sentence(const struct said *said, size_t word);

/* True if one of the signs stands between the word and the one before it. */
bool said_follows(const struct said *said, size_t word, const char *signs);

/* Where the sentence ends that word `at` is in: the first word behind it. */
size_t said_sentence_end(const struct said *said, size_t at);

/* What the words from `first` to before `end` are together. */
struct said_sum said_sum(const struct said *said, size_t first, size_t end);

/* True if the courtesy before the word tells of it: "Well played d2-d3". */
bool said_praises(const struct said *said, size_t word);

/* True if the text holds an entry of the kind (WORD_YES or WORD_NO) without one of the kinds `but`,
 * or the word `own` (NULL: none), and beside it nothing but courtesy, names and plain signs: the
 * closed list, which suffices for what is grave if WORD_AGREES does not count.
 */
bool said_is_bare(const struct said *said, unsigned kind, const char *own, unsigned but);

/* True if the text is nothing but courtesy and names. */
bool said_is_courtesy(const struct said *said);

typedef struct said Said;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Said, said_clear)

/* ---- what sentences say ---- */

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
 * neither or unclear. A bare yes or no always counts (said_is_bare). A longer text counts only if
 * it asks for what is in question, or names the command that answers it ("ok, let's call it a
 * draw"); and never if the question is grave (context->asks_gravely), or if it declines a
 * challenge. Where a stranger may have caused the question, "fine" is no yes ([agrees], line.h). */
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
 * or a denial (`[answer not-me]`, line.h), without a denial or condition beside it. A phrase
 * such as "remove my address" counts in any text. A single word such as "stop" counts only alone;
 * and a denial only if the text says nothing else: "I did not write this", but not "I did not write
 * because I was ill". */
unsigned leave_wish(const struct grammar_context *context, const char *text);

/* The name in an answer to the question which name its writer would like, of one line or more:
 * "call me maria", "maria, please!". Without words that lead to it, only a name that stands alone
 * on its line. NULL if the text names nobody, or two. Free with g_free. */
char *newcomer_name(const struct grammar_context *context, const char *text);

#endif
