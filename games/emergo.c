/*
 * emergo.c: Emergo, columns that capture by jumping, for two.
 *
 * Men enter an empty board one by one, the last ones together as a shadowpiece; then pieces
 * move a step. If captures are possible one must be made, and it must take the most men. A
 * move is the squares it visits, one byte each, as cells of columns.h: one square is an entry,
 * two that touch are a step, any others are a capture. E1 and the like are clauses of the
 * game's rules.
 *
 * Listing works on sets of squares (capture.h). Explaining goes from square to square and
 * tries captures jump by jump (army.h).
 */
#include "games/game.h"

#include "games/emergo/army.h"
#include "games/emergo/capture.h"
#include "games/lib/grid.h"

#include <string.h>

_Static_assert((int)ARMY_SQUARES_MAX <= (int)MOVE_BYTES, "the longest capture must fit");

/* ---- options ---- */

enum { OPT_SIZE, OPT_STALEMATE, OPT_SETUP };

enum { SIZE_LARGE, SIZE_SMALL };
enum { STALEMATE_LOSE, STALEMATE_DRAW };

static const char *const size_words[] = { "9", "7", NULL };
static const char *const stalemate_words[] = { "lose", "draw", NULL };

static const struct option options[] = {
    [OPT_SIZE] = { .name = "size", .kind = OPTION_WORD, .words = size_words },
    [OPT_STALEMATE] = { .name = "stalemate", .kind = OPTION_WORD, .words = stalemate_words },
    [OPT_SETUP] = { .name = "setup", .kind = OPTION_SWITCH },
    { 0 },
};

/* ---- the position ---- */

struct emergo {
    struct army army;
    uint8_t stalemate; /* STALEMATE_LOSE or STALEMATE_DRAW */
    uint8_t placed;    /* the match began with all men on the board (-setup) */

    uint8_t left; /* 0, or 1 + the seat that left */
    uint8_t over; /* follows from all the others */
};

_Static_assert(sizeof(struct emergo) <= POSITION_MAX, "a position must fit");

static struct emergo *emergo(struct position *position)
{
    return (struct emergo *)(void *)position->bytes;
}

static const struct emergo *emergo_const(const struct position *position)
{
    return (const struct emergo *)(const void *)position->bytes;
}

/* ---- possible moves ---- */

/* The squares where the seat to move may enter, if it cannot capture (E9, E11, E12). */
static uint64_t entries(const struct army *army)
{
    const struct diamond *board = army_board(army);
    uint64_t vacant = columns_vacant(&army->columns, board);
    if (army_centre_banned(army)) {
        vacant &= ~diamond_bit(board->place[diamond_centre(board)]);
    }
    if (capture_movers(&army->columns, board, 1 - army->turn) != 0) {
        return vacant;
    }
    return vacant & ~capture_exposed(&army->columns, board, army->turn);
}

/* False if the seat to move has no move: it is at the end (E2). */
static bool can_move(const struct army *army)
{
    uint64_t beside = 0;
    if (capture_movers(&army->columns, army_board(army), army->turn) != 0) {
        return true;
    }
    if (army->hand[army->turn] > 0) {
        return entries(army) != 0;
    }
    for (int way = 0; way < DIAMOND_WAYS; way++) {
        beside |= diamond_shift(army->columns.of[army->turn], way);
    }
    return (beside & columns_vacant(&army->columns, army_board(army))) != 0;
}

/* ---- set-up ---- */

/* Sets everything except the men. */
static bool set_rules(struct emergo *now, const struct setup *setup, struct note *note)
{
    const bool small = setup_value(setup, OPT_SIZE, SIZE_LARGE) == SIZE_SMALL;

    memset(now, 0, sizeof *now);
    now->army.side = small ? DIAMOND_SMALL : DIAMOND_LARGE;
    now->army.men = small ? ARMY_MEN_SMALL : ARMY_MEN_LARGE;
    now->stalemate = (uint8_t)setup_value(setup, OPT_STALEMATE, STALEMATE_LOSE);
    now->placed = setup_value(setup, OPT_SETUP, 0) != 0;
    return !now->placed || !small || refuse(note, "setup-small");
}

