#include "route.h"

/* Takes a sign that joins two squares, with the blanks around it. */
static bool take_sign(struct scan *scan)
{
    static const char signs[] = "-x,:>";
    struct scan ahead = *scan;
    scan_blanks(&ahead);
    for (const char *sign = signs; *sign != '\0'; sign++) {
        if (scan_lower(&ahead) == *sign) {
            ahead.at++;
            if (*sign == '-') {
                scan_take(&ahead, '>');
            }
            scan_blanks(&ahead);
            *scan = ahead;
            return true;
        }
    }
    return false;
}

/* Takes the next square together with what joins it to the last. A square is
 * looked for first: in a1x2 the x is a file. */
static bool take_next(struct scan *scan, struct route *route, bool *only_blanks,
                      struct grid_square *square)
{
    struct scan ahead = *scan;
    bool blanks = false;
    if (!grid_scan(&ahead, square)) {
        blanks = !take_sign(&ahead) && scan_blanks(&ahead);
        if (!blanks && scan_done(&ahead)) {
            route->open = ahead.at > scan->at;
            *scan = ahead;
            return false;
        }
        if ((blanks && !*only_blanks) || !grid_scan(&ahead, square)) {
            return false;
        }
    }
    *only_blanks = blanks;
    *scan = ahead;
    return true;
}

bool route_scan(struct scan *scan, struct route *route)
{
    struct grid_square square;
    bool only_blanks = true;
    route->count = 0;
    route->cut = false;
    route->open = false;
    if (!grid_scan(scan, &square)) {
        return false;
    }
    do {
        if (route->count < ROUTE_MAX) {
            route->square[route->count++] = square;
        } else {
            route->cut = true;
        }
    } while (take_next(scan, route, &only_blanks, &square));
    return true;
}
