/*
 * halma.c: Halma, for two on 8x8, 10x10 or 16x16 squares, or for four.
 *
 * Men step to a neighbouring square or hop in chains, from the own corner to
 * the opposite one. A move is the pair of squares it begins and ends on: two
 * bytes, origin and destination. A forced pass is one byte, PASS.
 */
#include "games/game.h"

#include "games/lib/grid.h"
#include "games/lib/hop.h"
#include "games/lib/race.h"
#include "games/lib/route.h"

#include <string.h>

enum { PASS = 0 };

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

/* ---- the position ---- */

struct halma {
    uint8_t size; /* SIZE_8 ... */
    bool far;     /* far hops: Super Halma */
    struct race race;
};

_Static_assert(sizeof(struct halma) <= POSITION_MAX, "a position must fit");

static struct halma *halma(struct position *position)
{
    return (struct halma *)(void *)position->bytes;
}

static const struct halma *halma_const(const struct position *position)
{
    return (const struct halma *)(const void *)position->bytes;
}

/* ---- boards: tables made on first use, never changed again ---- */

static const struct grid grids[SIZES] = { { 8, 8 }, { 10, 10 }, { 16, 16 } };

/* How many squares of a yard lie on each rank, from the edge inwards. */
static const uint8_t yard_ranks[2][SIZES][5] = {
    { { 4, 3, 2, 1 }, { 5, 4, 3, 2, 1 }, { 5, 5, 4, 3, 2 } },
    { { 3, 2, 1 }, { 4, 3, 2, 1 }, { 4, 4, 3, 2 } },
};

/* The corners, clockwise from the lower right: is it at the right, at the top? */
static const bool corners[4][2] = {
    { true, false }, { false, false }, { false, true }, { true, true }
};

struct ground {
    bool made;
    struct race_ground race;
    struct hop_board hops;
};

static struct cells make_yard(const struct grid *grid, const uint8_t ranks[5], int corner)
{
    struct cells yard = { { 0 } };
    for (int up = 0; up < 5; up++) {
        for (int in = 0; in < ranks[up]; in++) {
            cells_add(&yard, grid_cell(grid, corners[corner][0] ? grid->files - 1 - in : in,
                                       corners[corner][1] ? grid->ranks - 1 - up : up));
        }
    }
    return yard;
}

static int corner_of(int seats, int seat)
{
    return seats == 4 ? seat : 2 * seat;
}

static const struct ground *ground_of(int size, int seats)
{
    static struct ground grounds[2][SIZES];
    const int four = seats == 4;
    struct ground *ground = &grounds[four][size];
    if (!ground->made) {
        for (int seat = 0; seat < seats; seat++) {
            const int corner = corner_of(seats, seat);
            ground->race.yard[seat] = make_yard(&grids[size], yard_ranks[four][size], corner);
            ground->race.goal[seat] =
                make_yard(&grids[size], yard_ranks[four][size], (corner + 2) % 4);
        }
        grid_hops(&grids[size], &ground->hops);
        ground->made = true;
    }
    return ground;
}

static const struct ground *ground(const struct halma *now)
{
    return ground_of(now->size, now->race.rules.seats);
}

/* ---- set-up ---- */

static bool refuse(struct note *note, const char *key, const struct argument *arguments,
                   size_t count)
{
    *note = (struct note){ .key = key };
    if (count > 0) {
        memcpy(note->argument, arguments, count * sizeof *arguments);
    }
    return false;
}

static int value_of(const struct setup *setup, int option, int otherwise)
{
    const int value = setup->value[option];
    return value == OPTION_UNSET ? otherwise : value;
}

