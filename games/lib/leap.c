#include "leap.h"

#include <string.h>

#include "captions.h"
#include "homeward.h"
#include "naming.h"
#include "notes.h"
#include "route.h"

void leap_ground_finish(struct leap_ground *ground)
{
    for (int set = 0; set < ground->race.sets; set++) {
        ground->goal[set] = hop_area_of(ground->hops, &ground->race.goal[set]);
        ground->yard[set] = hop_area_of(ground->hops, &ground->race.yard[set]);
        ground->shut[set] = hop_area_of(ground->hops, &ground->race.shut[set]);
    }
}

void leap_begin(struct leap *now, const struct leap_ground *ground)
{
    race_begin(&now->race, &ground->race);
    hop_ways_find(ground->hops, &now->race.men, &now->ways);
}

bool leap_read(struct leap *now, const struct leap_ground *ground, struct scan *scan,
               struct note *note)
{
    hop_ways_find(ground->hops, &now->race.men, &now->ways);
    return race_read(&now->race, &ground->race, scan, note);
}

/* ---- what both judges know ---- */

static bool may_swap(const struct leap *now, const struct leap_ground *ground, int set)
{
    const struct cells *goal = &ground->race.goal[set];
    if (now->swap == LEAP_SWAP_FULL) {
        return cells_within(goal, &now->race.men.taken) &&
               race_goal_full(&now->race, &ground->race, set);
    }
    const struct cells outside = cells_less(now->race.men.of[set], *goal);
    return now->swap == LEAP_SWAP_LAST && cells_count(&outside) == 1;
}

/* The opposing men that men of the set may change places with now. */
static struct cells swappable(const struct leap *now, const struct leap_ground *ground, int set)
{
    if (!may_swap(now, ground, set)) {
        return (struct cells){ { 0 } };
    }
    return cells_and(ground->race.goal[set], race_opponents(&now->race, &ground->race, set));
}

static struct hop_chain chain_of(const struct leap *now, const struct leap_ground *ground, int from)
{
    const int set = now->race.men.owner[from] - 1;
    return (struct hop_chain){
        .board = ground->hops,
        .men = &now->race.men,
        .ways = &now->ways,
        .from = from,
        .far = now->far,
        .keep = now->race.rules.lock == RACE_LOCK_HOP ? &ground->goal[set] : NULL,
        .onto = swappable(now, ground, set),
    };
}

/* ---- the first judge: listing ---- */

struct list {
    struct move *moves;
    size_t cap, count;
};

static inline void add_move(struct list *list, int from, int to)
{
    if (list->count < list->cap) {
        list->moves[list->count] =
            (struct move){ .length = 2, .byte = { (uint8_t)from, (uint8_t)to } };
    }
    list->count++;
}

/* Bits of a part as moves, in the order of cells. */
static inline void add_part(struct list *list, const struct hop_board *board, int from,
                            uint64_t ends)
{
    const unsigned part = board->place[from] & ~63u;
    for (; ends != 0; ends &= ends - 1) {
        add_move(list, from, board->cell[part | (unsigned)__builtin_ctzll(ends)]);
    }
}

/* The cells of a part where a move from `from` may end. */
static uint64_t part_ends(const struct leap_ground *ground, int set, int part,
                          struct race_bounds bounds)
{
    uint64_t ends = ~ground->shut[set].part[part];
    ends &= bounds.in_goal ? ground->goal[set].part[part] : ~(uint64_t)0;
    return ends & ~(bounds.off_yard ? ground->yard[set].part[part] : 0);
}

/* Near hops and steps to empty cells. Hops stay in the man's part of the
 * board and steps leave it, so that the two are merged. */
static void list_near(const struct leap *now, const struct leap_ground *ground, int from,
                      struct list *list)
{
    const struct hop_board *board = ground->hops;
    const int set = now->race.men.owner[from] - 1;
    const int part = board->place[from] >> 6;
    const struct hop_area *keep = now->race.rules.lock == RACE_LOCK_HOP ? &ground->goal[set] : NULL;
    const struct race_bounds bounds = race_bounds_of(&now->race, &ground->race, from);
    const struct cells steps = cells_and(cells_less(board->near[from], now->race.men.taken),
                                         race_ends(&now->race, &ground->race, from));
    uint64_t hops = hop_reach_near(board, &now->ways, from, keep);
    hops &= part_ends(ground, set, part, bounds);
    for (int word = 0; word < CELLS_WORDS; word++) {
        for (uint64_t rest = steps.word[word]; rest != 0; rest &= rest - 1) {
            const int step = word * 64 + __builtin_ctzll(rest);
            const uint64_t below = hops & board->below[part][step];
            add_part(list, board, from, below);
            add_move(list, from, step);
            hops ^= below;
        }
    }
    add_part(list, board, from, hops);
}

