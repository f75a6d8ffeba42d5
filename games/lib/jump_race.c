#include "games/lib/jump_race.h"

#include <string.h>

#include "games/lib/grid.h"
#include "games/lib/jump.h"
#include "games/lib/race_move.h"

_Static_assert(sizeof(struct jump_race) <= POSITION_MAX, "a position must fit");

struct jump_race *jump_race(struct position *position)
{
    return (struct jump_race *)(void *)position->bytes;
}

const struct jump_race *jump_race_const(const struct position *position)
{
    return (const struct jump_race *)(const void *)position->bytes;
}

struct jump_race_ground *jump_race_ground(int number)
{
    static struct jump_race_ground grounds[JUMP_RACE_GROUNDS];
    return &grounds[number];
}

const struct jump_race_ground *jump_race_board(const struct jump_race *now)
{
    return jump_race_ground(now->ground);
}

void jump_race_ground_finish(struct jump_race_ground *ground)
{
    for (int set = 0; set < ground->race.sets; set++) {
        ground->goal[set] = jump_area_of(ground->jumps, &ground->race.goal[set]);
        ground->yard[set] = jump_area_of(ground->jumps, &ground->race.yard[set]);
        ground->shut[set] = jump_area_of(ground->jumps, &ground->race.shut[set]);
    }
}

void jump_race_begin(struct jump_race *now)
{
    const struct jump_race_ground *ground = jump_race_board(now);
    race_begin(&now->race, &ground->race);
    jump_ways_find(ground->jumps, &now->race.men, &now->ways);
}

bool jump_race_read(struct jump_race *now, struct scan *scan, struct note *note)
{
    const struct jump_race_ground *ground = jump_race_board(now);
    jump_ways_find(ground->jumps, &now->race.men, &now->ways);
    return race_read(&now->race, &ground->race, scan, note);
}

void jump_race_encode(const struct position *position, struct text *text)
{
    const struct jump_race *now = jump_race_const(position);
    grid_write_rows(jump_race_board(now)->grid, now->race.men.owner, text);
    race_write(&now->race, text);
}

int jump_race_actor(const struct position *position)
{
    const struct jump_race *now = jump_race_const(position);
    return race_actor(&now->race, &jump_race_board(now)->race);
}

void jump_race_result(const struct position *position, struct result *result)
{
    const struct jump_race *now = jump_race_const(position);
    race_result(&now->race, &jump_race_board(now)->race, result);
}

/* ---- what both judges know ---- */

static bool may_swap(const struct jump_race *now, const struct jump_race_ground *ground, int set)
{
    const struct cells *goal = &ground->race.goal[set];
    if (now->swap == JUMP_RACE_SWAP_FULL) {
        return cells_within(goal, &now->race.men.taken) &&
               race_goal_full(&now->race, &ground->race, set);
    }
    const struct cells outside = cells_less(now->race.men.of[set], *goal);
    return now->swap == JUMP_RACE_SWAP_LAST && cells_count(&outside) == 1;
}

/* The opposing men with which men of the set may change places now. */
static struct cells swappable(const struct jump_race *now, const struct jump_race_ground *ground,
                              int set)
{
    if (!may_swap(now, ground, set)) {
        return (struct cells){ { 0 } };
    }
    return cells_and(ground->race.goal[set], race_opponents(&now->race, &ground->race, set));
}

static struct jump_chain chain_of(const struct jump_race *now,
                                  const struct jump_race_ground *ground, int from)
{
    const int set = now->race.men.owner[from] - 1;
    return (struct jump_chain){
        .board = ground->jumps,
        .men = &now->race.men,
        .from = from,
        .far = now->far,
        .keep = now->race.rules.lock == RACE_LOCK_JUMP ? &ground->goal[set] : NULL,
        .onto = swappable(now, ground, set),
    };
}

/* ---- the first judge: listing ---- */

/* Bits of a part as moves, in the order of cells. */
static inline void add_part(struct move_list *list, const struct jump_board *board, int from,
                            uint64_t ends)
{
    const unsigned part = board->place[from] & ~63u;
    for (; ends != 0; ends &= ends - 1) {
        move_list_add(list, from, board->cell[part | (unsigned)__builtin_ctzll(ends)]);
    }
}

