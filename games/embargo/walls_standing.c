#include "games/embargo/walls_standing.h"

enum {
    MOVE = 100, /* what a move costs */
    STEP = 20,
    PATIENCE = 40,    /* own moves until a step costs more with each move, */
    HASTE = 2,        /* by so much, */
    HASTE_MOVES = 40, /* for so many moves */
    LIMIT = 300,      /* what a man in the yard costs, by own moves until the limit, */
    SOON = 4,         /* and so many more */
    MEN_MAX = 16,
};

/* What all men of a seat have in common. */
struct view {
    struct walls walls;
    enum walls_tunnel tunnel;
    struct lines open; /* places of the goal without an own man */
    struct lines yard;
    int file, rank; /* of the corner of the goal */
    int limit;      /* what a man in the yard costs */
    int step;       /* what a step to the corner costs */
};

static struct view view_of(const struct race *race, int seat)
{
    const struct race_ground *ground = race_ground(race);
    const struct race_rules *rules = &race->rules;
    const int corner = race_corner(rules->seats, seat);
    const int left = rules->vacate - race->made[seat];
    const int late = race->made[seat] - PATIENCE;
    const struct cells open = cells_less(ground->goal[seat].cells, race->men.of[seat]);
    struct view view = {
        .tunnel = (enum walls_tunnel)rules->far,
        .open = lines_of(&open),
        .yard = lines_of(&ground->yard[seat].cells),
        .file = corner == 0 || corner == 3 ? 0 : WALLS_SIDE - 1, /* across the board */
        .rank = corner < 2 ? WALLS_SIDE - 1 : 0,
        .limit = rules->vacate == 0 ? 0 : LIMIT / (SOON + (left > 0 ? left : 0)),
        .step = STEP + (late < 0 ? 0 : HASTE * (late < HASTE_MOVES ? late : HASTE_MOVES)),
    };
    walls_find(&view.walls, &race->men, rules->seats, seat + 1);
    return view;
}

static int between(int one, int other)
{
    return one < other ? other - one : one - other;
}

/* What a man outside the goal costs. */
static int cost_of(const struct view *view, int man)
{
    const int file = man / WALLS_SIDE, rank = man % WALLS_SIDE;
    const unsigned along_file = walls_reach(&view->walls, WALLS_FILES, file, rank, view->tunnel);
    const unsigned along_rank = walls_reach(&view->walls, WALLS_RANKS, rank, file, view->tunnel);
    const uint16_t *open_file = view->open.line[WALLS_FILES];
    const uint16_t *open_rank = view->open.line[WALLS_RANKS];
    const unsigned yard_file = view->yard.line[WALLS_FILES][file];
    const unsigned yard_rank = view->yard.line[WALLS_RANKS][rank];
    const bool near = ((along_file & open_file[file]) | (along_rank & open_rank[rank])) != 0;
    int cost = (near ? 1 : 2) * MOVE +
               view->step * (between(file, view->file) + between(rank, view->rank));
    if ((yard_file >> rank & 1) != 0) {
        const bool leaves = ((along_file & ~yard_file) | (along_rank & ~yard_rank)) != 0;
        cost += (leaves ? 1 : 3) * view->limit;
    }
    return cost;
}

/* How many men must still come home. If a full goal counts, men of others in it help. */
static int men_needed(const struct race *race, int seat)
{
    const struct cells *goal = &race_ground(race)->goal[seat].cells;
    const struct cells home = cells_and(*goal, race->men.of[seat]);
    const struct cells empty = cells_less(*goal, race->men.taken);
    const int places = cells_count(goal), own = cells_count(&home);
    const int fill_own = race->rules.fill_own != 0 ? race->rules.fill_own : places / 2 + 1;
    const int free = cells_count(&empty);
    return !race->rules.fill ? places - own : free > fill_own - own ? free : fill_own - own;
}

int walls_standing(const struct race *race, int seat)
{
    const struct cells *goal = &race_ground(race)->goal[seat].cells;
    const struct cells outside = cells_less(race->men.of[seat], *goal);
    const struct view view = view_of(race, seat);
    const int needed = men_needed(race, seat);
    int cost[MEN_MAX], men = 0, sum = 0;
    for (int man = cells_next(&outside, 0); man >= 0; man = cells_next(&outside, man + 1)) {
        const int costs = cost_of(&view, man);
        int place = men++;
        for (; place > 0 && cost[place - 1] > costs; place--) {
            cost[place] = cost[place - 1];
        }
        cost[place] = costs;
    }
    for (int i = 0; i < men; i++) {
        /* The men of others may leave the goal again, so that the last ones count a little. */
        sum += i < needed ? cost[i] : cost[i] / 4;
    }
    return -sum;
}
