/*
 * lessons.h: the lessons of a game, read from its page tutorial/GAME of templates/.
 *
 * A lesson is a position, words about it, and the answers that pass it. The page:
 *
 *     # TITLE
 *     options: size=8          as a record has them; none of them: the game's own
 *     position: TEXT           none: the first position
 *     answers: e1-e2 e1-d2     turns as a record has them, the words draw or undo, or
 *                              the word any for every legal turn
 *     comment: wanted          none: a comment is taken, but not asked for
 *     right: WORDS             said to who has passed, one line
 *     hint: WORDS              said to who played something else, one line; not where any
 *                              turn will do
 *
 *     Words about the position, any number of lines, down to the next "# " or the end.
 *
 * Limits: LESSONS_MAX lessons, LESSONS_BYTES_MAX bytes.
 */
#ifndef POSTMOVE_PLAY_LESSONS_H
#define POSTMOVE_PLAY_LESSONS_H

#include <glib.h>
#include <stdbool.h>

#include "letters/run.h"
#include "match/match.h"

enum { LESSONS_MAX = 12, LESSONS_BYTES_MAX = 32 * 1024, LESSONS_ANSWERS_MAX = 40 };

struct lesson {
    char *title, *text, *right, *hint;
    char *options;  /* "": the game's own */
    char *position; /* NULL: the first one */
    char **answers; /* at least one; NULL at the end */
    bool comment;   /* wanted */
};

/* The lessons (struct lesson) of a page; the caller's. NULL if it is no such page, and
 * *fault says why, for tests and whoever writes lessons: "beginning", "too-long",
 * "too-many", "head" (a line of one that is none), "blank-answer", or "no-" and what is
 * missing: title, words, right, answers, hint. */
GPtrArray *lessons_read(const char *page, const char **fault);

/* A match that begins where the lesson does; the caller's. NULL: it cannot. */
struct match *lesson_match(const struct lesson *lesson, const struct game *game);

/* Whether that turn, as a record has it, or word passes the lesson; any legal turn
 * does where the lesson says so. */
bool lesson_takes(const struct lesson *lesson, const char *answer, bool turn);

/* The page of a game's lessons; NULL: it has none. Owned by the words. */
const char *lessons_page(const struct run *run, const struct game *game);

#endif
