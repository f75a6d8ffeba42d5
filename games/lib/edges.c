#include "edges.h"

int edges_count(uint64_t set)
{
    int count = 0;
    for (; set != 0; set &= set - 1) {
        count++;
    }
    return count;
}

uint64_t edges_squares(int ranks)
{
    const uint64_t file = ((uint64_t)1 << ranks) - 1;
    return file * 0x01010101010101;
}

struct edges edges_all(int ranks)
{
    const uint64_t squares = edges_squares(ranks);
    return (struct edges){ { squares & squares >> 1, squares & squares >> EDGES_FILE } };
}

int edges_square(int ranks, int file, int rank)
{
    const bool on = file >= 0 && file < EDGES_FILES && rank >= 0 && rank < ranks;
    return on ? EDGES_FILE * file + rank : EDGES_OFF;
}

int edges_ahead(int ranks, int square, int way)
{
    static const int8_t step[WAYS][2] = { [WAY_NORTH] = { 0, 1 },
                                          [WAY_EAST] = { 1, 0 },
                                          [WAY_SOUTH] = { 0, -1 },
                                          [WAY_WEST] = { -1, 0 } };
    return edges_square(ranks, square / EDGES_FILE + step[way][0],
                        square % EDGES_FILE + step[way][1]);
}

int edges_beside(int ranks, int square, int way)
{
    const int ahead = edges_ahead(ranks, square, way);
    if (ahead == EDGES_OFF) {
        return EDGES_OFF;
    }
    const int first = ahead < square ? ahead : square;
    return way == WAY_NORTH || way == WAY_SOUTH ? first : first + EDGES_UPRIGHT;
}

/* ---- names ---- */

void edges_square_name(int square, struct text *text)
{
    text_character(text, (char)('a' + square / EDGES_FILE));
    text_number(text, square % EDGES_FILE + 1);
}

void edges_name(int edge, struct text *text)
{
    edges_square_name(edge % EDGES_UPRIGHT, text);
    text_character(text, edge < EDGES_UPRIGHT ? 'h' : 'v');
}

struct argument edges_square_argument(int square)
{
    struct argument argument = { .kind = ARGUMENT_CELL };
    struct text text = text_in(argument.text, sizeof argument.text);
    edges_square_name(square, &text);
    return argument;
}

struct argument edges_argument(int edge)
{
    struct argument argument = { .kind = ARGUMENT_CELL };
    struct text text = text_in(argument.text, sizeof argument.text);
    edges_name(edge, &text);
    return argument;
}
