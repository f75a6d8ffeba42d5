#include "games/lib/route.h"

#include "games/lib/notes.h"

/* The squares that were typed. */
struct route {
    struct grid_square square[ROUTE_MAX];
    size_t count;
    bool cut;   /* there were more, which were read but not kept */
    char open;  /* the sign at the end of the text, which should join one more: "a1-c3-" */
    bool lists; /* blanks and ", " separate squares, each a move of its own */
    bool drawn; /* it is a row of a drawn board, between its labels: "a1 X a1", "a1 , a1" */
};

/* Takes a sign that joins two squares, with the blanks around it; '\0': there
 * is none. */
static char take_sign(struct scan *scan)
{
    static const char signs[] = "-x,:>";
    struct scan ahead = *scan;
    scan_blanks(&ahead);
    for (const char *sign = signs; *sign != '\0'; sign++) {
        if (scan_lower(&ahead) == *sign) {
            ahead.at++;
            if (*sign == '-') {
                scan_take(&ahead, '-');
                scan_take(&ahead, '>');
            }
            scan_blanks(&ahead);
            *scan = ahead;
            return *sign;
        }
    }
    return '\0';
}

static bool same_square(struct grid_square one, struct grid_square other)
{
    return one.letter == other.letter && one.number == other.number;
}

/* True if the text taken before `ahead` separates two moves. */
static bool parts(const struct scan *ahead, char sign)
{
    return sign == '\0' || (sign == ',' && (scan_done(ahead) || ahead->at[-1] != ','));
}

/* Takes the next square and what joins it to the last one. Looks for a square first: in a1x2
 * the x is a file. */
static bool take_next(struct scan *scan, struct route *route, bool *loosely,
                      struct grid_square *square)
{
    struct scan ahead = *scan;
    bool loose = false;
    char sign = '\0';
    if (!grid_scan(&ahead, square)) {
        sign = take_sign(&ahead);
        loose = sign == ',' || (sign == '\0' && scan_blanks(&ahead));
        if (loose && (!*loosely || (route->lists && parts(&ahead, sign)))) {
            return false;
        }
        if (sign != '\0' && scan_done(&ahead)) {
            route->open = sign;
            *scan = ahead;
            return false;
        }
        if (!grid_scan(&ahead, square)) {
            return false;
        }
    }
    route->drawn = (sign == 'x' || sign == ',' || sign == ':') && route->count == 1 &&
                   same_square(route->square[0], *square);
    *loosely = loose;
    *scan = ahead;
    return true;
}

/* Takes a whole route, which may be one square, or nothing. */
static bool take_route(struct scan *scan, bool lists, struct route *route)
{
    struct grid_square square;
    bool loosely = true;
    *route = (struct route){ .lists = lists };
    if (!grid_scan(scan, &square)) {
        return false;
    }
    do {
        if (route->count < ROUTE_MAX) {
            route->square[route->count++] = square;
        } else {
            route->cut = true;
        }
    } while (take_next(scan, route, &loosely, &square));
    return true;
}

/* ---- on a board ---- */

/* Finds the cell of every square; notes a square that is not on the board. */
static bool find_cells(const struct route *route, const struct grid *grid, uint8_t *cell,
                       struct note *note)
{
    for (size_t i = 0; i < route->count; i++) {
        const int found = grid_find(grid, route->square[i]);
        if (found == GRID_OFF) {
            return refuse_two(note, "off-board", grid_square_argument(route->square[i]),
                              grid_argument(grid, grid_cells(grid) - 1));
        }
        cell[i] = (uint8_t)found;
    }
    return true;
}

static enum parsed locate(const struct route *route, const struct grid *grid, uint8_t *cell,
                          size_t *count, struct note *note)
{
    if (!find_cells(route, grid, cell, note)) {
        return PARSED_REFUSED;
    }
    if (route->cut) {
        refuse_number(note, "route-too-long", ROUTE_MAX);
        return PARSED_REFUSED;
    }
    *count = route->count;
    return PARSED_MOVE;
}

enum parsed route_parse(struct scan *scan, const struct grid *grid, uint8_t cell[ROUTE_MAX],
                        size_t *count, struct note *note)
{
    struct route route;
    if (!take_route(scan, false, &route) || route.drawn) {
        return PARSED_NONE;
    }
    if (route.count == 1 || route.open != '\0') {
        if (!find_cells(&route, grid, cell, note)) {
            return PARSED_REFUSED;
        }
        refuse_one(note, "incomplete", grid_square_argument(route.square[route.count - 1]));
        return PARSED_INCOMPLETE;
    }
    return locate(&route, grid, cell, count, note);
}

enum parsed route_scan(struct scan *scan, const struct grid *grid, uint8_t cell[ROUTE_MAX],
                       size_t *count, char *sign, struct note *note)
{
    struct route route;
    if (grid_is_drawn(*scan) || !take_route(scan, true, &route)) {
        return PARSED_NONE;
    }
    *sign = route.open;
    return locate(&route, grid, cell, count, note);
}