/* Far hops, and moves that may end on a man. */
static void list_plain(const struct leap *now, const struct leap_ground *ground, int from,
                       struct list *list)
{
    const struct hop_chain chain = chain_of(now, ground, from);
    const struct cells reach = cells_or(hop_steps(&chain), hop_reach(&chain));
    const struct cells ends = cells_and(reach, race_ends(&now->race, &ground->race, from));
    for (int to = cells_next(&ends, 0); to >= 0; to = cells_next(&ends, to + 1)) {
        add_move(list, from, to);
    }
}

/* The sets, a bit each, whose men may change places with somebody now. */
static unsigned swapping_sets(const struct leap *now, const struct leap_ground *ground)
{
    const int seat = race_mover(&now->race, &ground->race);
    unsigned sets = 0;
    for (int set = 0; now->swap != LEAP_SWAP_NEVER && set < ground->race.sets; set++) {
        if (ground->race.seat_of[set] == seat && may_swap(now, ground, set)) {
            sets |= 1u << set;
        }
    }
    return sets;
}

size_t leap_moves(const struct leap *now, const struct leap_ground *ground, struct move *moves,
                  size_t cap)
{
    const struct cells movers = race_movers(&now->race, &ground->race);
    struct list list = { moves, cap, 0 };
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
    if (list.count == 0) {
        if (cap > 0) {
            moves[0] = (struct move){ .length = 1, .byte = { LEAP_PASS } };
        }
        return 1;
    }
    return list.count;
}

/* ---- names and notes ---- */

/* A note about a cell and whose man stands there: nobody's if `seat` is -1. */
static bool refuse_man(const struct leap_ground *ground, struct note *note, const char *key,
                       int cell, int seat)
{
    const struct argument argument[] = { naming_argument(ground->grid, cell),
                                         { ARGUMENT_SEAT, (int16_t)seat, "" } };
    return refuse_with(note, key, argument, seat < 0 ? 1 : 2);
}

/* Whose man stands on a taken cell; -1: nobody's. */
static int seat_on(const struct leap *now, const struct leap_ground *ground, int cell)
{
    const int set = now->race.men.owner[cell] - 1;
    return set < ground->race.sets ? ground->race.seat_of[set] : -1;
}

/* ---- the second judge: explaining ---- */

/* Why the hop from `from` to `to` cannot be. */
static bool refuse_hop(const struct leap_ground *ground, struct note *note, enum hop_fault fault,
                       int from, int to, int cell)
{
    static const char *const key[HOP_FAULTS] = {
        [HOP_STEP] = "step-in-chain",   [HOP_CROOKED] = "no-hop",
        [HOP_LAND_TAKEN] = "hop-taken", [HOP_OVER_NOTHING] = "nothing-over",
        [HOP_OBSTACLE] = "in-the-way",  [HOP_OVER_ORIGIN] = "over-origin",
        [HOP_KEPT] = "locked-in-chain",
    };
    return naming_refuse(ground->grid, note, key[fault], from, to, cell);
}

/* Hops shift a man by an even number of lines in every direction. */
static bool hops_never_lead(const struct leap_ground *ground, int from, int to)
{
    return (ground->hops->place[from] ^ ground->hops->place[to]) >= 64;
}

/* Why neither a step nor any chain leads there, both ends being usable. */
static bool refuse_reach(const struct leap_ground *ground, struct note *note,
                         const struct hop_chain *chain, int to)
{
    int cell = HOP_NONE;
    uint8_t path[HOP_PATH_MAX];
    struct hop_chain unlocked = *chain;
    unlocked.keep = NULL;
    const size_t length = hop_path(&unlocked, to, path);
    for (size_t i = 1; i < length; i++) {
        if (hop_judge(chain, path[i - 1], path[i], &cell) == HOP_KEPT) {
            return refuse_hop(ground, note, HOP_KEPT, path[i - 1], path[i], cell);
        }
    }
    const enum hop_fault fault = hop_judge(chain, chain->from, to, &cell);
    if (fault != HOP_CROOKED) {
        return refuse_hop(ground, note, fault, chain->from, to, cell);
    }
    const char *key = hops_never_lead(ground, chain->from, to) ? "never-by-hops" : "no-chain";
    return naming_refuse(ground->grid, note, key, chain->from, to, HOP_NONE);
}

