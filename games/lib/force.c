#include "force.h"

#include <string.h>

enum { FORCE_ENDINGS_MAX = 128 }; /* of one action; more than any has */

struct force {
    uint64_t open;                     /* squares with an open side, whoever stands there */
    uint64_t narrow;                   /* roamers with at most one open side */
    uint64_t forced[ENTRAPMENT_SEATS]; /* roamers in force */
    uint64_t entrapped;                /* of both sides */
};

/* What must be known of the position before an action to judge it. */
struct force_before {
    uint64_t forced[ENTRAPMENT_SEATS]; /* who was in force already */
    uint64_t relieve;                  /* the own one that a roamer move must relieve; or empty */
};

/* The position after an action before anybody in force is captured: the
 * entrapped are gone, the roamer that moved first of all (T17). */
struct force_after {
    struct entrapment now;
    struct force force;
    uint64_t roamers[ENTRAPMENT_SEATS]; /* with the entrapped */
    bool doubled, own_doubled;          /* two in force on some side, on the mover's */
};

/* The sets of roamers that may be captured then, each once, as far as they
 * leave nobody unrelieved who has to be; at least one if the action is legal. */
struct force_endings {
    size_t count;
    uint64_t captured[FORCE_ENDINGS_MAX];
};

/* ---- sides ---- */

/* What stands between squares, and which squares are empty. */
struct sight {
    uint64_t empty;
    struct edges clear; /* edges without a barrier; what is no edge counts too */
};

static struct sight sight_of(const struct entrapment *now)
{
    const struct edges *light = &now->resting[0], *dark = &now->resting[1];
    return (struct sight){
        .empty = edges_squares(now->ranks) & ~(now->roamers[0] | now->roamers[1]),
        .clear = { .flat = ~(light->flat | dark->flat | now->standing.flat),
                   .upright = ~(light->upright | dark->upright | now->standing.upright) },
    };
}

/* Squares that look over some of those edges at some of those squares. */
static uint64_t beside(uint64_t squares, const struct edges *edges)
{
    return (squares >> 1 & edges->flat) | (squares & edges->flat) << 1 |
           (squares >> EDGES_FILE & edges->upright) | (squares & edges->upright) << EDGES_FILE;
}

static void look_at_sides(const struct sight *sight, struct force *force, uint64_t roamers)
{
    const uint64_t north = sight->empty >> 1 & sight->clear.flat;
    const uint64_t south = (sight->empty & sight->clear.flat) << 1;
    const uint64_t east = sight->empty >> EDGES_FILE & sight->clear.upright;
    const uint64_t west = (sight->empty & sight->clear.upright) << EDGES_FILE;
    const uint64_t two = (north & south) | (east & west) | ((north | south) & (east | west));
    force->open = north | south | east | west;
    force->narrow = roamers & ~two;
}

static void force_look(const struct entrapment *now, struct force *force)
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

/* Whether it leaves nobody unrelieved where nobody is captured for force. */
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

/* ---- who goes ---- */

struct search {
    const struct force_after *after;
    const struct move *move;
    const struct force_before *before;
    struct force_endings *endings;
};

static void note_ending(const struct search *search, const struct entrapment *now,
                        const struct force *force, uint64_t captured)
{
    struct force_endings *endings = search->endings;
    if (!force_relieves(now, force->open, search->move, search->before)) {
        return;
    }
    for (size_t i = 0; i < endings->count; i++) {
        if (endings->captured[i] == captured) {
            return;
        }
    }
    if (endings->count < FORCE_ENDINGS_MAX) {
        endings->captured[endings->count++] = captured;
    }
}

/* The side that has two in force, the mover's first; -1 if none has. */
static int doubled_side(const struct entrapment *now, const struct force *force)
{
    const int mover = now->turn;
    if (edges_several(force->forced[mover])) {
        return mover;
    }
    return edges_several(force->forced[1 - mover]) ? 1 - mover : -1;
}

