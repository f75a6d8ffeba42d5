/*
 * plan_lines.h: the lines of a plan, as text: what a player answers if the others play so.
 *
 *   if c9-e5 then d3-d4; if c9-e5 d3-d4 e5-e6 then d4-d5; if c9-b8 or c9-d8 then e1-e2; else stop
 *
 * A line may begin with `when`, too. It has turns, in the order in which they are to be played, and
 * behind `then` the answer. The turns are those of all seats, the planner's own too. Between turns
 * `or` stands for either; a line is kept for each of them. `any` stands for every turn. Of several
 * lines the first that fits counts. `else` says what follows if none fits any more: `stop`, which
 * need not be said, or `resign`. Lines end where the next `if` begins; `;`, line ends and a final
 * full stop mean nothing. Forced passes belong to no line, and `pass` among the turns is left out.
 *
 * This file knows no game: a turn is squares and signs without blanks, as line.h tells them from
 * words. play/plans.h tries the turns, and follows the lines in a match.
 */
#ifndef POSTMOVE_PLAN_LINES_H
#define POSTMOVE_PLAN_LINES_H

#include <glib.h>
#include <stdbool.h>

enum {
    PLAN_LINES_MAX = 24, /* lines of a plan, one for each turn of an `or` */
    PLAN_TURNS_MAX = 12, /* turns of a line before its answer */
};

/* The turn that does not matter. */
#define PLAN_ANY "any"

struct plan_line {
    char **turns; /* that are to be played first, at least one; NULL at the end */
    char *answer; /* the planner's turn behind them; `!` at its end confirms it */
};

struct plan_lines {
    GPtrArray *lines; /* struct plan_line * */
    bool resigns;     /* else resign */
};

void plan_lines_clear(struct plan_lines *plan);
typedef struct plan_lines PlanLines;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(PlanLines, plan_lines_clear)

/* Reads a text, plain or in any case. NULL, or the key of a refusal (group "command"):
 *   plan-form     it has no such form
 *   plan-no-then  a line does not say what to answer
 *   plan-long     more lines or turns than a plan may have
 * Clear with plan_lines_clear in any case. */
const char *plan_lines_read(const char *text, struct plan_lines *plan);

/* The text of all lines, which plan_lines_read reads to the same plan. Free with g_free. */
char *plan_lines_text(const struct plan_lines *plan);

/* "if c9-e5 then d3-d4". Free with g_free. */
char *plan_line_text(const struct plan_line *line);

/* True if a line of a mail has words of a plan alone: below one it goes on with it. */
bool plan_goes_on(const char *text);

#endif