/* Why a move may not end on a man: his own, nobody's, out of the goal, or not
 * yet. */
static bool refuse_taken(const struct leap *now, const struct leap_ground *ground,
                         const struct hop_chain *chain, int to, struct note *note)
{
    const int set = now->race.men.owner[chain->from] - 1;
    const int seat = seat_on(now, ground, to);
    const struct cells opponents = race_opponents(&now->race, &ground->race, set);
    int over = HOP_NONE;
    if (now->swap != LEAP_SWAP_NEVER && cells_has(&opponents, to) &&
        cells_has(&ground->race.goal[set], to)) {
        const struct argument argument[] = { naming_argument(ground->grid, chain->from),
                                             naming_argument(ground->grid, to),
                                             { ARGUMENT_SEAT, (int16_t)seat, "" } };
        return refuse_with(note, now->swap == LEAP_SWAP_LAST ? "swaplast-not-yet" : "swap-not-yet",
                           argument, 3);
    }
    if (hop_judge(chain, chain->from, to, &over) == HOP_LAND_TAKEN &&
        now->race.men.owner[over] != 0) {
        return refuse_hop(ground, note, HOP_LAND_TAKEN, chain->from, to, over);
    }
    const bool own = seat == race_mover(&now->race, &ground->race);
    return refuse_man(ground, note,
                      own        ? "taken-own"
                      : seat < 0 ? "taken-neutral"
                                 : "taken",
                      to, seat);
}

static bool check_origin(const struct leap *now, const struct leap_ground *ground, int from,
                         struct note *note)
{
    const struct cells movers = race_movers(&now->race, &ground->race);
    if (cells_has(&movers, from)) {
        return true;
    }
    if (now->race.men.owner[from] == 0) {
        return naming_refuse(ground->grid, note, "no-man", from, HOP_NONE, HOP_NONE);
    }
    const int seat = seat_on(now, ground, from);
    if (seat == race_mover(&now->race, &ground->race)) {
        const struct argument argument[] = { naming_argument(ground->grid, from),
                                             { ARGUMENT_NUMBER, (int16_t)(now->race.turn + 1),
                                               "" } };
        return refuse_with(note, "not-this-set", argument, 2);
    }
    return refuse_man(ground, note, seat < 0 ? "neutral" : "not-yours", from, seat);
}

static bool check_pair(const struct leap *now, const struct leap_ground *ground, int from, int to,
                       struct note *note)
{
    uint8_t path[HOP_PATH_MAX];
    if (!check_origin(now, ground, from, note)) {
        return false;
    }
    if (from == to) {
        return naming_refuse(ground->grid, note, "goes-nowhere", from, HOP_NONE, HOP_NONE);
    }
    const struct hop_chain chain = chain_of(now, ground, from);
    if (now->race.men.owner[to] != 0 && !cells_has(&chain.onto, to)) {
        return refuse_taken(now, ground, &chain, to, note);
    }
    const char *bar = race_bars(&now->race, &ground->race, from, to);
    if (bar != NULL) {
        return naming_refuse(ground->grid, note, bar, from, to, HOP_NONE);
    }
    return cells_has(&ground->hops->near[from], to) || hop_path(&chain, to, path) > 0 ||
           refuse_reach(ground, note, &chain, to);
}

/* Whether the bytes are those of a move at all. */
static bool is_move(const struct leap_ground *ground, const struct move *move)
{
    static const uint8_t zeros[MOVE_BYTES];
    const int cells = ground->hops->cells;
    if (move->length == 1) {
        return move->byte[0] == LEAP_PASS && memcmp(move->byte + 1, zeros, MOVE_BYTES - 1) == 0;
    }
    return move->length == 2 && move->byte[0] < cells && move->byte[1] < cells &&
           memcmp(move->byte + 2, zeros, MOVE_BYTES - 2) == 0;
}

