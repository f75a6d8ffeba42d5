/*
 * vocabulary.h: the words of people, as data: a file a language in templates/language/.
 *
 * The server does what a text asks for only if it knows each word of it (understand.h). So a file
 * holds few words that ask for something, and many that change nothing. A line `[GROUP]` begins a
 * group; below it stand its entries, parted by blanks. An entry is a word, or a few words joined
 * by `_`; a `*` at its end stands for any letters. Words are in lower case, without apostrophes:
 * "dont", and "j accepte" for "j'accepte"; accents do not count. Two words with `+` between them
 * are an entry wherever they stand in that order in one sentence, with a few others between. A line
 * that begins with `#` is a comment. Every text is read in all languages at once.
 *
 *   [known] [more] ...               see enum word_kind
 *   [yes COMMAND]                    words that agree if the letter asks about that command
 *   [number]  one=1                  words for numbers; [number loosely]: common in talk, too
 *   [letter]  alfa=a                 words for letters, likewise
 *   [side LETTER]                    words for a side of a square, as moves write it: "d4h"
 *   [cue COMMAND]                    words by which people ask for that command
 *   [answer KEY]                     words of questions that the words KEY of
 *                                    templates/answer.words answer
 *   [game NAME]                      what a game is called, too
 *   [day PART]                       words that are a part of a day: "month-1" (dates.h)
 */
#ifndef POSTMOVE_VOCABULARY_H
#define POSTMOVE_VOCABULARY_H

#include <glib.h>
#include <stdbool.h>

#include "language/grammar.h"
#include "language/line.h"

enum {
    VOCABULARY_PHRASE_MOST = 6,        /* words of an entry */
    VOCABULARY_FILE_MOST = 256 * 1024, /* bytes of a file */
    VOCABULARY_DAY_LEAST = 3,          /* letters of a shortened month or weekday */
};

/* What an entry may be, by the name of its group; bits. */
enum word_kind {
    WORD_KNOWN = 1 << 0,      /* known: changes nothing */
    WORD_COURTESY = 1 << 1,   /* courtesy: may stand beside the gravest yes */
    WORD_GREETING = 1 << 2,   /* greeting: the same; a name may follow */
    WORD_CLOSING = 1 << 3,    /* closing: the same; begins a signature */
    WORD_PLEA = 1 << 4,       /* plea: the same; nobody needs to be told */
    WORD_YES = 1 << 5,        /* yes: agrees to what a letter asks */
    WORD_AGREES = 1 << 6,     /* agrees: the same, but too little for what is grave */
    WORD_NO = 1 << 7,         /* no: refuses it */
    WORD_NOT = 1 << 8,        /* not: says the opposite */
    WORD_IF = 1 << 9,         /* if: a condition, or doubt */
    WORD_TELLS = 1 << 10,     /* tells: speaks of others, or of what was */
    WORD_ABOUT = 1 << 11,     /* about: the same, of somebody who is not spoken to: "he" */
    WORD_BACK = 1 << 12,      /* back: takes back what stands above or below */
    WORD_ASKS = 1 << 13,      /* asks: begins a question */
    WORD_ASKS_FOR = 1 << 14,  /* asks-for: begins a question that asks for the thing itself */
    WORD_WANTS = 1 << 15,     /* wants: asks for what is in the same sentence */
    WORD_MORE = 1 << 16,      /* more: as known, but says more than yes, or than a wish */
    WORD_YOU = 1 << 17,       /* you: speaks to the reader */
    WORD_TO = 1 << 18,        /* to: between two squares, as a dash */
    WORD_TAKES = 1 << 19,     /* takes: between two squares, as an x */
    WORD_JOINS = 1 << 20,     /* joins: between the parts of a turn */
    WORD_BARRIER = 1 << 21,   /* barrier */
    WORD_LEAD = 1 << 22,      /* lead: may stand beside a move */
    WORD_NAME_LEAD = 1 << 23, /* name: leads to the writer's name */
    WORD_WITH = 1 << 24,      /* with: before the name of a player */
    WORD_SECRET = 1 << 25,    /* secret: leads to a password, an account and the like */
    WORD_HOUSE = 1 << 26,     /* house: the server and those who run it */
    WORD_TITLE = 1 << 27,     /* board: it may stand before the number of a board */
    WORD_SIDE = 1 << 28,      /* of a `side` group */
};

/* What vetoes an act: then the server asks. What speaks against it in any way. What is courtesy,
 * too. And what leaves a word as unknown as it was. */
enum {
    WORD_VETO = WORD_NOT | WORD_IF | WORD_TELLS,
    WORD_AGAINST = WORD_VETO | WORD_BACK | WORD_NO,
    WORD_POLITE = WORD_GREETING | WORD_CLOSING | WORD_PLEA,
    WORD_STRANGE = WORD_SECRET | WORD_HOUSE | WORD_TITLE,
};

/* What an entry means, in all languages that have it. */
struct meaning {
    unsigned kinds;
    char letter;        /* of a square; NUL: none */
    char side;          /* of a square, as moves write it ("d4h"); NUL: none */
    int number;         /* 0: none */
    bool loosely;       /* the letter or number is common in talk */
    guint64 cues;       /* set of commands */
    guint64 agrees;     /* set of commands, by `yes COMMAND` groups */
    const char *answer; /* KEY of an `answer` group; NULL: none */
    const char *game;   /* NAME of a `game` group; NULL: none */
};

/* Reads the files of a folder, `FOLDER/NAME.lexicon`, as the vocabulary of the program. False if
 * the folder or a file cannot be read, with POSTMOVE_ERROR_USAGE "FILE:LINE: fault" for a line of
 * one; then it is empty. */
bool vocabulary_load(const char *folder, GError **error);

/* Words in lower case and without accents, as they are compared. Free with g_free. */
char *vocabulary_fold(const char *words);

/* What such words, parted by one blank or a `+`, mean; NULL: they are no entry. The files are those
 * in the folder `language` of the program's templates (base/config.h), read when the first word is
 * asked for. If they cannot be read, that is logged once, and only forms are understood. */
const struct meaning *vocabulary_find(const char *words);

/* The same for a word in any case. */
const struct meaning *vocabulary_of(struct word word);

/* The parts of a day that such words may be, as their groups name them, NULL at the end; NULL: they
 * are in no such group. */
const char *const *vocabulary_days(const char *words);

/* The same for one word that may have one slip and has at least six letters. */
const struct meaning *vocabulary_near(const char *word);

#endif