/* Everything but the men. */
static bool set_rules(struct halma *now, const struct setup *setup, struct note *note)
{
    static const uint8_t vacate[SIZES] = { 30, 50, 0 };
    const int size = value_of(setup, OPT_SIZE, SIZE_8);
    const bool fill = size == SIZE_16 || setup->seats == 4;

    memset(now, 0, sizeof *now);
    now->size = (uint8_t)size;
    now->far = value_of(setup, OPT_SUPER, 0) != 0;
    now->race.rules = (struct race_rules){
        .seats = setup->seats,
        .lock = (uint8_t)value_of(setup, OPT_LOCK, RACE_LOCK_HOP),
        .noland = value_of(setup, OPT_NOLAND, 0) != 0,
        .noreturn = value_of(setup, OPT_NORETURN, 0) != 0,
        .teams = value_of(setup, OPT_TEAMS, 0) != 0,
        .fill = value_of(setup, OPT_ANTISPOIL, fill) == ANTISPOIL_FILL,
        .fill_own = (uint8_t)value_of(setup, OPT_FILLMIN, size == SIZE_16 ? 1 : 0),
        .vacate = (uint8_t)value_of(setup, OPT_VACATE, vacate[size]),
    };
    if (setup->value[OPT_FILLMIN] != OPTION_UNSET && !now->race.rules.fill) {
        return refuse(note, "fillmin-idle", NULL, 0);
    }
    return race_agree(&now->race.rules, &ground(now)->race, note);
}

static bool setup(struct position *position, const struct setup *setup, struct note *note)
{
    struct halma *now = halma(position);
    if (!set_rules(now, setup, note)) {
        return false;
    }
    for (int seat = 0; seat < setup->seats; seat++) {
        const struct cells *yard = &ground(now)->race.yard[seat];
        for (int cell = cells_next(yard, 0); cell >= 0; cell = cells_next(yard, cell + 1)) {
            men_put(&now->race.men, cell, seat + 1);
        }
    }
    return true;
}

static int actor(const struct position *position)
{
    const struct halma *now = halma_const(position);
    return race_actor(&now->race, &ground(now)->race);
}

static bool between(const struct position *position)
{
    (void)position;
    return true;
}

/* ---- the first judge: listing ---- */

static struct hop_chain chain_of(const struct halma *now, int from)
{
    struct hop_chain chain = {
        .board = &ground(now)->hops, .men = &now->race.men, .from = from, .far = now->far
    };
    if (now->race.rules.lock == RACE_LOCK_HOP) {
        chain.keep = ground(now)->race.goal[now->race.turn];
    }
    return chain;
}

static struct cells destinations(const struct halma *now, int from)
{
    const struct hop_chain chain = chain_of(now, from);
    const struct cells reach = cells_or(hop_steps(chain.board, chain.men, from), hop_reach(&chain));
    return cells_and(reach, race_ends(&now->race, &ground(now)->race, from));
}

static struct move pair(int from, int to)
{
    return (struct move){ .length = 2, .byte = { (uint8_t)from, (uint8_t)to } };
}

static bool can_move(const struct halma *now)
{
    const struct cells *own = &now->race.men.of[now->race.turn];
    for (int from = cells_next(own, 0); from >= 0; from = cells_next(own, from + 1)) {
        const struct cells ends = destinations(now, from);
        if (!cells_empty(&ends)) {
            return true;
        }
    }
    return false;
}

static size_t moves(const struct position *position, struct move *list, size_t cap)
{
    const struct halma *now = halma_const(position);
    const struct cells *own = &now->race.men.of[now->race.turn];
    size_t count = 0;
    if (actor(position) < 0) {
        return 0;
    }
    if (cap == 0 || !can_move(now)) {
        if (cap > 0) {
            list[0] = (struct move){ .length = 1, .byte = { PASS } };
        }
        return 1;
    }
    for (int from = cells_next(own, 0); from >= 0; from = cells_next(own, from + 1)) {
        const struct cells ends = destinations(now, from);
        for (int to = cells_next(&ends, 0); to >= 0; to = cells_next(&ends, to + 1)) {
            if (count < cap) {
                list[count] = pair(from, to);
            }
            count++;
        }
    }
    return count;
}

/* ---- the second judge: explaining ---- */

