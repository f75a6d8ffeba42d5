/*
 * corridor.c: a game for tests of what tic-tac-toe never does.
 *
 * Each seat has one man on a row of five squares, a1 to e1, and steps to an
 * empty square beside it; who cannot step must pass. With -double a turn is
 * two steps. With -puddle nobody steps to c1 on purpose. Nobody ever wins,
 * unless all others leave. A move names the square stepped to; "go" wants a
 * square behind it; "step" will do for the only step there is. Position text: a
 * row such as "1...2", the seat to move, the steps left of its turn.
 */
#include <string.h>

#include "games/game.h"

enum { SQUARES = 5, MIDDLE = 2, PASS = 9 };
enum { OPT_DOUBLE, OPT_PUDDLE };

struct corridor {
    uint8_t square[SQUARES]; /* 0: empty, else seat + 1 */
    uint8_t seat, steps;     /* to move, steps left of the turn */
    uint8_t turn;            /* steps of a whole turn */
    uint8_t puddle;
    uint8_t plies; /* a counter, no part of the identity */
};

static const struct option options[] = {
    [OPT_DOUBLE] = { .name = "double", .kind = OPTION_SWITCH },
    [OPT_PUDDLE] = { .name = "puddle", .kind = OPTION_SWITCH },
    { .name = NULL },
};

static struct corridor *row_of(const struct position *position)
{
    return (struct corridor *)(void *)(uintptr_t)position->bytes;
}

static int row_man(const struct corridor *row, int seat)
{
    for (int i = 0; i < SQUARES; i++) {
        if (row->square[i] == seat + 1) {
            return i;
        }
    }
    return -1;
}

static int row_men(const struct corridor *row)
{
    int men = 0;
    for (int i = 0; i < SQUARES; i++) {
        men += row->square[i] != 0;
    }
    return men;
}

static void row_next(struct corridor *row)
{
    row->steps = row->turn;
    do {
        row->seat = (uint8_t)((row->seat + 1) % SEATS_MAX);
    } while (row_man(row, row->seat) < 0);
}

static bool setup(struct position *position, const struct setup *chosen, struct note *note)
{
    static const uint8_t at[SEATS_MAX] = { 0, 4, 2 };
    struct corridor *row = row_of(position);
    (void)note;
    *row = (struct corridor){ .turn = chosen->value[OPT_DOUBLE] == 1 ? 2 : 1,
                              .puddle = chosen->value[OPT_PUDDLE] == 1 };
    row->steps = row->turn;
    for (uint8_t seat = 0; seat < chosen->seats && seat < SEATS_MAX; seat++) {
        row->square[at[seat]] = (uint8_t)(seat + 1);
    }
    return true;
}

static int actor(const struct position *position)
{
    const struct corridor *row = row_of(position);
    return row_men(row) < 2 ? -1 : row->seat;
}

static bool between(const struct position *position)
{
    const struct corridor *row = row_of(position);
    return row->steps == row->turn;
}

static bool final(const struct position *position)
{
    return row_of(position)->steps == 1;
}

static size_t moves(const struct position *position, struct move *list, size_t cap)
{
    const struct corridor *row = row_of(position);
    size_t count = 0;
    int man = row_man(row, row->seat);
    if (actor(position) < 0) {
        return 0;
    }
    for (int to = man - 1; to <= man + 1; to++) {
        if (to >= 0 && to < SQUARES && row->square[to] == 0) {
            if (count < cap) {
                list[count] = (struct move){ .length = 1, .byte = { (uint8_t)to } };
            }
            count++;
        }
    }
    if (count == 0) {
        if (cap > 0) {
            list[0] = (struct move){ .length = 1, .byte = { PASS } };
        }
        count = 1;
    }
    return count;
}

static bool check(const struct position *position, const struct move *move, struct note *note)
{
    struct move list[2];
    size_t count = moves(position, list, 2);
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&list[i], move, sizeof *move) == 0) {
            return true;
        }
    }
    *note = (struct note){ .key = "no-step", .move = *move };
    return false;
}

