#include "games/entrapment/force.h"

#include <string.h>

/* The facts about the position before an action that are needed to judge it. */
struct force_before {
    uint64_t forced[ENTRAPMENT_SEATS]; /* those in force already */
    uint64_t relieve;                  /* the own one that must be relieved if a roamer moves; or
                                          empty */
};

/* The position after an action, before any roamer in force is captured: the entrapped ones are
 * gone, the roamer that moved first of all (T17). */
struct force_after {
    struct entrapment now;
    struct force force;
    uint64_t roamers[ENTRAPMENT_SEATS]; /* including the entrapped ones */
    bool doubled, own_doubled;          /* two in force on some side; on the mover's side */
};

/* A search for the endings of an action. */
struct search {
    const struct move *move;
    const struct force_before *before;
    struct choices *endings;
};

/* ---- sides ---- */

/* What is between squares, and which squares are empty. */
struct sight {
    uint64_t empty;
    struct edges clear; /* edges without a barrier; bits that are no edge are set too */
};

static struct sight sight_of(const struct entrapment *now)
{
    const uint64_t *light = now->resting[0].at, *dark = now->resting[1].at;
    const uint64_t *standing = now->standing.at;
    return (struct sight){
        .empty = edges_squares(now->ranks) & ~(now->roamers[0] | now->roamers[1]),
        .clear = { { ~(light[EDGES_FLAT] | dark[EDGES_FLAT] | standing[EDGES_FLAT]),
                     ~(light[EDGES_UP] | dark[EDGES_UP] | standing[EDGES_UP]) } },
    };
}

/* Squares that have one of those squares behind one of those edges. */
static uint64_t beside(uint64_t squares, const struct edges *edges)
{
    const uint64_t flat = edges->at[EDGES_FLAT], upright = edges->at[EDGES_UP];
    return (squares >> 1 & flat) | (squares & flat) << 1 | (squares >> EDGES_FILE & upright) |
           (squares & upright) << EDGES_FILE;
}

static void look_at_sides(const struct sight *sight, struct force *force, uint64_t roamers)
{
    const uint64_t flat = sight->clear.at[EDGES_FLAT], upright = sight->clear.at[EDGES_UP];
    const uint64_t north = sight->empty >> 1 & flat;
    const uint64_t south = (sight->empty & flat) << 1;
    const uint64_t east = sight->empty >> EDGES_FILE & upright;
    const uint64_t west = (sight->empty & upright) << EDGES_FILE;
    const uint64_t two = (north & south) | (east & west) | ((north | south) & (east | west));
    force->open = north | south | east | west;
    force->narrow = roamers & ~two;
}

void force_look(const struct entrapment *now, struct force *force)
{
    const struct sight sight = sight_of(now);
    const uint64_t roamers = now->roamers[0] | now->roamers[1];
    look_at_sides(&sight, force, roamers);
    force->forced[0] = force->forced[1] = force->entrapped = 0;
    const uint64_t closed = roamers & ~force->open;
    for (int seat = 0; closed != 0 && seat < ENTRAPMENT_SEATS; seat++) {
        const uint64_t penetrable =
            beside(sight.empty, &now->resting[seat]) | beside(now->roamers[seat], &sight.clear);
        force->forced[seat] = now->roamers[seat] & closed & penetrable;
        force->entrapped |= now->roamers[seat] & closed & ~penetrable;
    }
}

/* ---- before and after an action ---- */

static void force_before(const struct entrapment *now, struct force_before *before)
{
    struct force force;
    force_look(now, &force);
    before->forced[0] = force.forced[0];
    before->forced[1] = force.forced[1];
    before->relieve = now->phase == PHASE_SETTING_UP ? 0 : force.forced[now->turn];
}

static void take_away(struct entrapment *now, uint64_t roamers)
{
    now->roamers[0] &= ~roamers;
    now->roamers[1] &= ~roamers;
}

static void capture(struct force_after *after, uint64_t roamers)
{
    if (roamers != 0) {
        take_away(&after->now, roamers);
        force_look(&after->now, &after->force);
    }
}

