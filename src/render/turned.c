#include "render/turned.h"

bool turned_by_sixths(const struct turned *turned)
{
    return turned->figures.turning == TURNING_SIXTHS;
}

/* The turns the game asks for. */
static int turns_of(const struct turned *turned, int seat)
{
    const int turn = turned->figures.turn[seat];
    if (turned->figures.turning == TURNING_HALVES) {
        return 2 * (turn % 2);
    }
    return turn % (turned_by_sixths(turned) ? 6 : 4);
}

/* The turns for the reader; seats that the figures do not know have none. */
static int turns_for(const struct turned *turned, const struct diagram *diagram)
{
    const int seat = diagram->seat;
    if (seat < 0 || seat >= SEATS_MAX || diagram->flip == FLIP_OFF) {
        return 0;
    }
    int turns = turns_of(turned, seat);
    if (diagram->flip == FLIP_ON && diagram->seats == 2 && seat == 1 &&
        turns == turns_of(turned, 0)) {
        const int whole = turned_by_sixths(turned) ? 6 : 4;
        turns = (turns + whole / 2) % whole;
    }
    return turns;
}

/* Turns are about the first point, so that points fall on points. By a sixth, a step to the right,
 * 2 and 0, becomes one to the upper right, 1 and -2; one to the lower right, 1 and 2, becomes one
 * to the right. Between two points of such a board both divisions leave nothing over. */
struct spot turned_spot(const struct turned *turned, int x, int y)
{
    const struct point *pivot = turned->figures.point;
    struct spot spot = { x - pivot->x, y - pivot->y };
    for (int i = 0; i < turned->turns; i++) {
        spot = turned_by_sixths(turned)
                   ? (struct spot){ (2 * spot.x + 3 * spot.y) / 4, (spot.y - 2 * spot.x) / 2 }
                   : (struct spot){ spot.y, -spot.x };
    }
    return spot;
}

bool turned_is_laid_down(const struct turned *turned)
{
    return !turned_by_sixths(turned) && turned->turns % 2 == 1;
}

bool turned_is_upright(const struct turned *turned, const struct bar *bar)
{
    return bar->upright != turned_is_laid_down(turned);
}

bool turned_ends_row(const struct turned *turned, int point, int side)
{
    struct spot spot = turned->spot[point];
    for (int i = 0; i < turned->figures.points; i++) {
        if (turned->spot[i].y == spot.y && (turned->spot[i].x - spot.x) * side > 0) {
            return false;
        }
    }
    return true;
}

static void widen(struct range *range, struct spot spot)
{
    range->least.x = MIN(range->least.x, spot.x);
    range->least.y = MIN(range->least.y, spot.y);
    range->most.x = MAX(range->most.x, spot.x);
    range->most.y = MAX(range->most.y, spot.y);
}

static void measure(struct turned *turned)
{
    const struct figures *figures = &turned->figures;
    struct range *points = &turned->points; /* the first point is at 0, 0 */
    for (int i = 0; i < figures->points; i++) {
        turned->spot[i] = turned_spot(turned, figures->point[i].x, figures->point[i].y);
        widen(points, turned->spot[i]);
    }
    turned->all = *points;
    if (figures->framed) {
        widen(&turned->all, (struct spot){ points->least.x - 1, points->least.y - 1 });
        widen(&turned->all, (struct spot){ points->most.x + 1, points->most.y + 1 });
    }
    for (int i = 0; i < figures->bars; i++) {
        widen(&turned->all, turned_spot(turned, figures->bar[i].x, figures->bar[i].y));
    }
    for (int i = 0; i < figures->labels; i++) {
        widen(&turned->all, turned_spot(turned, figures->label[i].x, figures->label[i].y));
    }
}

void turned_draw(const struct diagram *diagram, struct turned *turned)
{
    *turned = (struct turned){ .figures = { .across = 1 } };
    diagram->game->draw(diagram->position, diagram->last, diagram->count, &turned->figures);
    turned->turns = turns_for(turned, diagram);
    measure(turned);
}