/* Places the men of -setup: Black's in the upper part, White's in the lower. */
static void place_men(struct emergo *now)
{
    static const char squares[COLUMNS_SEATS][2 * ARMY_MEN_LARGE + 1] = {
        "e3f4g5e2f3g4h5e1f2g3h4i5", "a5b6c7d8e9b5c6d7e8c5d6e7"
    };
    const struct diamond *board = army_board(&now->army);
    for (int seat = 0; seat < COLUMNS_SEATS; seat++) {
        for (const char *at = squares[seat]; *at != '\0'; at += 2) {
            const struct grid_square square = { at[0], (uint8_t)(at[1] - '0') };
            columns_put(&now->army.columns, board->place[grid_find(&board->grid, square)], seat, 1,
                        0);
        }
    }
}

static bool setup(struct position *position, const struct setup *setup, struct note *note)
{
    struct emergo *now = emergo(position);
    if (!set_rules(now, setup, note)) {
        return false;
    }
    if (now->placed) {
        place_men(now);
    } else {
        memset(now->army.hand, now->army.men, sizeof now->army.hand);
    }
    return true;
}

static int actor(const struct position *position)
{
    const struct emergo *now = emergo_const(position);
    return now->over ? -1 : now->army.turn;
}

/* ---- the first judge: listing ---- */

static size_t list_entries(const struct army *army, struct move *moves, size_t cap)
{
    const struct diamond *board = army_board(army);
    const uint64_t places = entries(army);
    size_t count = 0;
    for (int i = 0; i < board->squares; i++) {
        if ((places >> board->place[board->square[i]] & 1) == 0) {
            continue;
        }
        if (count < cap) {
            moves[count] = (struct move){ .length = 1, .byte = { board->square[i] } };
        }
        count++;
    }
    return count;
}

static size_t list_steps(const struct army *army, struct move *moves, size_t cap)
{
    const struct diamond *board = army_board(army);
    const uint64_t vacant = columns_vacant(&army->columns, board);
    size_t count = 0;
    for (int i = 0; i < board->squares; i++) {
        const int from = board->place[board->square[i]];
        if ((army->columns.of[army->turn] >> from & 1) == 0) {
            continue;
        }
        for (int way = 0; way < DIAMOND_WAYS; way++) {
            const int to = from + diamond_by(way);
            if ((vacant >> to & 1) != 0 && count++ < cap) {
                moves[count - 1] =
                    (struct move){ .length = 2, .byte = { board->square[i], board->cell[to] } };
            }
        }
    }
    return count;
}

static size_t moves(const struct position *position, struct move *moves, size_t cap)
{
    const struct emergo *now = emergo_const(position);
    const struct army *army = &now->army;
    if (now->over) {
        return 0;
    }
    if (cap == 0) {
        return 1; /* a seat without a move would be at the end */
    }
    const size_t captures =
        capture_list(&army->columns, army_board(army), army->turn, NULL, moves, cap);
    if (captures > 0) {
        return captures;
    }
    return army->hand[army->turn] > 0 ? list_entries(army, moves, cap)
                                      : list_steps(army, moves, cap);
}

/* ---- the second judge: explaining ---- */

static bool check(const struct position *position, const struct move *move, struct note *note)
{
    const struct emergo *now = emergo_const(position);
    return now->over ? refuse(note, "match-over") : army_check(&now->army, move, note);
}

/* ---- playing ---- */

/* True if the move is neither an entry nor a step. */
static bool is_capture(const struct diamond *board, const struct move *move)
{
    if (move->length != 2) {
        return move->length > 2;
    }
    for (int way = 0; way < DIAMOND_WAYS; way++) {
        if (board->place[move->byte[1]] - board->place[move->byte[0]] == diamond_by(way)) {
            return false;
        }
    }
    return true;
}

/* Moves the piece. All jumps first, since the piece may come back to where it began (E6, E8). */
static void travel(struct army *army, const struct move *move)
{
    const struct diamond *board = army_board(army);
    const int from = board->place[move->byte[0]];
    const int to = board->place[move->byte[move->length - 1]];
    if (is_capture(board, move)) {
        for (int i = 1; i < move->length; i++) {
            const int one = board->place[move->byte[i - 1]];
            const int other = board->place[move->byte[i]];
            columns_take(&army->columns, (one + other) / 2);
        }
        army->columns.prisoners[from] = (uint8_t)(army->columns.prisoners[from] + move->length - 1);
    }
    columns_move(&army->columns, from, to);
}

