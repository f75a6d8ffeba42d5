#include "games/lib/jump.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

/* ---- the board ---- */

/* The cell so many steps away in that direction, JUMP_NONE beyond the edge. */
static int walk(const struct jump_board *board, int cell, int direction, int steps)
{
    for (; steps > 0 && cell != JUMP_NONE; steps--) {
        cell = board->step[cell][direction];
    }
    return cell;
}

/* Counts the moves from a cell to every other, each so many steps in one direction, on an empty
 * board; UINT8_MAX: there is no way. */
static void find_steps(const struct jump_board *board, int from, int stride,
                       uint8_t steps[CELLS_MAX])
{
    uint8_t queue[CELLS_MAX];
    size_t found = 0;
    memset(steps, UINT8_MAX, CELLS_MAX);
    steps[from] = 0;
    queue[found++] = (uint8_t)from;
    for (size_t at = 0; at < found; at++) {
        for (int direction = 0; direction < board->directions; direction++) {
            const int to = walk(board, queue[at], direction, stride);
            if (to != JUMP_NONE && steps[to] == UINT8_MAX) {
                steps[to] = (uint8_t)(steps[queue[at]] + 1);
                queue[found++] = (uint8_t)to;
            }
        }
    }
}

/* Numbers the places; within a part, which is what jumps can reach at all, they are in the order
 * of cells. */
static void find_places(struct jump_board *board)
{
    bool placed[CELLS_MAX] = { false };
    int part = 0;
    for (int start = 0; start < board->cells; start++) {
        uint8_t jumps[CELLS_MAX];
        int place = 64 * part;
        if (placed[start]) {
            continue;
        }
        find_steps(board, start, 2, jumps);
        for (int cell = start; cell < board->cells; cell++) {
            if (jumps[cell] != UINT8_MAX) {
                assert(part < CELLS_WORDS && place < 64 * (part + 1));
                placed[cell] = true;
                board->place[cell] = (uint8_t)place;
                board->cell[place++] = (uint8_t)cell;
            }
        }
        part++;
    }
}

static uint64_t bit_of(const struct jump_board *board, int cell)
{
    return (uint64_t)1 << (board->place[cell] & 63);
}

/* Sets the bits of each part that are cells below this one, once those of the last are set. */
static void find_below(struct jump_board *board, int cell)
{
    for (int part = 0; part < CELLS_WORDS; part++) {
        const bool last = cell > 0 && board->place[cell - 1] >> 6 == part;
        board->below[part][cell] =
            (cell > 0 ? board->below[part][cell - 1] : 0) | (last ? bit_of(board, cell - 1) : 0);
    }
}

static void find_landings(struct jump_board *board, int cell)
{
    for (int half = 0; half < 2; half++) {
        for (int mask = 0; mask < JUMP_MASKS; mask++) {
            uint64_t *landing = &board->landing[board->place[cell]][half][mask];
            *landing = 0;
            for (int i = 0; i < JUMP_HALF && half * JUMP_HALF + i < board->directions; i++) {
                const int land = walk(board, cell, half * JUMP_HALF + i, 2);
                *landing |= (mask >> i & 1) != 0 && land != JUMP_NONE ? bit_of(board, land) : 0;
            }
        }
    }
}

/* Adds the jumps from a cell to the cells that they go over and land on. */
static void find_touches(struct jump_board *board, int start)
{
    for (int direction = 0; direction < board->directions; direction++) {
        const int over = board->step[start][direction];
        const int land = walk(board, start, direction, 2);
        const uint8_t place = board->place[start], way = (uint8_t)(1 << direction);
        if (land != JUMP_NONE) {
            struct jump_touches *passed = &board->touch[over], *landed = &board->touch[land];
            passed->over[passed->overs++] = (struct jump_touch){ place, way, (uint8_t)land };
            landed->land[landed->lands++] = (struct jump_touch){ place, way, (uint8_t)over };
        }
    }
}

void jump_board_finish(struct jump_board *board)
{
    find_places(board);
    memset(board->touch, 0, sizeof board->touch);
    for (int cell = 0; cell < board->cells; cell++) {
        board->near[cell] = (struct cells){ { 0 } };
        for (int direction = 0; direction < board->directions; direction++) {
            const int to = board->step[cell][direction];
            if (to != JUMP_NONE) {
                cells_add(&board->near[cell], to);
            }
        }
        find_below(board, cell);
        find_landings(board, cell);
        find_touches(board, cell);
        find_steps(board, cell, 1, board->steps[cell]);
    }
}

/* ---- ways ---- */

/* A man that has come can be jumped over, and its cell is no landing any more; a man that has
 * gone leaves an empty cell, and cannot be jumped over. */