static void force_act(const struct entrapment *now, const struct move *move,
                      struct force_after *after)
{
    after->now = *now;
    const uint64_t moved = entrapment_change(&after->now, move);
    after->roamers[0] = after->now.roamers[0];
    after->roamers[1] = after->now.roamers[1];
    force_look(&after->now, &after->force);
    capture(after, after->force.entrapped & moved);
    capture(after, after->force.entrapped);
    after->own_doubled = edges_several(after->force.forced[now->turn]);
    after->doubled = after->own_doubled || edges_several(after->force.forced[1 - now->turn]);
}

/* ---- relief ---- */

/* True if no roamer stays unrelieved when none is captured for force. */
static bool force_relieves(const struct entrapment *now, uint64_t open, const struct move *move,
                           const struct force_before *before)
{
    if (move->byte[0] != ACTION_MOVE || before->relieve == 0) {
        return true;
    }
    const bool moved = (before->relieve & edges_bit(move->byte[1])) != 0;
    return moved || (before->relieve & now->roamers[0] & open) != 0 ||
           (before->relieve & now->roamers[1] & open) != 0;
}

/* ---- which roamers are captured ---- */

static void note_ending(const struct search *search, const struct entrapment *now,
                        const struct force *force, uint64_t captured)
{
    struct choices *endings = search->endings;
    if (!force_relieves(now, force->open, search->move, search->before)) {
        return;
    }
    for (size_t i = 0; i < endings->count; i++) {
        if (endings->victims[i] == captured) {
            return;
        }
    }
    if (endings->count < CHOICES_MAX) {
        endings->victims[endings->count++] = captured;
    }
}

/* While a side has two roamers in force one of them is captured, on the mover's side first. A
 * roamer that was in force before the action and has stayed so is not the second one. */
static void search_endings(const struct search *search, const struct entrapment *now,
                           uint64_t captured)
{
    struct force force;
    force_look(now, &force);
    const int side = edges_several(force.forced[now->turn]) ? now->turn : 1 - now->turn;
    if (!edges_several(force.forced[side])) {
        note_ending(search, now, &force, captured);
        return;
    }
    const struct move *move = search->move;
    const uint64_t moved = move->byte[0] == ACTION_MOVE ? edges_bit(move->byte[1]) : 0;
    const uint64_t old = search->before->forced[side] & ~moved;
    for (uint64_t rest = force.forced[side] & ~old; rest != 0; rest &= rest - 1) {
        const uint64_t gone = rest & (~rest + 1);
        struct entrapment next = *now;
        take_away(&next, gone);
        search_endings(search, &next, captured | gone);
    }
}

static void find_endings(const struct force_after *after, const struct move *move,
                         const struct force_before *before, struct choices *endings)
{
    const struct search search = { move, before, endings };
    endings->count = 0;
    search_endings(&search, &after->now, 0);
}

uint64_t force_endings(const struct entrapment *now, const struct move *move,
                       struct choices *endings)
{
    struct force_before before;
    struct force_after after;
    force_before(now, &before);
    force_act(now, move, &after);
    find_endings(&after, move, &before, endings);
    return after.force.forced[now->turn];
}

/* ---- playing ---- */

/* True if the seat has lost by it: it has no roamer left, or has lost any in a fast match. */
static bool is_lost(const struct entrapment *now, int seat, uint64_t gone)
{
    return entrapment_is_out(now, seat) || (now->fast && gone != 0);
}

static void decide(struct entrapment *now, const uint64_t gone[ENTRAPMENT_SEATS])
{
    const int mover = now->turn;
    const int loser = is_lost(now, mover, gone[mover])           ? mover
                      : is_lost(now, 1 - mover, gone[1 - mover]) ? 1 - mover
                                                                 : -1;
    if (loser < 0) {
        entrapment_pass_on(now);
        return;
    }
    const bool plain = entrapment_is_out(now, loser);
    now->end = plain ? END_NONE : END_CAPTURE;
    now->turn = (uint8_t)(plain ? 1 - mover : loser);
    now->phase = PHASE_FIRST;
}

void force_play(struct entrapment *now, const struct move *move, uint64_t gone[ENTRAPMENT_SEATS])
{
    struct force_after after;
    force_act(now, move, &after);
    uint64_t victims = action_victims(move);
    if (after.doubled && victims == 0) { /* there is only one ending */
        struct force_before before;
        struct choices endings;
        force_before(now, &before);
        find_endings(&after, move, &before, &endings);
        victims = endings.count > 0 ? endings.victims[0] : 0;
    }
    take_away(&after.now, victims);
    *now = after.now;
    for (int seat = 0; seat < ENTRAPMENT_SEATS; seat++) {
        gone[seat] = after.roamers[seat] & ~now->roamers[seat];
    }
    decide(now, gone);
}