static void apply(struct position *position, const struct move *move)
{
    struct emergo *now = emergo(position);
    struct army *army = &now->army;
    if (move->length == 1) {
        uint8_t *hand = &army->hand[army->turn];
        const int men = army_shadowpiece(army) ? *hand : 1;
        columns_put(&army->columns, army_board(army)->place[move->byte[0]], army->turn, men, 0);
        *hand = (uint8_t)(*hand - men);
    } else {
        travel(army, move);
    }
    army->turn = (uint8_t)(1 - army->turn);
    now->over = !can_move(army);
}

static void leave(struct position *position, int seat)
{
    struct emergo *now = emergo(position);
    if (!now->over) {
        now->left = (uint8_t)(seat + 1);
        now->over = true;
    }
}

/* The seat to move is at the end (E2, A1). */
static void result(const struct position *position, struct result *result)
{
    const struct emergo *now = emergo_const(position);
    const bool empty =
        now->army.columns.of[now->army.turn] == 0 && now->army.hand[now->army.turn] == 0;
    const int loser = now->left > 0 ? now->left - 1 : now->army.turn;
    *result = (struct result){ .over = now->over };
    if (!now->over) {
        return;
    }
    result->drawn = now->left == 0 && !empty && now->stalemate == STALEMATE_DRAW;
    result->place[loser] = result->drawn ? 1 : 2;
    result->place[1 - loser] = 1;
    result->ending.key = now->left > 0   ? "left"
                         : empty         ? "eliminated"
                         : result->drawn ? "stalemate"
                                         : "blocked";
}

/* ---- warnings ---- */

/* Warns of the pieces of the seat that the other seat could capture. */
static void warn_of_attacks(const struct army *army, int seat, struct notes *warnings)
{
    const struct diamond *board = army_board(army);
    for (int i = 0; i < board->squares; i++) {
        const int cell = board->square[i];
        struct note note;
        int from, to;
        if (army_owner(army, cell) == seat && army_threat(army, 1 - seat, cell, &from, &to)) {
            refuse_cells(&board->grid, &note, "warn-attacked", cell, from);
            notes_add(warnings, &note);
        }
    }
}

/* Warns of what the seat to move must do. */
static void warn_of_duties(const struct army *army, struct notes *warnings)
{
    const int hand = army->hand[army->turn];
    struct note note;
    struct move capture;
    if (capture_list(&army->columns, army_board(army), army->turn, NULL, &capture, 1) > 0) {
        const int men = capture.length - 1;
        refuse_number(&note, men > 1 ? "warn-capture" : "warn-capture-one", men);
        note.move = capture;
        notes_add(warnings, &note);
    } else if (army_shadowpiece(army)) {
        refuse_number(&note, hand > 1 ? "warn-shadowpiece" : "warn-shadowpiece-one", hand);
        notes_add(warnings, &note);
    }
}

static size_t warn(const struct position *position, int seat, struct note *note, size_t cap)
{
    const struct emergo *now = emergo_const(position);
    struct notes warnings = { .note = note, .cap = cap };
    if (now->over) {
        return 0;
    }
    if (seat == now->army.turn) {
        warn_of_duties(&now->army, &warnings);
    }
    warn_of_attacks(&now->army, seat, &warnings);
    return warnings.count;
}

/* ---- text ---- */

/* An `x` behind the last square ends a capture, as in e4-c4x. */
static void take_final_sign(struct scan *scan, char *sign)
{
    struct scan ahead = *scan;
    struct grid_square square;
    if (*sign == '\0' && scan_lower(&ahead) == 'x' && !grid_scan(&ahead, &square)) {
        ahead.at++;
        const char next = scan_lower(&ahead);
        if ((next < 'a' || next > 'z') && (next < '0' || next > '9')) {
            *scan = ahead;
            *sign = 'x';
        }
    }
}

