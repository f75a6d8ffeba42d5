/*
 * How strong the program that plays is: matches of two players, with results and error bars.
 *
 *   duel ROW ONE OTHER GAMES [FIRST]
 *
 * A row is a game and its options, as in "halma,size=10,players=4". A player is `1` to `5`, a level
 * of the program; `random`; `uct`, plain UCT over the same rules; a model of people
 * (tests/bench/models.h); or the file of another build of postmove, with a slash in it, which plays
 * at its highest level. With `@SECONDS` behind it a level or uct has so long for each turn; uct
 * has a second. A match of more than PLIES turns for each seat is open, and counts as a draw. The
 * same number of a match gives the same match, where time does not decide; FIRST is the first
 * number, so that several runs can share the work.
 *
 * ONE has one seat, another one in each match, and OTHER has all others. With SHARED=1 in the
 * environment they share the seats: over two matches, the first of an even number, each has every
 * seat once, and ONE wins if a seat of it does. So players of equal strength get 50 %, whatever the
 * number of seats. Games where seats win together cannot be shared.
 *
 * Prints a line: the row, the players, the share of points of ONE (a draw is half of one) with the
 * error of 95 %, won, drawn (and how many of them are open) and lost matches, turns a match, and
 * the mean and longest time of a processor for a turn of both. VERBOSE=1 tells of each match.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/bench/models.h"
#include "tests/bench/uct.h"
#include "tests/unit/games.h"

#include "base/random.h"
#include "match/match.h"
#include "match/turn.h"
#include "think/question.h"
#include "think/think.h"
#include "transport/program.h"

enum { PLIES = 200 }; /* turns for each seat */

struct contestant {
    const char *name;
    int level;                 /* 0: a model, UCT or chance plays */
    const struct model *model; /* or NULL */
    bool program;              /* `name` is a file, which is asked */
    bool uct;
    double seconds; /* 0: no limit */
    double spent, longest;
    guint turns;
};

static struct contestant contestant_named(const char *name)
{
    struct contestant who = { .name = name };
    const char *at = strchr(name, '@');
    who.program = strchr(name, '/') != NULL;
    who.level = g_ascii_isdigit(*name) ? (int)g_ascii_strtoll(name, NULL, 10) : 0;
    who.model = model_named(name);
    who.uct = g_str_has_prefix(name, "uct");
    if (who.level == 0 && who.model == NULL && !who.uct && !who.program &&
        !g_str_equal(name, "random")) {
        g_error("no player is called %s", name);
    }
    who.seconds = at != NULL ? g_ascii_strtod(at + 1, NULL) : who.uct ? 1 : 0;
    return who;
}

