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
    return race->rules.vacate > 0 &&
           (last->length == 2 ? race->men.owner[last->byte[1]] == 0 : race->passes == 0);
}

static int last_left(const struct race *race)
{
    int last = 0;
    for (int seat = 0; seat < race->rules.seats; seat++) {
        last = race->gone[seat] > last ? race->gone[seat] : last;
    }
    return last;
}

/* Who is out, partners together; of who left just now by the limit, why. */
static void add_out(const struct race *race, bool by_limit, struct figures *figures)
{
    const int pairs = race->rules.teams ? race->rules.seats / 2 : race->rules.seats;
    const int last = by_limit ? last_left(race) : 0;
    for (int seat = 0; seat < pairs; seat++) {
        const bool now = race->gone[seat] == last;
        if (race->gone[seat] != 0 && race->rules.teams) {
            add(figures, now ? "limit-side" : "out-side", seat_argument(seat),
                seat_argument(seat + pairs));
        } else if (race->gone[seat] != 0) {
            add(figures, now ? "limit" : "out", seat_argument(seat), (struct argument){ 0 });
        }
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

/* What the position text has beside the men and who is to move. */
static void add_tallies(const struct race *race, struct figures *figures)
{
    for (int seat = 0; seat < race->rules.seats; seat++) {
        figures->tally[figures->tallies++] = (struct note){
            "made", { seat_argument(seat), number_argument(race->made[seat]) }, { 0 }
        };
    }
    if (race->passes > 0) {
        figures->tally[figures->tallies++] =
            (struct note){ "passes-in-a-row", { number_argument(race->passes) }, { 0 } };
    }
    struct note gone = { .key = "gone" };
    int count = 0;
    for (int order = 1; order <= race->rules.seats; order++) {
        for (int seat = 0; seat < race->rules.seats; seat++) {
            if (race->gone[seat] == order) {
                gone.argument[count++] = seat_argument(seat);
            }
        }
    }
    if (count > 0) {
        figures->tally[figures->tallies++] = gone;
    }
}

void captions_draw(const struct race *race, const struct move *last, size_t count,
                   struct figures *figures)
{
    const int half = race->rules.seats / 2;
    if (count > 0) {
        mark(race, &last[0], figures);
    }
    if (race->rules.seats > 2) {
        add_out(race, count > 0 && broke_limit(race, &last[0]), figures);
    }
    for (int seat = 0; race->rules.teams && seat < half; seat++) {
        if (race->gone[seat] == 0) {
            add(figures, "partners", seat_argument(seat), seat_argument(seat + half));
        }
    }
    if (race->rules.by_set && !race->over) {
        add(figures, "set-to-move", number_argument(race->turn + 1), (struct argument){ 0 });
    }
    add_tallies(race, figures);
}