/* How many of the captures that take the most men fit; sets the first of them. */
static size_t fitting(const struct army *army, const uint8_t *square, size_t squares, bool ends,
                      struct move *first)
{
    const struct capture_filter filter = { square, squares, ends };
    return capture_list(&army->columns, army_board(army), army->turn, &filter, first, 1);
}

/* Finds the move that squares of the board mean; `open`: more squares seem to be missing. */
static enum parsed complete(const struct emergo *now, const uint8_t *square, size_t squares,
                            bool open, struct move *move, struct note *note)
{
    const struct army *army = &now->army;
    const struct grid *grid = &army_board(army)->grid;
    const bool playing = !now->over;
    const size_t begun = playing ? fitting(army, square, squares, false, move) : 0;
    if (begun > 0 && !open && move->length == squares) {
        return PARSED_MOVE;
    }
    const size_t ending =
        playing && !open && squares == 2 ? fitting(army, square, squares, true, move) : 0;
    if (ending == 1) {
        return PARSED_MOVE;
    }
    if (ending > 1) {
        refuse_cells(grid, note, "several-captures", square[0], square[1]);
        return PARSED_AMBIGUOUS;
    }
    const bool names_piece =
        squares == 1 && army->hand[army->turn] == 0 && army_owner(army, square[0]) == army->turn;
    if (begun > 0 || open || names_piece) {
        const char *key = begun == 0 ? "incomplete" : squares == 1 ? "begins" : "goes-on";
        refuse_cell(grid, note, key, square[squares - 1]);
        return PARSED_INCOMPLETE;
    }
    *move = (struct move){ .length = (uint8_t)squares };
    memcpy(move->byte, square, squares);
    return PARSED_MOVE;
}

static enum parsed parse(const struct position *position, struct scan *scan, struct move *move,
                         struct note *note)
{
    const struct emergo *now = emergo_const(position);
    const struct diamond *board = army_board(&now->army);
    uint8_t square[ROUTE_MAX];
    size_t squares = 0;
    char sign = '\0';
    const enum parsed parsed = route_scan(scan, &board->grid, square, &squares, &sign, note);
    if (parsed != PARSED_MOVE) {
        return parsed;
    }
    take_final_sign(scan, &sign);
    for (size_t i = 0; i < squares; i++) {
        if (!diamond_has(board, square[i])) {
            refuse_cell(&board->grid, note, "off-board", square[i]);
            return PARSED_REFUSED;
        }
    }
    if (squares > ARMY_SQUARES_MAX) {
        refuse_number(note, "route-too-long", ARMY_SQUARES_MAX);
        return PARSED_REFUSED;
    }
    const bool open = sign != '\0' && (sign != 'x' || squares == 1);
    return complete(now, square, squares, open, move, note);
}

static void print(const struct position *position, const struct move *move, struct text *text)
{
    const struct diamond *board = army_board(&emergo_const(position)->army);
    const char sign = is_capture(board, move) ? 'x' : '-';
    for (int i = 0; i < move->length; i++) {
        if (i > 0) {
            text_character(text, sign);
        }
        grid_name(&board->grid, move->byte[i], text);
    }
}

/* ---- standing ---- */

/* How many of a seat's columns have squares on both sides, across or upright; those with both count
 * twice. */
static int columns_inside(const struct columns *columns, const struct diamond *board, int seat)
{
    int count = 0;
    for (int way = DIAMOND_UP; way <= DIAMOND_LEFT; way++) {
        const int opposite = DIAMOND_WAYS - 1 - way;
        uint64_t inside = columns->of[seat] & diamond_shift(board->all, way) &
                          diamond_shift(board->all, opposite);
        for (; inside != 0; inside &= inside - 1) {
            count++;
        }
    }
    return count;
}

/* Men in hand and on top count in full; captives count less, the more men lie on top of them. A
 * column in the middle counts more. A seat whose opponent captures next has lost the half of a man:
 * a player who looks at their own turn alone goes by that. */
