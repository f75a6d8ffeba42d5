/*
 * corridor.h: a game for tests of what tic-tac-toe never does.
 *
 * Each seat has one man on a row of five squares, a1 to e1, and steps to an
 * empty square beside it; who cannot step must pass. With -double a turn is
 * two steps. Nobody ever wins, unless all others leave. A move names the
 * square stepped to; "go" wants a square behind it; "step" will do for
 * the only step there is. Position text: a row such as "1...2", the seat to
 * move, the steps left of its turn.
 */
#ifndef POSTMOVE_TESTS_CORRIDOR_H
#define POSTMOVE_TESTS_CORRIDOR_H

#include <string.h>

#include "games/game.h"

enum { CORRIDOR_SQUARES = 5, CORRIDOR_PASS = 9 };

struct corridor {
    uint8_t square[CORRIDOR_SQUARES]; /* 0: empty, else seat + 1 */
    uint8_t seat, steps;              /* to move, steps left of the turn */
    uint8_t turn;                     /* steps of a whole turn */
    uint8_t plies;                    /* a counter, no part of the identity */
};

static const struct option corridor_options[] = {
    { .name = "double", .kind = OPTION_SWITCH },
    { .name = NULL },
};

static struct corridor *corridor_of(const struct position *position)
{
    return (struct corridor *)(void *)(uintptr_t)position->bytes;
}

static int corridor_man(const struct corridor *row, int seat)
{
    for (int i = 0; i < CORRIDOR_SQUARES; i++) {
        if (row->square[i] == seat + 1) {
            return i;
        }
    }
    return -1;
}

static int corridor_men(const struct corridor *row)
{
    int men = 0;
    for (int i = 0; i < CORRIDOR_SQUARES; i++) {
        men += row->square[i] != 0;
    }
    return men;
}

static void corridor_next(struct corridor *row)
{
    row->steps = row->turn;
    do {
        row->seat = (uint8_t)((row->seat + 1) % SEATS_MAX);
    } while (corridor_man(row, row->seat) < 0);
}

static bool corridor_setup(struct position *position, const struct setup *setup, struct note *note)
{
    static const uint8_t at[] = { 0, 4, 2 };
    struct corridor *row = corridor_of(position);
    (void)note;
    *row = (struct corridor){ .turn = setup->value[0] == 1 ? 2 : 1 };
    row->steps = row->turn;
    for (uint8_t seat = 0; seat < setup->seats; seat++) {
        row->square[at[seat]] = (uint8_t)(seat + 1);
    }
    return true;
}

static int corridor_actor(const struct position *position)
{
    const struct corridor *row = corridor_of(position);
    return corridor_men(row) < 2 ? -1 : row->seat;
}

static bool corridor_between(const struct position *position)
{
    const struct corridor *row = corridor_of(position);
    return row->steps == row->turn;
}

static size_t corridor_moves(const struct position *position, struct move *list, size_t cap)
{
    const struct corridor *row = corridor_of(position);
    size_t count = 0;
    int man = corridor_man(row, row->seat);
    if (corridor_actor(position) < 0) {
        return 0;
    }
    for (int to = man - 1; to <= man + 1; to++) {
        if (to >= 0 && to < CORRIDOR_SQUARES && row->square[to] == 0) {
            if (count < cap) {
                list[count] = (struct move){ .length = 1, .byte = { (uint8_t)to } };
            }
            count++;
        }
    }
    if (count == 0) {
        if (cap > 0) {
            list[0] = (struct move){ .length = 1, .byte = { CORRIDOR_PASS } };
        }
        count = 1;
    }
    return count;
}

static bool corridor_check(const struct position *position, const struct move *move,
                           struct note *note)
{
    struct move list[2];
    size_t count = corridor_moves(position, list, 2);
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&list[i], move, sizeof *move) == 0) {
            return true;
        }
    }
    *note = (struct note){ .key = "no-step", .move = *move };
    return false;
}

static void corridor_apply(struct position *position, const struct move *move)
{
    struct corridor *row = corridor_of(position);
    row->plies++;
    if (move->byte[0] != CORRIDOR_PASS) {
        row->square[corridor_man(row, row->seat)] = 0;
        row->square[move->byte[0]] = (uint8_t)(row->seat + 1);
        row->steps--;
    }
    if (row->steps == 0 || move->byte[0] == CORRIDOR_PASS) {
        corridor_next(row);
    }
}

static void corridor_leave(struct position *position, int seat)
{
    struct corridor *row = corridor_of(position);
    row->square[corridor_man(row, seat)] = 0;
    if (row->seat == seat) {
        corridor_next(row);
    }
}

