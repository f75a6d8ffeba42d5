/*
 * halma.c: Halma, for two on 8x8, 10x10 or 16x16 squares, or for four.
 *
 * Men step to a neighbouring square or jump in chains, from their own corner to the opposite
 * one. lib/jump_race.h plays it; here are the boards and options.
 */
#include "games/game.h"

#include "games/lib/grid.h"
#include "games/lib/jump_race.h"

#include <string.h>

/* ---- options ---- */

enum {
    OPT_SIZE,
    OPT_SUPER,
    OPT_LONG,
    OPT_LOCK,
    OPT_ANTISPOIL,
    OPT_NOLAND,
    OPT_NORETURN,
    OPT_VACATE,
    OPT_TEAMS,
    OPT_FILLMIN,
};

enum { SIZE_8, SIZE_10, SIZE_16, SIZES };
enum { ANTISPOIL_NONE, ANTISPOIL_FILL };

static const char *const size_words[] = { "8", "10", "16", NULL };
static const char *const lock_words[] = { "hop", "end", "off", NULL }; /* enum race_lock */
static const char *const antispoil_words[] = { "none", "fill", NULL };

static const struct option options[] = {
    [OPT_SIZE] = { .name = "size", .kind = OPTION_WORD, .words = size_words },
    [OPT_SUPER] = { .name = "super", .kind = OPTION_SWITCH },
    [OPT_LONG] = { .name = "long", .kind = OPTION_ALIAS, .of = "super", .value = OPTION_UNSET },
    [OPT_LOCK] = { .name = "lock", .kind = OPTION_WORD, .words = lock_words },
    [OPT_ANTISPOIL] = { .name = "antispoil", .kind = OPTION_WORD, .words = antispoil_words },
    [OPT_NOLAND] = { .name = "noland", .kind = OPTION_SWITCH },
    [OPT_NORETURN] = { .name = "noreturn", .kind = OPTION_SWITCH },
    [OPT_VACATE] = { .name = "vacate", .kind = OPTION_NUMBER, .least = 0, .most = 200 },
    [OPT_TEAMS] = { .name = "teams", .kind = OPTION_SWITCH },
    [OPT_FILLMIN] = { .name = "fillmin", .kind = OPTION_NUMBER, .least = 0, .most = 19 },
    { 0 },
};

/* ---- boards: tables made on first use, never changed again ---- */

static const struct grid grids[SIZES] = {
    [SIZE_8] = { .files = 8, .ranks = 8 },
    [SIZE_10] = { .files = 10, .ranks = 10 },
    [SIZE_16] = { .files = 16, .ranks = 16 },
};

/* The number of squares of a yard on each rank, from the edge inwards. */
static const uint8_t yard_ranks[2][SIZES][CORNER_RANKS] = {
    { { 4, 3, 2, 1 }, { 5, 4, 3, 2, 1 }, { 5, 5, 4, 3, 2 } },
    { { 3, 2, 1 }, { 4, 3, 2, 1 }, { 4, 4, 3, 2 } },
};

/* The number of that board; makes the board if it does not exist yet. */
static uint8_t ground_of(int size, int seats)
{
    static const int8_t way[JUMP_DIRECTIONS_MAX][2] = {
        { 0, 1 }, { 1, 1 }, { 1, 0 }, { 1, -1 }, { 0, -1 }, { -1, -1 }, { -1, 0 }, { -1, 1 },
    };
    static struct jump_board boards[SIZES];
    const int number = RACE_SQUARES + 2 * size + (seats == 4);
    struct race_ground *ground = &race_grounds[number];
    if (boards[size].cells == 0) {
        grid_jumps(&grids[size], JUMP_DIRECTIONS_MAX, way, &boards[size]);
    }
    if (ground->grid == NULL) {
        ground->grid = &grids[size];
        ground->jumps = &boards[size];
        race_corners(ground, yard_ranks[seats == 4][size], seats);
        jump_race_ground_finish(ground);
    }
    return (uint8_t)number;
}

/* ---- set-up ---- */

/* Sets everything except the men. */
static bool set_rules(struct race *race, const struct setup *setup, struct note *note)
{
    static const uint8_t vacate[SIZES] = { 30, 50, 0 };
    const int size = setup_value(setup, OPT_SIZE, SIZE_8);
    const bool fill = size == SIZE_16 || setup->seats == 4;
    const int fillmin = size == SIZE_16 ? 1 : 0;

    memset(race, 0, sizeof *race);
    race->rules = (struct race_rules){
        .ground = ground_of(size, setup->seats),
        .far = setup_value(setup, OPT_SUPER, 0) != 0,
        .seats = setup->seats,
        .lock = (uint8_t)setup_value(setup, OPT_LOCK, RACE_LOCK_JUMP),
        .noland = setup_value(setup, OPT_NOLAND, 0) != 0,
        .noreturn = setup_value(setup, OPT_NORETURN, 0) != 0,
        .teams = setup_value(setup, OPT_TEAMS, 0) != 0,
        .fill = setup_value(setup, OPT_ANTISPOIL, fill) == ANTISPOIL_FILL,
        .fill_own = (uint8_t)setup_value(setup, OPT_FILLMIN, fillmin),
        .vacate = (uint8_t)setup_value(setup, OPT_VACATE, vacate[size]),
    };
    if (race->rules.fill_own != fillmin && !race->rules.fill) {
        return refuse(note, "fillmin-idle");
    }
    return race_agree(race, note);
}

static bool setup(struct position *position, const struct setup *setup, struct note *note)
{
    struct race *race = race_of(position);
    if (!set_rules(race, setup, note)) {
        return false;
    }
    race_begin(race);
    return true;
}

/* ---- drawing ---- */

static void draw(const struct position *position, const struct move *last, size_t count,
                 struct figures *figures)
{
    const struct race *race = race_in(position);
    grid_draw(race_ground(race)->grid, figures);
    for (int seat = 0; seat < race->rules.seats; seat++) {
        figures->turn[seat] = (uint8_t)race_corner(race->rules.seats, seat);
    }
    jump_race_draw(position, last, count, figures);
}

/* ---- position text ---- */

static bool decode(struct position *position, const struct setup *setup, struct scan *scan,
                   struct note *note)
{
    struct race *race = race_of(position);
    return set_rules(race, setup, note) && race_read(race, (2u << setup->seats) - 2, scan, note);
}

const struct game game_halma = {
    .name = "halma",
    .rules = 1,
    .seats = 1 << 1 | 1 << 3,
    .size = sizeof(struct race),
    .identity = RACE_IDENTITY,
    .options = options,
    .setup = setup,
    .actor = race_actor,
    .moves = jump_race_moves,
    .check = jump_race_check,
    .apply = jump_race_apply,
    .leave = race_leave,
    .result = race_result,
    .warn = jump_race_warn,
    .distance = jump_race_distance,
    .standing = jump_race_standing,
    .partners = race_partners,
    .parse = jump_race_parse,
    .print = race_print,
    .route = jump_race_route,
    .draw = draw,
    .decode = decode,
    .encode = race_encode,
};
