#include "games/lib/race.h"

#include <string.h>

size_t race_list_end(struct move_list *list)
{
    if (list->count == 0) {
        list->count = 1;
        if (list->cap > 0) {
            list->moves[0] = (struct move){ .length = 1, .byte = { RACE_PASS } };
        }
    }
    return list->count;
}

bool race_check(const struct position *position, race_moves *moves, const struct move *move,
                struct note *note)
{
    const struct race *race = race_in(position);
    const struct move pass = { .length = 1, .byte = { RACE_PASS } };
    const struct move pair = { .length = 2, .byte = { move->byte[0], move->byte[1] } };
    const bool passes = memcmp(move, &pass, sizeof pass) == 0;
    const int cells = grid_cells(race_ground(race)->grid);
    struct move first = { 0 };
    if (race->over) {
        return refuse(note, "match-over");
    }
    if (!passes &&
        (memcmp(move, &pair, sizeof pair) != 0 || pair.byte[0] >= cells || pair.byte[1] >= cells)) {
        return refuse(note, "not-a-move");
    }
    moves(position, &first, 1);
    return passes == (first.length == 1) || refuse(note, passes ? "pass-unforced" : "must-pass");
}

enum parsed race_parse(struct scan *scan, const struct grid *grid, struct move *move,
                       uint8_t cell[ROUTE_MAX], size_t *count, struct note *note)
{
    *count = 0;
    if (scan_word(scan, "pass")) {
        *move = (struct move){ .length = 1, .byte = { RACE_PASS } };
        return PARSED_MOVE;
    }
    const enum parsed parsed = route_parse(scan, grid, cell, count, note);
    if (parsed == PARSED_MOVE) {
        *move = (struct move){ .length = 2, .byte = { cell[0], cell[*count - 1] } };
    }
    return parsed;
}

void race_print_cells(const struct grid *grid, const uint8_t *cell, size_t count, struct text *text)
{
    for (size_t i = 0; i < count; i++) {
        text_string(text, i > 0 ? "-" : "");
        grid_name(grid, cell[i], text);
    }
}

void race_print(const struct position *position, const struct move *move, struct text *text)
{
    if (move->length == 1) {
        text_string(text, "pass");
    } else {
        race_print_cells(race_ground(race_in(position))->grid, move->byte, 2, text);
    }
}

void race_encode(const struct position *position, struct text *text)
{
    const struct race *race = race_in(position);
    grid_write_rows(race_ground(race)->grid, race->men.owner, text);
    text_character(text, ' ');
    text_number(text, race->turn + 1);
    for (int seat = 0; seat < race->rules.seats; seat++) {
        text_character(text, seat == 0 ? ' ' : ',');
        text_number(text, race->made[seat]);
    }
    text_character(text, ' ');
    text_number(text, race->passes);
    text_character(text, ' ');
    uint8_t gone[SEATS_MAX];
    const int count = race_gone_in_order(race, gone);
    for (int i = 0; i < count; i++) {
        text_string(text, i > 0 ? "," : "");
        text_number(text, gone[i] + 1);
    }
    text_string(text, count > 0 ? "" : "-");
}

/* ---- below the board ---- */

/* True if the last move broke the limit. When a seat breaks it, its men leave in the same
 * turn: the cell where the move ended is empty then, and a pass does not count among those in
 * a row. */
static bool broke_limit(const struct race *race, const struct move *last)
{
    return race->rules.vacate > 0 &&
           (last->length == 2 ? race->men.owner[last->byte[1]] == 0 : race->passes == 0);
}

/* Adds the seats that are out, partners together, and says if the last of them has just broken
 * the limit. */
static void add_out(const struct race *race, bool by_limit, struct figures *figures)
{
    const int pairs = race->rules.teams ? race->rules.seats / 2 : race->rules.seats;
    uint8_t out[SEATS_MAX];
    const int count = race_gone_in_order(race, out);
    const int last = by_limit && count > 0 ? race->gone[out[count - 1]] : 0;
    for (int seat = 0; seat < pairs; seat++) {
        const bool now = race->gone[seat] == last;
        if (race->gone[seat] != 0 && race->rules.teams) {
            refuse_two(&figures->caption[figures->captions++], now ? "limit-side" : "out-side",
                       argument_seat(seat), argument_seat(seat + pairs));
        } else if (race->gone[seat] != 0) {
            refuse_one(&figures->caption[figures->captions++], now ? "limit" : "out",
                       argument_seat(seat));
        }
    }
}

/* Adds what the position text has besides the men and the seat to move. */
static void add_tallies(const struct race *race, struct figures *figures)
{
    for (int seat = 0; seat < race->rules.seats; seat++) {
        refuse_two(&figures->tally[figures->tallies++], "made", argument_seat(seat),
                   argument_number(race->made[seat]));
    }
    if (race->passes > 0) {
        refuse_number(&figures->tally[figures->tallies++], "passes-in-a-row", race->passes);
    }
    uint8_t seats[SEATS_MAX];
    struct argument out[SEATS_MAX];
    const int count = race_gone_in_order(race, seats);
    for (int i = 0; i < count; i++) {
        out[i] = argument_seat(seats[i]);
    }
    if (count > 0) {
        refuse_with(&figures->tally[figures->tallies++], "gone", out, (size_t)count);
    }
}

void race_draw_men(const struct race *race, struct figures *figures)
{
    const struct race_ground *ground = race_ground(race);
    for (int cell = 0; cell < figures->points; cell++) {
        struct point *point = &figures->point[cell];
        for (int set = 0; set < ground->sets; set++) {
            if (ground->seat_of[set] >= 0 && (cells_has(&ground->yard[set].cells, cell) ||
                                              cells_has(&ground->goal[set].cells, cell))) {
                point->mark |= MARK_YARD;
            }
        }
        if (race->men.owner[cell] != 0) {
            point->kind = POINT_PIECE;
            point->owner = (int8_t)race_seat_on(race, cell);
            point->set = ground->several && point->owner >= 0 ? race->men.owner[cell] : 0;
            point->height = 1;
        }
    }
}

void race_draw_last(const struct race *race, const struct move *last, size_t count,
                    struct figures *figures)
{
    const int half = race->rules.seats / 2;
    if (count > 0 && last->length == 2) {
        figures->point[last->byte[0]].mark |= MARK_FROM;
        figures->point[last->byte[1]].mark |= race->men.owner[last->byte[1]] != 0 ? MARK_TO : 0;
    }
    if (race->rules.seats > 2) {
        add_out(race, count > 0 && broke_limit(race, &last[0]), figures);
    }
    for (int seat = 0; race->rules.teams && seat < half; seat++) {
        if (race->gone[seat] == 0) {
            refuse_two(&figures->caption[figures->captions++], "partners", argument_seat(seat),
                       argument_seat(seat + half));
        }
    }
    if (race->rules.by_set && !race->over) {
        refuse_number(&figures->caption[figures->captions++], "set-to-move", race->turn + 1);
    }
    add_tallies(race, figures);
}