/* The cells of a part where a move from `from` may end. */
static uint64_t part_ends(const struct jump_race_ground *ground, int set, int part,
                          struct race_bounds bounds)
{
    uint64_t ends = ~ground->shut[set].part[part];
    ends &= bounds.in_goal ? ground->goal[set].part[part] : ~(uint64_t)0;
    return ends & ~(bounds.off_yard ? ground->yard[set].part[part] : 0);
}

/* Lists near jumps and steps to empty cells. Jumps stay in the man's part of the board and
 * steps leave it, so the two lists are merged. */
static void list_near(const struct jump_race *now, const struct jump_race_ground *ground, int from,
                      struct move_list *list)
{
    const struct jump_board *board = ground->jumps;
    const int set = now->race.men.owner[from] - 1;
    const int part = board->place[from] >> 6;
    const struct jump_area *keep =
        now->race.rules.lock == RACE_LOCK_JUMP ? &ground->goal[set] : NULL;
    const struct race_bounds bounds = race_bounds_of(&now->race, &ground->race, from);
    const struct cells steps = cells_and(cells_less(board->near[from], now->race.men.taken),
                                         race_ends(&now->race, &ground->race, from));
    uint64_t jumps = jump_reach_near(board, &now->ways, from, keep);
    jumps &= part_ends(ground, set, part, bounds);
    for (int word = 0; word < CELLS_WORDS; word++) {
        for (uint64_t rest = steps.word[word]; rest != 0; rest &= rest - 1) {
            const int step = word * 64 + __builtin_ctzll(rest);
            const uint64_t below = jumps & board->below[part][step];
            add_part(list, board, from, below);
            move_list_add(list, from, step);
            jumps ^= below;
        }
    }
    add_part(list, board, from, jumps);
}

/* Lists far jumps, and moves that may end on a man. */
static void list_plain(const struct jump_race *now, const struct jump_race_ground *ground, int from,
                       struct move_list *list)
{
    const struct jump_chain chain = chain_of(now, ground, from);
    const struct cells ends =
        cells_and(jump_ends(&chain), race_ends(&now->race, &ground->race, from));
    for (int to = cells_next(&ends, 0); to >= 0; to = cells_next(&ends, to + 1)) {
        move_list_add(list, from, to);
    }
}

/* The sets, a bit each, whose men may change places with a man now. */
static unsigned swapping_sets(const struct jump_race *now, const struct jump_race_ground *ground)
{
    const int seat = race_mover(&now->race, &ground->race);
    unsigned sets = 0;
    for (int set = 0; now->swap != JUMP_RACE_SWAP_NEVER && set < ground->race.sets; set++) {
        if (ground->race.seat_of[set] == seat && may_swap(now, ground, set)) {
            sets |= 1u << set;
        }
    }
    return sets;
}

size_t jump_race_moves(const struct position *position, struct move *moves, size_t cap)
{
    const struct jump_race *now = jump_race_const(position);
    const struct jump_race_ground *ground = jump_race_board(now);
    const struct cells movers = race_movers(&now->race, &ground->race);
    struct move_list list = { moves, cap, 0 };
    if (now->race.over) {
        return 0;
    }
    const unsigned swapping = swapping_sets(now, ground);
    for (int word = 0; word < CELLS_WORDS; word++) {
        for (uint64_t rest = movers.word[word]; rest != 0; rest &= rest - 1) {
            const int from = word * 64 + __builtin_ctzll(rest);
            if (now->far || (swapping >> (now->race.men.owner[from] - 1) & 1) != 0) {
                list_plain(now, ground, from, &list);
            } else {
                list_near(now, ground, from, &list);
            }
            if (cap == 0 && list.count > 0) {
                return list.count;
            }
        }
    }
    return race_list_end(&list);
}

/* ---- names and notes ---- */

/* A note about a cell and the owner of the man on it: nobody if `seat` is -1. */
static bool refuse_man(const struct jump_race_ground *ground, struct note *note, const char *key,
                       int cell, int seat)
{
    const struct argument argument[] = { grid_argument(ground->grid, cell), argument_seat(seat) };
    return refuse_with(note, key, argument, seat < 0 ? 1 : 2);
}

