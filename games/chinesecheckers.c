/*
 * chinesecheckers.c: Chinese Checkers for two, three, four or six, with one, two or three sets
 * of pegs, and Super Chinese Checkers.
 *
 * Pegs step to a neighbouring hole or jump in chains, from their triangle of the star to the
 * opposite one. lib/jump_race.h plays it; here are the triangles and options. A set's number
 * is that of its triangle.
 */
#include "games/game.h"

#include "games/chinesecheckers/star.h"
#include "games/lib/grid.h"
#include "games/lib/jump_race.h"

#include <string.h>

/* ---- options ---- */

enum {
    OPT_SUPER,
    OPT_LONG,
    OPT_SETS,
    OPT_ARRANGE,
    OPT_ADJACENT,
    OPT_TURNS,
    OPT_REST,
    OPT_UNUSED,
    OPT_FILLED,
    OPT_LOCK,
    OPT_ANTISPOIL,
    OPT_NOLAND,
    OPT_NORETURN,
    OPT_VACATE,
    OPT_TEAMS,
    OPT_FILLMIN,
};

enum { ARRANGE_USUAL, ARRANGE_ADJACENT };
enum { TURNS_PLAYER, TURNS_SET };
enum { UNUSED_EMPTY, UNUSED_FILLED };
enum { ANTISPOIL_SWAP, ANTISPOIL_SWAPLAST, ANTISPOIL_FILL, ANTISPOIL_NONE };
enum { SETS_EACH_MAX = 3 };
enum { FILLMIN = 1 };

static const char *const arrange_words[] = { "usual", "adjacent", NULL };
static const char *const turns_words[] = { "player", "set", NULL };
static const char *const unused_words[] = { "empty", "filled", NULL };
static const char *const lock_words[] = { "hop", "end", "off", NULL }; /* enum race_lock */
static const char *const antispoil_words[] = { "swap", "swaplast", "fill", "none", NULL };

static const struct option options[] = {
    [OPT_SUPER] = { .name = "super", .kind = OPTION_SWITCH },
    [OPT_LONG] = { .name = "long", .kind = OPTION_ALIAS, .of = "super", .value = OPTION_UNSET },
    [OPT_SETS] = { .name = "sets", .kind = OPTION_NUMBER, .least = 1, .most = SETS_EACH_MAX },
    [OPT_ARRANGE] = { .name = "arrange", .kind = OPTION_WORD, .words = arrange_words },
    [OPT_ADJACENT] = { .name = "adjacent",
                       .kind = OPTION_ALIAS,
                       .of = "arrange",
                       .value = ARRANGE_ADJACENT },
    [OPT_TURNS] = { .name = "turns", .kind = OPTION_WORD, .words = turns_words },
    [OPT_REST] = { .name = "rest", .kind = OPTION_SWITCH },
    [OPT_UNUSED] = { .name = "unused", .kind = OPTION_WORD, .words = unused_words },
    [OPT_FILLED] = { .name = "filled",
                     .kind = OPTION_ALIAS,
                     .of = "unused",
                     .value = UNUSED_FILLED },
    [OPT_LOCK] = { .name = "lock", .kind = OPTION_WORD, .words = lock_words },
    [OPT_ANTISPOIL] = { .name = "antispoil", .kind = OPTION_WORD, .words = antispoil_words },
    [OPT_NOLAND] = { .name = "noland", .kind = OPTION_SWITCH },
    [OPT_NORETURN] = { .name = "noreturn", .kind = OPTION_SWITCH },
    [OPT_VACATE] = { .name = "vacate", .kind = OPTION_NUMBER, .least = 0, .most = 200 },
    [OPT_TEAMS] = { .name = "teams", .kind = OPTION_SWITCH },
    [OPT_FILLMIN] = { .name = "fillmin",
                      .kind = OPTION_NUMBER,
                      .least = 0,
                      .most = STAR_TRIANGLE_CELLS },
    { 0 },
};

/* ---- boards: tables made on first use, never changed again ---- */

/* Which seat plays from which triangle: counted from 1, 0 for none. */
static const struct arrangement {
    uint8_t seats, sets;
    bool adjacent;
    uint8_t seat[STAR_TRIANGLES];
} arrangements[] = {
    { 2, 1, false, { 1, 0, 0, 2, 0, 0 } }, { 3, 1, false, { 1, 0, 2, 0, 3, 0 } },
    { 4, 1, false, { 1, 0, 2, 3, 0, 4 } }, { 6, 1, false, { 1, 2, 3, 4, 5, 6 } },
    { 3, 2, false, { 1, 2, 3, 1, 2, 3 } }, { 3, 2, true, { 1, 1, 2, 2, 3, 3 } },
    { 2, 3, false, { 1, 2, 1, 2, 1, 2 } }, { 2, 3, true, { 1, 1, 2, 2, 2, 1 } },
};

