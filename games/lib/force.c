#include "force.h"

/* ---- sides ---- */

/* What stands between squares, and which squares are empty. */
struct sight {
    uint64_t empty;
    struct grooves clear; /* grooves without a barrier; what is no groove counts too */
};

static struct sight sight_of(const struct trap *trap)
{
    const struct grooves *light = &trap->resting[0], *dark = &trap->resting[1];
    return (struct sight){
        .empty = grooves_squares(trap->ranks) & ~(trap->roamers[0] | trap->roamers[1]),
        .clear = { .flat = ~(light->flat | dark->flat | trap->standing.flat),
                   .upright = ~(light->upright | dark->upright | trap->standing.upright) },
    };
}

/* Squares that look over some of those grooves at some of those squares. */
static uint64_t beside(uint64_t squares, const struct grooves *grooves)
{
    return (squares >> 1 & grooves->flat) | (squares & grooves->flat) << 1 |
           (squares >> GROOVES_FILE & grooves->upright) |
           (squares & grooves->upright) << GROOVES_FILE;
}

static void look_at_sides(const struct sight *sight, struct force *force, uint64_t roamers)
{
    const uint64_t north = sight->empty >> 1 & sight->clear.flat;
    const uint64_t south = (sight->empty & sight->clear.flat) << 1;
    const uint64_t east = sight->empty >> GROOVES_FILE & sight->clear.upright;
    const uint64_t west = (sight->empty & sight->clear.upright) << GROOVES_FILE;
    const uint64_t two = (north & south) | (east & west) | ((north | south) & (east | west));
    force->open = north | south | east | west;
    force->narrow = roamers & ~two;
}

void force_look(const struct trap *trap, struct force *force)
{
    const struct sight sight = sight_of(trap);
    const uint64_t roamers = trap->roamers[0] | trap->roamers[1];
    look_at_sides(&sight, force, roamers);
    force->forced[0] = force->forced[1] = force->entrapped = 0;
    const uint64_t closed = roamers & ~force->open;
    for (int seat = 0; closed != 0 && seat < TRAP_SEATS; seat++) {
        const uint64_t penetrable =
            beside(sight.empty, &trap->resting[seat]) | beside(trap->roamers[seat], &sight.clear);
        force->forced[seat] = trap->roamers[seat] & closed & penetrable;
        force->entrapped |= trap->roamers[seat] & closed & ~penetrable;
    }
}

/* ---- before and after an action ---- */

void force_before(const struct trap *trap, struct force_before *before)
{
    struct force force;
    force_look(trap, &force);
    before->forced[0] = force.forced[0];
    before->forced[1] = force.forced[1];
    before->relieve = trap->phase == TRAP_SETTING_UP ? 0 : force.forced[trap->turn];
}

static void take_away(struct trap *trap, uint64_t roamers)
{
    trap->roamers[0] &= ~roamers;
    trap->roamers[1] &= ~roamers;
}

static void capture(struct force_after *after, uint64_t roamers)
{
    if (roamers != 0) {
        take_away(&after->trap, roamers);
        force_look(&after->trap, &after->force);
    }
}

void force_act(const struct trap *trap, const struct move *move, struct force_after *after)
{
    after->trap = *trap;
    const uint64_t moved = trap_change(&after->trap, move);
    after->roamers[0] = after->trap.roamers[0];
    after->roamers[1] = after->trap.roamers[1];
    force_look(&after->trap, &after->force);
    capture(after, after->force.entrapped & moved);
    capture(after, after->force.entrapped);
    after->own_doubled = grooves_several(after->force.forced[trap->turn]);
    after->doubled = after->own_doubled || grooves_several(after->force.forced[1 - trap->turn]);
}

/* ---- relief ---- */

bool force_relieves(const struct trap *trap, uint64_t open, const struct move *move,
                    const struct force_before *before)
{
    if (move->byte[0] != TRAP_MOVE || before->relieve == 0) {
        return true;
    }
    const bool moved = (before->relieve & grooves_bit(move->byte[1])) != 0;
    return moved || (before->relieve & trap->roamers[0] & open) != 0 ||
           (before->relieve & trap->roamers[1] & open) != 0;
}

