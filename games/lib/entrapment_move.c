#include "entrapment_move.h"

#include "entrapment_check.h"
#include "grid.h"
#include "notes.h"

enum { VICTIMS_MAX = 8 };

/* Where a edge lies, seen from the square that was typed. */
enum { NO_SIDE = WAYS };

/* A square, or a edge beside one, as it was typed; it may lie beyond the
 * board. */
struct place {
    struct grid_square square;
    int side; /* enum edges_way; NO_SIDE: the square itself */
};

/* An action as it was typed. */
struct typed {
    struct place place[2];
    struct grid_square victim[VICTIMS_MAX];
    size_t places, victims;
    bool open;        /* it ends in a sign that should join one more place */
    bool victim_open; /* it ends in an x */
};

/* ---- from left to right ---- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_square(struct scan scan)
{
    struct grid_square unused;
    return grid_scan(&scan, &unused);
}

/* Whether an action may end here, or its part before `x`. */
static bool is_end(struct scan scan)
{
    static const char ends[] = " \t,;!.";
    for (const char *end = ends; *end != '\0'; end++) {
        if (scan_peek(&scan) == *end) {
            return true;
        }
    }
    return scan_done(&scan);
}

/* Takes an x and the square behind it. */
static bool take_victim(struct scan *scan, struct grid_square *square)
{
    struct scan ahead = *scan;
    scan_blanks(&ahead);
    if (is_square(ahead) || scan_lower(&ahead) != 'x') {
        return false;
    }
    ahead.at++;
    scan_blanks(&ahead);
    if (!grid_scan(&ahead, square)) {
        return false;
    }
    *scan = ahead;
    return true;
}

static bool is_victim(struct scan scan)
{
    struct grid_square unused;
    return take_victim(&scan, &unused);
}

/* Takes a sign that joins two places, with the blanks around it. */
static bool take_joint(struct scan *scan)
{
    struct scan ahead = *scan;
    scan_blanks(&ahead);
    if (scan_take(&ahead, '-')) {
        scan_take(&ahead, '-');
        scan_take(&ahead, '>');
    } else if (!scan_take(&ahead, ':') && !scan_take(&ahead, '>')) {
        return false;
    }
    scan_blanks(&ahead);
    *scan = ahead;
    return true;
}

/* A `-` behind a square is a edge if it joins nothing. */
static bool is_dash_of_edge(struct scan scan)
{
    struct scan joined = scan;
    if (!scan_take(&scan, '-') || (take_joint(&joined) && is_square(joined))) {
        return false;
    }
    return is_end(scan) || is_victim(scan);
}

/* Letters and signs that make a edge of a square. */
static const struct {
    char sign;
    uint8_t side;
} sides[] = {
    { 'h', WAY_NORTH }, { 'v', WAY_EAST },  { 'n', WAY_NORTH }, { 'e', WAY_EAST },
    { 's', WAY_SOUTH }, { 'w', WAY_WEST },  { '_', WAY_NORTH }, { '/', WAY_EAST },
    { '|', WAY_EAST },  { '-', WAY_NORTH },
};

/* In d3e5 the e is a file, in d3east it is none of ours. */
static bool is_side_letter(struct scan scan)
{
    struct scan behind = scan;
    behind.at++;
    return !is_square(scan) && (!is_letter(scan_peek(&behind)) || is_square(behind) ||
                                is_victim(behind) || scan_lower(&behind) == 'x');
}

static int take_side(struct scan *scan)
{
    const char sign = scan_lower(scan);
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        const bool means_side = sign == '-'       ? is_dash_of_edge(*scan)
                                : is_letter(sign) ? is_side_letter(*scan)
                                                  : true;
        if (sides[i].sign == sign && means_side) {
            scan->at++;
            return sides[i].side;
        }
    }
    return NO_SIDE;
}

static bool take_place(struct scan *scan, struct place *place)
{
    if (!grid_scan(scan, &place->square)) {
        return false;
    }
    place->side = take_side(scan);
    return true;
}

/* Takes what joins the second place to the first, and that place. */
static void take_second(struct scan *scan, struct typed *typed)
{
    struct scan ahead = *scan;
    const bool joined = take_joint(&ahead);
    struct place second;
    if (take_place(&ahead, &second)) {
        typed->place[1] = second;
        typed->places = 2;
        *scan = ahead;
    } else if (joined && is_end(ahead)) {
        typed->open = true;
        *scan = ahead;
    }
}

static bool take_action(struct scan *scan, struct typed *typed)
{
    struct grid_square victim;
    *typed = (struct typed){ .places = 0 };
    if (!take_place(scan, &typed->place[0])) {
        return false;
    }
    typed->places = 1;
    take_second(scan, typed);
    while (!typed->open && take_victim(scan, &victim)) {
        if (typed->victims < VICTIMS_MAX) {
            typed->victim[typed->victims++] = victim;
        }
    }
    struct scan ahead = *scan;
    if (scan_lower(&ahead) == 'x' && (ahead.at++, is_end(ahead))) {
        typed->victim_open = true;
        *scan = ahead;
    }
    return true;
}

/* ---- on a board ---- */

static int square_of(const struct entrapment *now, struct grid_square square)
{
    return edges_square(now->ranks, square.letter - 'a', square.number - 1);
}

