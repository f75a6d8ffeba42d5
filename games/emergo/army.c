#include "games/emergo/army.h"

#include <string.h>

#include "games/emergo/capture.h"
#include "games/lib/grid.h"

/* Takes the slash between two fields. */
static bool take_slash(struct scan *scan)
{
    scan_blanks(scan);
    const bool taken = scan_take(scan, '/');
    scan_blanks(scan);
    return taken;
}

bool army_read(struct army *army, struct scan *scan, struct note *note)
{
    long hand[COLUMNS_SEATS];
    if (!columns_read(&army->columns, army_board(army), scan, note)) {
        return false;
    }
    if (!take_slash(scan) || !scan_number(scan, army->men, &hand[0]) || !scan_blanks(scan) ||
        !scan_number(scan, army->men, &hand[1]) || !take_slash(scan)) {
        return refuse(note, "position-form");
    }
    const int turn = columns_take_sign(scan);
    if (turn < 0) {
        return refuse(note, "position-form");
    }
    army->turn = (uint8_t)turn;
    army->hand[0] = (uint8_t)hand[0];
    army->hand[1] = (uint8_t)hand[1];
    for (int seat = 0; seat < COLUMNS_SEATS; seat++) {
        if (columns_men(&army->columns, seat) + army->hand[seat] > army->men) {
            return refuse_two(note, "position-men", argument_seat(seat),
                              argument_number(army->men));
        }
    }
    return true;
}

void army_write(const struct army *army, struct text *text)
{
    columns_write(&army->columns, army_board(army), text);
    text_string(text, " / ");
    text_number(text, army->hand[0]);
    text_character(text, ' ');
    text_number(text, army->hand[1]);
    text_string(text, " / ");
    text_character(text, columns_sign(army->turn));
}

/* ---- threats ---- */

bool army_threat(const struct army *army, int seat, int cell, int *from, int *to)
{
    for (int way = 0; way < DIAMOND_WAYS; way++) {
        *from = diamond_step(army_board(army), cell, way);
        *to = diamond_step(army_board(army), cell, DIAMOND_WAYS - 1 - way);
        if (*from != GRID_OFF && *to != GRID_OFF && army_owner(army, *from) == seat &&
            army_owner(army, *to) < 0) {
            return true;
        }
    }
    return false;
}

/* ---- an unfinished capture, jump by jump ---- */

struct trip {
    const struct army *army;
    struct columns columns; /* without the travelling one */
    int at;                 /* where the travelling column is */
    int came;               /* the way of its last jump; DIAMOND_WAYS: none yet */
};

enum trip_fault {
    TRIP_GOOD,
    TRIP_NO_JUMP, /* not two squares off along a row or column */
    TRIP_BACK,    /* it would turn by 180 degrees */
    TRIP_NOTHING, /* there is no man between */
    TRIP_GONE,    /* the man between has been taken */
    TRIP_OWN,     /* there is an own column between */
    TRIP_FREED,   /* there is a column between that this trip has made an own one */
    TRIP_NO_ROOM, /* the landing square is taken */
};

static struct trip trip_begin(const struct army *army, int from)
{
    struct trip trip = { army, army->columns, from, DIAMOND_WAYS };
    columns_lift(&trip.columns, army_board(army)->place[from]);
    return trip;
}

/* Jumps to that square; or returns why not, and stays. `over` (unless TRIP_NO_JUMP) is set to
 * the square between. */
static enum trip_fault trip_jump(struct trip *trip, int to, int *over)
{
    const struct diamond *board = army_board(trip->army);
    const int seat = trip->army->turn;
    const int way = diamond_way(board, trip->at, to, 2);
    if (way == DIAMOND_WAYS) {
        return TRIP_NO_JUMP;
    }
    *over = diamond_step(board, trip->at, way);
    const int owner = columns_owner(&trip->columns, board->place[*over]);
    const bool was_enemy = army_owner(trip->army, *over) == 1 - seat;
    if (trip->came != DIAMOND_WAYS && way == DIAMOND_WAYS - 1 - trip->came) {
        return TRIP_BACK;
    }
    if (owner < 0) {
        return was_enemy ? TRIP_GONE : TRIP_NOTHING;
    }
    if (owner == seat) {
        return was_enemy ? TRIP_FREED : TRIP_OWN;
    }
    if (columns_owner(&trip->columns, board->place[to]) >= 0) {
        return TRIP_NO_ROOM;
    }
    columns_take(&trip->columns, board->place[*over]);
    trip->at = to;
    trip->came = way;
    return TRIP_GOOD;
}

/* How many men the seat to move must capture, and how it can: by a capture that begins with as
 * many of these squares as possible. */
static int captures_due(const struct army *army, const uint8_t *square, size_t squares,
                        struct move *example)
{
    const struct diamond *board = army_board(army);
    size_t found = capture_list(&army->columns, board, army->turn, NULL, example, 1);
    const int due = found > 0 ? example->length - 1 : 0;
    for (found = 0; due > 0 && squares > 0 && found == 0; squares--) {
        const struct capture_filter filter = { square, squares, false };
        found = capture_list(&army->columns, board, army->turn, &filter, example, 1);
    }
    return due;
}

/* ---- why a move cannot be played ---- */

/* {{1}} men must be captured, as {{move}} does; the move takes only {{2}}. */
static bool refuse_due(struct note *note, const char *key, int due, int taken,
                       const struct move *example)
{
    *note = (struct note){ .key = key,
                           .argument = { argument_number(due), argument_number(taken) },
                           .move = *example };
    return false;
}

