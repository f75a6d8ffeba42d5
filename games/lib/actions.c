#include "actions.h"

#include <string.h>

#include "force.h"

struct list {
    const struct trap *now;
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

/* The named endings come in the order of their bytes. */
static void add_named(struct list *list, const struct move *action, struct force_endings *endings)
{
    struct move named[FORCE_ENDINGS_MAX];
    for (size_t i = 0; i < endings->count; i++) {
        const struct move move = trap_naming(action, endings->captured[i]);
        size_t at = i;
        for (; at > 0 && memcmp(&named[at - 1].byte, &move.byte, sizeof move.byte) > 0; at--) {
            named[at] = named[at - 1];
        }
        named[at] = move;
    }
    for (size_t i = 0; i < endings->count; i++) {
        add(list, &named[i]);
    }
}

/* Two of a side have come into force. */
static void try_doubled(struct list *list, const struct move *action,
                        const struct force_after *after)
{
    struct force_endings endings;
    if (after->own_doubled && !list->doubling) {
        return;
    }
    force_endings(after, action, &list->before, &endings);
    if (endings.count == 1) {
        add(list, action);
    } else {
        add_named(list, action, &endings);
    }
}

/* An action whose pieces go where they may go: what becomes of roamers decides. */
static void try_action(struct list *list, const struct move *action)
{
    struct force_after after;
    force_act(list->now, action, &after);
    if (after.doubled) {
        try_doubled(list, action, &after);
    } else if (force_relieves(&after.trap, after.force.open, action, &list->before)) {
        add(list, action);
    }
}

/* ---- roamers ---- */

static void try_move(struct list *list, int from, int to)
{
    const struct move action = { .length = 3, .byte = { TRAP_MOVE, (uint8_t)from, (uint8_t)to } };
    try_action(list, &action);
}

/* What a roamer meets on its way, as sets of squares and of grooves. */
struct obstacles {
    uint64_t empty, friends;
    struct grooves barred; /* grooves with a barrier that stops it */
    struct grooves own;    /* with one that it can jump */
};

static struct obstacles obstacles_of(const struct trap *trap)
{
    const struct grooves *other = &trap->resting[1 - trap->turn];
    return (struct obstacles){
        .empty = grooves_squares(trap->ranks) & ~(trap->roamers[0] | trap->roamers[1]),
        .friends = trap->roamers[trap->turn],
        .barred = { .flat = other->flat | trap->standing.flat,
                    .upright = other->upright | trap->standing.upright },
        .own = trap->resting[trap->turn],
    };
}

/* How far a roamer may go one way, as bits: 1 is a square, 2 are two (T10).
 * `square` are the two ahead, `groove` the bits of the grooves before each. */
static unsigned reach(const struct obstacles *obstacles, uint64_t barred, uint64_t own,
                      const uint64_t square[2], const uint64_t groove[2])
{
    if ((barred & groove[0]) != 0) {
        return 0;
    }
    const unsigned one = (obstacles->empty & square[0]) != 0;
    const int jumped = ((own & groove[0]) != 0) + ((obstacles->friends & square[0]) != 0) +
                       ((own & groove[1]) != 0);
    const bool two = ((obstacles->empty | obstacles->friends) & square[0]) != 0 &&
                     (obstacles->empty & square[1]) != 0 && (barred & groove[1]) == 0 &&
                     jumped <= 1;
    return one | (unsigned)two << 1;
}

/* Towards the end of the numbers, or their beginning. */
static unsigned reach_up(const struct obstacles *obstacles, uint64_t barred, uint64_t own,
                         uint64_t from, int step)
{
    const uint64_t square[2] = { from << step, from << step << step };
    const uint64_t groove[2] = { from, from << step };
    return reach(obstacles, barred, own, square, groove);
}

static unsigned reach_down(const struct obstacles *obstacles, uint64_t barred, uint64_t own,
                           uint64_t from, int step)
{
    const uint64_t square[2] = { from >> step, from >> step >> step };
    return reach(obstacles, barred, own, square, square);
}

static void try_reach(struct list *list, int from, int step, unsigned near, unsigned far, bool up)
{
    static const int8_t factor[2][2] = { { -2, -1 }, { 1, 2 } };
    if (near != 0) {
        try_move(list, from, from + factor[up][0] * step);
    }
    if (far != 0) {
        try_move(list, from, from + factor[up][1] * step);
    }
}

static void try_roamer(struct list *list, const struct obstacles *obstacles, int from)
{
    const uint64_t bit = grooves_bit(from);
    const struct grooves *barred = &obstacles->barred, *own = &obstacles->own;
    const unsigned west = reach_down(obstacles, barred->upright, own->upright, bit, GROOVES_FILE);
    const unsigned south = reach_down(obstacles, barred->flat, own->flat, bit, 1);
    const unsigned north = reach_up(obstacles, barred->flat, own->flat, bit, 1);
    const unsigned east = reach_up(obstacles, barred->upright, own->upright, bit, GROOVES_FILE);
    try_reach(list, from, GROOVES_FILE, west & 2, west & 1, false);
    try_reach(list, from, 1, south & 2, south & 1, false);
    try_reach(list, from, 1, north & 1, north & 2, true);
    try_reach(list, from, GROOVES_FILE, east & 1, east & 2, true);
}

static void try_roamers(struct list *list)
{
    const struct obstacles obstacles = obstacles_of(list->now);
    for (uint64_t rest = list->now->roamers[list->now->turn]; rest != 0; rest &= rest - 1) {
        try_roamer(list, &obstacles, __builtin_ctzll(rest));
    }
}

static void try_placements(struct list *list)
{
    const struct trap *now = list->now;
    uint64_t empty = grooves_squares(now->ranks) & ~(now->roamers[0] | now->roamers[1]);
    for (; empty != 0; empty &= empty - 1) {
        const struct move action = { .length = 2,
                                     .byte = { TRAP_PLACE, (uint8_t)__builtin_ctzll(empty) } };
        try_action(list, &action);
    }
}

/* ---- barriers ---- */

static struct grooves free_grooves(const struct trap *trap)
{
    struct grooves grooves = grooves_all(trap->ranks);
    grooves.flat &= ~(trap->resting[0].flat | trap->resting[1].flat | trap->standing.flat);
    grooves.upright &=
        ~(trap->resting[0].upright | trap->resting[1].upright | trap->standing.upright);
    return grooves;
}

/* Grooves where a barrier may put somebody into force, or capture him. */
static struct grooves critical_grooves(const struct trap *trap)
{
    struct force force;
    force_look(trap, &force);
    return (struct grooves){ .flat = force.narrow | force.narrow >> 1,
                             .upright = force.narrow | force.narrow >> GROOVES_FILE };
}

/* An action that ends in one of those grooves, whose number is its last byte. */
static void try_grooves(struct list *list, struct move *action, uint64_t free, uint64_t critical,
                        int first)
{
    uint8_t *number = &action->byte[action->length - 1];
    for (; free != 0; free &= free - 1) {
        *number = (uint8_t)(first + __builtin_ctzll(free));
        if ((free & (~free + 1) & critical) != 0) {
            try_action(list, action);
        } else {
            add(list, action);
        }
    }
}

static void try_barriers(struct list *list)
{
    const struct grooves free = free_grooves(list->now);
    const struct grooves critical = critical_grooves(list->now);
    struct move action = { .length = 2, .byte = { TRAP_BARRIER } };
    try_grooves(list, &action, free.flat, critical.flat, 0);
    try_grooves(list, &action, free.upright, critical.upright, GROOVES_UPRIGHT);
}

/* A barrier taken up only opens sides, so what is critical is found without it. */
static void try_relocations_from(struct list *list, const struct grooves *free, int from)
{
    struct trap lifted = *list->now;
    grooves_drop(&lifted.resting[lifted.turn], from);
    const struct grooves critical = critical_grooves(&lifted);
    struct move action = { .length = 3, .byte = { TRAP_RELOCATE, (uint8_t)from } };
    try_grooves(list, &action, free->flat, critical.flat, 0);
    try_grooves(list, &action, free->upright, critical.upright, GROOVES_UPRIGHT);
}

static void try_relocations(struct list *list)
{
    const struct grooves free = free_grooves(list->now);
    const struct grooves own = list->now->resting[list->now->turn];
    for (uint64_t rest = own.flat; rest != 0; rest &= rest - 1) {
        try_relocations_from(list, &free, __builtin_ctzll(rest));
    }
    for (uint64_t rest = own.upright; rest != 0; rest &= rest - 1) {
        try_relocations_from(list, &free, GROOVES_UPRIGHT + __builtin_ctzll(rest));
    }
}

/* ---- all of them ---- */

/* A single action that must relieve is a roamer move; two begin with one (T4,
 * T5, T19). */
static bool may_build(const struct list *list)
{
    return list->now->phase == TRAP_SECOND ||
           (list->now->phase == TRAP_SINGLE && list->before.relieve == 0);
}

static void try_all(struct list *list)
{
    if (list->now->phase == TRAP_SETTING_UP) {
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

size_t actions_list(const struct trap *trap, struct move *moves, size_t cap)
{
    struct list list = { .now = trap, .doubling = trap->selfforce, .moves = moves, .cap = cap };
    force_before(trap, &list.before);
    try_all(&list);
    if (list.count == 0) {
        list.doubling = true; /* T24: there is no other action */
        try_all(&list);
    }
    return list.count;
}
