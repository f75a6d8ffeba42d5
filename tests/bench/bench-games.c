/*
 * How fast games list and play their moves, by the interface of game.h alone.
 *
 *   bench-games [ROW ...]       a table: all rows below, or those given
 *   bench-games --nodes ROW     for a profiler: perft once, within `profiled`;
 *                               prints the row and the nodes counted there
 *
 * A row is a game and its options, as in "halma,size=10,players=4". +8 behind
 * them begins after eight moves by chance: where set-up is over, say. Rows below
 * whose game is not built in are left out; a game without a row gets one. Each figure is taken in
 * several rounds by the clock of the processor; best and median are printed. A move is one
 * decision, and so is a ply:
 *
 *   turns-201   lists of all legal moves a second, in random games of at most
 *   moves-201   201 plies; moves on those lists a second
 *   whole-201   whole turns listed a second there: of each move that leaves its
 *               turn incomplete, all that can follow it (-: a turn is a move)
 *   turns-1000  the same where a game may have 1000 plies
 *   moves-1000
 *   playouts    random games a second, of at most 1000 plies
 *   perft       leaves a second, each move of the last ply made on a copy
 *   bulk        leaves a second, the last ply listed only
 *   bytes       of a position
 *
 * BENCH_SECONDS is the time of one figure in one round (0.2), BENCH_ROUNDS how
 * many rounds there are (5).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/unit/games.h"

enum {
    MOVES_MAX = 4096,
    DEPTH_MAX = 12,
    ROUNDS_MAX = 99,
    NODES_PROFILED = 10000, /* at least so many, if so many there are */
};

static const char *const rows[] = {
    "halma",
    "halma,super=1",
    "halma,players=4",
    "halma,size=10",
    "halma,size=16",
    "halma,size=16,players=4",
    "embargo",
    "embargo,yard=4",
    "embargo,players=4",
    "chinesecheckers",
    "chinesecheckers,super=1",
    "chinesecheckers,sets=3",
    "chinesecheckers,players=3",
    "chinesecheckers,players=3,sets=2",
    "chinesecheckers,players=4",
    "chinesecheckers,players=6",
    "emergo",
    "emergo+40",
    "emergo,size=7",
    "emergo,setup=1",
    "entrapment",
    "entrapment+6",
    "entrapment+40",
    "entrapment,stick=1+6",
    NULL,
};

enum figure {
    TURNS_201,
    MOVES_201,
    WHOLE_201,
    TURNS_1000,
    MOVES_1000,
    PLAYOUTS,
    PERFT,
    BULK,
    FIGURES
};

static const char *const titles[FIGURES] = { "turns-201",  "moves-201", "whole-201", "turns-1000",
                                             "moves-1000", "playouts",  "perft",     "bulk" };

struct bench {
    const struct game *game;
    struct position start;
    uint64_t chance;
    bool made;                      /* perft makes the moves of the last ply */
    int depth[2];                   /* of perft, by `made` */
    struct move (*list)[MOVES_MAX]; /* one for each depth */
};

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* A number below `bound`; xorshift64*, so cheap that it does not show. */
static size_t chance_below(struct bench *bench, size_t bound)
{
    bench->chance ^= bench->chance >> 12;
    bench->chance ^= bench->chance << 25;
    bench->chance ^= bench->chance >> 27;
    const uint64_t number = bench->chance * 0x2545f4914f6cdd1d >> 32;
    return (size_t)(number * bound >> 32);
}

/* ---- whole turns ---- */

/* How many whole turns begin with the `count` moves listed at a depth. The
 * moves that may follow are listed in full at the next one. */
static uint64_t list_whole(struct bench *bench, const struct position *position, int depth,
                           size_t count)
{
    const struct game *game = bench->game;
    const int seat = game->actor(position);
    uint64_t turns = 0;
    if (game->final == NULL || game->final(position)) {
        return count;
    }
    for (size_t i = 0; i < count; i++) {
        struct position after;
        memcpy(&after, position, game->size);
        game->apply(&after, &bench->list[depth][i]);
        if (game_between(game, &after) || game->actor(&after) != seat) {
            turns++;
        } else {
            const size_t next = game->moves(&after, bench->list[depth + 1], MOVES_MAX);
            turns += list_whole(bench, &after, depth + 1, next);
        }
    }
    return turns;
}

/* ---- random games ---- */