/* Why the hop from `from` to `to` cannot be. */
static bool refuse_hop(struct note *note, const struct halma *now, enum hop_fault fault, int from,
                       int to, int cell)
{
    static const char *const key[HOP_FAULTS] = {
        [HOP_STEP] = "step-in-chain",   [HOP_CROOKED] = "no-hop",
        [HOP_LAND_TAKEN] = "hop-taken", [HOP_OVER_NOTHING] = "nothing-over",
        [HOP_OBSTACLE] = "in-the-way",  [HOP_OVER_ORIGIN] = "over-origin",
        [HOP_KEPT] = "locked-in-chain",
    };
    return grid_refuse(&grids[now->size], note, key[fault], from, to, cell);
}

/* Why neither a step nor any chain leads there, both ends being usable. */
static bool refuse_reach(struct note *note, const struct halma *now, const struct hop_chain *chain,
                         int to)
{
    const struct grid *grid = &grids[now->size];
    int cell = HOP_NONE;
    uint8_t path[HOP_PATH_MAX];
    struct hop_chain unlocked = *chain;
    unlocked.keep = (struct cells){ { 0 } };
    const size_t length = hop_path(&unlocked, to, path);
    for (size_t i = 1; i < length; i++) {
        if (hop_judge(chain, path[i - 1], path[i], &cell) == HOP_KEPT) {
            return refuse_hop(note, now, HOP_KEPT, path[i - 1], path[i], cell);
        }
    }
    const enum hop_fault fault = hop_judge(chain, chain->from, to, &cell);
    if (fault != HOP_CROOKED) {
        return refuse_hop(note, now, fault, chain->from, to, cell);
    }
    /* A hop shifts a man by an even number of files and of ranks. */
    const bool even = (grid_file(grid, chain->from) - grid_file(grid, to)) % 2 == 0 &&
                      (grid_rank(grid, chain->from) - grid_rank(grid, to)) % 2 == 0;
    return grid_refuse(&grids[now->size], note, even ? "no-chain" : "never-by-hops", chain->from,
                       to, GRID_OFF);
}

static bool check_destination(const struct halma *now, int from, int to, struct note *note)
{
    if (from == to) {
        return grid_refuse(&grids[now->size], note, "goes-nowhere", from, GRID_OFF, GRID_OFF);
    }
    if (now->race.men.owner[to] == 0) {
        return true;
    }
    const struct hop_chain chain = chain_of(now, from);
    int over = HOP_NONE;
    if (hop_judge(&chain, from, to, &over) == HOP_LAND_TAKEN && now->race.men.owner[over] != 0) {
        return refuse_hop(note, now, HOP_LAND_TAKEN, from, to, over);
    }
    const struct argument argument[] = { grid_argument(&grids[now->size], to),
                                         { ARGUMENT_SEAT, now->race.men.owner[to] - 1, "" } };
    return refuse(note, "taken", argument, 2);
}

static bool check_origin(const struct halma *now, int from, struct note *note)
{
    const int owner = now->race.men.owner[from];
    if (owner == 0) {
        return grid_refuse(&grids[now->size], note, "no-man", from, GRID_OFF, GRID_OFF);
    }
    if (owner - 1 != now->race.turn) {
        const struct argument argument[] = { grid_argument(&grids[now->size], from),
                                             { ARGUMENT_SEAT, (int16_t)(owner - 1), "" } };
        return refuse(note, "not-yours", argument, 2);
    }
    return true;
}

static bool check_pair(const struct halma *now, int from, int to, struct note *note)
{
    if (!check_origin(now, from, note) || !check_destination(now, from, to, note)) {
        return false;
    }
    const char *bar = race_bars(&now->race, &ground(now)->race, from, to);
    if (bar != NULL) {
        return grid_refuse(&grids[now->size], note, bar, from, to, GRID_OFF);
    }
    const struct hop_chain chain = chain_of(now, from);
    uint8_t path[HOP_PATH_MAX];
    return grid_distance(&grids[now->size], from, to) == 1 || hop_path(&chain, to, path) > 0 ||
           refuse_reach(note, now, &chain, to);
}

