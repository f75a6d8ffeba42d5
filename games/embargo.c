/*
 * embargo.c: Embargo, for two, three or four on 9x9 points.
 *
 * Men move like rooks from their own corner to the opposite one, and between two men of one
 * owner on a line there is a wall. Moves are those of race.h. E4 and the like are clauses
 * of the game's rules.
 *
 * Listing works on whole lines (walls.h). Explaining goes point by point and looks from each
 * point for the men of a wall through it; it shares no code with walls.h.
 */
#include "games/game.h"

#include "games/embargo/walls.h"
#include "games/embargo/walls_standing.h"
#include "games/lib/grid.h"
#include "games/lib/jump.h"
#include "games/lib/race.h"

#include <string.h>

static const struct grid grid = { .files = WALLS_SIDE, .ranks = WALLS_SIDE };

/* ---- options ---- */

enum {
    OPT_SIZE,
    OPT_YARD,
    OPT_TUNNEL,
    OPT_LOCK,
    OPT_ANTISPOIL,
    OPT_NOLAND,
    OPT_NORETURN,
    OPT_VACATE,
    OPT_TEAMS,
    OPT_FILLMIN,
};

enum { YARD_LEAST = 3, YARD_MOST = 4 };
enum { ANTISPOIL_NONE, ANTISPOIL_FILL };
enum { FILLMIN = 0 };

/* In other race games these options have several values. */
static const char *const size_words[] = { "9", NULL };
static const char *const lock_words[] = { "off", NULL };
static const char *const tunnel_words[] = { "any", "one", "off", NULL }; /* enum walls_tunnel */
static const char *const antispoil_words[] = { "none", "fill", NULL };

static const struct option options[] = {
    [OPT_SIZE] = { .name = "size", .kind = OPTION_WORD, .words = size_words },
    [OPT_YARD] = { .name = "yard", .kind = OPTION_NUMBER, .least = YARD_LEAST, .most = YARD_MOST },
    [OPT_TUNNEL] = { .name = "tunnel", .kind = OPTION_WORD, .words = tunnel_words },
    [OPT_LOCK] = { .name = "lock", .kind = OPTION_WORD, .words = lock_words },
    [OPT_ANTISPOIL] = { .name = "antispoil", .kind = OPTION_WORD, .words = antispoil_words },
    [OPT_NOLAND] = { .name = "noland", .kind = OPTION_SWITCH },
    [OPT_NORETURN] = { .name = "noreturn", .kind = OPTION_SWITCH },
    [OPT_VACATE] = { .name = "vacate", .kind = OPTION_NUMBER, .least = 0, .most = 200 },
    [OPT_TEAMS] = { .name = "teams", .kind = OPTION_SWITCH },
    [OPT_FILLMIN] = { .name = "fillmin", .kind = OPTION_NUMBER, .least = 0, .most = 10 },
    { 0 },
};

/* ---- yards: tables made on first use, never changed again ---- */

/* The number of that board; makes it if it does not exist yet. */
static uint8_t ground_of(int yard, int seats)
{
    static const uint8_t ranks[YARD_MOST + 1][CORNER_RANKS] = {
        [YARD_LEAST] = { 3, 2, 1 }, [YARD_MOST] = { 4, 3, 2, 1 }
    };
    const int number = RACE_POINTS + 4 * (yard - YARD_LEAST) + seats - 2;
    struct race_ground *ground = &race_grounds[number];
    if (ground->grid == NULL) {
        ground->grid = &grid;
        race_corners(ground, ranks[yard], seats);
    }
    return (uint8_t)number;
}

/* ---- set-up ---- */

