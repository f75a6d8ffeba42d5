#include "surround.h"

static int owner_of_barrier(const struct trap *trap, int groove)
{
    for (int seat = 0; seat < TRAP_SEATS; seat++) {
        if (grooves_has(&trap->resting[seat], groove)) {
            return seat;
        }
    }
    return grooves_has(&trap->standing, groove) ? SURROUND_STANDING : SURROUND_NOBODY;
}

void surround_read(const struct trap *trap, struct surround *board)
{
    board->ranks = trap->ranks;
    for (int square = 0; square < GROOVES_SQUARES; square++) {
        const uint64_t bit = grooves_bit(square);
        const int owner = (trap->roamers[0] & bit) != 0 ? 0 : 1;
        const bool taken = ((trap->roamers[0] | trap->roamers[1]) & bit) != 0;
        board->roamer[square] = (int8_t)(taken ? owner : SURROUND_NOBODY);
    }
    for (int groove = 0; groove < GROOVES_NUMBERS; groove++) {
        board->barrier[groove] = (int8_t)owner_of_barrier(trap, groove);
    }
}

enum side surround_side(const struct surround *board, int square, int way)
{
    const int seat = board->roamer[square];
    const int ahead = grooves_ahead(board->ranks, square, way);
    if (ahead == GROOVES_OFF) {
        return SIDE_IMPENETRABLE;
    }
    const int barrier = board->barrier[grooves_beside(board->ranks, square, way)];
    const int roamer = board->roamer[ahead];
    if (barrier == SURROUND_NOBODY) {
        return roamer == SURROUND_NOBODY ? SIDE_OPEN
               : roamer == seat          ? SIDE_PENETRABLE
                                         : SIDE_IMPENETRABLE;
    }
    return barrier == seat && roamer == SURROUND_NOBODY ? SIDE_PENETRABLE : SIDE_IMPENETRABLE;
}

int surround_open(const struct surround *board, int square)
{
    int open = 0;
    for (int way = 0; way < WAYS; way++) {
        open += surround_side(board, square, way) == SIDE_OPEN;
    }
    return open;
}

enum plight surround_plight(const struct surround *board, int square)
{
    enum plight plight = PLIGHT_ENTRAPPED;
    for (int way = 0; way < WAYS; way++) {
        const enum side side = surround_side(board, square, way);
        if (side == SIDE_OPEN) {
            return PLIGHT_FREE;
        }
        if (side == SIDE_PENETRABLE) {
            plight = PLIGHT_FORCED;
        }
    }
    return plight;
}

int surround_find(const struct surround *board, int seat, enum plight plight, int from)
{
    for (int square = from; square < GROOVES_SQUARES; square++) {
        if (board->roamer[square] == seat && surround_plight(board, square) == plight) {
            return square;
        }
    }
    return GROOVES_OFF;
}