/* Whether the bytes are those of a move at all. */
static bool is_move(const struct halma *now, const struct move *move)
{
    static const uint8_t zeros[MOVE_BYTES];
    const int cells = grid_cells(&grids[now->size]);
    if (move->length == 1) {
        return move->byte[0] == PASS && memcmp(move->byte + 1, zeros, MOVE_BYTES - 1) == 0;
    }
    return move->length == 2 && move->byte[0] < cells && move->byte[1] < cells &&
           memcmp(move->byte + 2, zeros, MOVE_BYTES - 2) == 0;
}

static bool check(const struct position *position, const struct move *move, struct note *note)
{
    const struct halma *now = halma_const(position);
    if (actor(position) < 0) {
        return refuse(note, "match-over", NULL, 0);
    }
    if (!is_move(now, move)) {
        return refuse(note, "not-a-move", NULL, 0);
    }
    const bool passes = move->length == 1;
    if (passes == can_move(now)) {
        return refuse(note, passes ? "pass-unforced" : "must-pass", NULL, 0);
    }
    return passes || check_pair(now, move->byte[0], move->byte[1], note);
}

/* ---- playing ---- */

static void apply(struct position *position, const struct move *move)
{
    struct halma *now = halma(position);
    if (move->length == 2) {
        men_lift(&now->race.men, move->byte[0]);
        men_put(&now->race.men, move->byte[1], now->race.turn + 1);
    }
    race_moved(&now->race, &ground(now)->race, move->length == 1);
}

static void leave(struct position *position, int seat)
{
    struct halma *now = halma(position);
    race_leave(&now->race, &ground(now)->race, seat);
}

static void result(const struct position *position, struct result *result)
{
    const struct halma *now = halma_const(position);
    race_result(&now->race, &ground(now)->race, result);
}

/* ---- text ---- */

/* Judges what was typed between the ends; the ends are the business of check. */
static bool check_route(const struct halma *now, const uint8_t *cell, size_t count,
                        struct note *note)
{
    if (now->race.men.owner[cell[0]] != now->race.turn + 1) {
        return true;
    }
    const struct hop_chain chain = chain_of(now, cell[0]);
    for (size_t i = 1; i < count; i++) {
        int third = HOP_NONE;
        const enum hop_fault fault = hop_judge(&chain, cell[i - 1], cell[i], &third);
        if (fault != HOP_GOOD) {
            return refuse_hop(note, now, fault, cell[i - 1], cell[i], third);
        }
    }
    return true;
}

static enum parsed parse(const struct position *position, struct scan *scan, struct move *move,
                         struct note *note)
{
    const struct halma *now = halma_const(position);
    const struct grid *grid = &grids[now->size];
    struct route route;
    uint8_t cell[ROUTE_MAX] = { 0 };

    if (scan_word(scan, "pass")) {
        *move = (struct move){ .length = 1, .byte = { PASS } };
        return PARSED_MOVE;
    }
    if (!route_scan(scan, &route)) {
        return PARSED_NONE;
    }
    if (route.count == 1 || route.open) {
        const struct argument argument = grid_square_argument(route.square[route.count - 1]);
        refuse(note, "incomplete", &argument, 1);
        return PARSED_INCOMPLETE;
    }
    for (size_t i = 0; i < route.count; i++) {
        const int found = grid_find(grid, route.square[i]);
        if (found == GRID_OFF) {
            const struct argument argument[] = { grid_square_argument(route.square[i]),
                                                 grid_argument(grid, grid_cells(grid) - 1) };
            refuse(note, "off-board", argument, 2);
            return PARSED_REFUSED;
        }
        cell[i] = (uint8_t)found;
    }
    if (route.cut) {
        const struct argument argument = { ARGUMENT_NUMBER, ROUTE_MAX, "" };
        refuse(note, "route-too-long", &argument, 1);
        return PARSED_REFUSED;
    }
    *move = pair(cell[0], cell[route.count - 1]);
    return route.count == 2 || check_route(now, cell, route.count, note) ? PARSED_MOVE
                                                                         : PARSED_REFUSED;
}

static void print_cells(const struct halma *now, const uint8_t *cell, size_t count,
                        struct text *text)
{
    for (size_t i = 0; i < count; i++) {
        text_string(text, i > 0 ? "-" : "");
        grid_name(&grids[now->size], cell[i], text);
    }
}