/* Whoever was in force before the action and stayed so is not the second one. */
static uint64_t candidates(const struct search *search, const struct force *force, int side)
{
    const struct move *move = search->move;
    const uint64_t moved = move->byte[0] == ACTION_MOVE ? edges_bit(move->byte[1]) : 0;
    const uint64_t old = search->before->forced[side] & ~moved & force->forced[side];
    return old != 0 ? force->forced[side] & ~old : force->forced[side];
}

static void search_endings(const struct search *search, const struct entrapment *now,
                           uint64_t captured)
{
    struct force force;
    force_look(now, &force);
    const int side = doubled_side(now, &force);
    if (side < 0) {
        note_ending(search, now, &force, captured);
        return;
    }
    for (uint64_t rest = candidates(search, &force, side); rest != 0; rest &= rest - 1) {
        const uint64_t gone = rest & (~rest + 1);
        struct entrapment next = *now;
        take_away(&next, gone);
        search_endings(search, &next, captured | gone);
    }
}

static void force_endings(const struct force_after *after, const struct move *move,
                          const struct force_before *before, struct force_endings *endings)
{
    const struct search search = { after, move, before, endings };
    endings->count = 0;
    search_endings(&search, &after->now, 0);
}

/* ---- playing ---- */

/* The one ending there is, if the mover names none. */
static uint64_t only_ending(const struct entrapment *now, const struct force_after *after,
                            const struct move *move)
{
    struct force_before before;
    struct force_endings endings;
    force_before(now, &before);
    force_endings(after, move, &before, &endings);
    return endings.count > 0 ? endings.captured[0] : 0;
}