static void corridor_result(const struct position *position, struct result *result)
{
    const struct corridor *row = corridor_of(position);
    *result = (struct result){ .over = corridor_men(row) < 2 };
    for (int seat = 0; seat < 3; seat++) {
        bool in = corridor_man(row, seat) >= 0;
        result->place[seat] = (uint8_t)(in ? result->over : corridor_men(row) + 1);
    }
    result->key = result->over ? "alone" : NULL;
}

static enum parsed corridor_parse(const struct position *position, struct scan *scan,
                                  struct move *move, struct note *note)
{
    struct move list[2];
    *move = (struct move){ .length = 1 };
    if (scan_word(scan, "pass")) {
        move->byte[0] = CORRIDOR_PASS;
        return PARSED_MOVE;
    }
    if (scan_word(scan, "step")) {
        size_t count = corridor_moves(position, list, 2);
        *note = (struct note){ .key = "which-way" };
        *move = list[0];
        return count > 1 ? PARSED_AMBIGUOUS : PARSED_MOVE;
    }
    if (scan_word(scan, "go")) {
        struct scan ahead = *scan;
        scan_blanks(&ahead);
        if (scan_done(&ahead)) {
            *note = (struct note){ .key = "go-where" };
            return PARSED_INCOMPLETE;
        }
        *scan = ahead;
    }
    char file = scan_lower(scan);
    if (file < 'a' || file > 'z' || scan->at + 1 >= scan->end || scan->at[1] != '1') {
        return PARSED_NONE;
    }
    if (file >= 'a' + CORRIDOR_SQUARES) {
        *note = (struct note){ .key = "no-square" };
        return PARSED_REFUSED; /* without stepping over it, which match must bear */
    }
    scan->at += 2;
    move->byte[0] = (uint8_t)(file - 'a');
    return PARSED_MOVE;
}

static void corridor_print(const struct position *position, const struct move *move,
                           struct text *text)
{
    (void)position;
    if (move->byte[0] == CORRIDOR_PASS) {
        text_string(text, "pass");
    } else {
        text_character(text, (char)('a' + move->byte[0]));
        text_character(text, '1');
    }
}

static void corridor_draw(const struct position *position, const struct move *last, size_t count,
                          struct figures *figures)
{
    (void)position, (void)last, (void)count;
    *figures = (struct figures){ .width = 1, .height = 1, .across = 1 };
}

static bool corridor_decode(struct position *position, const struct setup *setup, struct scan *scan,
                            struct note *note)
{
    struct corridor *row = corridor_of(position);
    long seat = 0, steps = 0;
    corridor_setup(position, setup, note);
    *note = (struct note){ .key = "position-form" };
    for (int i = 0; i < CORRIDOR_SQUARES; i++, scan->at++) {
        char c = scan_peek(scan);
        if (c != '.' && (c < '1' || c > '3')) {
            return false;
        }
        row->square[i] = (uint8_t)(c == '.' ? 0 : c - '0');
    }
    if (!scan_take(scan, ' ') || !scan_number(scan, 3, &seat) || seat == 0 ||
        !scan_take(scan, ' ') || !scan_number(scan, row->turn, &steps) || steps == 0) {
        return false;
    }
    row->seat = (uint8_t)(seat - 1);
    row->steps = (uint8_t)steps;
    return corridor_man(row, row->seat) >= 0;
}

static void corridor_encode(const struct position *position, struct text *text)
{
    const struct corridor *row = corridor_of(position);
    for (int i = 0; i < CORRIDOR_SQUARES; i++) {
        text_character(text, ".123"[row->square[i]]);
    }
    text_character(text, ' ');
    text_number(text, row->seat + 1);
    text_character(text, ' ');
    text_number(text, row->steps);
}

static const struct game game_corridor = {
    .name = "corridor",
    .rules = 1,
    .seats = 1 << 1 | 1 << 2,
    .size = sizeof(struct corridor),
    .identity = offsetof(struct corridor, plies),
    .options = corridor_options,
    .setup = corridor_setup,
    .actor = corridor_actor,
    .between = corridor_between,
    .moves = corridor_moves,
    .check = corridor_check,
    .apply = corridor_apply,
    .leave = corridor_leave,
    .result = corridor_result,
    .parse = corridor_parse,
    .print = corridor_print,
    .draw = corridor_draw,
    .decode = corridor_decode,
    .encode = corridor_encode,
};

#endif