struct tally {
    uint64_t games, turns, moves, whole;
};

/* A game of at most so many plies; `whole`: whole turns are listed too. */
static void play_game(struct bench *bench, int plies, bool whole, struct tally *tally)
{
    const struct game *game = bench->game;
    struct position now = bench->start;
    for (int ply = 0; ply < plies; ply++) {
        const size_t count = game->moves(&now, bench->list[0], MOVES_MAX);
        if (count == 0) {
            break;
        }
        if (whole && game_between(game, &now)) {
            tally->whole += list_whole(bench, &now, 0, count);
        }
        game->apply(&now, &bench->list[0][chance_below(bench, count)]);
        tally->turns++;
        tally->moves += count;
    }
    tally->games++;
}

/* Whole games until the time is over; gives the time they took. */
static double play(struct bench *bench, int plies, bool whole, double seconds, struct tally *tally)
{
    const double begin = processor_seconds();
    double taken = 0;
    while (taken < seconds) {
        play_game(bench, plies, whole, tally);
        taken = processor_seconds() - begin;
    }
    return taken;
}

/* ---- perft ---- */

static uint64_t count_leaves(struct bench *bench, const struct position *position, int depth)
{
    const struct game *game = bench->game;
    struct move *list = bench->list[depth - 1];
    const size_t count = game->moves(position, list, MOVES_MAX);
    uint64_t leaves = 0;
    if (depth == 1 && !bench->made) {
        return count;
    }
    for (size_t i = 0; i < count; i++) {
        struct position after;
        memcpy(&after, position, game->size);
        game->apply(&after, &list[i]);
        leaves += depth == 1 ? 1 : count_leaves(bench, &after, depth - 1);
    }
    return leaves;
}

static double count_timed(struct bench *bench, int depth, uint64_t *leaves)
{
    const double begin = processor_seconds();
    *leaves = count_leaves(bench, &bench->start, depth);
    return processor_seconds() - begin;
}

/* The greatest depth that, as far as can be foretold, fits into the time. */
static int depth_within(struct bench *bench, double seconds)
{
    uint64_t leaves = 1, before;
    int depth = 0;
    double taken;
    do {
        before = leaves;
        taken = count_timed(bench, ++depth, &leaves);
    } while (depth < DEPTH_MAX && leaves > 0 &&
             taken * (double)leaves / (double)before < 1.5 * seconds);
    return depth;
}

/* Leaves a second. */
static double count_for(struct bench *bench, bool made, double seconds)
{
    uint64_t leaves, total = 0;
    double taken = 0;
    bench->made = made;
    while (taken < seconds) {
        taken += count_timed(bench, bench->depth[made], &leaves);
        total += leaves;
    }
    return (double)total / taken;
}

/* ---- figures ---- */

static void take_round(struct bench *bench, double seconds, double figure[FIGURES])
{
    const bool has_whole = bench->game->final != NULL;
    struct tally some = { 0 }, whole = { 0 }, many = { 0 };
    const double short_time = play(bench, 201, false, seconds, &some);
    const double whole_time = has_whole ? play(bench, 201, true, seconds, &whole) : 1;
    const double long_time = play(bench, 1000, false, seconds, &many);
    figure[TURNS_201] = (double)some.turns / short_time;
    figure[MOVES_201] = (double)some.moves / short_time;
    figure[WHOLE_201] = (double)whole.whole / whole_time;
    figure[TURNS_1000] = (double)many.turns / long_time;
    figure[MOVES_1000] = (double)many.moves / long_time;
    figure[PLAYOUTS] = (double)many.games / long_time;
    figure[PERFT] = count_for(bench, true, seconds);
    figure[BULK] = count_for(bench, false, seconds);
}