static void apply(struct position *position, const struct move *move)
{
    struct corridor *row = row_of(position);
    row->plies++;
    if (move->byte[0] != PASS) {
        row->square[row_man(row, row->seat)] = 0;
        row->square[move->byte[0]] = (uint8_t)(row->seat + 1);
        row->steps--;
    }
    if (row->steps == 0 || move->byte[0] == PASS) {
        row_next(row);
    }
}

static void leave(struct position *position, int seat)
{
    struct corridor *row = row_of(position);
    row->square[row_man(row, seat)] = 0;
    if (row->seat == seat) {
        row_next(row);
    }
}

static void result(const struct position *position, struct result *end)
{
    const struct corridor *row = row_of(position);
    *end = (struct result){ .over = row_men(row) < 2 };
    for (int seat = 0; seat < 3; seat++) {
        bool in = row_man(row, seat) >= 0;
        end->place[seat] = (uint8_t)(in ? end->over : row_men(row) + 1);
    }
    end->ending.key = end->over ? "alone" : NULL;
}

static bool costly(const struct position *before, const struct position *after, int seat,
                   struct note *note)
{
    *note = (struct note){ .key = "wet-feet" };
    return row_of(before)->puddle && row_man(row_of(after), seat) == MIDDLE;
}

static enum parsed parse(const struct position *position, struct scan *scan, struct move *move,
                         struct note *note)
{
    struct move list[2];
    *move = (struct move){ .length = 1 };
    if (scan_word(scan, "pass")) {
        move->byte[0] = PASS;
        return PARSED_MOVE;
    }
    if (scan_word(scan, "step")) {
        size_t count = moves(position, list, 2);
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
    if (file >= 'a' + SQUARES) {
        *note = (struct note){ .key = "no-square" };
        return PARSED_REFUSED; /* without stepping over it, which match must bear */
    }
    scan->at += 2;
    move->byte[0] = (uint8_t)(file - 'a');
    return PARSED_MOVE;
}

static void print(const struct position *position, const struct move *move, struct text *text)
{
    (void)position;
    if (move->byte[0] == PASS) {
        text_string(text, "pass");
    } else {
        text_character(text, (char)('a' + move->byte[0]));
        text_character(text, '1');
    }
}

static void draw(const struct position *position, const struct move *last, size_t count,
                 struct figures *figures)
{
    (void)position, (void)last, (void)count;
    *figures = (struct figures){ .width = 1, .height = 1, .across = 1 };
}

static bool decode(struct position *position, const struct setup *chosen, struct scan *scan,
                   struct note *note)
{
    struct corridor *row = row_of(position);
    long seat = 0, steps = 0;
    setup(position, chosen, note);
    *note = (struct note){ .key = "position-form" };
    for (int i = 0; i < SQUARES; i++, scan->at++) {
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
    return row_man(row, row->seat) >= 0;
}

static void encode(const struct position *position, struct text *text)
{
    const struct corridor *row = row_of(position);
    for (int i = 0; i < SQUARES; i++) {
        text_character(text, ".123"[row->square[i]]);
    }
    text_character(text, ' ');
    text_number(text, row->seat + 1);
    text_character(text, ' ');
    text_number(text, row->steps);
}

extern const struct game game_corridor;

const struct game game_corridor = {
    .name = "corridor",
    .rules = 1,
    .seats = 1 << 1 | 1 << 2,
    .size = sizeof(struct corridor),
    .identity = offsetof(struct corridor, plies),
    .options = options,
    .setup = setup,
    .actor = actor,
    .between = between,
    .final = final,
    .moves = moves,
    .check = check,
    .apply = apply,
    .leave = leave,
    .result = result,
    .costly = costly,
    .parse = parse,
    .print = print,
    .draw = draw,
    .decode = decode,
    .encode = encode,
};