/* ---- the second judge: explaining ---- */

/* Says why the jump from `from` to `to` is not possible. */
static bool refuse_jump(const struct jump_race_ground *ground, struct note *note,
                        enum jump_fault fault, int from, int to, int cell)
{
    static const char *const key[JUMP_FAULTS] = {
        [JUMP_STEP] = "step-in-chain",   [JUMP_CROOKED] = "no-hop",
        [JUMP_LAND_TAKEN] = "hop-taken", [JUMP_OVER_NOTHING] = "nothing-over",
        [JUMP_OBSTACLE] = "in-the-way",  [JUMP_OVER_ORIGIN] = "over-origin",
        [JUMP_KEPT] = "locked-in-chain",
    };
    return refuse_three(ground->grid, note, key[fault], from, to, cell);
}

/* Says why neither a step nor any chain leads there, although both ends are allowed. */
static bool refuse_reach(const struct jump_race_ground *ground, struct note *note,
                         const struct jump_chain *chain, int to)
{
    int cell = JUMP_NONE;
    uint8_t path[JUMP_PATH_MAX];
    struct jump_chain unlocked = *chain;
    unlocked.keep = NULL;
    const size_t length = jump_path(&unlocked, to, path);
    for (size_t i = 1; i < length; i++) {
        if (jump_judge(chain, path[i - 1], path[i], &cell) == JUMP_KEPT) {
            return refuse_jump(ground, note, JUMP_KEPT, path[i - 1], path[i], cell);
        }
    }
    const enum jump_fault fault = jump_judge(chain, chain->from, to, &cell);
    if (fault != JUMP_CROOKED) {
        return refuse_jump(ground, note, fault, chain->from, to, cell);
    }
    /* Jumps shift a man by an even number of lines in every direction. */
    const bool apart = (ground->jumps->place[chain->from] ^ ground->jumps->place[to]) >= 64;
    const char *key = apart ? "never-by-hops" : "no-chain";
    return refuse_cells(ground->grid, note, key, chain->from, to);
}

/* Says why a move may not end on a man: it is an own man, belongs to nobody, is not in the
 * goal, or it is too early. */
static bool refuse_taken(const struct jump_race *now, const struct jump_race_ground *ground,
                         const struct jump_chain *chain, int to, struct note *note)
{
    const int set = now->race.men.owner[chain->from] - 1;
    const int seat = race_seat_on(&now->race, &ground->race, to);
    const struct cells opponents = race_opponents(&now->race, &ground->race, set);
    int over = JUMP_NONE;
    if (now->swap != JUMP_RACE_SWAP_NEVER && cells_has(&opponents, to) &&
        cells_has(&ground->race.goal[set], to)) {
        const struct argument argument[] = { grid_argument(ground->grid, chain->from),
                                             grid_argument(ground->grid, to), argument_seat(seat) };
        return refuse_with(note,
                           now->swap == JUMP_RACE_SWAP_LAST ? "swaplast-not-yet" : "swap-not-yet",
                           argument, 3);
    }
    if (jump_judge(chain, chain->from, to, &over) == JUMP_LAND_TAKEN &&
        now->race.men.owner[over] != 0) {
        return refuse_jump(ground, note, JUMP_LAND_TAKEN, chain->from, to, over);
    }
    const bool own = seat == race_mover(&now->race, &ground->race);
    return refuse_man(ground, note,
                      own        ? "taken-own"
                      : seat < 0 ? "taken-neutral"
                                 : "taken",
                      to, seat);
}

static bool check_origin(const struct jump_race *now, const struct jump_race_ground *ground,
                         int from, struct note *note)
{
    const struct cells movers = race_movers(&now->race, &ground->race);
    if (cells_has(&movers, from)) {
        return true;
    }
    if (now->race.men.owner[from] == 0) {
        return refuse_cell(ground->grid, note, "no-man", from);
    }
    const int seat = race_seat_on(&now->race, &ground->race, from);
    if (seat == race_mover(&now->race, &ground->race)) {
        return refuse_two(note, "not-this-set", grid_argument(ground->grid, from),
                          argument_number(now->race.turn + 1));
    }
    return refuse_man(ground, note, seat < 0 ? "neutral" : "not-yours", from, seat);
}

