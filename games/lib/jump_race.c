#include "games/lib/jump_race.h"

void jump_race_ground_finish(struct race_ground *ground)
{
    for (int set = 0; set < ground->sets; set++) {
        ground->goal[set] = jump_area_of(ground->jumps, &ground->goal[set].cells);
        ground->yard[set] = jump_area_of(ground->jumps, &ground->yard[set].cells);
        ground->shut[set] = jump_area_of(ground->jumps, &ground->shut[set].cells);
    }
}

/* ---- what both judges know ---- */

static bool may_swap(const struct race *race, int set)
{
    const struct cells *goal = &race_ground(race)->goal[set].cells;
    if (race->rules.swap == JUMP_RACE_SWAP_FULL) {
        return cells_within(goal, &race->men.taken) && race_goal_full(race, set);
    }
    const struct cells outside = cells_less(race->men.of[set], *goal);
    return race->rules.swap == JUMP_RACE_SWAP_LAST && cells_count(&outside) == 1;
}

/* The opposing men with which men of the set may change places now. */
static struct cells swappable(const struct race *race, int set)
{
    if (!may_swap(race, set)) {
        return (struct cells){ { 0 } };
    }
    return cells_and(race_ground(race)->goal[set].cells, race_opponents(race, set));
}

static struct jump_chain chain_of(const struct race *race, int from)
{
    const struct race_ground *ground = race_ground(race);
    const int set = race->men.owner[from] - 1;
    return (struct jump_chain){
        .board = ground->jumps,
        .men = &race->men,
        .from = from,
        .far = race->rules.far,
        .keep = race->rules.lock == RACE_LOCK_JUMP ? &ground->goal[set] : NULL,
        .onto = swappable(race, set),
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

/* Lists near jumps and steps to empty cells. Jumps stay in the man's part of the board and
 * steps leave it, so the two lists are merged. */
static void list_near(const struct race *race, int from, struct move_list *list)
{
    const struct race_ground *ground = race_ground(race);
    const struct jump_board *board = ground->jumps;
    const int set = race->men.owner[from] - 1;
    const int part = board->place[from] >> 6;
    const struct jump_area *keep = race->rules.lock == RACE_LOCK_JUMP ? &ground->goal[set] : NULL;
    const struct race_bounds bounds = race_bounds_of(race, from);
    const struct cells steps =
        cells_and(cells_less(board->near[from], race->men.taken), race_ends(race, from));
    uint64_t jumps = jump_reach_near(board, &race->ways, from, keep);
    jumps &= bounds.in_goal ? ground->goal[set].part[part] : ~(uint64_t)0;
    jumps &= ~(bounds.off_yard ? ground->yard[set].part[part] : 0) & ~ground->shut[set].part[part];
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
static void list_plain(const struct race *race, int from, struct move_list *list)
{
    const struct jump_chain chain = chain_of(race, from);
    const struct cells ends = cells_and(jump_ends(&chain), race_ends(race, from));
    for (int to = cells_next(&ends, 0); to >= 0; to = cells_next(&ends, to + 1)) {
        move_list_add(list, from, to);
    }
}

/* The sets of a seat, a bit each, whose men may change places with a man now. */
static unsigned swapping_sets(const struct race *race, int seat)
{
    const struct race_ground *ground = race_ground(race);
    unsigned sets = 0;
    for (int set = 0; race->rules.swap != JUMP_RACE_SWAP_NEVER && set < ground->sets; set++) {
        const bool own = ground->seat_of[set] == seat;
        const struct cells onto = own ? swappable(race, set) : (struct cells){ { 0 } };
        sets |= cells_empty(&onto) ? 0 : 1u << set;
    }
    return sets;
}

size_t jump_race_moves(const struct position *position, struct move *moves, size_t cap)
{
    const struct race *race = race_in(position);
    const struct cells movers = race_movers(race);
    struct move_list list = { moves, cap, 0 };
    if (race->over) {
        return 0;
    }
    const unsigned swapping = swapping_sets(race, race_mover(race));
    for (int word = 0; word < CELLS_WORDS; word++) {
        for (uint64_t rest = movers.word[word]; rest != 0; rest &= rest - 1) {
            const int from = word * 64 + __builtin_ctzll(rest);
            if (race->rules.far || (swapping >> (race->men.owner[from] - 1) & 1) != 0) {
                list_plain(race, from, &list);
            } else {
                list_near(race, from, &list);
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
static bool refuse_man(const struct race_ground *ground, struct note *note, const char *key,
                       int cell, int seat)
{
    const struct argument argument[] = { grid_argument(ground->grid, cell), argument_seat(seat) };
    return refuse_with(note, key, argument, seat < 0 ? 1 : 2);
}

/* ---- the second judge: explaining ---- */

/* Says why the jump from `from` to `to` is not possible. */
static bool refuse_jump(const struct race_ground *ground, struct note *note, enum jump_fault fault,
                        int from, int to, int cell)
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
static bool refuse_reach(const struct race_ground *ground, struct note *note,
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
static bool refuse_taken(const struct race *race, const struct jump_chain *chain, int to,
                         struct note *note)
{
    const struct race_ground *ground = race_ground(race);
    const int set = race->men.owner[chain->from] - 1;
    const int seat = race_seat_on(race, to);
    const struct cells opponents = race_opponents(race, set);
    int over = JUMP_NONE;
    if (race->rules.swap != JUMP_RACE_SWAP_NEVER && cells_has(&opponents, to) &&
        cells_has(&ground->goal[set].cells, to)) {
        const struct argument argument[] = { grid_argument(ground->grid, chain->from),
                                             grid_argument(ground->grid, to), argument_seat(seat) };
        return refuse_with(
            note, race->rules.swap == JUMP_RACE_SWAP_LAST ? "swaplast-not-yet" : "swap-not-yet",
            argument, 3);
    }
    if (jump_judge(chain, chain->from, to, &over) == JUMP_LAND_TAKEN &&
        race->men.owner[over] != 0) {
        return refuse_jump(ground, note, JUMP_LAND_TAKEN, chain->from, to, over);
    }
    const bool own = seat == race_mover(race);
    return refuse_man(ground, note,
                      own        ? "taken-own"
                      : seat < 0 ? "taken-neutral"
                                 : "taken",
                      to, seat);
}

static bool check_origin(const struct race *race, int from, struct note *note)
{
    const struct race_ground *ground = race_ground(race);
    const struct cells movers = race_movers(race);
    if (cells_has(&movers, from)) {
        return true;
    }
    if (race->men.owner[from] == 0) {
        return refuse_cell(ground->grid, note, "no-man", from);
    }
    const int seat = race_seat_on(race, from);
    if (seat == race_mover(race)) {
        return refuse_two(note, "not-this-set", grid_argument(ground->grid, from),
                          argument_number(race->turn + 1));
    }
    return refuse_man(ground, note, seat < 0 ? "neutral" : "not-yours", from, seat);
}

static bool check_pair(const struct race *race, int from, int to, struct note *note)
{
    const struct race_ground *ground = race_ground(race);
    uint8_t path[JUMP_PATH_MAX];
    if (!check_origin(race, from, note)) {
        return false;
    }
    if (from == to) {
        return refuse_cell(ground->grid, note, "goes-nowhere", from);
    }
    const struct jump_chain chain = chain_of(race, from);
    if (race->men.owner[to] != 0 && !cells_has(&chain.onto, to)) {
        return refuse_taken(race, &chain, to, note);
    }
    const char *bar = race_bars(race, from, to);
    if (bar != NULL) {
        return refuse_cells(ground->grid, note, bar, from, to);
    }
    return cells_has(&ground->jumps->near[from], to) || jump_path(&chain, to, path) > 0 ||
           refuse_reach(ground, note, &chain, to);
}

bool jump_race_check(const struct position *position, const struct move *move, struct note *note)
{
    return race_check(position, jump_race_moves, move, note) &&
           (move->length == 1 || check_pair(race_in(position), move->byte[0], move->byte[1], note));
}

/* ---- playing ---- */

static void put(struct race *race, int cell, int owner)
{
    men_put(&race->men, cell, owner);
    jump_ways_change(race_ground(race)->jumps, &race->men, cell, &race->ways);
}

static void lift(struct race *race, int cell)
{
    men_lift(&race->men, cell);
    jump_ways_change(race_ground(race)->jumps, &race->men, cell, &race->ways);
}

void jump_race_apply(struct position *position, const struct move *move)
{
    struct race *race = race_of(position);
    if (move->length == 2) {
        const int from = move->byte[0];
        const int to = move->byte[1];
        const int own = race->men.owner[from];
        const int displaced = race->men.owner[to];
        lift(race, from);
        if (displaced != 0) {
            lift(race, to);
            put(race, from, displaced);
        }
        put(race, to, own);
    }
    race_moved(race, move->length == 1);
}

size_t jump_race_warn(const struct position *position, int seat, struct note *note, size_t cap)
{
    const struct race *race = race_in(position);
    size_t count = race_warn(position, seat, note, cap);
    const bool plays = !race->over && race->gone[seat] == 0;
    if (plays && count < cap && swapping_sets(race, seat) != 0) {
        refuse(&note[count++], "warn-swap");
    }
    return count;
}

/* ---- text ---- */

/* Judges the cells that were typed between the ends; the ends are judged by check. */
static bool check_route(const struct race *race, const uint8_t *cell, size_t count,
                        struct note *note)
{
    const struct race_ground *ground = race_ground(race);
    const struct cells movers = race_movers(race);
    if (!cells_has(&movers, cell[0])) {
        return true;
    }
    struct jump_chain chain = chain_of(race, cell[0]);
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
    const struct race *race = race_in(position);
    uint8_t cell[ROUTE_MAX];
    size_t count;
    const enum parsed parsed = race_parse(scan, race_ground(race)->grid, move, cell, &count, note);
    return parsed != PARSED_MOVE || count <= 2 || check_route(race, cell, count, note)
               ? parsed
               : PARSED_REFUSED;
}

void jump_race_route(const struct position *position, const struct move *move, struct text *text)
{
    const struct race *race = race_in(position);
    const struct race_ground *ground = race_ground(race);
    uint8_t path[JUMP_PATH_MAX];
    if (move->length == 1 || cells_has(&ground->jumps->near[move->byte[0]], move->byte[1])) {
        race_print(position, move, text);
        return;
    }
    const struct jump_chain chain = chain_of(race, move->byte[0]);
    race_print_cells(ground->grid, path, jump_path(&chain, move->byte[1], path), text);
}

/* ---- the way to go ---- */

/* The steps of all men outside the goal to the nearest place in it where no own man stands. */
static int steps_to_go(const struct race *race, int set)
{
    const struct race_ground *ground = race_ground(race);
    const struct cells *goal = &ground->goal[set].cells, *own = &race->men.of[set];
    const struct cells open = cells_less(*goal, *own), outside = cells_less(*own, *goal);
    uint8_t place[CELLS_MAX];
    int places = 0, sum = 0;
    for (int cell = cells_next(&open, 0); cell >= 0; cell = cells_next(&open, cell + 1)) {
        place[places++] = (uint8_t)cell;
    }
    for (int man = cells_next(&outside, 0); man >= 0; man = cells_next(&outside, man + 1)) {
        int least = places > 0 ? UINT8_MAX : 0;
        for (int i = 0; i < places; i++) {
            const int steps = ground->jumps->steps[man][place[i]];
            least = steps < least ? steps : least;
        }
        sum += least;
    }
    return sum;
}

int jump_race_distance(const struct position *position, int seat)
{
    const struct race *race = race_in(position);
    const struct race_ground *ground = race_ground(race);
    int sum = 0;
    for (int set = 0; set < ground->sets; set++) {
        sum += ground->seat_of[set] == seat ? steps_to_go(race, set) : 0;
    }
    return sum;
}

/* ---- drawing ---- */

void jump_race_draw(const struct position *position, const struct move *last, size_t count,
                    struct figures *figures)
{
    const struct race *race = race_in(position);
    const struct race_ground *ground = race_ground(race);
    int steps[SEATS_MAX] = { 0 };
    race_draw_men(race, figures);
    for (int set = 0; set < ground->sets; set++) {
        if (ground->seat_of[set] >= 0) {
            steps[ground->seat_of[set]] +=
                assign_steps(ground->jumps, &race->men.of[set], &ground->goal[set].cells);
        }
    }
    if (count > 0 && last->length == 2 && race->men.owner[last->byte[0]] != 0) {
        /* The last move put the man on its first cell there. */
        const struct argument argument[] = {
            argument_seat(race_seat_on(race, last->byte[0])),
            grid_argument(ground->grid, last->byte[1]),
            grid_argument(ground->grid, last->byte[0]),
        };
        refuse_with(&figures->caption[figures->captions++], "swapped", argument, 3);
    }
    for (int seat = 0; seat < race->rules.seats; seat++) {
        if (race->gone[seat] == 0) {
            refuse_two(&figures->caption[figures->captions++], "steps", argument_seat(seat),
                       argument_number(steps[seat]));
        }
    }
    race_draw_last(race, last, count, figures);
}
