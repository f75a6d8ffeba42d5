/* postmove think: a program that plays. It reads a question (think/question.h) and answers it. */
#include <stdio.h>

#include "base/error.h"
#include "cli/workspace.h"
#include "think/question.h"
#include "think/think.h"
#include "think/turning.h"

enum {
    LEVEL_DEFAULT = 3,
    RESIGNS_FROM = 3, /* the lowest level that resigns what is lost */
    DRAWS_FROM = 20,  /* turns of a match of two after which it may accept a draw */
    DRAWS_AHEAD = 2 * THINK_EVEN,
    DRAWS_NODES = 65000, /* positions that it looks at for that */
    DRAWS_STALLED = 30,  /* in any match it accepts one after so many without a step forward; in one
                            of two it offers one whenever so many more have gone by */
    TIME_LEAST = 100000, /* microseconds for an answer, even if the clock has run out */
    ANALYSIS_TIME = 25000000, /* microseconds for a whole match; a guard for slow machines */
};

/* Reads all of standard input, up to a limit. Free with g_free. NULL with an error. */
static char *read_question(GError **error)
{
    g_autofree char *text = g_malloc(QUESTION_MAX + 1);
    const size_t length = fread(text, 1, QUESTION_MAX, stdin);
    if (ferror(stdin) != 0 || length == QUESTION_MAX) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    ferror(stdin) != 0 ? "the question cannot be read"
                                       : "the question is too long");
        return NULL;
    }
    text[length] = '\0';
    return g_steal_pointer(&text);
}

/* The answer to the offer of a draw. It judges as well as it can, whatever its level. A game
 * without a place to go to has not stalled while it stands much better. */
static const char *answer_draw(const struct match *match, int seat, gint64 time)
{
    const bool two = match->options.setup.seats == 2;
    const bool early = match->turns->len < DRAWS_FROM;
    const bool stalled = match_stalled(match) >= DRAWS_STALLED;
    if (stalled && match->game->distance != NULL) {
        return "accept";
    }
    if (!two || early) {
        return early ? "reject early" : "reject moving";
    }
    struct thought thought;
    think_well(match, DRAWS_NODES, time, &thought);
    g_free(thought.turn);
    const int score = match_actor(match) == seat ? thought.score : -thought.score;
    return score <= (stalled ? DRAWS_AHEAD : THINK_EVEN) ? "accept" : "reject ahead";
}

/* True at the turns of a match of two in which it offers a draw, if it is even. */
static bool is_stuck(const struct match *match)
{
    const guint stalled = match_stalled(match);
    return stalled >= DRAWS_STALLED && stalled % DRAWS_STALLED < 2;
}

/* Answers what another player offers, or moves. */
static void answer(const struct question *question, int level, guint64 seed)
{
    const struct match *match = question->match;
    const bool to_move = match_actor(match) == question->seat;
    const bool two = match->options.setup.seats == 2;
    if ((question->open & (QUESTION_CHALLENGE | QUESTION_UNDO)) != 0) {
        g_print("accept\n");
        return;
    }
    if (match_actor(match) < 0 || (!to_move && question->open == 0)) {
        return;
    }
    /* A quarter of what is left on a short clock. */
    const gint64 left = MIN(question->clock, G_MAXINT32) * G_USEC_PER_SEC / 4 / THINK_TIME_WIDE;
    const gint64 time = CLAMP(left, TIME_LEAST, THINK_TIME_MOST);
    if ((question->open & QUESTION_DRAW) != 0) {
        g_print("%s\n", answer_draw(match, question->seat, time));
        return;
    }
    if (!to_move) {
        return;
    }
    struct thought thought;
    think_turn(match, level, seed, time, &thought);
    g_autofree char *turn = thought.turn;
    if (two && thought.lost && level >= RESIGNS_FROM) {
        g_print("resign\n");
    } else if (two && ABS(thought.score) <= THINK_EVEN && is_stuck(match) &&
               (question->open & QUESTION_OWN_DRAW) == 0) {
        g_print("draw\n");
    } else {
        g_print("move %s%s\n", turn, thought.costly ? "!" : "");
    }
}

/* Prints the turning points of the match, and `end`. */
static void analyse(const struct match *match)
{
    g_autoptr(GArray) points = turning_points(match, ANALYSIS_TIME);
    for (guint i = 0; i < points->len; i++) {
        const struct turning_point *point = &g_array_index(points, struct turning_point, i);
        g_print("turn %u %s\n", point->turn + 1, point->better);
    }
    g_print("end\n");
}

static bool think(struct act *act)
{
    gint64 level = LEVEL_DEFAULT, seed = -1;
    g_auto(Question) question = { 0 };
    if (!act_number(act, "level", 1, THINK_LEVELS, &level) ||
        !act_number(act, "seed", 0, G_MAXUINT32, &seed)) {
        return false;
    }
    g_autofree char *text = read_question(&act->error);
    if (text == NULL || !question_read(text, &question, &act->error)) {
        return false;
    }
    if (act_has(act, "analyse") && question.match->options.setup.seats != 2) {
        return act_misused(act, "--analyse is for matches of two");
    }
    if (act_has(act, "analyse")) {
        analyse(question.match);
        return true;
    }
    /* A level of another program may be higher than ours. */
    answer(&question, question.level != 0 ? MIN(question.level, THINK_LEVELS) : (int)level,
           seed >= 0 ? (guint64)seed : question.number);
    return true;
}

const struct part cli_think[] = {
    { NULL, 0, 0, "level# seed# analyse", .bare = true, .wordless = true, .run = think },
    { 0 },
};
