#include "grooves.h"

int grooves_count(uint64_t set)
{
    int count = 0;
    for (; set != 0; set &= set - 1) {
        count++;
    }
    return count;
}

uint64_t grooves_squares(int ranks)
{
    const uint64_t file = ((uint64_t)1 << ranks) - 1;
    return file * 0x01010101010101;
}

struct grooves grooves_all(int ranks)
{
    const uint64_t squares = grooves_squares(ranks);
    return (struct grooves){ .flat = squares & squares >> 1,
                             .upright = squares & squares >> GROOVES_FILE };
}

int grooves_square(int ranks, int file, int rank)
{
    const bool on = file >= 0 && file < GROOVES_FILES && rank >= 0 && rank < ranks;
    return on ? GROOVES_FILE * file + rank : GROOVES_OFF;
}

int grooves_ahead(int ranks, int square, int way)
{
    static const int8_t step[WAYS][2] = { [WAY_NORTH] = { 0, 1 },
                                          [WAY_EAST] = { 1, 0 },
                                          [WAY_SOUTH] = { 0, -1 },
                                          [WAY_WEST] = { -1, 0 } };
    return grooves_square(ranks, square / GROOVES_FILE + step[way][0],
                          square % GROOVES_FILE + step[way][1]);
}

int grooves_beside(int ranks, int square, int way)
{
    const int ahead = grooves_ahead(ranks, square, way);
    if (ahead == GROOVES_OFF) {
        return GROOVES_OFF;
    }
    const int first = ahead < square ? ahead : square;
    return way == WAY_NORTH || way == WAY_SOUTH ? first : first + GROOVES_UPRIGHT;
}

/* ---- names ---- */

void grooves_square_name(int square, struct text *text)
{
    text_character(text, (char)('a' + square / GROOVES_FILE));
    text_number(text, square % GROOVES_FILE + 1);
}

void grooves_name(int groove, struct text *text)
{
    grooves_square_name(groove % GROOVES_UPRIGHT, text);
    text_character(text, groove < GROOVES_UPRIGHT ? 'h' : 'v');
}

struct argument grooves_square_argument(int square)
{
    struct argument argument = { .kind = ARGUMENT_CELL };
    struct text text = text_in(argument.text, sizeof argument.text);
    grooves_square_name(square, &text);
    return argument;
}

struct argument grooves_argument(int groove)
{
    struct argument argument = { .kind = ARGUMENT_CELL };
    struct text text = text_in(argument.text, sizeof argument.text);
    grooves_name(groove, &text);
    return argument;
}
