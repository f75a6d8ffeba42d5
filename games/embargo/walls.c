#include "games/embargo/walls.h"

#include <string.h>

static unsigned lowest(unsigned bits)
{
    return bits & (0U - bits);
}

/* The highest of these bits; 0 if there are none. */
static unsigned highest(unsigned bits)
{
    return bits == 0 ? 0 : 1U << (31 - __builtin_clz(bits));
}

/* ---- finding ---- */

struct lines lines_of(const struct cells *cells)
{
    enum { WORDS = (WALLS_SIDE * WALLS_SIDE + 63) / 64 };
    struct lines lines = { { { 0 } } };
    /* Not by cells_next: this is most of the work of looking ahead. */
    for (int i = 0; i < WORDS; i++) {
        for (uint64_t rest = cells->word[i]; rest != 0; rest &= rest - 1) {
            const unsigned cell = (unsigned)(i * 64 + __builtin_ctzll(rest));
            const unsigned file = cell / WALLS_SIDE, rank = cell % WALLS_SIDE;
            lines.line[WALLS_FILES][file] |= (uint16_t)(1U << rank);
            lines.line[WALLS_RANKS][rank] |= (uint16_t)(1U << file);
        }
    }
    return lines;
}

/* The walls of one line: the places between men of one owner next to each other on it, if no
 * other man is there. */
static unsigned walls_on(unsigned own, unsigned men)
{
    unsigned walls = 0;
    for (unsigned rest = own & (own - 1); rest != 0; rest &= rest - 1) {
        const unsigned far = lowest(rest);
        const unsigned near = highest(own & (far - 1));
        const unsigned between = far - 2 * near;
        walls |= (between & men) == 0 ? between : 0;
    }
    return walls;
}

static void add_walls(struct walls *walls, const struct lines *owner)
{
    for (int axis = WALLS_FILES; axis <= WALLS_RANKS; axis++) {
        uint16_t *across = walls->across.line[1 - axis];
        for (int line = 0; line < WALLS_SIDE; line++) {
            for (unsigned rest = walls_on(owner->line[axis][line], walls->men.line[axis][line]);
                 rest != 0; rest &= rest - 1) {
                across[__builtin_ctz(rest)] |= (uint16_t)(1U << line);
            }
        }
    }
}

void walls_find(struct walls *walls, const struct men *men, int owners, int own)
{
    struct lines of[OWNERS_MAX];
    memset(walls, 0, sizeof *walls);
    memset(of, 0, (size_t)owners * sizeof *of);
    for (int owner = 0; owner < owners; owner++) {
        of[owner] = lines_of(&men->of[owner]);
        for (int line = 0; line < WALLS_SIDE; line++) {
            walls->men.line[WALLS_FILES][line] |= of[owner].line[WALLS_FILES][line];
            walls->men.line[WALLS_RANKS][line] |= of[owner].line[WALLS_RANKS][line];
        }
    }
    walls->own = of[own - 1];
    for (int owner = 0; owner < owners; owner++) {
        add_walls(walls, &of[owner]);
    }
}

/* ---- moving ---- */

/* The walls that stop a man on its way, whether it tunnels or not; `first` is the wall that it
 * meets first. */
static unsigned standing(unsigned across, unsigned first, bool towards_own,
                         enum walls_tunnel tunnel)
{
    if (!towards_own || tunnel == TUNNEL_OFF) {
        return across;
    }
    return tunnel == TUNNEL_ONE ? across & ~first : 0;
}

unsigned walls_reach(const struct walls *walls, enum walls_axis axis, int line, int place,
                     enum walls_tunnel tunnel)
{
    const unsigned below = (1U << place) - 1;
    const unsigned above = ((1U << WALLS_SIDE) - 1) & ~below & ~(1U << place);
    const unsigned men = walls->men.line[axis][line];
    const unsigned own = walls->own.line[axis][line];
    const unsigned across = walls->across.line[axis][line];

    const bool own_above = (lowest(men & above) & own) != 0;
    const unsigned above_stop =
        lowest(above & (men | standing(across, lowest(across & above), own_above, tunnel)));
    const bool own_below = (highest(men & below) & own) != 0;
    const unsigned below_stop =
        highest(below & (men | standing(across, highest(across & below), own_below, tunnel)));

    /* If nothing stops it, everything up to the edge. */
    const unsigned up = above & (above_stop - 1);
    const unsigned down = below & ~(below_stop == 0 ? 0 : 2 * below_stop - 1);
    return up | down;
}
