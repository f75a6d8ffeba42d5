#include "armycheck.h"

#include "naming.h"
#include "notes.h"
#include "trip.h"

#include <string.h>

bool armycheck_threat(const struct army *army, int seat, int cell, int *from, int *to)
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
            armycheck_threat(army, 1 - army->turn, board->square[i], &from, &to)) {
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
                           .argument = { { ARGUMENT_NUMBER, (int16_t)due, "" },
                                         { ARGUMENT_NUMBER, (int16_t)taken, "" } },
                           .move = *example };
    return false;
}

/* E12: the piece on {{1}} could be captured from {{2}}, by {{move}}. */
static bool check_feeding(const struct army *army, int cell, struct note *note)
{
    int from, to;
    if (attacked(army) || !armycheck_threat(army, 1 - army->turn, cell, &from, &to)) {
        return true;
    }
    naming_refuse(&army_board(army)->grid, note, "feeding", cell, from, GRID_OFF);
    note->argument[2] = (struct argument){ ARGUMENT_SEAT, (int16_t)(1 - army->turn), "" };
    note->move = (struct move){ .length = 2, .byte = { (uint8_t)from, (uint8_t)to } };
    return false;
}

static bool refuse_owned(const struct army *army, struct note *note, const char *key, int cell)
{
    naming_refuse(&army_board(army)->grid, note, key, cell, GRID_OFF, GRID_OFF);
    note->argument[1] = (struct argument){ ARGUMENT_SEAT, (int16_t)army_owner(army, cell), "" };
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
        return naming_refuse(&army_board(army)->grid, note, "centre", cell, GRID_OFF, GRID_OFF);
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
        return naming_refuse(&board->grid, note, "occupied-own", to, GRID_OFF, GRID_OFF);
    }
    return naming_refuse(&board->grid, note, beyond == GRID_OFF ? "no-landing-edge" : "no-landing",
                         to, beyond, GRID_OFF);
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
    return naming_refuse(&army_board(army)->grid, note, key[fault], cell[0], cell[1], cell[2]);
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
        return naming_refuse(&board->grid, note, "no-piece", from, GRID_OFF, GRID_OFF);
    }
    if (army_owner(army, from) != army->turn) {
        return refuse_owned(army, note, "not-yours", from);
    }
    if (move->length > 2 || diamond_way(board, from, move->byte[1], 2) != DIAMOND_WAYS) {
        return check_capture(army, move, note);
    }
    if (diamond_way(board, from, move->byte[1], 1) == DIAMOND_WAYS) {
        return naming_refuse(&board->grid, note, "no-step", from, move->byte[1], GRID_OFF);
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

bool armycheck_move(const struct army *army, const struct move *move, struct note *note)
{
    if (!is_move(army, move)) {
        return refuse(note, "not-a-move");
    }
    return move->length == 1 ? check_entry(army, move, note) : check_piece(army, move, note);
}