/* ---- all actions ---- */

struct list {
    const struct entrapment *now;
    struct force_before before;
    bool doubling; /* a second own roamer may come into force */
    struct move *moves;
    size_t cap, count;
};

/* ---- one action ---- */

static void add(struct list *list, const struct move *move)
{
    if (list->count < list->cap) {
        list->moves[list->count] = *move;
    }
    list->count++;
}

/* Two roamers of a side have come into force: adds each ending as an action, which names the
 * roamers that the mover gives up if there are several endings. They come in the order of
 * their bytes. */
static void add_endings(struct list *list, const struct move *action,
                        const struct force_after *after)
{
    struct choices endings;
    struct move named[CHOICES_MAX];
    find_endings(after, action, &list->before, &endings);
    if (endings.count == 1) {
        add(list, action);
        return;
    }
    for (size_t i = 0; i < endings.count; i++) {
        const struct move move = action_naming(action, endings.victims[i]);
        size_t at = i;
        for (; at > 0 && memcmp(&named[at - 1].byte, &move.byte, sizeof move.byte) > 0; at--) {
            named[at] = named[at - 1];
        }
        named[at] = move;
    }
    for (size_t i = 0; i < endings.count; i++) {
        add(list, &named[i]);
    }
}

/* Adds an action whose pieces can go there, unless its effect on roamers forbids it. */
static void try_action(struct list *list, const struct move *action)
{
    struct force_after after;
    force_act(list->now, action, &after);
    if (after.doubled) {
        if (!after.own_doubled || list->doubling) {
            add_endings(list, action, &after);
        }
    } else if (force_relieves(&after.now, after.force.open, action, &list->before)) {
        add(list, action);
    }
}

/* ---- roamers ---- */

/* What is in the way of a roamer, as sets of squares and of edges. */
struct obstacles {
    uint64_t empty, friends;
    struct edges barred; /* edges with a barrier that stops it */
    struct edges own;    /* edges with a barrier that it can jump */
};

static struct obstacles obstacles_of(const struct entrapment *now)
{
    struct obstacles obstacles = {
        .empty = edges_squares(now->ranks) & ~(now->roamers[0] | now->roamers[1]),
        .friends = now->roamers[now->turn],
        .own = now->resting[now->turn],
    };
    for (int lie = 0; lie < EDGES_LIES; lie++) {
        obstacles.barred.at[lie] = now->resting[1 - now->turn].at[lie] | now->standing.at[lie];
    }
    return obstacles;
}

/* The squares that a roamer can reach one way (T10). `square` are the two squares ahead,
 * `edge` the bits of the edges before each. */
static uint64_t reach(const struct obstacles *obstacles, int lie, const uint64_t square[2],
                      const uint64_t edge[2])
{
    const uint64_t barred = obstacles->barred.at[lie], own = obstacles->own.at[lie];
    if ((barred & edge[0]) != 0) {
        return 0;
    }
    const uint64_t one = obstacles->empty & square[0];
    const int jumped =
        ((own & edge[0]) != 0) + ((obstacles->friends & square[0]) != 0) + ((own & edge[1]) != 0);
    const bool two = ((obstacles->empty | obstacles->friends) & square[0]) != 0 &&
                     (barred & edge[1]) == 0 && jumped <= 1;
    return two ? one | (obstacles->empty & square[1]) : one;
}

static void try_roamer(struct list *list, const struct obstacles *obstacles, int from)
{
    const uint64_t here = edges_bit(from);
    uint64_t ends = 0;
    for (int lie = 0; lie < EDGES_LIES; lie++) {
        const int step = edges_step(lie);
        const uint64_t up[] = { here << step, here << step << step };
        const uint64_t before_up[] = { here, here << step };
        const uint64_t down[] = { here >> step, here >> step >> step };
        ends |= reach(obstacles, lie, up, before_up) | reach(obstacles, lie, down, down);
    }
    for (; ends != 0; ends &= ends - 1) {
        const struct move action = {
            .length = 3, .byte = { ACTION_MOVE, (uint8_t)from, (uint8_t)edges_first(ends) }
        };
        try_action(list, &action);
    }
}

