/*
 * lessons.h: the tutorial of a game, read from its page tutorial/GAME of templates/.
 *
 * A lesson is a position, words about it, and the answers that pass it. The page:
 *
 *     # TITLE
 *     options: size=8          as a record has them; without this line, the game's defaults
 *     position: TEXT           without this line, the first position
 *     answers: e1-e2 e1-d2     turns as a record has them, the words draw or undo, or
 *                              the word any for every legal turn
 *     comment: wanted          the task asks for a comment; without this line, one is taken
 *                              but not asked for
 *     right: WORDS             one line for a reader who has passed
 *     hint: WORDS              one line for a reader who played something else; left out if
 *                              any turn passes
 *
 *     Words about the position, any number of lines, down to the next "# " or the end.
 *
 * Limits: LESSONS_MAX lessons, LESSONS_BYTES_MAX bytes. The tests want four lessons or more of
 * each game, and `comment: wanted` in one of them.
 */
#ifndef POSTMOVE_RENDER_LESSONS_H
#define POSTMOVE_RENDER_LESSONS_H

#include <glib.h>
#include <stdbool.h>

#include "match/match.h"

enum { LESSONS_MAX = 12, LESSONS_BYTES_MAX = 32 * 1024, LESSONS_ANSWERS_MAX = 40 };

struct lesson {
    char *title, *text, *right, *hint;
    char *options;  /* "": the game's defaults */
    char *position; /* NULL: the first one */
    char **answers; /* at least one; NULL at the end */
    bool comment;   /* the task asks for one */
};

/* Reads the lessons (struct lesson) of a page. Free with g_ptr_array_unref. NULL if the page is
 * faulty, and *fault says why, for tests and for authors: "beginning", "too-long", "too-many",
 * "head" (a line of the head that is none of the above), "blank-answer", or "no-" and what is
 * missing: title, words, right, answers, hint. */
GPtrArray *lessons_read(const char *page, const char **fault);

/* A match that begins with the lesson's position; NULL if the options or the position are wrong.
 * Free with match_free. */
struct match *lesson_match(const struct lesson *lesson, const struct game *game);

/* True if `answer` passes the lesson: a turn as a record has it, or a word. `turn`: it is a legal
 * turn, so that the word any accepts it. */
bool lesson_takes(const struct lesson *lesson, const char *answer, bool turn);
#endif
