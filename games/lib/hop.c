#include "hop.h"

void hop_board_finish(struct hop_board *board)
{
    for (int cell = 0; cell < board->cells; cell++) {
        board->legs[cell] = 0;
        for (int direction = 0; direction < board->directions; direction++) {
            const int over = board->step[cell][direction];
            const int land = over == HOP_NONE ? HOP_NONE : board->step[over][direction];
            if (land != HOP_NONE) {
                board->leg[cell][board->legs[cell]++] =
                    (struct hop_leg){ .over = (uint8_t)over, .land = (uint8_t)land };
            }
        }
    }
}

struct cells hop_steps(const struct hop_board *board, const struct men *men, int cell)
{
    struct cells set = { { 0 } };
    for (int direction = 0; direction < board->directions; direction++) {
        const int to = board->step[cell][direction];
        if (to != HOP_NONE && men->owner[to] == 0) {
            cells_add(&set, to);
        }
    }
    return set;
}

static bool is_taken(const struct hop_chain *chain, int cell)
{
    return chain->men->owner[cell] != 0 && cell != chain->from;
}

static bool is_kept_back(const struct hop_chain *chain, int cell, int land)
{
    return cells_has(&chain->keep, cell) && !cells_has(&chain->keep, land);
}

/* Where the hop in that direction from a cell on the chain's way lands, or
 * HOP_NONE. `keep` is not looked at. */
static int landing(const struct hop_chain *chain, int cell, int direction)
{
    const struct hop_board *board = chain->board;
    int over = board->step[cell][direction];
    int distance = 1;
    while (chain->far && over != HOP_NONE && !is_taken(chain, over)) {
        over = board->step[over][direction];
        distance++;
    }
    if (over == HOP_NONE || !is_taken(chain, over)) {
        return HOP_NONE;
    }
    int land = over;
    for (; distance > 0 && land != HOP_NONE; distance--) {
        land = board->step[land][direction];
        if (land != HOP_NONE && is_taken(chain, land)) {
            return HOP_NONE;
        }
    }
    return land;
}

/* The fill for hops over neighbours alone, by the table of legs. Each of them
 * shifts the man by two, so he is never next to where he began and cannot
 * come to hop over it. */
static struct cells reach_near(const struct hop_chain *chain)
{
    const struct hop_board *board = chain->board;
    const uint8_t *owner = chain->men->owner;
    struct cells seen = { { 0 } };
    uint8_t waiting[CELLS_MAX];
    size_t count = 0;

    cells_add(&seen, chain->from);
    waiting[count++] = (uint8_t)chain->from;
    while (count > 0) {
        const int cell = waiting[--count];
        for (int i = 0; i < board->legs[cell]; i++) {
            const struct hop_leg leg = board->leg[cell][i];
            if (owner[leg.over] != 0 && owner[leg.land] == 0 && !cells_has(&seen, leg.land) &&
                !is_kept_back(chain, cell, leg.land)) {
                cells_add(&seen, leg.land);
                waiting[count++] = leg.land;
            }
        }
    }
    return seen;
}

static struct cells reach_far(const struct hop_chain *chain)
{
    struct cells seen = { { 0 } };
    uint8_t waiting[CELLS_MAX];
    size_t count = 0;

    cells_add(&seen, chain->from);
    waiting[count++] = (uint8_t)chain->from;
    while (count > 0) {
        const int cell = waiting[--count];
        for (int direction = 0; direction < chain->board->directions; direction++) {
            const int land = landing(chain, cell, direction);
            if (land != HOP_NONE && !cells_has(&seen, land) && !is_kept_back(chain, cell, land)) {
                cells_add(&seen, land);
                waiting[count++] = (uint8_t)land;
            }
        }
    }
    return seen;
}

struct cells hop_reach(const struct hop_chain *chain)
{
    struct cells reach = chain->far ? reach_far(chain) : reach_near(chain);
    cells_drop(&reach, chain->from);
    return reach;
}

/* The cell so many steps away in that direction, HOP_NONE beyond the edge. */
static int walk(const struct hop_board *board, int cell, int direction, int steps)
{
    for (; steps > 0 && cell != HOP_NONE; steps--) {
        cell = board->step[cell][direction];
    }
    return cell;
}

/* How many steps in a straight line lead from one cell to the other, 0 if
 * they are on no line; `direction` is that of the line. */
static int find_line(const struct hop_board *board, int cell, int to, int *direction)
{
    for (*direction = 0; *direction < board->directions; (*direction)++) {
        int steps = 1;
        for (int at = board->step[cell][*direction]; at != HOP_NONE;
             at = board->step[at][*direction], steps++) {
            if (at == to) {
                return steps;
            }
        }
    }
    return 0;
}

enum hop_fault hop_judge(const struct hop_chain *chain, int cell, int to, int *cell_in_question)
{
    int direction = 0;
    const int steps = find_line(chain->board, cell, to, &direction);
    *cell_in_question = HOP_NONE;
    if (steps == 1) {
        return HOP_STEP;
    }
    if (steps == 0 || steps % 2 != 0 || (steps > 2 && !chain->far)) {
        return HOP_CROOKED;
    }
    const int over = walk(chain->board, cell, direction, steps / 2);
    *cell_in_question = over;
    if (is_taken(chain, to)) {
        return HOP_LAND_TAKEN;
    }
    if (!is_taken(chain, over)) {
        return over == chain->from ? HOP_OVER_ORIGIN : HOP_OVER_NOTHING;
    }
    for (int i = 1; i < steps; i++) {
        const int passed = walk(chain->board, cell, direction, i);
        if (passed != over && is_taken(chain, passed)) {
            *cell_in_question = passed;
            return HOP_OBSTACLE;
        }
    }
    return is_kept_back(chain, cell, to) ? HOP_KEPT : HOP_GOOD;
}

size_t hop_path(const struct hop_chain *chain, int to, uint8_t path[HOP_PATH_MAX])
{
    uint8_t queue[CELLS_MAX];          /* the cells found, nearest first */
    uint8_t before[CELLS_MAX] = { 0 }; /* the cell each was reached from */
    struct cells seen = { { 0 } };
    size_t found = 0;
    size_t length = 1;

    cells_add(&seen, chain->from);
    queue[found++] = (uint8_t)chain->from;
    for (size_t at = 0; at < found && !cells_has(&seen, to); at++) {
        for (int direction = 0; direction < chain->board->directions; direction++) {
            const int land = landing(chain, queue[at], direction);
            if (land != HOP_NONE && !cells_has(&seen, land) &&
                !is_kept_back(chain, queue[at], land)) {
                cells_add(&seen, land);
                before[land] = queue[at];
                queue[found++] = (uint8_t)land;
            }
        }
    }
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