static void try_roamers(struct list *list)
{
    const struct obstacles obstacles = obstacles_of(list->now);
    for (uint64_t rest = list->now->roamers[list->now->turn]; rest != 0; rest &= rest - 1) {
        try_roamer(list, &obstacles, edges_first(rest));
    }
}

static void try_placements(struct list *list)
{
    const struct entrapment *now = list->now;
    uint64_t empty = edges_squares(now->ranks) & ~(now->roamers[0] | now->roamers[1]);
    for (; empty != 0; empty &= empty - 1) {
        const struct move action = { .length = 2,
                                     .byte = { ACTION_PLACE, (uint8_t)edges_first(empty) } };
        try_action(list, &action);
    }
}

/* ---- barriers ---- */

static struct edges free_edges(const struct entrapment *now)
{
    const struct sight sight = sight_of(now);
    struct edges edges = edges_all(now->ranks);
    for (int lie = 0; lie < EDGES_LIES; lie++) {
        edges.at[lie] &= sight.clear.at[lie];
    }
    return edges;
}

/* Tries an action that ends in one of those edges, whose number is its last byte. Only beside
 * a narrow roamer can a barrier force or capture a roamer; `now` is the position without the
 * barrier. */
static void try_edges(struct list *list, struct move *action, const struct edges *free,
                      const struct entrapment *now)
{
    uint8_t *number = &action->byte[action->length - 1];
    struct force force;
    force_look(now, &force);
    for (int lie = 0; lie < EDGES_LIES; lie++) {
        const uint64_t critical = force.narrow | force.narrow >> edges_step(lie);
        for (uint64_t rest = free->at[lie]; rest != 0; rest &= rest - 1) {
            *number = (uint8_t)(lie * EDGES_UPRIGHT + edges_first(rest));
            if ((rest & (~rest + 1) & critical) != 0) {
                try_action(list, action);
            } else {
                add(list, action);
            }
        }
    }
}

static void try_barriers(struct list *list)
{
    const struct edges free = free_edges(list->now);
    struct move action = { .length = 2, .byte = { ACTION_BARRIER } };
    try_edges(list, &action, &free, list->now);
}

/* A barrier that is taken up only opens sides, so the critical edges are found without it. */
static void try_relocations(struct list *list)
{
    const struct edges free = free_edges(list->now);
    const struct edges *own = &list->now->resting[list->now->turn];
    for (int lie = 0; lie < EDGES_LIES; lie++) {
        for (uint64_t rest = own->at[lie]; rest != 0; rest &= rest - 1) {
            const int from = lie * EDGES_UPRIGHT + edges_first(rest);
            struct move action = { .length = 3, .byte = { ACTION_RELOCATE, (uint8_t)from } };
            struct entrapment lifted = *list->now;
            edges_drop(&lifted.resting[lifted.turn], from);
            try_edges(list, &action, &free, &lifted);
        }
    }
}

/* ---- all of them ---- */

/* True if the action may be a barrier: a single action that must relieve is a roamer move, and
 * two actions begin with one (T4, T5, T19). */
static bool may_build(const struct list *list)
{
    return list->now->phase == PHASE_SECOND ||
           (list->now->phase == PHASE_SINGLE && list->before.relieve == 0);
}

static void try_all(struct list *list)
{
    if (list->now->phase == PHASE_SETTING_UP) {
        try_placements(list);
        return;
    }
    try_roamers(list);
    if (!may_build(list)) {
        return;
    }
    if (list->now->supply[list->now->turn] > 0) {
        try_barriers(list);
    } else {
        try_relocations(list);
    }
}

bool force_has_harmless(const struct entrapment *now)
{
    struct list list = { .now = now };
    force_before(now, &list.before);
    try_all(&list);
    return list.count > 0;
}

size_t actions_list(const struct entrapment *now, struct move *moves, size_t cap)
{
    struct list list = { .now = now, .doubling = now->selfforce, .moves = moves, .cap = cap };
    force_before(now, &list.before);
    try_all(&list);
    if (list.count == 0) {
        list.doubling = true; /* T24: there is no other action */
        try_all(&list);
    }
    return list.count;
}
