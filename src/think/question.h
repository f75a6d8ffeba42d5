/*
 * question.h: what a program that plays is asked, and what it answers.
 *
 * The question is lines of text, a key and, after a blank, its value:
 *
 *   postmove 1              the version of this form
 *   match 117               the number of the board
 *   game NAME
 *   rules 1                 the version of its rules; without it, the newest
 *   options size=10         options that were set, as name=value; may be empty
 *   seats 2
 *   seat 1                  the program's own, from 1 on
 *   start POSITION          if the match did not begin from the first position of the game
 *   position POSITION       as it is now; the turns must lead to it
 *   turn 1 e1-d2            each turn of the record: the seat and the turn; may be many
 *   clock 86400             seconds that the program has left, if the match has a clock
 *   level 2                 how strong it is to play, 1 to 5, if somebody asked for that
 *   open draw               an offer of another player that waits for an answer: draw, undo, or
 *                           challenge
 *   offered draw            an offer of the program's own that waits
 *   end
 *
 * A reader skips keys that it does not know. The answer is one line: `move TURN`, `resign`,
 * `accept` or `reject` (what is open), or `draw` (offers one instead of a move). A reason
 * may follow `reject` when a draw is open: `early`, `ahead` or `moving` (the match still makes
 * progress). A line `chat TEXT` may stand before it: words for the others at the board.
 */
#ifndef POSTMOVE_QUESTION_H
#define POSTMOVE_QUESTION_H

#include <glib.h>
#include <stdbool.h>

#include "match/match.h"

enum {
    QUESTION_VERSION = 1,
    QUESTION_MAX = 2 * 1024 * 1024, /* bytes of a question */
    QUESTION_TURNS_MAX = 40000,     /* turns of its match */
    QUESTION_LEVEL_MAX = 9,         /* a program may know fewer levels */
    ANSWER_MAX = 2048,              /* bytes of an answer */
};

/* Offers that are open; bits. */
enum question_open {
    QUESTION_DRAW = 1,
    QUESTION_UNDO = 2,
    QUESTION_CHALLENGE = 4,
    QUESTION_OWN_DRAW = 8, /* of the program itself */
};

struct question {
    struct match *match;
    guint64 number; /* of the board; 0: not said */
    int seat;       /* the program's, from 0 on */
    gint64 clock;   /* seconds that it has left; G_MAXINT64: no limit */
    int level;      /* how strong it is to play; 0: not said */
    unsigned open;  /* enum question_open */
};

/* The lines of a question, which question_read reads back. Free with g_free. */
char *question_write(const struct question *question);

/* Reads a question and plays its turns. If it cannot be read, false with POSTMOVE_ERROR_NO, which
 * names the line. Clear with question_clear, also then. */
bool question_read(const char *text, struct question *question, GError **error);
void question_clear(struct question *question);

typedef struct question Question;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Question, question_clear)

/* What a program answers. */
struct answer {
    char
        *line; /* "move e1-d2", "resign", "accept", "reject", "reject early" and so on, or "draw" */
    char *chat; /* words for the others; NULL: none */
};

/* Reads what a program has printed (NULL if it has no bytes). False with POSTMOVE_ERROR_NO if it is
 * no answer: too long, not text, or with a line that is neither of those above. Clear with
 * answer_clear, also then. */
bool answer_read(const char *printed, size_t length, struct answer *answer, GError **error);
void answer_clear(struct answer *answer);

typedef struct answer Answer;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Answer, answer_clear)

#endif