static void print(const struct position *position, const struct move *move, struct text *text)
{
    if (move->length == 1) {
        text_string(text, "pass");
        return;
    }
    print_cells(halma_const(position), move->byte, 2, text);
}

static void route(const struct position *position, const struct move *move, struct text *text)
{
    const struct halma *now = halma_const(position);
    uint8_t path[HOP_PATH_MAX];
    const struct hop_chain chain = chain_of(now, move->byte[0]);
    const size_t length = move->length == 2 ? hop_path(&chain, move->byte[1], path) : 0;
    if (length == 0) {
        print(position, move, text);
        return;
    }
    print_cells(now, path, length, text);
}

/* ---- drawing ---- */

/* The least steps that bring every man of the seat into its goal, were the
 * board empty. */
static int steps_to_go(const struct halma *now, int seat)
{
    const struct cells *goal = &ground(now)->race.goal[seat];
    const struct cells out = cells_less(now->race.men.of[seat], *goal);
    int steps = 0;
    for (int man = cells_next(&out, 0); man >= 0; man = cells_next(&out, man + 1)) {
        int least = CELLS_MAX;
        for (int cell = cells_next(goal, 0); cell >= 0; cell = cells_next(goal, cell + 1)) {
            const int distance = grid_distance(&grids[now->size], man, cell);
            least = distance < least ? distance : least;
        }
        steps += least;
    }
    return steps;
}

static void draw(const struct position *position, const struct move *last, size_t count,
                 struct figures *figures)
{
    const struct halma *now = halma_const(position);
    grid_draw(&grids[now->size], figures);
    for (int seat = 0; seat < now->race.rules.seats; seat++) {
        figures->turn[seat] = (uint8_t)corner_of(now->race.rules.seats, seat);
    }
    for (int cell = 0; cell < figures->points; cell++) {
        struct point *point = &figures->point[cell];
        if (now->race.men.owner[cell] != 0) {
            point->kind = POINT_PIECE;
            point->owner = (int8_t)(now->race.men.owner[cell] - 1);
            point->height = 1;
        }
        for (int seat = 0; seat < now->race.rules.seats; seat++) {
            point->mark |= cells_has(&ground(now)->race.yard[seat], cell) ? MARK_YARD : 0;
        }
    }
    if (count > 0 && last[0].length == 2) {
        figures->point[last[0].byte[0]].mark |= MARK_FROM;
        figures->point[last[0].byte[1]].mark |= MARK_TO;
    }
    for (int seat = 0; seat < now->race.rules.seats; seat++) {
        if (now->race.gone[seat] == 0) {
            figures->caption[figures->captions++] = (struct note){
                .key = "steps",
                .argument = { { ARGUMENT_SEAT, (int16_t)seat, "" },
                              { ARGUMENT_NUMBER, (int16_t)steps_to_go(now, seat), "" } },
            };
        }
    }
}

/* ---- position text ---- */

static bool decode(struct position *position, const struct setup *setup, struct scan *scan,
                   struct note *note)
{
    struct halma *now = halma(position);
    if (!set_rules(now, setup, note) ||
        !grid_read_men(&grids[now->size], scan, setup->seats, &now->race.men, note)) {
        return false;
    }
    return race_read(&now->race, &ground(now)->race, scan, note);
}

static void encode(const struct position *position, struct text *text)
{
    const struct halma *now = halma_const(position);
    grid_write_men(&grids[now->size], &now->race.men, text);
    race_write(&now->race, text);
}

const struct game game_halma = {
    .name = "halma",
    .rules = 1,
    .seats = 1 << 1 | 1 << 3,
    .size = sizeof(struct halma),
    .identity = offsetof(struct halma, race) + offsetof(struct race, made),
    .options = options,
    .setup = setup,
    .actor = actor,
    .between = between,
    .moves = moves,
    .check = check,
    .apply = apply,
    .leave = leave,
    .result = result,
    .parse = parse,
    .print = print,
    .route = route,
    .draw = draw,
    .decode = decode,
    .encode = encode,
};