/* The whole turn that UCT finds, or chance. Free with g_free. */
static char *turn_by_chance(const struct match *match, const struct contestant *who, gint64 until)
{
    const struct game *game = match->game;
    struct position now = match->now;
    const int seat = game->actor(&now);
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(struct move));
    g_autoptr(GString) text = g_string_new(NULL);
    const gint64 begun = g_get_monotonic_time();
    for (bool first = true; first || !turn_complete(game, &now, seat); first = false) {
        g_array_set_size(moves, 0);
        const guint count = turn_decisions(game, &now, moves);
        struct move move = g_array_index(moves, struct move, random_below(count));
        if (who->uct) {
            /* Where a turn has two decisions, each gets half of the time. */
            const gint64 part = turn_final(game, &now) ? until : begun + (until - begun) / 2;
            const guint64 seed = (guint64)random_below(G_MAXINT32);
            move = uct_best(game, match->options.setup.seats, &now, seed, part);
        }
        turn_print(game, &now, &move, text);
        game->apply(&now, &move);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* The turn that another build of postmove answers at its highest level. Free with g_free. */
static char *turn_of_program(struct match *match, const char *file, guint64 number)
{
    enum { MINUTE = 60000 /* milliseconds */ };
    char *argv[] = { (char *)file, (char *)"think", NULL };
    const struct question asked = { .match = match,
                                    .number = number,
                                    .seat = match_actor(match),
                                    .clock = G_MAXINT64,
                                    .level = THINK_LEVELS,
                                    .open = QUESTION_OWN_DRAW };
    g_autofree char *text = question_write(&asked);
    g_autoptr(GBytes) input = g_bytes_new_static(text, strlen(text));
    struct asked_program program = { .argv = argv, .input = input, .milliseconds = MINUTE };
    program_ask(&program, 1, 1, ANSWER_MAX, NULL);
    g_autoptr(GBytes) printed = program.printed;
    g_autofree char *answer =
        printed != NULL ? g_strndup(g_bytes_get_data(printed, NULL), g_bytes_get_size(printed))
                        : NULL;
    g_strdelimit(g_strchomp(answer), "!", '\0');
    if (answer == NULL ||
        !(g_str_has_prefix(answer, "move ") || g_str_equal(answer, MATCH_RESIGN))) {
        g_error("%s: %s", file, answer != NULL ? answer : program.error->message);
    }
    return g_strdup(g_str_equal(answer, MATCH_RESIGN) ? answer : answer + strlen("move "));
}

static void play_turn(struct match *match, struct contestant *who, guint64 seed)
{
    const clock_t begun = clock();
    const gint64 until =
        who->seconds > 0 ? g_get_monotonic_time() + (gint64)(who->seconds * 1e6) : 0;
    g_autofree char *turn = NULL;
    if (who->level > 0) {
        struct thought thought;
        think_turn(match, who->level, seed, (gint64)(who->seconds * 1e6), &thought);
        turn = thought.turn;
    } else if (who->program) {
        turn = turn_of_program(match, who->name, seed);
    } else if (who->model != NULL) {
        turn = model_turn(who->model, match);
    } else {
        turn = turn_by_chance(match, who, until);
    }
    const double spent = (double)(clock() - begun) / CLOCKS_PER_SEC;
    who->spent += spent;
    who->longest = MAX(who->longest, spent);
    who->turns++;
    g_autoptr(GError) error = NULL;
    if (!match_record(match, match_actor(match), turn, &error)) {
        g_error("%s: %s", turn, error->message);
    }
}

/* True if ONE has that seat in match `number`. */
static bool seat_of_one(int seat, int seats, guint number)
{
    if (g_getenv("SHARED") == NULL) {
        return (guint)seat == number % (guint)seats;
    }
    const guint turned = ((guint)seat + number / 2) % (guint)seats;
    return (turned + number) % 2 == 0;
}

/* Plays a match; returns the points of ONE, in which a draw is half of one. `open`: it came to no
 * end. */
static double play_match(const struct match *start, struct contestant *one,
                         struct contestant *other, guint number, guint *turns, bool *open)
{
    random_seed(1, number);
    g_autoptr(Match) match = match_copy(start);
    const int seats = match->options.setup.seats;
    for (int seat = match_actor(match); seat >= 0 && match->turns->len < (guint)(PLIES * seats);
         seat = match_actor(match)) {
        play_turn(match, seat_of_one(seat, seats, number) ? one : other, number);
    }
    *turns = match->turns->len;
    *open = !match->result.over;
    if (*open || match->result.drawn) {
        return 0.5;
    }
    for (int seat = 0; seat < seats; seat++) {
        if (match->result.place[seat] == 1 && seat_of_one(seat, seats, number)) {
            return 1;
        }
    }
    return 0;
}

/* True if seats win together. */
static bool seats_win_together(const struct match *match)
{
    bool together = false;
    for (int seat = 0; seat < match->options.setup.seats; seat++) {
        together = together || match_side(match, seat) != seat;
    }
    return together;
}

int main(int argc, char **argv)
{
    if (argc < 5 || argc > 6 || g_ascii_strtoll(argv[4], NULL, 10) < 1) {
        fputs("usage: duel ROW ONE OTHER GAMES [FIRST]\n", stderr);
        return 2;
    }
    random_init();
    g_auto(GStrv) words = g_strsplit(argv[1], ",", -1);
    g_autofree char *joined = g_strjoinv(" -", words); /* "halma -size=10 -players=4" */
    const char *options = strchr(joined, ' ') != NULL ? strchr(joined, ' ') + 1 : "";
    g_autoptr(Match) start = match_begun(game_named(words[0]), options, NULL);
    struct contestant one = contestant_named(argv[2]), other = contestant_named(argv[3]);
    const guint games = (guint)g_ascii_strtoll(argv[4], NULL, 10);
    const guint first = argc == 6 ? (guint)g_ascii_strtoll(argv[5], NULL, 10) : 0;
    if (g_getenv("SHARED") != NULL && seats_win_together(start)) {
        fputs("duel: seats that win together cannot be shared\n", stderr);
        return 2;
    }
    guint won = 0, drawn = 0, opened = 0, all_turns = 0;
    for (guint i = 0; i < games; i++) {
        guint turns = 0;
        bool open = false;
        const double points = play_match(start, &one, &other, first + i, &turns, &open);
        opened += open ? 1 : 0;
        won += points > 0.75 ? 1 : 0;
        drawn += points > 0.25 && points < 0.75 ? 1 : 0;
        all_turns += turns;
        if (g_getenv("VERBOSE") != NULL) {
            fprintf(stderr, "%u: %.1f in %u turns\n", i + 1, points, turns);
        }
    }
    const double share = (won + drawn / 2.0) / games;
    const double error = 1.96 * sqrt(MAX(share * (1 - share), 0.25 / games) / games);
    printf("%-28s %8s v %-8s %5.1f %% +-%4.1f  won %u drawn %u (open %u) lost %u  turns %u  "
           "s/turn %.3f %.3f  longest %.2f %.2f\n",
           argv[1], argv[2], argv[3], 100 * share, 100 * error, won, drawn, opened,
           games - won - drawn, all_turns / games, one.spent / MAX(one.turns, 1),
           other.spent / MAX(other.turns, 1), one.longest, other.longest);
    return 0;
}
