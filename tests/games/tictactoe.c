/*
 * tictactoe.c: the shortest whole game, an example for authors.
 *
 * Three in a row wins; with -misere it loses. A move names a square, a1
 * (lower left) to c3. Position text is ROWS SEAT LEFT, as in
 * "..2/.1./... 1 0": the rows from the top, the seat to move, the seat that
 * left (0: nobody).
 */
#include <assert.h>
#include <string.h>

#include "games/game.h"

enum { SIDE = 3, CELLS = SIDE * SIDE, LINES = 8 };

/* Cell 0 is a1, cell 1 is b1, cell 3 is a2. All are bytes, so that none is
 * left unset between them. */
struct tictactoe {
    uint8_t cell[CELLS]; /* 0: empty, else seat + 1 */
    uint8_t seat;        /* to move */
    uint8_t left;        /* 0, or the seat that left + 1 */
    uint8_t misere;
};
static_assert(sizeof(struct tictactoe) <= POSITION_MAX, "a position holds a board");

/* In the order of the table; they index setup->value. */
enum { OPTION_MISERE };

static const struct option options[] = {
    [OPTION_MISERE] = { .name = "misere", .kind = OPTION_SWITCH },
    { .name = NULL },
};

static const uint8_t lines[LINES][SIDE] = {
    { 0, 1, 2 }, { 3, 4, 5 }, { 6, 7, 8 }, { 0, 3, 6 },
    { 1, 4, 7 }, { 2, 5, 8 }, { 0, 4, 8 }, { 2, 4, 6 },
};

static struct tictactoe *board_of(struct position *position)
{
    return (struct tictactoe *)(void *)position->bytes;
}

static const struct tictactoe *board_in(const struct position *position)
{
    return (const struct tictactoe *)(const void *)position->bytes;
}

static struct argument name_of(int cell)
{
    struct argument name = { .kind = ARGUMENT_CELL };
    name.text[0] = (char)('a' + cell % SIDE);
    name.text[1] = (char)('1' + cell / SIDE);
    return name;
}

/* The seat that has three in a row, or -1. */
static int line_maker(const struct tictactoe *board)
{
    for (int i = 0; i < LINES; i++) {
        uint8_t man = board->cell[lines[i][0]];
        if (man != 0 && man == board->cell[lines[i][1]] && man == board->cell[lines[i][2]]) {
            return man - 1;
        }
    }
    return -1;
}

static bool is_full(const struct tictactoe *board)
{
    int men = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        men += board->cell[cell] != 0;
    }
    return men == CELLS;
}

static bool is_over(const struct tictactoe *board)
{
    return board->left != 0 || line_maker(board) >= 0 || is_full(board);
}

static bool setup(struct position *position, const struct setup *chosen, struct note *note)
{
    struct tictactoe *board = board_of(position);
    (void)note; /* one option cannot contradict another */
    *board = (struct tictactoe){ 0 };
    if (chosen->value[OPTION_MISERE] != OPTION_UNSET) {
        board->misere = (uint8_t)chosen->value[OPTION_MISERE];
    }
    return true;
}

static int actor(const struct position *position)
{
    const struct tictactoe *board = board_in(position);
    return is_over(board) ? -1 : board->seat;
}

static size_t moves(const struct position *position, struct move *list, size_t cap)
{
    const struct tictactoe *board = board_in(position);
    size_t count = 0;
    for (uint8_t cell = 0; cell < CELLS && !is_over(board); cell++) {
        if (board->cell[cell] != 0) {
            continue;
        }
        if (count < cap) {
            list[count] = (struct move){ .length = 1, .byte = { cell } };
        }
        count++;
    }
    return count;
}

static bool check(const struct position *position, const struct move *move, struct note *note)
{
    const struct tictactoe *board = board_in(position);
    uint8_t cell = move->byte[0];
    struct move plain = { .length = 1, .byte = { cell } };
    *note = (struct note){ .move = *move };
    if (cell >= CELLS || memcmp(move, &plain, sizeof plain) != 0) {
        *note = (struct note){ .key = "no-move" };
    } else if (is_over(board)) {
        note->key = "match-over";
    } else if (board->cell[cell] != 0) {
        note->key = "occupied";
        note->argument[0] = name_of(cell);
    }
    return note->key == NULL;
}

static void apply(struct position *position, const struct move *move)
{
    struct tictactoe *board = board_of(position);
    board->cell[move->byte[0]] = (uint8_t)(board->seat + 1);
    board->seat ^= 1;
}

static void leave(struct position *position, int seat)
{
    board_of(position)->left = (uint8_t)(seat + 1);
}

static void result(const struct position *position, struct result *end)
{
    const struct tictactoe *board = board_in(position);
    int maker = line_maker(board);
    *end = (struct result){ .over = is_over(board) };
    if (!end->over) {
        return;
    }
    int winner = -1;
    if (board->left != 0) {
        winner = board->left == 1 ? 1 : 0;
        end->ending.key = "left";
    } else if (maker >= 0) {
        winner = board->misere ? 1 - maker : maker;
        end->ending.key = board->misere ? "line-lost" : "line";
    } else {
        end->ending.key = "full";
        end->drawn = true;
    }
    for (int seat = 0; seat < 2; seat++) {
        end->place[seat] = winner < 0 || winner == seat ? 1 : 2;
    }
}