static int by_size(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static void print_line(const struct bench *bench, const char *row, const char *which,
                       const double figure[FIGURES])
{
    printf("%-34s %-6s", row, which);
    for (int i = 0; i < FIGURES; i++) {
        if (i == WHOLE_201 && bench->game->final == NULL) {
            printf(" %11s", "-");
        } else {
            printf(" %11.0f", figure[i]);
        }
    }
    printf(" %6zu\n", bench->game->size);
    fflush(stdout);
}

static void print_head(void)
{
    printf("%-34s %-6s", "row", "of");
    for (int i = 0; i < FIGURES; i++) {
        printf(" %11s", titles[i]);
    }
    printf(" %6s\n", "bytes");
}

static void measure(struct bench *bench, const char *row, double seconds, int rounds)
{
    double taken[FIGURES][ROUNDS_MAX], figure[FIGURES], best[FIGURES], median[FIGURES];
    for (int made = 0; made <= 1; made++) {
        bench->made = made;
        bench->depth[made] = depth_within(bench, seconds);
    }
    for (int round = 0; round < rounds; round++) {
        take_round(bench, seconds, figure);
        for (int i = 0; i < FIGURES; i++) {
            taken[i][round] = figure[i];
        }
    }
    for (int i = 0; i < FIGURES; i++) {
        qsort(taken[i], (size_t)rounds, sizeof taken[i][0], by_size);
        best[i] = taken[i][rounds - 1];
        median[i] = taken[i][rounds / 2];
    }
    print_line(bench, row, "best", best);
    print_line(bench, row, "median", median);
}

/* ---- rows ---- */

/* Plays so many moves by chance, which are the same ones in every run. */
static void open_by_chance(struct bench *bench, long plies)
{
    for (long ply = 0; ply < plies; ply++) {
        const size_t count = bench->game->moves(&bench->start, bench->list[0], MOVES_MAX);
        g_assert_cmpuint(count, >, 0);
        bench->game->apply(&bench->start, &bench->list[0][chance_below(bench, count)]);
    }
}

/* False, with nothing said, if the game is not built in. */
static bool bench_begin(struct bench *bench, const char *row)
{
    static struct move list[DEPTH_MAX][MOVES_MAX];
    g_auto(GStrv) opening = g_strsplit(row, "+", 2);
    g_auto(GStrv) part = g_strsplit(opening[0], ",", 2);
    g_autofree char *options = g_strdelimit(g_strdup(part[1] == NULL ? "" : part[1]), ",", ' ');
    struct note note = { .key = NULL };
    *bench = (struct bench){ .game = registry_find(part[0]),
                             .chance = 0x9e3779b97f4a7c15,
                             .list = list };
    if (bench->game == NULL) {
        return false;
    }
    const struct setup setup = setup_for(bench->game, options);
    if (!bench->game->setup(&bench->start, &setup, &note)) {
        g_error("%s: %s", row, note.key);
    }
    open_by_chance(bench, opening[1] == NULL ? 0 : strtol(opening[1], NULL, 10));
    return true;
}

__attribute__((noinline)) static uint64_t profiled(struct bench *bench, int depth)
{
    return count_leaves(bench, &bench->start, depth);
}

static void profile(struct bench *bench, const char *row)
{
    int depth = 1;
    bench->made = true;
    for (uint64_t leaves = 0; depth < DEPTH_MAX; depth++) {
        leaves = count_leaves(bench, &bench->start, depth);
        if (leaves == 0 || leaves >= NODES_PROFILED) {
            break;
        }
    }
    printf("%s %llu\n", row, (unsigned long long)profiled(bench, depth));
}

/* True if a row above is of that game. */
static bool has_row(const char *game)
{
    bool found = false;
    for (const char *const *row = rows; *row != NULL; row++) {
        found |= strcspn(*row, ",+") == strlen(game) && g_str_has_prefix(*row, game);
    }
    return found;
}

static double number_from(const char *name, double otherwise)
{
    const char *text = getenv(name);
    return text == NULL ? otherwise : g_ascii_strtod(text, NULL);
}

static void bench_row(const char *row, bool profiling, double seconds, int rounds)
{
    struct bench bench;
    if (bench_begin(&bench, row)) {
        profiling ? profile(&bench, row) : measure(&bench, row, seconds, rounds);
    }
}

int main(int argc, char **argv)
{
    const bool profiling = argc > 1 && strcmp(argv[1], "--nodes") == 0;
    const double seconds = number_from("BENCH_SECONDS", 0.2);
    const int rounds = CLAMP((int)number_from("BENCH_ROUNDS", 5), 1, ROUNDS_MAX);
    const char *const *given = argc > 1 ? (const char *const *)argv + 1 + profiling : rows;
    if (!profiling) {
        print_head();
    }
    for (; *given != NULL; given++) {
        bench_row(*given, profiling, seconds, rounds);
    }
    for (const char *const *name = registry_names(); argc == 1 && *name != NULL; name++) {
        if (!has_row(*name)) {
            bench_row(*name, false, seconds, rounds);
        }
    }
    return 0;
}
