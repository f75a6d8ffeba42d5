/*
 * line.h: the words of a line, and what each can be: a game, a command, a player, a cell, a move;
 * and the words that people use.
 *
 * The words point into the plain form of the line (base/plain.h); people are shown the line as it
 * was written.
 */
#ifndef POSTMOVE_LINE_H
#define POSTMOVE_LINE_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/plain.h"
#include "language/grammar.h"

/* A word needs a byte and a blank. Further words are not split off; they can only be the rest
 * of a text. */
enum { LINE_WORDS_MAX = GRAMMAR_LINE_MAX / 2 + 1 };

struct word {
    const char *start;
    size_t length;
};

struct line {
    struct word word[LINE_WORDS_MAX];
    size_t count;
    const char *end;    /* the end of the last word of the text, split off or not */
    struct plain plain; /* both forms of the text */
};

/* Splits the plain form of a text that is given as its writer wrote it, at blanks and control
 * characters. Clear with line_clear. */
void line_read(const char *written, struct line *line);
void line_clear(struct line *line);

typedef struct line Line;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Line, line_clear)

/* Copies the line from word `first` to its end, including words beyond LINE_WORDS_MAX, in the
 * form that the parser reads. Free with g_free. */
char *line_rest(const struct line *line, size_t first);

/* Copies a line that line_read has split, as it was written, from word `first` to before word
 * `end`, with the blanks between; LINE_WORDS_MAX is the end of the line. Free with g_free. */
char *line_written(const struct line *line, size_t first, size_t end);

/* The whole line as it was written, with each of the `count` words from word `secret` on replaced
 * by `mask`. The line must have a word. Free with g_free. */
char *line_masked(const struct line *line, size_t secret, size_t count, const char *mask);

/* The word; the last one of the line without a full stop or `!` at its end. */
struct word line_bare(const struct line *line, size_t index);

/* A copy that is valid UTF-8 and has at most `most` bytes. Free with g_free. */
char *word_copy(struct word word, size_t most);

/* True if they are equal without regard to case. */
bool word_is(struct word word, const char *other);

/* The number that the word is, of at most nine digits; -1: it is none. */
gint64 word_number(struct word word);

/* The word's index in a list that ends in NULL, or -1. */
int word_among(struct word word, const char *const *list);

struct word word_over(const char *text);

/* ---- what a word can be ---- */

/* The whole name of a game that the word gives in full or by three letters or more that no
 * other game begins with; NULL if there is no such game. */
const char *names_game(const struct grammar_context *context, struct word word);

/* The row of a command that the word gives in full, by a whole alias, or by four letters or more
 * that no other command begins with; NULL if there is no such command. */
const struct command_row *names_command(struct word word);

/* True if the word is the row's name or an alias of it, in full. */
bool names_in_full(struct word word, const struct command_row *row);

/* Why the word cannot be a player's name, as a key; NULL: it can. */
const char *names_player_fault(const struct grammar_context *context, struct word word);

/* How many cells the word is made of, with the letters that a game may put behind one (h, v, n, e,
 * s, w, x) and signs behind the first: 2 for "e4-e5" and "e4e5", 0 for "e4rth". */
size_t names_cells(struct word word);

/* Reads BOARD or, if `ply` is not NULL, BOARD[#N]; a `#` may be before it. */
bool names_board(struct word word, gint64 *board, gboolean *has_ply, gint64 *ply);

/* Removes `#` and a number, which may be negative, from the end of the word. False if it does not
 * end so. */
bool names_ply(struct word *word, gint64 *ply);

/* ---- the words of a line that are a move, as far as the language can tell ---- */

/* True if the game of the letter's board reads the text as a whole turn; false if there is no
 * game to ask. */
bool names_turn(const struct grammar_context *context, const char *text);

/* The command that a text stands for that is a word which can replace a move: COMMAND_MOVE for
 * "pass", else that of a classic one ("resign", "propose"); COMMAND_NONE if it is no such word. */
enum command_id moves_word(const char *text);

/*
 * ---- the words of people, as data: templates/LANG/NAME.lexicon, for each language ----
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
 *                                    templates/en/answer.words answer
 *   [game NAME]                      what a game is called, too
 *   [day PART]                       words that are a part of a day: "month-1" (dates.h)
 *   [language TAG]                   what a language is called in which letters can be had
 */

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
    char letter;          /* of a square; NUL: none */
    char side;            /* of a square, as moves write it ("d4h"); NUL: none */
    int number;           /* 0: none */
    bool loosely;         /* the letter or number is common in talk */
    guint64 cues;         /* set of commands */
    guint64 agrees;       /* set of commands, by `yes COMMAND` groups */
    const char *answer;   /* KEY of an `answer` group; NULL: none */
    const char *game;     /* NAME of a `game` group; NULL: none */
    const char *language; /* TAG of a `language` group; NULL: none */
    guint32 tongues;      /* the languages that have the entry, a bit each */
};

/* Reads the files `FOLDER/LANG/NAME.lexicon` as the vocabulary of the program. False with GLib's
 * error if the folder or a file cannot be read, which may be so only now, or with
 * POSTMOVE_ERROR_USAGE "FILE:LINE: fault" for a line of one; then it is empty. */
bool vocabulary_load(const char *folder, GError **error);

/* Loads the vocabulary of the program, unless that has been done; the same errors. Without it the
 * words that forbid to act are not understood, so no mail may be read. */
bool vocabulary_ready(GError **error);

/* The tag of the language that a word, or a tag, names; NULL: it names none. */
const char *vocabulary_language(const char *word);

/* The tags of the languages in which letters can be had: "de|en|fr". Free with g_free. */
char *vocabulary_languages(void);

/* In which language most words of a text are, of those in which letters can be had; NULL: it has
 * too few words to tell. */
const char *vocabulary_guess(const char *text);

/* Words in lower case and without accents, as they are compared. Free with g_free. */
char *vocabulary_fold(const char *words);

/* What such words, parted by one blank or a `+`, mean; NULL: they are no entry. The files are those
 * in the folder `language` of the program's templates (base/config.h), read when the first word is
 * asked for. If they cannot be read, only forms are understood. */
const struct meaning *vocabulary_find(const char *words);

/* The same for a word in any case. */
const struct meaning *vocabulary_of(struct word word);

/* The parts of a day that such words may be, as their groups name them, NULL at the end; NULL: they
 * are in no such group. */
const char *const *vocabulary_days(const char *words);

/* The same for one word that may have one slip and has at least six letters. */
const struct meaning *vocabulary_near(const char *word);

#endif