static bool check_pair(const struct jump_race *now, const struct jump_race_ground *ground, int from,
                       int to, struct note *note)
{
    uint8_t path[JUMP_PATH_MAX];
    if (!check_origin(now, ground, from, note)) {
        return false;
    }
    if (from == to) {
        return refuse_cell(ground->grid, note, "goes-nowhere", from);
    }
    const struct jump_chain chain = chain_of(now, ground, from);
    if (now->race.men.owner[to] != 0 && !cells_has(&chain.onto, to)) {
        return refuse_taken(now, ground, &chain, to, note);
    }
    const char *bar = race_bars(&now->race, &ground->race, from, to);
    if (bar != NULL) {
        return refuse_cells(ground->grid, note, bar, from, to);
    }
    return cells_has(&ground->jumps->near[from], to) || jump_path(&chain, to, path) > 0 ||
           refuse_reach(ground, note, &chain, to);
}

bool jump_race_check(const struct position *position, const struct move *move, struct note *note)
{
    const struct jump_race *now = jump_race_const(position);
    const struct jump_race_ground *ground = jump_race_board(now);
    if (now->race.over) {
        return refuse(note, "match-over");
    }
    if (!race_is_move(move, ground->jumps->cells)) {
        return refuse(note, "not-a-move");
    }
    const bool passes = move->length == 1;
    struct move first = { 0 };
    jump_race_moves(position, &first, 1);
    if (passes != (first.length == 1)) {
        return refuse(note, passes ? "pass-unforced" : "must-pass");
    }
    return passes || check_pair(now, ground, move->byte[0], move->byte[1], note);
}

/* ---- playing ---- */

static void put(struct jump_race *now, const struct jump_race_ground *ground, int cell, int owner)
{
    men_put(&now->race.men, cell, owner);
    jump_ways_change(ground->jumps, &now->race.men, cell, &now->ways);
}

static void lift(struct jump_race *now, const struct jump_race_ground *ground, int cell)
{
    men_lift(&now->race.men, cell);
    jump_ways_change(ground->jumps, &now->race.men, cell, &now->ways);
}

void jump_race_apply(struct position *position, const struct move *move)
{
    struct jump_race *now = jump_race(position);
    const struct jump_race_ground *ground = jump_race_board(now);
    if (move->length == 2) {
        const int from = move->byte[0];
        const int to = move->byte[1];
        const int own = now->race.men.owner[from];
        const int displaced = now->race.men.owner[to];
        lift(now, ground, from);
        if (displaced != 0) {
            lift(now, ground, to);
            put(now, ground, from, displaced);
        }
        put(now, ground, to, own);
    }
    if (race_moved(&now->race, &ground->race, move->length == 1)) {
        jump_ways_find(ground->jumps, &now->race.men, &now->ways);
    }
}

void jump_race_leave(struct position *position, int seat)
{
    struct jump_race *now = jump_race(position);
    const struct jump_race_ground *ground = jump_race_board(now);
    if (race_leave(&now->race, &ground->race, seat)) {
        jump_ways_find(ground->jumps, &now->race.men, &now->ways);
    }
}

size_t jump_race_warn(const struct position *position, int seat, struct note *note, size_t cap)
{
    const struct jump_race *now = jump_race_const(position);
    const struct jump_race_ground *ground = jump_race_board(now);
    size_t count = race_warn(&now->race, &ground->race, seat, note, cap);
    const bool plays = !now->race.over && now->race.gone[seat] == 0;
    for (int set = 0; plays && count < cap && set < ground->race.sets; set++) {
        const struct cells onto = swappable(now, ground, set);
        if (ground->race.seat_of[set] == seat && !cells_empty(&onto)) {
            note[count++] = (struct note){ .key = "warn-swap" };
            break;
        }
    }
    return count;
}

/* ---- text ---- */