/* Who has lost by it: nobody is left, or in a fast match anybody is gone; the
 * mover first. */
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
    if (after.doubled && victims == 0) {
        victims = only_ending(now, &after, move);
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

/* The named endings come in the order of their bytes. */
static void add_named(struct list *list, const struct move *action, struct force_endings *endings)
{
    struct move named[FORCE_ENDINGS_MAX];
    for (size_t i = 0; i < endings->count; i++) {
        const struct move move = action_naming(action, endings->captured[i]);
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
    } else if (force_relieves(&after.now, after.force.open, action, &list->before)) {
        add(list, action);
    }
}

/* ---- roamers ---- */

static void try_move(struct list *list, int from, int to)
{
    const struct move action = { .length = 3, .byte = { ACTION_MOVE, (uint8_t)from, (uint8_t)to } };
    try_action(list, &action);
}

/* What a roamer meets on its way, as sets of squares and of edges. */
struct obstacles {
    uint64_t empty, friends;
    struct edges barred; /* edges with a barrier that stops it */
    struct edges own;    /* with one that it can jump */
};

static struct obstacles obstacles_of(const struct entrapment *now)
{
    const struct edges *other = &now->resting[1 - now->turn];
    return (struct obstacles){
        .empty = edges_squares(now->ranks) & ~(now->roamers[0] | now->roamers[1]),
        .friends = now->roamers[now->turn],
        .barred = { .flat = other->flat | now->standing.flat,
                    .upright = other->upright | now->standing.upright },
        .own = now->resting[now->turn],
    };
}

/* How far a roamer may go one way, as bits: 1 is a square, 2 are two (T10).
 * `square` are the two ahead, `edge` the bits of the edges before each. */
static unsigned reach(const struct obstacles *obstacles, uint64_t barred, uint64_t own,
                      const uint64_t square[2], const uint64_t edge[2])
{
    if ((barred & edge[0]) != 0) {
        return 0;
    }
    const unsigned one = (obstacles->empty & square[0]) != 0;
    const int jumped =
        ((own & edge[0]) != 0) + ((obstacles->friends & square[0]) != 0) + ((own & edge[1]) != 0);
    const bool two = ((obstacles->empty | obstacles->friends) & square[0]) != 0 &&
                     (obstacles->empty & square[1]) != 0 && (barred & edge[1]) == 0 && jumped <= 1;
    return one | (unsigned)two << 1;
}

/* Towards the end of the numbers, or their beginning. */
static unsigned reach_up(const struct obstacles *obstacles, uint64_t barred, uint64_t own,
                         uint64_t from, int step)
{
    const uint64_t square[2] = { from << step, from << step << step };
    const uint64_t edge[2] = { from, from << step };
    return reach(obstacles, barred, own, square, edge);
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
    const uint64_t bit = edges_bit(from);
    const struct edges *barred = &obstacles->barred, *own = &obstacles->own;
    const unsigned west = reach_down(obstacles, barred->upright, own->upright, bit, EDGES_FILE);
    const unsigned south = reach_down(obstacles, barred->flat, own->flat, bit, 1);
    const unsigned north = reach_up(obstacles, barred->flat, own->flat, bit, 1);
    const unsigned east = reach_up(obstacles, barred->upright, own->upright, bit, EDGES_FILE);
    try_reach(list, from, EDGES_FILE, west & 2, west & 1, false);
    try_reach(list, from, 1, south & 2, south & 1, false);
    try_reach(list, from, 1, north & 1, north & 2, true);
    try_reach(list, from, EDGES_FILE, east & 1, east & 2, true);
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
    struct edges edges = edges_all(now->ranks);
    edges.flat &= ~(now->resting[0].flat | now->resting[1].flat | now->standing.flat);
    edges.upright &= ~(now->resting[0].upright | now->resting[1].upright | now->standing.upright);
    return edges;
}

/* Edges where a barrier may put somebody into force, or capture him. */
static struct edges critical_edges(const struct entrapment *now)
{
    struct force force;
    force_look(now, &force);
    return (struct edges){ .flat = force.narrow | force.narrow >> 1,
                           .upright = force.narrow | force.narrow >> EDGES_FILE };
}

/* An action that ends in one of those edges, whose number is its last byte. */
static void try_edges(struct list *list, struct move *action, uint64_t free, uint64_t critical,
                      int first)
{
    uint8_t *number = &action->byte[action->length - 1];
    for (; free != 0; free &= free - 1) {
        *number = (uint8_t)(first + edges_first(free));
        if ((free & (~free + 1) & critical) != 0) {
            try_action(list, action);
        } else {
            add(list, action);
        }
    }
}

static void try_barriers(struct list *list)
{
    const struct edges free = free_edges(list->now);
    const struct edges critical = critical_edges(list->now);
    struct move action = { .length = 2, .byte = { ACTION_BARRIER } };
    try_edges(list, &action, free.flat, critical.flat, 0);
    try_edges(list, &action, free.upright, critical.upright, EDGES_UPRIGHT);
}

/* A barrier taken up only opens sides, so what is critical is found without it. */
static void try_relocations_from(struct list *list, const struct edges *free, int from)
{
    struct entrapment lifted = *list->now;
    edges_drop(&lifted.resting[lifted.turn], from);
    const struct edges critical = critical_edges(&lifted);
    struct move action = { .length = 3, .byte = { ACTION_RELOCATE, (uint8_t)from } };
    try_edges(list, &action, free->flat, critical.flat, 0);
    try_edges(list, &action, free->upright, critical.upright, EDGES_UPRIGHT);
}

static void try_relocations(struct list *list)
{
    const struct edges free = free_edges(list->now);
    const struct edges own = list->now->resting[list->now->turn];
    for (uint64_t rest = own.flat; rest != 0; rest &= rest - 1) {
        try_relocations_from(list, &free, edges_first(rest));
    }
    for (uint64_t rest = own.upright; rest != 0; rest &= rest - 1) {
        try_relocations_from(list, &free, EDGES_UPRIGHT + edges_first(rest));
    }
}

/* ---- all of them ---- */

/* A single action that must relieve is a roamer move; two begin with one (T4,
 * T5, T19). */
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