void jump_ways_change(const struct jump_board *board, const struct men *men, int cell,
                      struct jump_ways *ways)
{
    const struct jump_touches *touch = &board->touch[cell];
    const bool taken = men->owner[cell] != 0;
    const struct jump_touch *opened = taken ? touch->over : touch->land;
    const struct jump_touch *closed = taken ? touch->land : touch->over;
    for (int i = taken ? touch->overs : touch->lands; i > 0; i--, opened++) {
        const bool possible = (men->owner[opened->other] == 0) == taken;
        ways->at[opened->place] |= (uint8_t)(opened->way & -(unsigned)possible);
    }
    for (int i = taken ? touch->lands : touch->overs; i > 0; i--, closed++) {
        ways->at[closed->place] &= (uint8_t)~closed->way;
    }
}

void jump_ways_find(const struct jump_board *board, const struct men *men, struct jump_ways *ways)
{
    *ways = (struct jump_ways){ { 0 } };
    for (int cell = cells_next(&men->taken, 0); cell >= 0;
         cell = cells_next(&men->taken, cell + 1)) {
        jump_ways_change(board, men, cell, ways);
    }
}

/* ---- reach ---- */

struct jump_area jump_area_of(const struct jump_board *board, const struct cells *cells)
{
    struct jump_area area = { .cells = *cells };
    for (int cell = cells_next(cells, 0); cell >= 0; cell = cells_next(cells, cell + 1)) {
        area.part[board->place[cell] >> 6] |= bit_of(board, cell);
    }
    return area;
}

static bool is_taken(const struct jump_chain *chain, int cell)
{
    return chain->men->owner[cell] != 0 && cell != chain->from;
}

static bool is_kept_back(const struct jump_chain *chain, int cell, int land)
{
    return chain->keep != NULL && cells_has(&chain->keep->cells, cell) &&
           !cells_has(&chain->keep->cells, land);
}

/* The landing cell of the jump in that direction from a cell on the chain's way, or JUMP_NONE.
 * Ignores `keep`. */
static int landing(const struct jump_chain *chain, int cell, int direction)
{
    const struct jump_board *board = chain->board;
    int over = board->step[cell][direction];
    int distance = 1;
    while (chain->far && over != JUMP_NONE && !is_taken(chain, over)) {
        over = board->step[over][direction];
        distance++;
    }
    if (over == JUMP_NONE || !is_taken(chain, over)) {
        return JUMP_NONE;
    }
    int land = over;
    for (; distance > 0; distance--) {
        land = board->step[land][direction];
        if (land == JUMP_NONE ||
            (is_taken(chain, land) && (distance > 1 || !cells_has(&chain->onto, land)))) {
            return JUMP_NONE;
        }
    }
    return land;
}

/* Each near jump shifts the man by two, so it is never next to where it began and cannot jump
 * over that cell; and landing on it again opens no new way. So the ways of the men as they
 * stand are those of the chain. */
uint64_t jump_reach_near(const struct jump_board *board, const struct jump_ways *ways, int from,
                         const struct jump_area *keep)
{
    const unsigned start = board->place[from];
    const unsigned part = start & ~63u;
    const uint64_t kept = keep == NULL ? 0 : keep->part[part >> 6];
    uint64_t front = (uint64_t)1 << (start & 63);
    uint64_t seen = front;
    if (ways->at[start] == 0) {
        return 0;
    }
    do {
        const unsigned bit = (unsigned)__builtin_ctzll(front);
        const unsigned open = ways->at[part | bit];
        const uint64_t(*land)[JUMP_MASKS] = board->landing[part | bit];
        const uint64_t allowed = kept | ((kept >> bit & 1) - 1);
        seen |= front & -front;
        front |= (land[0][open % JUMP_MASKS] | land[1][open / JUMP_MASKS]) & allowed;
        front &= ~seen;
    } while (front != 0);
    return seen & ~((uint64_t)1 << (start & 63));
}

/* The cells where the chain can land, found cell by cell and direction by direction, the
 * nearest first, until `to` is among them (JUMP_NONE: all). `before` gets the cell that each
 * was reached from; the first is where the chain begins. */
static struct cells flood(const struct jump_chain *chain, int to, uint8_t before[CELLS_MAX])
{
    struct cells seen = { { 0 } };
    uint8_t queue[CELLS_MAX];
    size_t found = 0;

    cells_add(&seen, chain->from);
    queue[found++] = (uint8_t)chain->from;
    for (size_t at = 0; at < found && (to == JUMP_NONE || !cells_has(&seen, to)); at++) {
        for (int direction = 0; direction < chain->board->directions; direction++) {
            const int land = landing(chain, queue[at], direction);
            if (land != JUMP_NONE && !cells_has(&seen, land) &&
                !is_kept_back(chain, queue[at], land)) {
                cells_add(&seen, land);
                before[land] = queue[at];
                if (!is_taken(chain, land)) {
                    queue[found++] = (uint8_t)land;
                }
            }
        }
    }
    return seen;
}