/* Judges the cells that were typed between the ends; the ends are judged by check. */
static bool check_route(const struct jump_race *now, const struct jump_race_ground *ground,
                        const uint8_t *cell, size_t count, struct note *note)
{
    const struct cells movers = race_movers(&now->race, &ground->race);
    if (!cells_has(&movers, cell[0])) {
        return true;
    }
    struct jump_chain chain = chain_of(now, ground, cell[0]);
    const struct cells onto = chain.onto;
    for (size_t i = 1; i < count; i++) {
        int third = JUMP_NONE;
        chain.onto = i + 1 < count ? (struct cells){ { 0 } } : onto;
        const enum jump_fault fault = jump_judge(&chain, cell[i - 1], cell[i], &third);
        if (fault != JUMP_GOOD) {
            return refuse_jump(ground, note, fault, cell[i - 1], cell[i], third);
        }
    }
    return true;
}

enum parsed jump_race_parse(const struct position *position, struct scan *scan, struct move *move,
                            struct note *note)
{
    const struct jump_race *now = jump_race_const(position);
    const struct jump_race_ground *ground = jump_race_board(now);
    uint8_t cell[ROUTE_MAX];
    size_t count;
    const enum parsed parsed = race_parse(scan, ground->grid, move, cell, &count, note);
    return parsed != PARSED_MOVE || count <= 2 || check_route(now, ground, cell, count, note)
               ? parsed
               : PARSED_REFUSED;
}

void jump_race_print(const struct position *position, const struct move *move, struct text *text)
{
    race_print(jump_race_board(jump_race_const(position))->grid, move, text);
}

void jump_race_route(const struct position *position, const struct move *move, struct text *text)
{
    const struct jump_race *now = jump_race_const(position);
    const struct jump_race_ground *ground = jump_race_board(now);
    uint8_t path[JUMP_PATH_MAX];
    size_t length = 0;
    if (move->length == 2 && !cells_has(&ground->jumps->near[move->byte[0]], move->byte[1])) {
        const struct jump_chain chain = chain_of(now, ground, move->byte[0]);
        length = jump_path(&chain, move->byte[1], path);
    }
    if (length == 0) {
        jump_race_print(position, move, text);
        return;
    }
    race_print_cells(ground->grid, path, length, text);
}

bool jump_race_partners(const struct position *position, int seat, int other)
{
    return race_partners(&jump_race_const(position)->race, seat, other);
}

/* ---- drawing ---- */

void jump_race_draw(const struct position *position, const struct move *last, size_t count,
                    struct figures *figures)
{
    const struct jump_race *now = jump_race_const(position);
    const struct jump_race_ground *ground = jump_race_board(now);
    int steps[SEATS_MAX] = { 0 };
    race_draw_men(&now->race, &ground->race, figures);
    for (int cell = 0; ground->several && cell < figures->points; cell++) {
        const bool owned =
            figures->point[cell].kind == POINT_PIECE && figures->point[cell].owner >= 0;
        figures->point[cell].set = owned ? now->race.men.owner[cell] : 0;
    }
    for (int set = 0; set < ground->race.sets; set++) {
        if (ground->race.seat_of[set] >= 0) {
            steps[ground->race.seat_of[set]] +=
                assign_steps(ground->jumps, &now->race.men.of[set], &ground->race.goal[set]);
        }
    }
    if (count > 0 && last->length == 2 && now->race.men.owner[last->byte[0]] != 0) {
        /* The last move put the man on its first cell there. */
        figures->caption[figures->captions++] = (struct note){
            .key = "swapped",
            .argument = { argument_seat(race_seat_on(&now->race, &ground->race, last->byte[0])),
                          grid_argument(ground->grid, last->byte[1]),
                          grid_argument(ground->grid, last->byte[0]) },
        };
    }
    for (int seat = 0; seat < now->race.rules.seats; seat++) {
        if (now->race.gone[seat] == 0) {
            figures->caption[figures->captions++] = (struct note){
                .key = "steps",
                .argument = { argument_seat(seat), argument_number(steps[seat]) },
            };
        }
    }
    race_draw_last(&now->race, last, count, figures);
}