static bool refuse_typed(struct note *note, const char *key, struct grid_square square)
{
    return refuse_one(note, key, grid_square_argument(square));
}

static bool find_square(const struct entrapment *now, struct grid_square square, int *number,
                        struct note *note)
{
    *number = square_of(now, square);
    if (*number != EDGES_OFF) {
        return true;
    }
    const int last = edges_square(now->ranks, EDGES_FILES - 1, now->ranks - 1);
    return refuse_two(note, "off-board", grid_square_argument(square), edges_square_argument(last));
}

/* The number of a square, or of the edge beside it. */
static bool find_place(const struct entrapment *now, const struct place *place, uint8_t *number,
                       struct note *note)
{
    int found = EDGES_OFF;
    if (!find_square(now, place->square, &found, note)) {
        return false;
    }
    if (place->side != NO_SIDE) {
        found = edges_beside(now->ranks, found, place->side);
    }
    *number = (uint8_t)found;
    return found != EDGES_OFF || refuse_typed(note, "no-groove", place->square);
}

/* What kind of action it is; squares and edges are not mixed. */
static bool find_kind(const struct typed *typed, uint8_t *kind, struct note *note)
{
    const bool edge = typed->place[0].side != NO_SIDE;
    if (typed->places == 2 && edge != (typed->place[1].side != NO_SIDE)) {
        return refuse(note, "mixed");
    }
    if (edge) {
        *kind = typed->places == 2 ? ACTION_RELOCATE : ACTION_BARRIER;
    } else {
        *kind = typed->places == 2 ? ACTION_MOVE : ACTION_PLACE;
    }
    return true;
}

static bool find_action(const struct entrapment *now, const struct typed *typed, struct move *move,
                        struct note *note)
{
    uint64_t victims = 0;
    *move = (struct move){ .length = (uint8_t)(1 + typed->places) };
    if (!find_kind(typed, &move->byte[0], note)) {
        return false;
    }
    for (size_t i = 0; i < typed->places; i++) {
        if (!find_place(now, &typed->place[i], &move->byte[1 + i], note)) {
            return false;
        }
    }
    for (size_t i = 0; i < typed->victims; i++) {
        int square = EDGES_OFF;
        if (!find_square(now, typed->victim[i], &square, note)) {
            return false;
        }
        victims |= edges_bit(square);
    }
    *move = action_naming(move, victims);
    return true;
}

/* ---- what is missing ---- */

static enum parsed ask_for_victim(const struct choices *choices, struct note *note)
{
    uint64_t victims = 0;
    *note = (struct note){ .key = "victim-missing" };
    for (size_t i = 0; i < choices->count; i++) {
        victims |= choices->victims[i];
    }
    for (size_t i = 0; victims != 0 && i < NOTE_ARGUMENTS; i++, victims &= victims - 1) {
        note->argument[i] = edges_square_argument(__builtin_ctzll(victims));
    }
    return PARSED_INCOMPLETE;
}

/* A lone square is an action while roamers are placed, and else a beginning. */
static bool is_beginning(const struct entrapment *now, const struct typed *typed)
{
    return typed->open || (typed->places == 1 && typed->place[0].side == NO_SIDE &&
                           now->phase != PHASE_SETTING_UP);
}

static const char *key_of_rest(const struct entrapment *now, const struct place *first)
{
    if (first->side != NO_SIDE) {
        return "incomplete-groove";
    }
    return now->phase == PHASE_FIRST ? "incomplete" : "incomplete-either";
}

static enum parsed ask_for_rest(const struct entrapment *now, const struct typed *typed,
                                struct note *note)
{
    const struct place *first = &typed->place[0];
    uint8_t unused;
    if (!find_place(now, first, &unused, note)) {
        return PARSED_REFUSED;
    }
    refuse_typed(note, key_of_rest(now, first), first->square);
    return PARSED_INCOMPLETE;
}

enum parsed entrapment_parse(const struct entrapment *now, struct scan *scan, struct move *move,
                             struct note *note)
{
    struct typed typed;
    struct choices choices;
    if (grid_is_drawn(*scan) || !take_action(scan, &typed)) {
        return PARSED_NONE;
    }
    if (is_beginning(now, &typed)) {
        return ask_for_rest(now, &typed, note);
    }
    if (!find_action(now, &typed, move, note)) {
        return PARSED_REFUSED;
    }
    entrapment_choices(now, move, &choices);
    if (choices.count > 0) {
        return ask_for_victim(&choices, note);
    }
    if (typed.victim_open) {
        refuse(note, "victim-beginning");
        return PARSED_INCOMPLETE;
    }
    return PARSED_MOVE;
}

/* ---- writing ---- */

void entrapment_print(const struct move *move, struct text *text)
{
    const enum action_kind kind = (enum action_kind)move->byte[0];
    const size_t places = action_places(kind);
    for (size_t i = 1; i < move->length; i++) {
        const bool edge = i <= places && (kind == ACTION_BARRIER || kind == ACTION_RELOCATE);
        text_string(text, i > places ? "x" : i > 1 ? "-" : "");
        (edge ? edges_name : edges_square_name)(move->byte[i], text);
    }
}
