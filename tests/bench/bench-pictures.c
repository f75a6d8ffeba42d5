/*
 * How long the picture of a board takes, and how many bytes it has.
 *
 *   bench-pictures [ROW ...]    a table: all rows below, or those of them that are given
 *
 * A row is a game and its options, as in "halma,size=10,players=4". Pictures are of the positions
 * of random games of at most 100 turns, from each seat. Times are milliseconds of the processor:
 *
 *   begun       to draw the first picture
 *   each        another picture
 *   bytes       of a picture, on average
 *   most        of the largest
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "render/picture.h"
#include "tests/unit/games.h"

enum { TURNS = 100, GAMES = 3, MOVES_MAX = 4096 };

static const char *const rows[] = {
    "halma",
    "halma,size=16,players=4",
    "embargo,players=4",
    "chinesecheckers",
    "chinesecheckers,players=6",
    "chinesecheckers,players=3,sets=2",
    "emergo",
    "entrapment",
};

static double milliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

static void fail(const char *row, const char *why)
{
    fprintf(stderr, "bench-pictures: %s: %s\n", row, why);
    exit(EXIT_FAILURE);
}

struct figures_of_row {
    double begun, all; /* milliseconds */
    size_t bytes, most;
    int pictures; /* but the first */
};

/* Plays one turn of any legal moves. Returns how many there are. */
static size_t play_turn(const struct game *game, struct position *now, GRand *chance,
                        struct move *last)
{
    static struct move moves[MOVES_MAX];
    size_t count = 0;
    do {
        const size_t legal = MIN(game->moves(now, moves, MOVES_MAX), (size_t)MOVES_MAX);
        last[count] = moves[g_rand_int_range(chance, 0, (gint32)legal)];
        game->apply(now, &last[count++]);
    } while (game->actor(now) >= 0 && !game_between(game, now));
    return count;
}

static void draw(const struct diagram *diagram, const char *row, struct figures_of_row *found)
{
    const double start = milliseconds();
    g_autoptr(GBytes) png = picture_png(diagram, NULL, NULL);
    if (png == NULL) {
        fail(row, "cannot be drawn");
    }
    found->all += milliseconds() - start;
    found->bytes += g_bytes_get_size(png);
    found->most = MAX(found->most, g_bytes_get_size(png));
    found->pictures++;
}

static void measure(const char *row)
{
    g_auto(GStrv) parts = g_strsplit(row, ",", 2);
    g_autofree char *text = g_strdelimit(g_strdup(parts[1] != NULL ? parts[1] : ""), ",", ' ');
    const struct game *game = game_named(parts[0]);
    const struct setup setup = setup_for(game, text);
    g_autoptr(GRand) chance = g_rand_new_with_seed(1);
    struct figures_of_row found = { 0 };
    const double start = milliseconds();
    for (int i = 0; i < GAMES; i++) {
        struct position now, before;
        struct note note;
        struct move last[TURN_DECISIONS_MAX];
        size_t count = 0;
        memset(&now, 0, sizeof now);
        if (!game->setup(&now, &setup, &note)) {
            fail(row, note.key);
        }
        for (int turn = 0; turn < TURNS && game->actor(&now) >= 0; turn++) {
            before = now;
            count = play_turn(game, &now, chance, last);
            draw(&(struct diagram){ .game = game,
                                    .position = &now,
                                    .last = last,
                                    .count = count,
                                    .before = &before,
                                    .seats = setup.seats,
                                    .seat = turn % setup.seats },
                 row, &found);
            if (found.pictures == 1 && found.begun == 0) {
                found = (struct figures_of_row){ .begun = milliseconds() - start };
            }
        }
    }
    printf("%-34s %8.2f %8.2f %8zu %8zu\n", row, found.begun, found.all / found.pictures,
           found.bytes / (size_t)found.pictures, found.most);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    printf("%-34s %8s %8s %8s %8s\n", "picture", "begun", "each", "bytes", "most");
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        bool asked = argc < 2;
        for (int j = 1; j < argc; j++) {
            asked |= strcmp(rows[i], argv[j]) == 0;
        }
        if (asked) {
            measure(rows[i]);
        }
    }
    return EXIT_SUCCESS;
}
