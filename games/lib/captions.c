#include "captions.h"

static void add(struct figures *figures, const char *key, struct argument first,
                struct argument second)
{
    figures->caption[figures->captions++] = (struct note){ key, { first, second }, { 0 } };
}

static struct argument seat_argument(int seat)
{
    return (struct argument){ ARGUMENT_SEAT, (int16_t)seat, "" };
}

static struct argument number_argument(int number)
{
    return (struct argument){ ARGUMENT_NUMBER, (int16_t)number, "" };
}

/* The men of who breaks the limit leave with the turn that did it: then where
 * it ended is empty, and a pass is not counted among those in a row. */
static bool broke_limit(const struct race *race, const struct move *last)
{
    return race->rules.seats > 2 && race->rules.vacate > 0 &&
           (last->length == 2 ? race->men.owner[last->byte[1]] == 0 : race->passes == 0);
}

/* The seats that left last are out by this turn. */
static void add_limit(const struct race *race, struct figures *figures)
{
    int first = -1;
    int second = -1;
    for (int seat = 0; seat < race->rules.seats; seat++) {
        if (race->gone[seat] == 0 || (first >= 0 && race->gone[seat] < race->gone[first])) {
            continue;
        }
        second = first >= 0 && race->gone[seat] == race->gone[first] ? seat : -1;
        first = second >= 0 ? first : seat;
    }
    if (second >= 0) {
        add(figures, "limit-side", seat_argument(first), seat_argument(second));
    } else if (first >= 0) {
        add(figures, "limit", seat_argument(first), (struct argument){ 0 });
    }
}

static void mark(const struct race *race, const struct move *last, struct figures *figures)
{
    if (last->length != 2) {
        return;
    }
    figures->point[last->byte[0]].mark |= MARK_FROM;
    if (race->men.owner[last->byte[1]] != 0) {
        figures->point[last->byte[1]].mark |= MARK_TO;
    }
}

void captions_draw(const struct race *race, const struct move *last, size_t count,
                   struct figures *figures)
{
    const int half = race->rules.seats / 2;
    if (count > 0) {
        mark(race, &last[0], figures);
    }
    if (count > 0 && broke_limit(race, &last[0])) {
        add_limit(race, figures);
    }
    for (int seat = 0; race->rules.teams && seat < half; seat++) {
        if (race->gone[seat] == 0) {
            add(figures, "partners", seat_argument(seat), seat_argument(seat + half));
        }
    }
    if (race->rules.by_set && !race->over) {
        add(figures, "set-to-move", number_argument(race->turn + 1), (struct argument){ 0 });
    }
}