struct cells jump_ends(const struct jump_chain *chain)
{
    uint8_t before[CELLS_MAX];
    struct cells reach = flood(chain, JUMP_NONE, before);
    cells_drop(&reach, chain->from);
    const struct cells barred = cells_less(chain->men->taken, chain->onto);
    return cells_or(reach, cells_less(chain->board->near[chain->from], barred));
}

/* The number of steps in a straight line from one cell to the other, 0 if they are on no line;
 * sets `direction` to that of the line. */
static int find_line(const struct jump_board *board, int cell, int to, int *direction)
{
    for (*direction = 0; *direction < board->directions; (*direction)++) {
        int steps = 1;
        for (int at = board->step[cell][*direction]; at != JUMP_NONE;
             at = board->step[at][*direction], steps++) {
            if (at == to) {
                return steps;
            }
        }
    }
    return 0;
}

enum jump_fault jump_judge(const struct jump_chain *chain, int cell, int to, int *cell_in_question)
{
    int direction = 0;
    const int steps = find_line(chain->board, cell, to, &direction);
    *cell_in_question = JUMP_NONE;
    if (steps == 1) {
        return JUMP_STEP;
    }
    if (steps == 0 || steps % 2 != 0 || (steps > 2 && !chain->far)) {
        return JUMP_CROOKED;
    }
    const int over = walk(chain->board, cell, direction, steps / 2);
    *cell_in_question = over;
    if (is_taken(chain, to) && !cells_has(&chain->onto, to)) {
        return JUMP_LAND_TAKEN;
    }
    if (!is_taken(chain, over)) {
        return over == chain->from ? JUMP_OVER_ORIGIN : JUMP_OVER_NOTHING;
    }
    for (int i = 1; i < steps; i++) {
        const int passed = walk(chain->board, cell, direction, i);
        if (passed != over && is_taken(chain, passed)) {
            *cell_in_question = passed;
            return JUMP_OBSTACLE;
        }
    }
    return is_kept_back(chain, cell, to) ? JUMP_KEPT : JUMP_GOOD;
}

size_t jump_path(const struct jump_chain *chain, int to, uint8_t path[JUMP_PATH_MAX])
{
    uint8_t before[CELLS_MAX] = { 0 };
    const struct cells seen = flood(chain, to, before);
    size_t length = 1;
    if (to == chain->from || !cells_has(&seen, to)) {
        return 0;
    }
    for (int cell = to; cell != chain->from; cell = before[cell]) {
        length++;
    }
    size_t at = length;
    for (int cell = to; at > 1; cell = before[cell]) {
        path[--at] = (uint8_t)cell;
    }
    path[0] = (uint8_t)chain->from;
    return length;
}

/* ---- a place for each man ---- */

/* Sends holders of places on to others where that is cheaper than all known; false if none is. */
static bool shorten(int places, const struct assign_costs *costs, const int *holder, int *least,
                    int *before)
{
    bool shorter = false;
    for (int place = 0; place < places; place++) {
        for (int other = 0; holder[place] >= 0 && other < places; other++) {
            const uint8_t *cost = costs->of[holder[place]];
            if (least[place] - cost[place] + cost[other] < least[other]) {
                least[other] = least[place] - cost[place] + cost[other];
                before[other] = place;
                shorter = true;
            }
        }
    }
    return shorter;
}

/* Men come one by one. Each takes the place where the total grows least, with all that follows:
 * whose place it takes goes on to another, until somebody takes a free one. */
int assign_least(int men, int places, const struct assign_costs *costs)
{
    enum { NOBODY = -1 };
    int holder[ASSIGN_MAX], sum = 0;
    for (int place = 0; place < places; place++) {
        holder[place] = NOBODY;
    }
    for (int man = 0; man < men; man++) {
        int least[ASSIGN_MAX], before[ASSIGN_MAX]; /* the cheapest way to get each place */
        int nearest = NOBODY;
        for (int place = 0; place < places; place++) {
            least[place] = costs->of[man][place];
            before[place] = NOBODY;
        }
        while (shorten(places, costs, holder, least, before)) {
        }
        for (int place = 0; place < places; place++) {
            const bool better = nearest == NOBODY || least[place] < least[nearest];
            nearest = holder[place] == NOBODY && better ? place : nearest;
        }
        assert(nearest != NOBODY);
        sum += least[nearest];
        for (; before[nearest] != NOBODY; nearest = before[nearest]) {
            holder[nearest] = holder[before[nearest]];
        }
        holder[nearest] = man;
    }
    return sum;
}

int assign_steps(const struct jump_board *board, const struct cells *men, const struct cells *goal)
{
    struct assign_costs costs = { { { 0 } } };
    int places = 0;
    int count = 0;
    for (int place = cells_next(goal, 0); place >= 0; place = cells_next(goal, place + 1)) {
        count = 0;
        for (int man = cells_next(men, 0); man >= 0; man = cells_next(men, man + 1)) {
            costs.of[count++][places] = board->steps[place][man];
        }
        places++;
    }
    return assign_least(count, places, &costs);
}