/* ---- who goes ---- */

struct search {
    const struct force_after *after;
    const struct move *move;
    const struct force_before *before;
    struct force_endings *endings;
};

static void note_ending(const struct search *search, const struct trap *trap,
                        const struct force *force, uint64_t captured)
{
    struct force_endings *endings = search->endings;
    if (!force_relieves(trap, force->open, search->move, search->before)) {
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
static int doubled_side(const struct trap *trap, const struct force *force)
{
    const int mover = trap->turn;
    if (grooves_several(force->forced[mover])) {
        return mover;
    }
    return grooves_several(force->forced[1 - mover]) ? 1 - mover : -1;
}

/* Whoever was in force before the action and stayed so is not the second one. */
static uint64_t candidates(const struct search *search, const struct force *force, int side)
{
    const struct move *move = search->move;
    const uint64_t moved = move->byte[0] == TRAP_MOVE ? grooves_bit(move->byte[1]) : 0;
    const uint64_t old = search->before->forced[side] & ~moved & force->forced[side];
    return old != 0 ? force->forced[side] & ~old : force->forced[side];
}

static void search_endings(const struct search *search, const struct trap *trap, uint64_t captured)
{
    struct force force;
    force_look(trap, &force);
    const int side = doubled_side(trap, &force);
    if (side < 0) {
        note_ending(search, trap, &force, captured);
        return;
    }
    for (uint64_t rest = candidates(search, &force, side); rest != 0; rest &= rest - 1) {
        const uint64_t gone = rest & (~rest + 1);
        struct trap next = *trap;
        take_away(&next, gone);
        search_endings(search, &next, captured | gone);
    }
}

void force_endings(const struct force_after *after, const struct move *move,
                   const struct force_before *before, struct force_endings *endings)
{
    const struct search search = { after, move, before, endings };
    endings->count = 0;
    search_endings(&search, &after->trap, 0);
}

/* ---- playing ---- */

/* The one ending there is, if the mover names none. */
static uint64_t only_ending(const struct trap *trap, const struct force_after *after,
                            const struct move *move)
{
    struct force_before before;
    struct force_endings endings;
    force_before(trap, &before);
    force_endings(after, move, &before, &endings);
    return endings.count > 0 ? endings.captured[0] : 0;
}

/* Who has lost by it: nobody is left, or in a fast match anybody is gone; the
 * mover first. */
static bool is_lost(const struct trap *trap, int seat, uint64_t gone)
{
    return trap_is_out(trap, seat) || (trap->fast && gone != 0);
}

static void decide(struct trap *trap, const uint64_t gone[TRAP_SEATS])
{
    const int mover = trap->turn;
    const int loser = is_lost(trap, mover, gone[mover])           ? mover
                      : is_lost(trap, 1 - mover, gone[1 - mover]) ? 1 - mover
                                                                  : -1;
    if (loser < 0) {
        trap_pass_on(trap);
        return;
    }
    const bool plain = trap_is_out(trap, loser);
    trap->end = plain ? TRAP_NO_END : TRAP_CAPTURE;
    trap->turn = (uint8_t)(plain ? 1 - mover : loser);
    trap->phase = TRAP_FIRST;
}

void force_play(struct trap *trap, const struct move *move, uint64_t gone[TRAP_SEATS])
{
    struct force_after after;
    force_act(trap, move, &after);
    uint64_t victims = trap_victims(move);
    if (after.doubled && victims == 0) {
        victims = only_ending(trap, &after, move);
    }
    take_away(&after.trap, victims);
    *trap = after.trap;
    for (int seat = 0; seat < TRAP_SEATS; seat++) {
        gone[seat] = after.roamers[seat] & ~trap->roamers[seat];
    }
    decide(trap, gone);
}