/* Whether the man has anywhere to go; looks at men alone, not at ways. */
static bool man_can_move(const struct leap *now, const struct leap_ground *ground, int from)
{
    const struct hop_chain chain = chain_of(now, ground, from);
    const struct cells ends = race_ends(&now->race, &ground->race, from);
    const struct cells steps = hop_steps(&chain);
    uint8_t path[HOP_PATH_MAX];
    if (cells_meet(&ends, &steps)) {
        return true;
    }
    const struct cells barred = cells_less(now->race.men.taken, chain.onto);
    const struct cells open = cells_less(ends, barred);
    for (int to = cells_next(&open, 0); to >= 0 && to < ground->hops->cells;
         to = cells_next(&open, to + 1)) {
        if (hop_path(&chain, to, path) > 0) {
            return true;
        }
    }
    return false;
}

static bool can_move(const struct leap *now, const struct leap_ground *ground)
{
    const struct cells movers = race_movers(&now->race, &ground->race);
    for (int from = cells_next(&movers, 0); from >= 0; from = cells_next(&movers, from + 1)) {
        if (man_can_move(now, ground, from)) {
            return true;
        }
    }
    return false;
}

bool leap_check(const struct leap *now, const struct leap_ground *ground, const struct move *move,
                struct note *note)
{
    if (now->race.over) {
        return refuse(note, "match-over");
    }
    if (!is_move(ground, move)) {
        return refuse(note, "not-a-move");
    }
    const bool passes = move->length == 1;
    if (passes == can_move(now, ground)) {
        return refuse(note, passes ? "pass-unforced" : "must-pass");
    }
    return passes || check_pair(now, ground, move->byte[0], move->byte[1], note);
}

/* ---- playing ---- */

static void put(struct leap *now, const struct leap_ground *ground, int cell, int owner)
{
    men_put(&now->race.men, cell, owner);
    hop_ways_change(ground->hops, &now->race.men, cell, &now->ways);
}

static void lift(struct leap *now, const struct leap_ground *ground, int cell)
{
    men_lift(&now->race.men, cell);
    hop_ways_change(ground->hops, &now->race.men, cell, &now->ways);
}

void leap_apply(struct leap *now, const struct leap_ground *ground, const struct move *move)
{
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
        hop_ways_find(ground->hops, &now->race.men, &now->ways);
    }
}

void leap_leave(struct leap *now, const struct leap_ground *ground, int seat)
{
    if (race_leave(&now->race, &ground->race, seat)) {
        hop_ways_find(ground->hops, &now->race.men, &now->ways);
    }
}

/* Whether the seat has a goal where it may swap with somebody. */
static bool has_swap(const struct leap *now, const struct leap_ground *ground, int seat)
{
    for (int set = 0; set < ground->race.sets; set++) {
        if (ground->race.seat_of[set] == seat) {
            const struct cells onto = swappable(now, ground, set);
            if (!cells_empty(&onto)) {
                return true;
            }
        }
    }
    return false;
}

size_t leap_warn(const struct leap *now, const struct leap_ground *ground, int seat,
                 struct note *note, size_t cap)
{
    size_t count = race_warn(&now->race, &ground->race, seat, note, cap);
    if (count < cap && !now->race.over && now->race.gone[seat] == 0 &&
        has_swap(now, ground, seat)) {
        note[count++] = (struct note){ .key = "warn-swap" };
    }
    return count;
}

/* ---- text ---- */

/* Judges what was typed between the ends; the ends are the business of check. */
static bool check_route(const struct leap *now, const struct leap_ground *ground,
                        const uint8_t *cell, size_t count, struct note *note)
{
    const struct cells movers = race_movers(&now->race, &ground->race);
    if (!cells_has(&movers, cell[0])) {
        return true;
    }
    struct hop_chain chain = chain_of(now, ground, cell[0]);
    const struct cells onto = chain.onto;
    for (size_t i = 1; i < count; i++) {
        int third = HOP_NONE;
        chain.onto = i + 1 < count ? (struct cells){ { 0 } } : onto;
        const enum hop_fault fault = hop_judge(&chain, cell[i - 1], cell[i], &third);
        if (fault != HOP_GOOD) {
            return refuse_hop(ground, note, fault, cell[i - 1], cell[i], third);
        }
    }
    return true;
}

