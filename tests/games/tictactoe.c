/*
 * tictactoe.c: the shortest whole game, an example for authors.
 *
 * Three in a row wins; with -misere it loses. lib/squares.h has the position, its text, the
 * moves as text and the drawing; here are the rules.
 */
#include <assert.h>
#include <stddef.h>

#include "games/game.h"

#include "games/lib/squares.h"

enum { SIDE = 3, LINES = 8 };

struct tictactoe {
    struct squares squares;
    uint8_t misere;
};
static_assert(sizeof(struct tictactoe) <= POSITION_MAX, "a position holds a board");

/* In the order of the table; they index setup->value. */
enum { OPTION_MISERE };

static const struct option options[] = {
    [OPTION_MISERE] = { .name = "misere", .kind = OPTION_SWITCH },
    { .name = NULL },
};

/* As cells: a1 is 0, a2 is 1, b1 is 3. */
static const uint8_t lines[LINES][SIDE] = {
    { 0, 1, 2 }, { 3, 4, 5 }, { 6, 7, 8 }, { 0, 3, 6 },
    { 1, 4, 7 }, { 2, 5, 8 }, { 0, 4, 8 }, { 2, 4, 6 },
};

static struct tictactoe *board_of(struct position *position)
{
    return (struct tictactoe *)(void *)position->bytes;
}

static const struct tictactoe *board_in(const struct position *position)
{
    return (const struct tictactoe *)(const void *)position->bytes;
}

/* The seat that has three in a row, or -1. */
static int line_maker(const struct squares *squares)
{
    for (int i = 0; i < LINES; i++) {
        const uint8_t man = squares->owner[lines[i][0]];
        if (man != 0 && man == squares->owner[lines[i][1]] && man == squares->owner[lines[i][2]]) {
            return man - 1;
        }
    }
    return -1;
}

static bool is_over(const struct squares *squares)
{
    return squares->left != 0 || line_maker(squares) >= 0 || squares_count(squares, 0) == 0;
}

static bool setup(struct position *position, const struct setup *chosen, struct note *note)
{
    (void)note; /* one option cannot contradict another */
    *board_of(position) = (struct tictactoe){
        .squares = { .files = SIDE, .ranks = SIDE },
        .misere = (uint8_t)setup_value(chosen, OPTION_MISERE, 0),
    };
    return true;
}

static int actor(const struct position *position)
{
    const struct squares *squares = squares_in(position);
    return is_over(squares) ? -1 : squares->seat;
}

static size_t moves(const struct position *position, struct move *moves, size_t cap)
{
    const struct squares *squares = squares_in(position);
    struct move_list list = { .moves = moves, .cap = cap };
    for (int cell = 0; cell < SIDE * SIDE && !is_over(squares); cell++) {
        if (squares->owner[cell] == 0) {
            squares_add(&list, cell);
        }
    }
    return list.count;
}

static bool check(const struct position *position, const struct move *move, struct note *note)
{
    const struct squares *squares = squares_in(position);
    int cell;
    return squares_check(squares, is_over(squares), move, &cell, note) &&
           (squares->owner[cell] == 0 || squares_refuse(squares, note, "occupied", cell));
}

static void result(const struct position *position, struct result *end)
{
    const struct tictactoe *board = board_in(position);
    const int maker = line_maker(&board->squares);
    if (maker >= 0) {
        squares_result(&board->squares, board->misere ? "line-lost" : "line",
                       board->misere ? 1 - maker : maker, end);
    } else {
        squares_result(&board->squares, is_over(&board->squares) ? "full" : NULL, -1, end);
    }
}

/* Where the other seat would win by three in a row, a note a square. */
static size_t warn(const struct position *position, int seat, struct note *notes, size_t cap)
{
    const struct tictactoe *board = board_in(position);
    struct notes warnings = { .note = notes, .cap = cap };
    for (int cell = 0; cell < SIDE * SIDE && !board->misere && !is_over(&board->squares); cell++) {
        struct squares after = board->squares;
        after.owner[cell] = (uint8_t)(2 - seat);
        if (board->squares.owner[cell] == 0 && line_maker(&after) >= 0) {
            struct note note;
            squares_refuse(&after, &note, "warn-win", cell);
            notes_add(&warnings, &note);
        }
    }
    return warnings.count;
}

static bool decode(struct position *position, const struct setup *chosen, struct scan *scan,
                   struct note *note)
{
    return setup(position, chosen, note) && squares_read(squares_of(position), scan, note) &&
           (scan_done(scan) || refuse(note, "position-form"));
}

extern const struct game game_tictactoe;

const struct game game_tictactoe = {
    .name = "tictactoe",
    .rules = 1,
    .seats = 1 << 1, /* two */
    .size = sizeof(struct tictactoe),
    .options = options,
    .setup = setup,
    .actor = actor,
    .moves = moves,
    .check = check,
    .apply = squares_apply,
    .leave = squares_leave,
    .result = result,
    .warn = warn,
    .parse = squares_parse,
    .print = squares_print,
    .draw = squares_draw,
    .decode = decode,
    .encode = squares_encode,
};
