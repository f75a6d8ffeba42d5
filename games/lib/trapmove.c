#include "trapmove.h"

#include "grid.h"
#include "notes.h"
#include "trapcheck.h"

enum { VICTIMS_MAX = 8 };

/* Where a groove lies, seen from the square that was typed. */
enum { NO_SIDE = WAYS };

/* A square, or a groove beside one, as it was typed; it may lie beyond the
 * board. */
struct place {
    struct grid_square square;
    int side; /* enum grooves_way; NO_SIDE: the square itself */
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

/* A `-` behind a square is a groove if it joins nothing. */
static bool is_dash_of_groove(struct scan scan)
{
    struct scan joined = scan;
    if (!scan_take(&scan, '-') || (take_joint(&joined) && is_square(joined))) {
        return false;
    }
    return is_end(scan) || is_victim(scan);
}

/* Letters and signs that make a groove of a square. */
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
        const bool means_side = sign == '-'       ? is_dash_of_groove(*scan)
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

static int square_of(const struct trap *trap, struct grid_square square)
{
    return grooves_square(trap->ranks, square.letter - 'a', square.number - 1);
}

static bool refuse_typed(struct note *note, const char *key, struct grid_square square)
{
    const struct argument argument = grid_square_argument(square);
    return refuse_with(note, key, &argument, 1);
}

static bool find_square(const struct trap *trap, struct grid_square square, int *number,
                        struct note *note)
{
    *number = square_of(trap, square);
    if (*number != GROOVES_OFF) {
        return true;
    }
    const int last = grooves_square(trap->ranks, GROOVES_FILES - 1, trap->ranks - 1);
    const struct argument argument[] = { grid_square_argument(square),
                                         grooves_square_argument(last) };
    return refuse_with(note, "off-board", argument, 2);
}

/* The number of a square, or of the groove beside it. */
static bool find_place(const struct trap *trap, const struct place *place, uint8_t *number,
                       struct note *note)
{
    int found = GROOVES_OFF;
    if (!find_square(trap, place->square, &found, note)) {
        return false;
    }
    if (place->side != NO_SIDE) {
        found = grooves_beside(trap->ranks, found, place->side);
    }
    *number = (uint8_t)found;
    return found != GROOVES_OFF || refuse_typed(note, "no-groove", place->square);
}

/* What kind of action it is; squares and grooves are not mixed. */
static bool find_kind(const struct typed *typed, uint8_t *kind, struct note *note)
{
    const bool groove = typed->place[0].side != NO_SIDE;
    if (typed->places == 2 && groove != (typed->place[1].side != NO_SIDE)) {
        return refuse(note, "mixed");
    }
    if (groove) {
        *kind = typed->places == 2 ? TRAP_RELOCATE : TRAP_BARRIER;
    } else {
        *kind = typed->places == 2 ? TRAP_MOVE : TRAP_PLACE;
    }
    return true;
}

static bool find_action(const struct trap *trap, const struct typed *typed, struct move *move,
                        struct note *note)
{
    uint64_t victims = 0;
    *move = (struct move){ .length = (uint8_t)(1 + typed->places) };
    if (!find_kind(typed, &move->byte[0], note)) {
        return false;
    }
    for (size_t i = 0; i < typed->places; i++) {
        if (!find_place(trap, &typed->place[i], &move->byte[1 + i], note)) {
            return false;
        }
    }
    for (size_t i = 0; i < typed->victims; i++) {
        int square = GROOVES_OFF;
        if (!find_square(trap, typed->victim[i], &square, note)) {
            return false;
        }
        victims |= grooves_bit(square);
    }
    *move = trap_naming(move, victims);
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
        note->argument[i] = grooves_square_argument(__builtin_ctzll(victims));
    }
    return PARSED_INCOMPLETE;
}

/* A lone square is an action while roamers are placed, and else a beginning. */
static bool is_beginning(const struct trap *trap, const struct typed *typed)
{
    return typed->open || (typed->places == 1 && typed->place[0].side == NO_SIDE &&
                           trap->phase != TRAP_SETTING_UP);
}

static const char *key_of_rest(const struct trap *trap, const struct place *first)
{
    if (first->side != NO_SIDE) {
        return "incomplete-groove";
    }
    return trap->phase == TRAP_FIRST ? "incomplete" : "incomplete-either";
}

static enum parsed ask_for_rest(const struct trap *trap, const struct typed *typed,
                                struct note *note)
{
    const struct place *first = &typed->place[0];
    uint8_t unused;
    if (!find_place(trap, first, &unused, note)) {
        return PARSED_REFUSED;
    }
    refuse_typed(note, key_of_rest(trap, first), first->square);
    return PARSED_INCOMPLETE;
}

enum parsed trapmove_parse(const struct trap *trap, struct scan *scan, struct move *move,
                           struct note *note)
{
    struct typed typed;
    struct choices choices;
    if (grid_is_drawn(*scan) || !take_action(scan, &typed)) {
        return PARSED_NONE;
    }
    if (is_beginning(trap, &typed)) {
        return ask_for_rest(trap, &typed, note);
    }
    if (!find_action(trap, &typed, move, note)) {
        return PARSED_REFUSED;
    }
    trapcheck_choices(trap, move, &choices);
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

void trapmove_print(const struct move *move, struct text *text)
{
    const enum trap_kind kind = (enum trap_kind)move->byte[0];
    const size_t places = trap_places(kind);
    for (size_t i = 1; i < move->length; i++) {
        const bool groove = i <= places && (kind == TRAP_BARRIER || kind == TRAP_RELOCATE);
        text_string(text, i > places ? "x" : i > 1 ? "-" : "");
        (groove ? grooves_name : grooves_square_name)(move->byte[i], text);
    }
}
