#include "leaping.h"

_Static_assert(sizeof(struct leaping) <= POSITION_MAX, "a position must fit");

struct leaping *leaping(struct position *position)
{
    return (struct leaping *)(void *)position->bytes;
}

const struct leaping *leaping_const(const struct position *position)
{
    return (const struct leaping *)(const void *)position->bytes;
}

struct leap_ground *leaping_ground(int number)
{
    static struct leap_ground grounds[LEAPING_GROUNDS];
    return &grounds[number];
}

const struct leap_ground *leaping_board(const struct leaping *now)
{
    return leaping_ground(now->ground);
}

int leaping_actor(const struct position *position)
{
    const struct leaping *now = leaping_const(position);
    return race_actor(&now->leap.race, &leaping_board(now)->race);
}

size_t leaping_moves(const struct position *position, struct move *list, size_t cap)
{
    const struct leaping *now = leaping_const(position);
    return leap_moves(&now->leap, leaping_board(now), list, cap);
}

bool leaping_check(const struct position *position, const struct move *move, struct note *note)
{
    const struct leaping *now = leaping_const(position);
    return leap_check(&now->leap, leaping_board(now), move, note);
}

void leaping_apply(struct position *position, const struct move *move)
{
    struct leaping *now = leaping(position);
    leap_apply(&now->leap, leaping_board(now), move);
}

void leaping_leave(struct position *position, int seat)
{
    struct leaping *now = leaping(position);
    leap_leave(&now->leap, leaping_board(now), seat);
}

void leaping_result(const struct position *position, struct result *result)
{
    const struct leaping *now = leaping_const(position);
    race_result(&now->leap.race, &leaping_board(now)->race, result);
}

size_t leaping_warn(const struct position *position, int seat, struct note *note, size_t cap)
{
    const struct leaping *now = leaping_const(position);
    return leap_warn(&now->leap, leaping_board(now), seat, note, cap);
}

enum parsed leaping_parse(const struct position *position, struct scan *scan, struct move *move,
                          struct note *note)
{
    const struct leaping *now = leaping_const(position);
    return leap_parse(&now->leap, leaping_board(now), scan, move, note);
}

void leaping_print(const struct position *position, const struct move *move, struct text *text)
{
    leap_print(leaping_board(leaping_const(position)), move, text);
}

void leaping_route(const struct position *position, const struct move *move, struct text *text)
{
    const struct leaping *now = leaping_const(position);
    leap_route(&now->leap, leaping_board(now), move, text);
}