static int standing(const struct position *position, int seat)
{
    enum { MAN = 100, INSIDE = 12, THREAT = 60 };
    static const uint8_t captive[] = { 0, 60, 40, 25, 15 }; /* under so many men */
    const struct emergo *now = emergo_const(position);
    const struct columns *columns = &now->army.columns;
    const struct diamond *board = army_board(&now->army);
    const bool threatened = now->army.turn != seat && capture_movers(columns, board, 1 - seat) != 0;
    int worth = MAN * now->army.hand[seat] + INSIDE * columns_inside(columns, board, seat) -
                (threatened ? THREAT : 0);
    for (uint64_t rest = columns->of[seat]; rest != 0; rest &= rest - 1) {
        worth += MAN * columns->caps[__builtin_ctzll(rest)];
    }
    for (uint64_t rest = columns->of[1 - seat]; rest != 0; rest &= rest - 1) {
        const int place = __builtin_ctzll(rest);
        const size_t caps = columns->caps[place];
        worth +=
            columns->prisoners[place] * captive[caps < sizeof captive ? caps : sizeof captive - 1];
    }
    return worth;
}

/* ---- drawing ---- */

static void draw_piece(const struct columns *columns, int place, struct point *point)
{
    const int owner = columns_owner(columns, place);
    if (owner < 0) {
        return;
    }
    point->kind = POINT_PIECE;
    point->owner = (int8_t)owner;
    point->height = (uint8_t)(columns->caps[place] + columns->prisoners[place]);
    point->prisoners = columns->prisoners[place];
    point->prisoners_of = (int8_t)(1 - owner);
}

/* Squares between the first and the last are not marked: the piece has gone on. */
static void draw_last(const struct diamond *board, const struct move *last, struct figures *figures)
{
    const int from = last->byte[0];
    const int to = last->byte[last->length - 1];
    for (int i = 0; i < board->squares; i++) {
        struct point *point = &figures->point[i];
        if (board->square[i] == to) {
            point->mark |= MARK_TO;
        } else if (board->square[i] == from) {
            point->mark |= MARK_FROM;
        }
    }
}

static void draw(const struct position *position, const struct move *last, size_t count,
                 struct figures *figures)
{
    const struct emergo *now = emergo_const(position);
    const struct diamond *board = army_board(&now->army);
    diamond_draw(board, figures);
    for (int i = 0; i < board->squares; i++) {
        draw_piece(&now->army.columns, board->place[board->square[i]], &figures->point[i]);
    }
    if (count > 0) {
        draw_last(board, &last[0], figures);
    }
    for (int seat = 0; seat < COLUMNS_SEATS; seat++) {
        figures->caption[figures->captions++] = (struct note){
            .key = "hand",
            .argument = { argument_seat(seat), argument_number(now->army.hand[seat]) },
        };
    }
    figures->turn[1] = now->placed;
    if (now->left > 0) {
        figures->tally[figures->tallies++] = (struct note){
            .key = "left-match",
            .argument = { argument_seat(now->left - 1) },
        };
    }
}

/* ---- position text: that of army.h, and behind it the seat that left, if one has ---- */

static bool decode(struct position *position, const struct setup *setup, struct scan *scan,
                   struct note *note)
{
    struct emergo *now = emergo(position);
    if (!set_rules(now, setup, note) || !army_read(&now->army, scan, note)) {
        return false;
    }
    scan_blanks(scan);
    if (scan_take(scan, '/')) {
        scan_blanks(scan);
        now->left = (uint8_t)(columns_take_sign(scan) + 1);
        scan_blanks(scan);
        if (now->left == 0) {
            return refuse(note, "position-end");
        }
    }
    if (!scan_done(scan)) {
        return refuse(note, "position-end");
    }
    now->over = now->left > 0 || !can_move(&now->army);
    return true;
}

static void encode(const struct position *position, struct text *text)
{
    const struct emergo *now = emergo_const(position);
    army_write(&now->army, text);
    if (now->left > 0) {
        text_string(text, " / ");
        text_character(text, columns_sign(now->left - 1));
    }
}

const struct game game_emergo = {
    .name = "emergo",
    .rules = 1,
    .seats = 1 << 1,
    .size = sizeof(struct emergo),
    .identity = offsetof(struct emergo, left),
    .options = options,
    .setup = setup,
    .actor = actor,
    .moves = moves,
    .check = check,
    .apply = apply,
    .leave = leave,
    .result = result,
    .warn = warn,
    .standing = standing,
    .parse = parse,
    .print = print,
    .draw = draw,
    .decode = decode,
    .encode = encode,
};