enum { ARRANGEMENTS = sizeof arrangements / sizeof arrangements[0] };

/* The index of that arrangement; ARRANGEMENTS if there is none. */
static int find_arrangement(int seats, int sets, bool adjacent)
{
    int which = 0;
    while (which < ARRANGEMENTS &&
           (arrangements[which].seats != seats || arrangements[which].sets != sets ||
            arrangements[which].adjacent != adjacent)) {
        which++;
    }
    return which;
}

/* The triangles where other players start or finish, except the set's own start and goal
 * (C10). */
static struct cells foreign_triangles(const struct race_ground *ground, int set)
{
    struct cells foreign = { { 0 } };
    for (int other = 0; other < STAR_TRIANGLES; other++) {
        if (ground->seat_of[other] >= 0 && ground->seat_of[other] != ground->seat_of[set]) {
            foreign =
                cells_or(foreign, cells_or(ground->yard[other].cells, ground->goal[other].cells));
        }
    }
    return cells_less(foreign, cells_or(ground->yard[set].cells, ground->goal[set].cells));
}

static void make_ground(struct race_ground *ground, const struct arrangement *arrangement,
                        bool rest)
{
    static struct jump_board board;
    if (board.cells == 0) {
        star_jumps(&board);
    }
    ground->grid = &star_grid;
    ground->jumps = &board;
    ground->several = arrangement->sets > 1;
    ground->sets = STAR_TRIANGLES;
    for (int set = 0; set < STAR_TRIANGLES; set++) {
        ground->seat_of[set] = (int16_t)(arrangement->seat[set] - 1);
        ground->yard[set].cells = star_triangle_cells(set);
        ground->goal[set].cells = star_triangle_cells(star_opposite(set));
    }
    for (int set = 0; rest && set < STAR_TRIANGLES; set++) {
        ground->shut[set].cells = foreign_triangles(ground, set);
    }
    jump_race_ground_finish(ground);
}

/* The number of that board; makes the board if it does not exist yet. */
static uint8_t ground_of(int arrangement, bool rest)
{
    const int number = RACE_STARS + 2 * arrangement + rest;
    if (race_grounds[number].grid == NULL) {
        make_ground(&race_grounds[number], &arrangements[arrangement], rest);
    }
    return (uint8_t)number;
}

/* ---- set-up ---- */

/* True if the options about sets fit each other and the number of seats. */
static bool agree_on_sets(const struct setup *setup, struct note *note)
{
    const int sets = setup_value(setup, OPT_SETS, 1);
    const bool adjacent = setup_value(setup, OPT_ARRANGE, ARRANGE_USUAL) == ARRANGE_ADJACENT;
    if (sets > 1 && find_arrangement(setup->seats, sets, false) == ARRANGEMENTS) {
        return refuse(note, "sets-few");
    }
    if (sets == 1 && adjacent) {
        return refuse(note, "arrange-idle");
    }
    if (sets == 1 && setup_value(setup, OPT_TURNS, TURNS_PLAYER) == TURNS_SET) {
        return refuse(note, "turns-idle");
    }
    if (sets > 1 && setup_value(setup, OPT_TEAMS, 0) != 0) {
        return refuse(note, "teams-sets");
    }
    return true;
}

static bool is_filled(const struct setup *setup)
{
    return setup_value(setup, OPT_UNUSED, UNUSED_EMPTY) == UNUSED_FILLED;
}

/* The triangles where nobody starts or finishes, if pegs that belong to nobody begin there. */
static struct cells neutral_holes(const struct race *race, const struct setup *setup)
{
    const struct race_ground *ground = race_ground(race);
    struct cells unused = { { 0 } };
    for (int set = 0; is_filled(setup) && set < STAR_TRIANGLES; set++) {
        if (ground->seat_of[set] < 0 && ground->seat_of[star_opposite(set)] < 0) {
            unused = cells_or(unused, ground->yard[set].cells);
        }
    }
    return unused;
}

