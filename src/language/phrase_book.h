/*
 * phrase_book.h: the words and phrases by which the server understands people, as data.
 *
 * Each language is a file, or two (english.c, english_moves.c): of each kind of phrase a list. A
 * phrase is words in lower case, parted by a blank, without signs but apostrophes. Every line is
 * read in all languages at once.
 */
#ifndef POSTMOVE_PHRASE_BOOK_H
#define POSTMOVE_PHRASE_BOOK_H

#include <stdbool.h>

#include "language/grammar.h"
#include "language/line.h"

enum phrase_kind {
    PHRASE_YES,         /* agree to what a letter asks */
    PHRASE_NO,          /* refuse it */
    PHRASE_YES_TO_PLAY, /* agree to a game, a signup, a command; where a draw or the like is
                           offered, they say the contrary */
    PHRASE_BESIDE,      /* words that may stand right beside a yes or no; others make it unclear */
    PHRASE_PLAIN_YES,   /* say only that something is so */
    PHRASE_NOT,         /* turn what a sentence says into its opposite */
    PHRASE_COURTESY,    /* may stand before or behind anything, and change nothing */
    PHRASE_DOUBT,       /* makes a yes unclear, so that the server asks */
    PHRASE_NO_DOUBT,    /* makes a no unclear: "no problem" */
    PHRASE_TAKES_BACK,  /* a line that begins so takes back what stands above it */
    PHRASE_BUT,         /* leads to the opposite; below a yes, it makes it unclear */
    PHRASE_CORRECTS,    /* a line that begins so changes the answer above it */
    PHRASE_POSTSCRIPT,  /* the first word of an afterthought: "PS" */
    PHRASE_PLEA,        /* "please": courtesy that nobody needs to be told */
    PHRASE_TO_OTHERS,   /* courtesy that speaks to the other player: "my friend" */
    PHRASE_TALK,        /* courtesy that is talk of a move if it stands right before it: "nice" */
    PHRASE_ASKS,        /* the first word of a question, which may lack its sign */
    PHRASE_GREETING,    /* the first word of a line that only greets */
    PHRASE_GOES_ON,     /* a last word after which a sentence must go on */
    PHRASE_LEAD,        /* may stand before a move: "my move is" */
    PHRASE_PLAYS,       /* before a move, says that the writer plays it: "I answer with" */
    PHRASE_PLACE,       /* before a square that is only a place: "over" */
    PHRASE_KEEPS,       /* asks to keep a move for the next turn: "queue" */
    PHRASE_WHENEVER,    /* says when such a move is played: "once" */
    PHRASE_TELL,        /* asks to tell a player what follows: "please tell" */
    PHRASE_CONDITION,   /* sets a condition, so words are not sent to a player: "in case" */
    PHRASE_RETRACTS,    /* near a command, says not to do it: "disregard" */
    PHRASE_INVITES,     /* a question that asks for a game: "anyone for" */
    PHRASE_SO,          /* leads to an answer: "and" in "and I must decline" */
    PHRASE_JOIN,        /* words between the parts of a turn: "and then" */
    PHRASE_SETS,        /* between a setting and its value: "to" */
    PHRASE_TO,          /* between two squares, as a dash */
    PHRASE_CAPTURES,    /* between two squares, as an x */
    PHRASE_BARRIER,     /* "wall": then words such as "above" say on which side of a square */
    PHRASE_HORIZONTAL,  /* before or behind a square, says on which sides a barrier may be */
    PHRASE_VERTICAL,
    PHRASE_ABOVE, /* says that it is above the square; and so on */
    PHRASE_RIGHT,
    PHRASE_BELOW,
    PHRASE_LEFT,
    PHRASE_DIAGONAL,   /* no side: "above right" */
    PHRASE_BETWEEN,    /* before the two squares beside a barrier */
    PHRASE_MOVE_TAIL,  /* may stand behind a move: "it is" */
    PHRASE_ABOUT_MOVE, /* says something of a move or of the other player */
    PHRASE_ASIDE,      /* harmless in another sentence than the move's: "your" */
    PHRASE_EXCUSE,     /* doubt that is harmless there: "busy" */
    PHRASE_REPORTS,    /* tells what somebody said or thought: "Ann wrote:" */
    PHRASE_TELLS,      /* the same, unless the writer speaks of themselves */
    PHRASE_I,          /* the first word of such a sentence */
    PHRASE_BOARD,      /* may stand before the number of a board */
    PHRASE_HABIT,      /* tells what somebody does, and asks for no game: "I play" */
    PHRASE_PLAY,       /* words of a sentence that asks for a game */
    PHRASE_NAME_LEAD,  /* may stand before a name: "call me" */
    PHRASE_NAME_WEAK,  /* the same, but may lead to other words, too: "I am" */
    PHRASE_NAME_TAIL,  /* or behind it: "it is" */
    PHRASE_NO_NAME,    /* words that say something else where a name is asked for */
    PHRASE_NEAR_NAME,  /* the same, with one slip */
    PHRASE_OR,         /* between two names: it is unclear which is meant */
    PHRASE_ASK_FOR,    /* asks for what follows: "show me", "I'd like" */
    PHRASE_WITH,       /* joins a player and a game: "against", "to" */
    PHRASE_FILLER,     /* words of a command that mean nothing: "a game of" */
    PHRASE_NO_SLIP,    /* words that are no slips of a command's name: "reply" */
    PHRASE_KINDS,
};

/* A word for a number or a letter, as people spell or dictate squares. */
struct spelled {
    const char *word;
    int value;    /* the number, or the letter in lower case */
    bool loosely; /* it is common in talk, too */
};

/* A thing that people ask for, and the command that gives it: "the board" is `show`. */
struct wish {
    const char *words;
    enum command_id command;
};

/* What people write in a language. The lists end in NULL, the others in words that are NULL. */
struct phrase_book {
    const char *const *of[PHRASE_KINDS];
    const struct spelled *numbers, *letters; /* NULL: none */
    const struct wish *wishes;               /* likewise */
    const struct wish *hints; /* words of a line that may be about a command; likewise */
};

/* All languages, a file each; NULL at the end. */
extern const struct phrase_book *const phrase_books[];
extern const struct phrase_book phrase_book_english, phrase_book_english_moves, phrase_book_others;

/* True if a phrase of one word is that word, in any language, without regard to case. */
bool phrase_book_has(enum phrase_kind kind, struct word word);

#endif
