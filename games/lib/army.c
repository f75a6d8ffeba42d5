#include "army.h"

#include <string.h>

#include "notes.h"
#include "trip.h"

/* Takes the slash between two fields. */
static bool take_slash(struct scan *scan)
{
    scan_blanks(scan);
    const bool taken = scan_take(scan, '/');
    scan_blanks(scan);
    return taken;
}

static bool read_hands(struct army *army, struct scan *scan)
{
    for (int seat = 0; seat < COLUMNS_SEATS; seat++) {
        long men = 0;
        if ((seat > 0 && !scan_blanks(scan)) || !scan_number(scan, army->men, &men)) {
            return false;
        }
        army->hand[seat] = (uint8_t)men;
    }
    return true;
}

bool army_read(struct army *army, struct scan *scan, struct note *note)
{
    if (!columns_read(&army->columns, army_board(army), scan, note)) {
        return false;
    }
    if (!take_slash(scan) || !read_hands(army, scan) || !take_slash(scan)) {
        return refuse(note, "position-form");
    }
    const int turn = columns_take_sign(scan);
    if (turn < 0) {
        return refuse(note, "position-form");
    }
    army->turn = (uint8_t)turn;
    for (int seat = 0; seat < COLUMNS_SEATS; seat++) {
        if (columns_men(&army->columns, seat) + army->hand[seat] > army->men) {
            const struct argument most[] = { argument_seat(seat), argument_number(army->men) };
            return refuse_with(note, "position-men", most, 2);
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

/* ---- why a move cannot be played ---- */

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

/* E12: who is attacked already may enter anywhere. */
static bool attacked(const struct army *army)
{
    const struct diamond *board = army_board(army);
    int from, to;
    for (int i = 0; i < board->squares; i++) {
        if (army_owner(army, board->square[i]) == army->turn &&
            army_threat(army, 1 - army->turn, board->square[i], &from, &to)) {
            return true;
        }
    }
    return false;
}

/* How many men the seat to move must capture, and how it can: if possible by a
 * capture that begins with as many of the squares as may be. */
static int captures_due(const struct army *army, const uint8_t *square, size_t squares,
                        struct move *example)
{
    const int due = trip_most(&army->columns, army_board(army), army->turn, NULL, 0, example);
    for (; squares > 0; squares--) {
        struct move other;
        if (due > 0 && trip_most(&army->columns, army_board(army), army->turn, square, squares,
                                 &other) == due) {
            *example = other;
            break;
        }
    }
    return due;
}

/* {{1}} men must be captured, as {{move}} does; not {{2}}. */
static bool refuse_due(struct note *note, const char *key, int due, int taken,
                       const struct move *example)
{
    *note = (struct note){ .key = key,
                           .argument = { argument_number(due), argument_number(taken) },
                           .move = *example };
    return false;
}

/* E12: the piece on {{1}} could be captured from {{2}}, by {{move}}. */
static bool check_feeding(const struct army *army, int cell, struct note *note)
{
    int from, to;
    if (attacked(army) || !army_threat(army, 1 - army->turn, cell, &from, &to)) {
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

/* Somebody stands where the step would lead. */
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

/* Between two squares of the move no jump can be made. */
static bool refuse_jump(const struct army *army, struct note *note, enum trip_fault fault,
                        const int cell[3])
{
    static const char *const key[] = {
        [TRIP_NO_JUMP] = "no-jump",    [TRIP_BACK] = "turns-back", [TRIP_NOTHING] = "nothing-there",
        [TRIP_GONE] = "taken-already", [TRIP_OWN] = "own-there",   [TRIP_FREED] = "freed-there",
        [TRIP_NO_ROOM] = "no-room",
    };
    return refuse_three(&army_board(army)->grid, note, key[fault], cell[0], cell[1], cell[2]);
}

static bool check_capture(const struct army *army, const struct move *move, struct note *note)
{
    struct trip trip = trip_begin(&army->columns, army_board(army), army->turn, move->byte[0]);
    for (int i = 1; i < move->length; i++) {
        int cell[] = { trip.at, move->byte[i], GRID_OFF };
        const enum trip_fault fault = trip_jump(&trip, cell[1], &cell[2]);
        if (fault != TRIP_GOOD) {
            return refuse_jump(army, note, fault, cell);
        }
    }
    struct move example;
    const int taken = move->length - 1;
    const int due = captures_due(army, move->byte, move->length, &example);
    return taken == due || refuse_due(note, "majority", due, taken, &example);
}

/* A move of a piece. */
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

/* Whether the bytes are those of a move at all. */
static bool is_move(const struct army *army, const struct move *move)
{
    static const uint8_t zeros[MOVE_BYTES];
    if (move->length < 1 || move->length > ARMY_SQUARES_MAX ||
        memcmp(move->byte + move->length, zeros, (size_t)(MOVE_BYTES - move->length)) != 0) {
        return false;
    }
    for (int i = 0; i < move->length; i++) {
        if (!diamond_has(army_board(army), move->byte[i])) {
            return false;
        }
    }
    return true;
}

bool army_check(const struct army *army, const struct move *move, struct note *note)
{
    if (!is_move(army, move)) {
        return refuse(note, "not-a-move");
    }
    return move->length == 1 ? check_entry(army, move, note) : check_piece(army, move, note);
}