/* Sets everything except the men. */
static bool set_rules(struct race *race, const struct setup *setup, struct note *note)
{
    const int fill = setup->seats > 2 ? ANTISPOIL_FILL : ANTISPOIL_NONE;

    memset(race, 0, sizeof *race);
    race->rules = (struct race_rules){
        .ground = ground_of(setup_value(setup, OPT_YARD, YARD_LEAST), setup->seats),
        .far = (uint8_t)setup_value(setup, OPT_TUNNEL, TUNNEL_ANY), /* enum walls_tunnel */
        .seats = setup->seats,
        .lock = RACE_LOCK_OFF,
        .noland = setup_value(setup, OPT_NOLAND, 1) != 0,
        .noreturn = setup_value(setup, OPT_NORETURN, 0) != 0,
        .teams = setup_value(setup, OPT_TEAMS, 0) != 0,
        .fill = setup_value(setup, OPT_ANTISPOIL, fill) == ANTISPOIL_FILL,
        .fill_own = (uint8_t)setup_value(setup, OPT_FILLMIN, FILLMIN),
        .vacate = (uint8_t)setup_value(setup, OPT_VACATE, 25),
    };
    if (race->rules.fill_own != FILLMIN && !race->rules.fill) {
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

/* ---- the first judge: listing ---- */

static void add(struct move_list *list, const struct cells *ends, int from, int to)
{
    if (cells_has(ends, to)) {
        move_list_add(list, from, to);
    }
}

/* The moves of one man. Cells are numbered file by file, so the points to the left on its rank
 * come first and those to the right come last. */
static void add_moves(struct move_list *list, const struct race *race, const struct walls *walls,
                      int from)
{
    const struct cells ends = race_ends(race, from);
    const int file = grid_file(&grid, from);
    const int rank = grid_rank(&grid, from);
    const unsigned ranks = walls_reach(walls, WALLS_FILES, file, rank, race->rules.far);
    unsigned files = walls_reach(walls, WALLS_RANKS, rank, file, race->rules.far);
    for (; (files & ((1U << file) - 1)) != 0; files &= files - 1) {
        add(list, &ends, from, __builtin_ctz(files) * WALLS_SIDE + rank);
    }
    for (unsigned rest = ranks; rest != 0; rest &= rest - 1) {
        add(list, &ends, from, file * WALLS_SIDE + __builtin_ctz(rest));
    }
    for (; files != 0; files &= files - 1) {
        add(list, &ends, from, __builtin_ctz(files) * WALLS_SIDE + rank);
    }
}

static size_t moves(const struct position *position, struct move *moves, size_t cap)
{
    const struct race *race = race_in(position);
    const struct cells *own = &race->men.of[race->turn];
    struct move_list list = { .moves = moves, .cap = cap };
    struct walls walls;
    if (race->over) {
        return 0;
    }
    if (cap == 0) {
        return 1; /* there is a move, or else the pass */
    }
    walls_find(&walls, &race->men, race->rules.seats, race->turn + 1);
    for (int from = cells_next(own, 0); from >= 0; from = cells_next(own, from + 1)) {
        add_moves(&list, race, &walls, from);
    }
    return race_list_end(&list);
}

/* ---- looking along the files and ranks, point by point ---- */

/* Ways to look, clockwise; two further on is the opposite one. */
enum way { WAY_UP, WAY_RIGHT, WAY_DOWN, WAY_LEFT, WAYS };

/* Which way leads from one point to another; WAYS if none does. */
static int way_of(int from, int to)
{
    const int across = grid_file(&grid, to) - grid_file(&grid, from);
    const int up = grid_rank(&grid, to) - grid_rank(&grid, from);
    if ((across == 0) == (up == 0)) {
        return WAYS;
    }
    if (across == 0) {
        return up > 0 ? WAY_UP : WAY_DOWN;
    }
    return across > 0 ? WAY_RIGHT : WAY_LEFT;
}

/* The next point that way; GRID_OFF at the edge. */
static int next_point(int cell, int way)
{
    static const int across[WAYS] = { [WAY_RIGHT] = 1, [WAY_LEFT] = -1 };
    static const int up[WAYS] = { [WAY_UP] = 1, [WAY_DOWN] = -1 };
    return grid_next(&grid, cell, across[way], up[way]);
}

/* The first man that way, or GRID_OFF. */
static int first_man(const struct race *race, int cell, int way)
{
    do {
        cell = next_point(cell, way);
    } while (cell != GRID_OFF && race->men.owner[cell] == 0);
    return cell;
}

/* A wall: two men of one owner with nobody between them. */
struct wall {
    int first, second; /* cells of the men: the left or lower one, and the other */
    int seat;
};

/* Finds the wall that runs through an empty point along that way, WAY_UP or WAY_RIGHT; false
 * if there is none. */
static bool find_wall(const struct race *race, int cell, int way, struct wall *wall)
{
    wall->first = first_man(race, cell, way + 2);
    wall->second = first_man(race, cell, way);
    if (wall->first == GRID_OFF || wall->second == GRID_OFF) {
        return false;
    }
    wall->seat = race->men.owner[wall->first] - 1;
    return race->men.owner[wall->first] == race->men.owner[wall->second];
}

/* ---- the second judge: explaining ---- */

static bool is_own(const struct race *race, int cell)
{
    return cell != GRID_OFF && race->men.owner[cell] == race->turn + 1;
}

/* Says why the wall on `cell` stops the man, and what it would need to tunnel. */
static bool refuse_wall(struct note *note, const struct race *race, const struct move *move,
                        int cell, const struct wall *wall)
{
    const int from = move->byte[0];
    const int way = way_of(from, cell);
    const int ahead = first_man(race, from, way);
    const int behind = first_man(race, from, (way + 2) % WAYS);
    const bool tunnels = is_own(race, ahead);
    int hidden = ahead; /* becomes the first own man that way, beyond all others */
    while (hidden != GRID_OFF && !is_own(race, hidden)) {
        hidden = first_man(race, hidden, way);
    }
    refuse_three(&grid, note, tunnels ? "wall-second" : "wall", cell, wall->first, wall->second);
    note->argument[3] = argument_seat(wall->seat);
    note->move = *move;
    if (race->rules.far == TUNNEL_OFF) {
        note->key = "wall-off";
    } else if (!tunnels && hidden != GRID_OFF) {
        note->key = "wall-hidden";
        note->argument[4] = grid_argument(&grid, ahead);
        note->argument[5] = grid_argument(&grid, hidden);
    } else if (!tunnels && is_own(race, behind)) {
        note->key = "wall-extending";
        note->argument[4] = grid_argument(&grid, behind);
    }
    return false;
}

static bool refuse_man(struct note *note, const struct race *race, const struct move *move,
                       const char *key, int cell)
{
    refuse_cell(&grid, note, key, cell);
    note->argument[1] = argument_seat(race->men.owner[cell] - 1);
    note->move = *move;
    return false;
}

/* Goes from point to point that way until something stops the man. */
static bool check_way(const struct race *race, const struct move *move, int way, struct note *note)
{
    static const uint8_t tunnelled[] = {
        [TUNNEL_ANY] = WALLS_SIDE, [TUNNEL_ONE] = 1, [TUNNEL_OFF] = 0
    };
    static const char *const key[2][2] = { { "blocked", "blocked-own" }, { "taken", "taken-own" } };
    const int to = move->byte[1];
    int cell = move->byte[0];
    /* How many walls do not stop a man that goes that way. */
    int open = is_own(race, first_man(race, cell, way)) ? tunnelled[race->rules.far] : 0;
    do {
        struct wall wall;
        cell = next_point(cell, way);
        if (race->men.owner[cell] != 0) {
            return refuse_man(note, race, move, key[cell == to][is_own(race, cell)], cell);
        }
        if (find_wall(race, cell, (way + 1) % 2, &wall) && open-- == 0) {
            return refuse_wall(note, race, move, cell, &wall);
        }
    } while (cell != to);
    return true;
}

/* Checks a move of an own man. */
static bool check_destination(const struct race *race, const struct move *move, struct note *note)
{
    const int from = move->byte[0];
    const int to = move->byte[1];
    if (from == to) {
        return refuse_cell(&grid, note, "goes-nowhere", from);
    }
    const int way = way_of(from, to);
    if (way == WAYS) {
        return refuse_cells(&grid, note, "not-straight", from, to);
    }
    const char *bar = race_bars(race, from, to);
    if (bar != NULL) {
        return refuse_cells(&grid, note, bar, from, to);
    }
    return check_way(race, move, way, note);
}

static bool check(const struct position *position, const struct move *move, struct note *note)
{
    const struct race *race = race_in(position);
    const int from = move->byte[0];
    if (!race_check(position, moves, move, note)) {
        return false;
    }
    if (move->length == 1) {
        return true;
    }
    if (race->men.owner[from] == 0) {
        return refuse_cell(&grid, note, "no-man", from);
    }
    return is_own(race, from) ? check_destination(race, move, note)
                              : refuse_man(note, race, move, "not-yours", from);
}

/* ---- playing ---- */

static void apply(struct position *position, const struct move *move)
{
    struct race *race = race_of(position);
    if (move->length == 2) {
        men_lift(&race->men, move->byte[0]);
        men_put(&race->men, move->byte[1], race->turn + 1);
    }
    race_moved(race, move->length == 1);
}

/* ---- text ---- */

/* Points between the ends may be written if the man passes over them: each must be on the way
 * from the one before it to the last. */
static bool check_route(const uint8_t *cell, size_t count, struct note *note)
{
    const int way = way_of(cell[0], cell[count - 1]);
    for (size_t i = 1; i < count; i++) {
        if (way == WAYS || way_of(cell[i - 1], cell[i]) != way) {
            return refuse_cells(&grid, note, "one-line", cell[0], cell[count - 1]);
        }
    }
    return true;
}

static enum parsed parse(const struct position *position, struct scan *scan, struct move *move,
                         struct note *note)
{
    uint8_t cell[ROUTE_MAX];
    size_t count;
    (void)position;
    const enum parsed parsed = race_parse(scan, &grid, move, cell, &count, note);
    return parsed != PARSED_MOVE || count <= 2 || check_route(cell, count, note) ? parsed
                                                                                 : PARSED_REFUSED;
}

/* ---- drawing ---- */

/* Draws the walls through an empty point. */
static void draw_walls(const struct race *race, int cell, struct point *point)
{
    struct wall flat, upright;
    const bool across = find_wall(race, cell, WAY_RIGHT, &flat);
    const bool up = find_wall(race, cell, WAY_UP, &upright);
    if (across && up) {
        point->kind = POINT_CROSSED;
        point->owner = (int8_t)(flat.seat == upright.seat ? flat.seat : -1);
    } else if (across || up) {
        point->kind = POINT_WALL;
        point->owner = (int8_t)(across ? flat.seat : upright.seat);
        point->mark |= up ? MARK_UPRIGHT : 0;
    }
}

/* How many men are not home, and the fewest moves that bring them all there if nobody else is
 * on the board: two for a man, or one if it goes straight. */
static struct note caption(const struct race *race, int seat)
{
    const struct cells *goal = &race_ground(race)->goal[seat].cells;
    const struct cells *own = &race->men.of[seat];
    struct assign_costs costs = { { { 0 } } };
    int men = 0, places = 0, outside = 0;
    for (int man = cells_next(own, 0); man >= 0; man = cells_next(own, man + 1)) {
        places = 0;
        for (int cell = cells_next(goal, 0); cell >= 0; cell = cells_next(goal, cell + 1)) {
            const bool straight = way_of(man, cell) != WAYS;
            costs.of[men][places++] = (uint8_t)(man == cell ? 0 : straight ? 1 : 2);
        }
        outside += !cells_has(goal, man);
        men++;
    }
    return (struct note){ .key = "steps",
                          .argument = { argument_seat(seat), argument_number(outside),
                                        argument_number(assign_least(men, places, &costs)) } };
}

/* The moves that each man outside needs to one of the places at home that are free. */
static int distance(const struct position *position, int seat)
{
    const struct race *race = race_in(position);
    const struct cells *goal = &race_ground(race)->goal[seat].cells, *own = &race->men.of[seat];
    int moves = 0;
    for (int man = cells_next(own, 0); man >= 0; man = cells_next(own, man + 1)) {
        int least = cells_has(goal, man) ? 0 : 2;
        for (int cell = cells_next(goal, 0); least == 2 && cell >= 0;
             cell = cells_next(goal, cell + 1)) {
            least = !cells_has(own, cell) && way_of(man, cell) != WAYS ? 1 : 2;
        }
        moves += least;
    }
    return moves;
}

static int standing(const struct position *position, int seat)
{
    const struct race *race = race_in(position);
    const int walls = walls_standing(race, seat);
    /* With several others, who wall off each other's ways, fewer moves to the goal have won more
     * matches than a look at the walls, which decides between equals only. */
    return race->rules.seats == 2 ? walls : walls / 8 - 100 * distance(position, seat);
}

static void draw(const struct position *position, const struct move *last, size_t count,
                 struct figures *figures)
{
    const struct race *race = race_in(position);
    grid_draw(&grid, figures);
    race_draw_men(race, figures);
    for (int cell = 0; cell < figures->points; cell++) {
        if (race->men.owner[cell] == 0) {
            draw_walls(race, cell, &figures->point[cell]);
        }
    }
    for (int seat = 0; seat < race->rules.seats; seat++) {
        figures->turn[seat] = (uint8_t)race_corner(race->rules.seats, seat);
        if (race->gone[seat] == 0) {
            figures->caption[figures->captions++] = caption(race, seat);
        }
    }
    race_draw_last(race, last, count, figures);
}

/* ---- position text ---- */

static bool decode(struct position *position, const struct setup *setup, struct scan *scan,
                   struct note *note)
{
    struct race *race = race_of(position);
    return set_rules(race, setup, note) && race_read(race, (2u << setup->seats) - 2, scan, note);
}

const struct game game_embargo = {
    .name = "embargo",
    .rules = 1,
    .seats = 1 << 1 | 1 << 2 | 1 << 3,
    .size = sizeof(struct race),
    .identity = RACE_IDENTITY,
    .options = options,
    .setup = setup,
    .actor = race_actor,
    .moves = moves,
    .check = check,
    .apply = apply,
    .leave = race_leave,
    .result = race_result,
    .warn = race_warn,
    .distance = distance,
    .standing = standing,
    .partners = race_partners,
    .parse = parse,
    .print = race_print,
    .draw = draw,
    .decode = decode,
    .encode = race_encode,
};
