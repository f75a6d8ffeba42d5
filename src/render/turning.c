#include "render/turning.h"

static bool by_sixths(const struct figures *figures)
{
    return figures->turning == TURNING_SIXTHS;
}

/* The turns the game asks for. */
static int turns_of(const struct figures *figures, int seat)
{
    if (figures->turning == TURNING_HALVES) {
        return 2 * (figures->turn[seat] % 2);
    }
    return figures->turn[seat] % (by_sixths(figures) ? 6 : 4);
}

int turning_for(const struct figures *figures, int seats, int seat, enum flip flip)
{
    if (seat < 0 || seat >= SEATS_MAX || flip == FLIP_OFF) {
        return 0;
    }
    int turns = turns_of(figures, seat);
    if (flip == FLIP_ON && seats == 2 && seat == 1 && turns == turns_of(figures, 0)) {
        const int whole = by_sixths(figures) ? 6 : 4;
        turns = (turns + whole / 2) % whole;
    }
    return turns;
}

bool turning_lays_down(const struct figures *figures, int turns)
{
    return !by_sixths(figures) && turns % 2 == 1;
}

static struct spot turned_by_quarter(struct spot spot)
{
    return (struct spot){ spot.y, -spot.x };
}

/* A step to the right, 2 and 0, becomes one to the upper right, 1 and -2; one
 * to the lower right, 1 and 2, becomes one to the right. Between two points of
 * such a board both divisions leave nothing over. */
static struct spot turned_by_sixth(struct spot spot)
{
    return (struct spot){ (2 * spot.x + 3 * spot.y) / 4, (spot.y - 2 * spot.x) / 2 };
}

struct spot turning_spot(const struct figures *figures, int turns, int x, int y)
{
    const struct point *pivot = figures->point;
    struct spot spot = { x - pivot->x, y - pivot->y };
    for (int i = 0; i < turns; i++) {
        spot = by_sixths(figures) ? turned_by_sixth(spot) : turned_by_quarter(spot);
    }
    return spot;
}
