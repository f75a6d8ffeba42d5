#include "games/entrapment/surround.h"

#include <string.h>

void surround_put(struct surround *board, int square, int seat)
{
    board->roamer[square] = (uint8_t)seat;
    board->taken |= edges_bit(square);
}

void surround_lift(struct surround *board, int square)
{
    board->roamer[square] = SURROUND_NOBODY;
    board->taken &= ~edges_bit(square);
}

static void put_barriers(struct surround *board, const struct edges *edges, int owner)
{
    for (int lie = 0; lie < EDGES_LIES; lie++) {
        for (uint64_t rest = edges->at[lie]; rest != 0; rest &= rest - 1) {
            board->barrier[lie * EDGES_UPRIGHT + edges_first(rest)] = (uint8_t)owner;
        }
    }
}

void surround_read(const struct entrapment *now, struct surround *board)
{
    board->ranks = now->ranks;
    board->taken = 0;
    memset(board->roamer, SURROUND_NOBODY, sizeof board->roamer);
    memset(board->barrier, SURROUND_NOBODY, sizeof board->barrier);
    for (int seat = 0; seat < ENTRAPMENT_SEATS; seat++) {
        for (uint64_t rest = now->roamers[seat]; rest != 0; rest &= rest - 1) {
            surround_put(board, edges_first(rest), seat);
        }
        put_barriers(board, &now->resting[seat], seat);
    }
    put_barriers(board, &now->standing, SURROUND_STANDING);
}

enum side { SIDE_OPEN, SIDE_PENETRABLE, SIDE_IMPENETRABLE };

/* The state of a side of the roamer on that square (T16). */
static enum side side_of(const struct surround *board, int square, int way)
{
    const int seat = board->roamer[square];
    const int ahead = edges_ahead(board->ranks, square, way);
    if (ahead == EDGES_OFF) {
        return SIDE_IMPENETRABLE;
    }
    const int barrier = board->barrier[edges_beside(board->ranks, square, way)];
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
        open += side_of(board, square, way) == SIDE_OPEN;
    }
    return open;
}

enum plight surround_plight(const struct surround *board, int square)
{
    enum plight plight = PLIGHT_ENTRAPPED;
    for (int way = 0; way < WAYS; way++) {
        const enum side side = side_of(board, square, way);
        if (side == SIDE_OPEN) {
            return PLIGHT_FREE;
        }
        if (side == SIDE_PENETRABLE) {
            plight = PLIGHT_FORCED;
        }
    }
    return plight;
}

uint64_t surround_all(const struct surround *board, int seat, enum plight plight)
{
    uint64_t squares = 0;
    for (uint64_t rest = board->taken; rest != 0; rest &= rest - 1) {
        const int square = edges_first(rest);
        if (board->roamer[square] == seat && surround_plight(board, square) == plight) {
            squares |= edges_bit(square);
        }
    }
    return squares;
}
