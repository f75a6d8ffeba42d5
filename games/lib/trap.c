#include "trap.h"

bool trap_is_out(const struct trap *trap, int seat)
{
    return trap->roamers[seat] == 0 && trap->hand[seat] == 0;
}

int trap_loser(const struct trap *trap)
{
    if (trap->end != TRAP_NO_END) {
        return trap->turn;
    }
    return trap_is_out(trap, 0) ? 0 : trap_is_out(trap, 1) ? 1 : -1;
}

/* ---- actions ---- */

size_t trap_places(enum trap_kind kind)
{
    static const uint8_t places[TRAP_KINDS] = {
        [TRAP_PLACE] = 1, [TRAP_MOVE] = 2, [TRAP_BARRIER] = 1, [TRAP_RELOCATE] = 2
    };
    return places[kind];
}

uint64_t trap_victims(const struct move *move)
{
    uint64_t victims = 0;
    for (size_t i = 1 + trap_places(move->byte[0]); i < move->length; i++) {
        victims |= grooves_bit(move->byte[i]);
    }
    return victims;
}

struct move trap_naming(const struct move *move, uint64_t victims)
{
    struct move named = { .length = (uint8_t)(1 + trap_places(move->byte[0])) };
    for (size_t i = 0; i < named.length; i++) {
        named.byte[i] = move->byte[i];
    }
    for (; victims != 0 && named.length < MOVE_BYTES; victims &= victims - 1) {
        named.byte[named.length++] = (uint8_t)__builtin_ctzll(victims);
    }
    return named;
}

/* ---- what they change ---- */

/* Those of the owner's barriers that lie in such grooves stand on end now. */
static void turn_on_end(uint64_t *resting, uint64_t *standing, uint64_t crossed)
{
    *standing |= *resting & crossed;
    *resting &= ~crossed;
}

static void go(struct trap *trap, int from, int to)
{
    const int first = from < to ? from : to;
    const int last = from < to ? to : from;
    struct grooves *resting = &trap->resting[trap->turn];
    trap->roamers[trap->turn] ^= grooves_bit(from) | grooves_bit(to);
    if (last - first < GROOVES_FILE) {
        const uint64_t crossed = grooves_bit(first) | grooves_bit(last - 1);
        turn_on_end(&resting->flat, &trap->standing.flat, crossed);
    } else {
        const uint64_t crossed = grooves_bit(first) | grooves_bit(last - GROOVES_FILE);
        turn_on_end(&resting->upright, &trap->standing.upright, crossed);
    }
}

uint64_t trap_change(struct trap *trap, const struct move *move)
{
    switch ((enum trap_kind)move->byte[0]) {
    case TRAP_PLACE:
        trap->roamers[trap->turn] |= grooves_bit(move->byte[1]);
        trap->hand[trap->turn]--;
        return grooves_bit(move->byte[1]);
    case TRAP_MOVE:
        go(trap, move->byte[1], move->byte[2]);
        return grooves_bit(move->byte[2]);
    case TRAP_BARRIER:
        grooves_add(&trap->resting[trap->turn], move->byte[1]);
        trap->supply[trap->turn]--;
        return 0;
    case TRAP_RELOCATE:
        grooves_drop(&trap->resting[trap->turn], move->byte[1]);
        grooves_add(&trap->resting[trap->turn], move->byte[2]);
        return 0;
    case TRAP_KINDS:
        break;
    }
    return 0;
}

void trap_pass_on(struct trap *trap)
{
    const int other = 1 - trap->turn;
    if (trap->phase == TRAP_FIRST) {
        trap->phase = TRAP_SECOND;
    } else if (trap->phase != TRAP_SETTING_UP) {
        trap->phase = TRAP_FIRST;
        trap->turn = (uint8_t)other;
    } else if (trap->hand[other] > 0) {
        trap->turn = (uint8_t)other;
    } else if (trap->hand[trap->turn] == 0) {
        trap->phase = TRAP_SINGLE;
        trap->turn = 0;
    }
}