static bool agree(const struct race *race, const struct setup *setup, struct note *note)
{
    const int antispoil = setup_value(setup, OPT_ANTISPOIL, ANTISPOIL_SWAP);
    const struct cells neutral = neutral_holes(race, setup);
    if (is_filled(setup) && cells_empty(&neutral)) {
        return refuse(note, "filled-idle");
    }
    if (race->rules.fill_own != FILLMIN &&
        (antispoil == ANTISPOIL_NONE || antispoil == ANTISPOIL_SWAPLAST)) {
        return refuse(note, "fillmin-idle");
    }
    return race_agree(race, note);
}

/* Sets everything except the pegs. */
static bool set_rules(struct race *race, const struct setup *setup, struct note *note)
{
    static const uint8_t swaps[] = { [ANTISPOIL_SWAP] = JUMP_RACE_SWAP_FULL,
                                     [ANTISPOIL_SWAPLAST] = JUMP_RACE_SWAP_LAST,
                                     [ANTISPOIL_FILL] = JUMP_RACE_SWAP_NEVER,
                                     [ANTISPOIL_NONE] = JUMP_RACE_SWAP_NEVER };
    const int antispoil = setup_value(setup, OPT_ANTISPOIL, ANTISPOIL_SWAP);

    memset(race, 0, sizeof *race);
    if (!agree_on_sets(setup, note)) {
        return false;
    }
    const int arrangement =
        find_arrangement(setup->seats, setup_value(setup, OPT_SETS, 1),
                         setup_value(setup, OPT_ARRANGE, ARRANGE_USUAL) == ARRANGE_ADJACENT);
    race->rules = (struct race_rules){
        .ground = ground_of(arrangement, setup_value(setup, OPT_REST, 1) != 0),
        .far = setup_value(setup, OPT_SUPER, 0) != 0,
        .swap = swaps[antispoil],
        .seats = setup->seats,
        .by_set = setup_value(setup, OPT_TURNS, TURNS_PLAYER) == TURNS_SET,
        .lock = (uint8_t)setup_value(setup, OPT_LOCK, RACE_LOCK_JUMP),
        .noland = setup_value(setup, OPT_NOLAND, 0) != 0,
        .noreturn = setup_value(setup, OPT_NORETURN, 0) != 0,
        .teams = setup_value(setup, OPT_TEAMS, 0) != 0,
        .fill = antispoil == ANTISPOIL_FILL,
        .fill_own = (uint8_t)setup_value(setup, OPT_FILLMIN, FILLMIN),
        .vacate = (uint8_t)setup_value(setup, OPT_VACATE, 0),
    };
    return agree(race, setup, note);
}

static bool setup(struct position *position, const struct setup *setup, struct note *note)
{
    struct race *race = race_of(position);
    if (!set_rules(race, setup, note)) {
        return false;
    }
    const struct cells neutral = neutral_holes(race, setup);
    for (int cell = cells_next(&neutral, 0); cell >= 0; cell = cells_next(&neutral, cell + 1)) {
        men_put(&race->men, cell, ROWS_NEUTRAL);
    }
    race_begin(race);
    return true;
}

/* ---- drawing ---- */

static void draw(const struct position *position, const struct move *last, size_t count,
                 struct figures *figures)
{
    const struct race *race = race_in(position);
    const struct race_ground *ground = race_ground(race);
    star_draw(figures);
    for (int set = STAR_TRIANGLES - 1; set >= 0; set--) {
        if (ground->seat_of[set] >= 0) {
            figures->turn[ground->seat_of[set]] = (uint8_t)star_turn(set);
        }
    }
    jump_race_draw(position, last, count, figures);
}

/* ---- position text ---- */

/* The digits that are allowed in the rows: sets that play, and 0 if there are pegs that belong
 * to nobody. */
static unsigned digits(const struct race *race, const struct setup *setup)
{
    unsigned digits = is_filled(setup) ? 1 : 0;
    for (int set = 0; set < STAR_TRIANGLES; set++) {
        digits |= race_ground(race)->seat_of[set] >= 0 ? 1u << (set + 1) : 0;
    }
    return digits;
}

static bool decode(struct position *position, const struct setup *setup, struct scan *scan,
                   struct note *note)
{
    struct race *race = race_of(position);
    if (!set_rules(race, setup, note) || !race_read(race, digits(race, setup), scan, note)) {
        return false;
    }
    const struct cells neutral = neutral_holes(race, setup);
    const int most = cells_count(&neutral);
    return cells_count(&race->men.of[ROWS_NEUTRAL - 1]) <= most ||
           refuse_number(note, "position-neutral", most);
}

const struct game game_chinesecheckers = {
    .name = "chinesecheckers",
    .rules = 1,
    .seats = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5,
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