/* Where the other seat would win by three in a row, a note a square. */
static size_t warn(const struct position *position, int seat, struct note *notes, size_t cap)
{
    const struct tictactoe *board = board_in(position);
    size_t count = 0;
    for (int cell = 0; cell < CELLS && count < cap && !board->misere; cell++) {
        struct tictactoe after = *board;
        after.cell[cell] = (uint8_t)(2 - seat);
        if (!is_over(board) && board->cell[cell] == 0 && line_maker(&after) >= 0) {
            notes[count++] = (struct note){ .key = "warn-win", .argument = { name_of(cell) } };
        }
    }
    return count;
}

static enum parsed parse(const struct position *position, struct scan *scan, struct move *move,
                         struct note *note)
{
    struct scan ahead = *scan;
    char file = scan_lower(&ahead);
    long rank = 0;
    (void)position; /* other games look here to complete a short form */
    if (file < 'a' || file > 'z') {
        return PARSED_NONE;
    }
    ahead.at++;
    if (!scan_number(&ahead, 99, &rank)) {
        return PARSED_NONE;
    }
    *scan = ahead;
    if (file >= 'a' + SIDE || rank < 1 || rank > SIDE) {
        *note = (struct note){ .key = "off-board" };
        return PARSED_REFUSED;
    }
    long cell = (rank - 1) * SIDE + (file - 'a');
    *move = (struct move){ .length = 1, .byte = { (uint8_t)cell } };
    return PARSED_MOVE;
}

static void print(const struct position *position, const struct move *move, struct text *text)
{
    (void)position;
    text_string(text, name_of(move->byte[0]).text);
}

static void draw(const struct position *position, const struct move *last, size_t count,
                 struct figures *figures)
{
    const struct tictactoe *board = board_in(position);
    *figures = (struct figures){ .width = 2 * SIDE + 1,
                                 .height = 2 * SIDE + 1,
                                 .across = 1,
                                 .turning = TURNING_QUARTERS,
                                 .turn = { 0, 2 } };
    for (int cell = 0; cell < CELLS; cell++) {
        struct point *point = &figures->point[figures->points++];
        point->x = (uint8_t)(2 + 2 * (cell % SIDE));
        point->y = (uint8_t)(2 * (SIDE - 1 - cell / SIDE));
        point->kind = board->cell[cell] != 0 ? POINT_PIECE : POINT_EMPTY;
        point->owner = (int8_t)(board->cell[cell] - 1);
        point->height = board->cell[cell] != 0;
        point->mark = count > 0 && last[0].byte[0] == cell ? MARK_TO : 0;
        memcpy(point->name, name_of(cell).text, sizeof point->name);
    }
    if (board->left != 0) {
        figures->tally[figures->tallies++] =
            (struct note){ .key = "left-match", .argument = { argument_seat(board->left - 1) } };
    }
    for (int i = 0; i < SIDE; i++) {
        struct label *rank = &figures->label[figures->labels++];
        struct label *file = &figures->label[figures->labels++];
        rank->y = (uint8_t)(2 * (SIDE - 1 - i));
        rank->text[0] = (char)('1' + i);
        file->x = (uint8_t)(2 + 2 * i);
        file->y = 2 * SIDE;
        file->text[0] = (char)('a' + i);
    }
}

static bool decode(struct position *position, const struct setup *chosen, struct scan *scan,
                   struct note *note)
{
    struct tictactoe *board = board_of(position);
    long seat = 0, left = 0;
    if (!setup(position, chosen, note)) {
        return false;
    }
    *note = (struct note){ .key = "position-form" };
    for (int row = SIDE - 1; row >= 0; row--) {
        for (int file = 0; file < SIDE; file++) {
            char c = scan_peek(scan);
            if (c != '.' && c != '1' && c != '2') {
                return false;
            }
            scan->at++;
            board->cell[row * SIDE + file] = (uint8_t)(c == '.' ? 0 : c - '0');
        }
        if (!scan_take(scan, row > 0 ? '/' : ' ')) {
            return false;
        }
    }
    if (!scan_number(scan, 2, &seat) || seat == 0 || !scan_take(scan, ' ') ||
        !scan_number(scan, 2, &left) || !scan_done(scan)) {
        return false;
    }
    board->seat = (uint8_t)(seat - 1);
    board->left = (uint8_t)left;
    return true;
}

static void encode(const struct position *position, struct text *text)
{
    const struct tictactoe *board = board_in(position);
    for (int row = SIDE - 1; row >= 0; row--) {
        for (int file = 0; file < SIDE; file++) {
            text_character(text, ".12"[board->cell[row * SIDE + file]]);
        }
        text_character(text, row > 0 ? '/' : ' ');
    }
    text_number(text, board->seat + 1);
    text_character(text, ' ');
    text_number(text, board->left);
}

extern const struct game game_tictactoe;

const struct game game_tictactoe = {
    .name = "tictactoe",
    .rules = 1,
    .seats = 1 << 1, /* two */
    .size = sizeof(struct tictactoe),
    .identity = sizeof(struct tictactoe),
    .options = options,
    .setup = setup,
    .actor = actor,
    .moves = moves,
    .check = check,
    .apply = apply,
    .leave = leave,
    .result = result,
    .warn = warn,
    .parse = parse,
    .print = print,
    .draw = draw,
    .decode = decode,
    .encode = encode,
};