/* False if the piece on {{1}} could be captured from {{2}}, by {{move}}: but if the seat is
 * attacked already, it may enter anywhere (E12). */
static bool check_feeding(const struct army *army, int cell, struct note *note)
{
    const bool attacked = capture_movers(&army->columns, army_board(army), 1 - army->turn) != 0;
    int from, to;
    if (attacked || !army_threat(army, 1 - army->turn, cell, &from, &to)) {
        return true;
    }
    refuse_cells(&army_board(army)->grid, note, "feeding", cell, from);
    note->argument[2] = argument_seat(1 - army->turn);
    note->move = (struct move){ .length = 2, .byte = { (uint8_t)from, (uint8_t)to } };
    return false;
}

static bool refuse_owned(const struct army *army, struct note *note, const char *key, int cell)
{
    refuse_cell(&army_board(army)->grid, note, key, cell);
    note->argument[1] = argument_seat(army_owner(army, cell));
    return false;
}

static bool check_entry(const struct army *army, const struct move *move, struct note *note)
{
    const int cell = move->byte[0];
    struct move example;
    const int due = captures_due(army, NULL, 0, &example);
    if (army->hand[army->turn] == 0) {
        return refuse(note, "hand-empty");
    }
    if (due > 0) {
        return refuse_due(note, due > 1 ? "capture-enter" : "capture-enter-one", due, 0, &example);
    }
    if (army_owner(army, cell) >= 0) {
        return refuse_owned(
            army, note, army_owner(army, cell) == army->turn ? "occupied-own" : "occupied", cell);
    }
    if (cell == diamond_centre(army_board(army)) && army_centre_banned(army)) {
        return refuse_cell(&army_board(army)->grid, note, "centre", cell);
    }
    return check_feeding(army, cell, note);
}

/* Refuses a step to a taken square. */
static bool refuse_step(const struct army *army, const struct move *move, struct note *note)
{
    const struct diamond *board = army_board(army);
    const int to = move->byte[1];
    const int way = diamond_way(board, move->byte[0], to, 1);
    const int beyond = diamond_step(board, to, way);
    if (army_owner(army, to) == army->turn) {
        return refuse_cell(&board->grid, note, "occupied-own", to);
    }
    return refuse_cells(&board->grid, note, beyond == GRID_OFF ? "no-landing-edge" : "no-landing",
                        to, beyond);
}

static bool check_step(const struct army *army, const struct move *move, struct note *note)
{
    struct move example;
    const int due = captures_due(army, move->byte, 1, &example);
    if (due > 0) {
        return refuse_due(note, due > 1 ? "capture-move" : "capture-move-one", due, 0, &example);
    }
    if (army->hand[army->turn] > 0) {
        return refuse_number(note, army_shadowpiece(army) ? "must-enter-all" : "must-enter",
                             army->hand[army->turn]);
    }
    return army_owner(army, move->byte[1]) < 0 || refuse_step(army, move, note);
}

static bool check_capture(const struct army *army, const struct move *move, struct note *note)
{
    static const char *const key[] = {
        [TRIP_NO_JUMP] = "no-jump",    [TRIP_BACK] = "turns-back", [TRIP_NOTHING] = "nothing-there",
        [TRIP_GONE] = "taken-already", [TRIP_OWN] = "own-there",   [TRIP_FREED] = "freed-there",
        [TRIP_NO_ROOM] = "no-room",
    };
    struct trip trip = trip_begin(army, move->byte[0]);
    for (int i = 1; i < move->length; i++) {
        const int from = trip.at;
        int over = GRID_OFF;
        const enum trip_fault fault = trip_jump(&trip, move->byte[i], &over);
        if (fault != TRIP_GOOD) {
            return refuse_three(&army_board(army)->grid, note, key[fault], from, move->byte[i],
                                over);
        }
    }
    struct move example;
    const int taken = move->length - 1;
    const int due = captures_due(army, move->byte, move->length, &example);
    return taken == due || refuse_due(note, "majority", due, taken, &example);
}

/* Checks a move of a piece. */
static bool check_piece(const struct army *army, const struct move *move, struct note *note)
{
    const struct diamond *board = army_board(army);
    const int from = move->byte[0];
    if (army_owner(army, from) < 0) {
        return refuse_cell(&board->grid, note, "no-piece", from);
    }
    if (army_owner(army, from) != army->turn) {
        return refuse_owned(army, note, "not-yours", from);
    }
    if (move->length > 2 || diamond_way(board, from, move->byte[1], 2) != DIAMOND_WAYS) {
        return check_capture(army, move, note);
    }
    if (diamond_way(board, from, move->byte[1], 1) == DIAMOND_WAYS) {
        return refuse_cells(&board->grid, note, "no-step", from, move->byte[1]);
    }
    return check_step(army, move, note);
}

bool army_check(const struct army *army, const struct move *move, struct note *note)
{
    static const uint8_t zeros[MOVE_BYTES];
    if (move->length < 1 || move->length > ARMY_SQUARES_MAX ||
        memcmp(move->byte + move->length, zeros, (size_t)(MOVE_BYTES - move->length)) != 0) {
        return refuse(note, "not-a-move");
    }
    for (int i = 0; i < move->length; i++) {
        if (!diamond_has(army_board(army), move->byte[i])) {
            return refuse(note, "not-a-move");
        }
    }
    return move->length == 1 ? check_entry(army, move, note) : check_piece(army, move, note);
}