enum parsed leap_parse(const struct leap *now, const struct leap_ground *ground, struct scan *scan,
                       struct move *move, struct note *note)
{
    uint8_t cell[ROUTE_MAX];
    size_t count = 0;
    if (scan_word(scan, "pass")) {
        *move = (struct move){ .length = 1, .byte = { LEAP_PASS } };
        return PARSED_MOVE;
    }
    const enum parsed parsed = route_parse(scan, ground->grid, cell, &count, note);
    if (parsed != PARSED_MOVE) {
        return parsed;
    }
    *move = (struct move){ .length = 2, .byte = { cell[0], cell[count - 1] } };
    return count == 2 || check_route(now, ground, cell, count, note) ? PARSED_MOVE : PARSED_REFUSED;
}

static void print_cells(const struct leap_ground *ground, const uint8_t *cell, size_t count,
                        struct text *text)
{
    for (size_t i = 0; i < count; i++) {
        text_string(text, i > 0 ? "-" : "");
        text_string(text, naming_argument(ground->grid, cell[i]).text);
    }
}

void leap_print(const struct leap_ground *ground, const struct move *move, struct text *text)
{
    if (move->length == 1) {
        text_string(text, "pass");
        return;
    }
    print_cells(ground, move->byte, 2, text);
}

void leap_route(const struct leap *now, const struct leap_ground *ground, const struct move *move,
                struct text *text)
{
    uint8_t path[HOP_PATH_MAX];
    size_t length = 0;
    if (move->length == 2 && !cells_has(&ground->hops->near[move->byte[0]], move->byte[1])) {
        const struct hop_chain chain = chain_of(now, ground, move->byte[0]);
        length = hop_path(&chain, move->byte[1], path);
    }
    if (length == 0) {
        leap_print(ground, move, text);
        return;
    }
    print_cells(ground, path, length, text);
}

/* ---- drawing ---- */

static void draw_men(const struct leap *now, const struct leap_ground *ground,
                     struct figures *figures)
{
    for (int cell = 0; cell < figures->points; cell++) {
        struct point *point = &figures->point[cell];
        if (now->race.men.owner[cell] != 0) {
            point->kind = POINT_PIECE;
            point->owner = (int8_t)seat_on(now, ground, cell);
            point->set = ground->several && point->owner >= 0 ? now->race.men.owner[cell] : 0;
            point->height = 1;
        }
    }
}

/* A man where the last move began was put there by it. */
static void draw_swap(const struct leap *now, const struct leap_ground *ground,
                      const struct move *last, struct figures *figures)
{
    if (now->race.men.owner[last->byte[0]] != 0) {
        figures->caption[figures->captions++] = (struct note){
            .key = "swapped",
            .argument = { { ARGUMENT_SEAT, (int16_t)seat_on(now, ground, last->byte[0]), "" },
                          naming_argument(ground->grid, last->byte[1]),
                          naming_argument(ground->grid, last->byte[0]) },
        };
    }
}

void leap_draw(const struct leap *now, const struct leap_ground *ground, const struct move *last,
               size_t count, struct figures *figures)
{
    int steps[SEATS_MAX] = { 0 };
    draw_men(now, ground, figures);
    for (int set = 0; set < ground->race.sets; set++) {
        if (ground->race.seat_of[set] >= 0) {
            const struct cells shaded = cells_or(ground->race.yard[set], ground->race.goal[set]);
            for (int cell = cells_next(&shaded, 0); cell >= 0;
                 cell = cells_next(&shaded, cell + 1)) {
                figures->point[cell].mark |= MARK_YARD;
            }
            steps[ground->race.seat_of[set]] +=
                homeward_steps(ground->hops, &now->race.men.of[set], &ground->race.goal[set]);
        }
    }
    if (count > 0 && last[0].length == 2) {
        draw_swap(now, ground, &last[0], figures);
    }
    for (int seat = 0; seat < now->race.rules.seats; seat++) {
        if (now->race.gone[seat] == 0) {
            figures->caption[figures->captions++] = (struct note){
                .key = "steps",
                .argument = { { ARGUMENT_SEAT, (int16_t)seat, "" },
                              { ARGUMENT_NUMBER, (int16_t)steps[seat], "" } },
            };
        }
    }
    captions_draw(&now->race, last, count, figures);
}
