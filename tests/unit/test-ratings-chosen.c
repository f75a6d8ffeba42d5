/*
 * Why GLICKO_PERIOD and GLICKO_TAU are what they are: 1,000 players, whose true strengths are known
 * and drift, play for eight years, and each match is predicted from what ratings say before its
 * result counts. The lower the log loss, the better the predictions. The table is printed; with
 * other numbers in glicko.h, or in the drift below, it tells what to choose.
 *
 * Strengths have a deviation of 300 points and drift by 60 in a year. A match takes two weeks to a
 * year; one in ten is drawn. Everybody plays 24 on average.
 */
#include "ratings/glicko.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { PLAYERS = 1000, MATCHES = 12000, YEARS = 8, DAY = 86400, WEEKS = 2 };

static const double year = 365.25;

/* Numbers that are the same everywhere, from 0 to 1. */
static guint64 seed;

static double chance(void)
{
    seed = seed * G_GUINT64_CONSTANT(6364136223846793005) + G_GUINT64_CONSTANT(1442695040888963407);
    return (double)(seed >> 11) / 9007199254740992.0;
}

/* About normally distributed, with a deviation of 1. */
static double scatter(void)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        sum += chance();
    }
    return sum;
}

struct match {
    double ended; /* days */
    int player[2];
    double score; /* of the first */
};

static struct match matches[MATCHES];

static int later(const void *one, const void *other)
{
    const double a = ((const struct match *)one)->ended, b = ((const struct match *)other)->ended;
    return (a > b) - (a < b);
}

/* Whoever has joined by that day. */
static int somebody(double day, const double *joined)
{
    int player;
    do {
        player = (int)(chance() * PLAYERS);
    } while (joined[player] > day);
    return player;
}

/* Plays all matches, in the order of their ends. */
static void play(void)
{
    static double strength[PLAYERS], seen[PLAYERS], joined[PLAYERS];
    seed = 1;
    for (int i = 0; i < PLAYERS; i++) {
        strength[i] = 300 * scatter();
        joined[i] = seen[i] = i < PLAYERS / 10 ? 0 : chance() * (YEARS - 2) * year;
    }
    for (int i = 0; i < MATCHES; i++) {
        struct match *match = &matches[i];
        const double begun = chance() * YEARS * year;
        match->ended = begun + 7 * WEEKS + chance() * (year - 7 * WEEKS);
        match->player[0] = somebody(begun, joined);
        do {
            match->player[1] = somebody(begun, joined);
        } while (match->player[1] == match->player[0]);
    }
    qsort(matches, MATCHES, sizeof(matches[0]), later);
    for (int i = 0; i < MATCHES; i++) {
        struct match *match = &matches[i];
        for (int side = 0; side < 2; side++) {
            const int player = match->player[side];
            strength[player] += 60 * sqrt((match->ended - seen[player]) / year) * scatter();
            seen[player] = match->ended;
        }
        const double ahead = strength[match->player[0]] - strength[match->player[1]];
        const bool won = chance() < 1 / (1 + pow(10, -ahead / 400));
        match->score = chance() < 0.1 ? 0.5 : won;
    }
}

static double loss(double score, double predicted)
{
    return -(score * log(predicted) + (1 - score) * log(1 - predicted));
}

/* The mean log loss of Elo's predictions, with K 32. */
static double elo_loss(void)
{
    static double rating[PLAYERS];
    double sum = 0;
    for (int i = 0; i < PLAYERS; i++) {
        rating[i] = 1500;
    }
    for (int i = 0; i < MATCHES; i++) {
        double *const one = &rating[matches[i].player[0]], *const two =
                                                               &rating[matches[i].player[1]];
        const double predicted = 1 / (1 + pow(10, (*two - *one) / 400));
        sum += loss(matches[i].score, predicted);
        *one += 32 * (matches[i].score - predicted);
        *two -= 32 * (matches[i].score - predicted);
    }
    return sum / MATCHES;
}

/* What the paper expects of one player against another. */
static double glicko_expected(const struct glicko *one, const struct glicko *other)
{
    const double scale = 173.7178, phi = hypot(one->deviation, other->deviation) / scale;
    const double g = 1 / sqrt(1 + 3 * phi * phi / (G_PI * G_PI));
    return 1 / (1 + exp(-g * (one->rating - other->rating) / scale));
}

static double glicko_loss(double period, double tau)
{
    static struct glicko rating[PLAYERS];
    static double last[PLAYERS];
    double sum = 0;
    for (int i = 0; i < PLAYERS; i++) {
        rating[i] = GLICKO_BEGIN;
        last[i] = 0;
    }
    for (int i = 0; i < MATCHES; i++) {
        const struct match *match = &matches[i];
        struct glicko before[2];
        for (int side = 0; side < 2; side++) {
            const int player = match->player[side];
            glicko_wait(&rating[player], (match->ended - last[player]) / period);
            last[player] = match->ended;
            before[side] = rating[player];
        }
        sum += loss(match->score, glicko_expected(&before[0], &before[1]));
        for (int side = 0; side < 2; side++) {
            const struct glicko_result result = { .opponent = before[1 - side],
                                                  .score =
                                                      side == 0 ? match->score : 1 - match->score,
                                                  .weight = 1 };
            glicko_count(&rating[match->player[side]], &result, 1, tau);
        }
    }
    return sum / MATCHES;
}

static void test_chosen(void)
{
    static const double periods[] = { 7, 15, 30, 60, 90, 180 }, taus[] = { 0.2, 0.5, 0.8, 1.2 };
    play();
    const double elo = elo_loss();
    const double chosen = glicko_loss((double)GLICKO_PERIOD / DAY, GLICKO_TAU);
    double best = chosen;
    for (size_t i = 0; i < G_N_ELEMENTS(periods); i++) {
        g_autoptr(GString) line = g_string_new(NULL);
        for (size_t j = 0; j < G_N_ELEMENTS(taus); j++) {
            const double each = glicko_loss(periods[i], taus[j]);
            best = fmin(best, each);
            g_string_append_printf(line, "  tau %.1f: %.4f", taus[j], each);
        }
        g_test_message("period %3.0f days%s", periods[i], line->str);
    }
    g_test_message("chosen: %.4f; Elo with K 32: %.4f", chosen, elo);
    g_assert_cmpfloat(chosen, <, elo);
    g_assert_cmpfloat(chosen, <, best + 0.001);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ratings/chosen", test_chosen);
    return g_test_run();
}
