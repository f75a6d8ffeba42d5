#include "games/entrapment/entrapment_text.h"

#include "games/entrapment/entrapment_check.h"
#include "games/entrapment/force.h"
#include "games/lib/grid.h"

enum { VICTIMS_MAX = 8 };

/* The side of an edge, seen from the square that was typed. */
enum { NO_SIDE = WAYS };

/* A square, or an edge beside one, as it was typed; it may be off the board. */
struct place {
    struct grid_square square;
    int side; /* enum edges_way; NO_SIDE: the square itself */
};

/* An action as it was typed. */
struct typed {
    struct place place[2];
    struct place victim[VICTIMS_MAX]; /* squares */
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

/* True if an action, or its part before `x`, may end here. */
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
static bool take_victim(struct scan *scan, struct place *victim)
{
    struct scan ahead = *scan;
    scan_blanks(&ahead);
    if (is_square(ahead) || scan_lower(&ahead) != 'x') {
        return false;
    }
    ahead.at++;
    scan_blanks(&ahead);
    if (!grid_scan(&ahead, &victim->square)) {
        return false;
    }
    victim->side = NO_SIDE;
    *scan = ahead;
    return true;
}

static bool is_victim(struct scan scan)
{
    struct place unused;
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

/* True for a `-` behind a square that joins nothing: it is an edge. */
static bool is_dash_of_edge(struct scan scan)
{
    struct scan joined = scan;
    if (!scan_take(&scan, '-') || (take_joint(&joined) && is_square(joined))) {
        return false;
    }
    return is_end(scan) || is_victim(scan);
}

/* Letters and signs behind a square that name an edge of it. */
static const struct {
    char sign;
    uint8_t side;
} sides[] = {
    { 'h', WAY_NORTH }, { 'v', WAY_EAST },  { 'n', WAY_NORTH }, { 'e', WAY_EAST },
    { 's', WAY_SOUTH }, { 'w', WAY_WEST },  { '_', WAY_NORTH }, { '/', WAY_EAST },
    { '|', WAY_EAST },  { '-', WAY_NORTH },
};

/* True if the letter is a side: in d3e5 the e is a file, and d3east is no edge. */
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

/* Takes the sign that joins the second place to the first, and that place. */
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
    struct place victim;
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

/* The number of a square, or of the edge beside it. */
static bool find_place(const struct entrapment *now, const struct place *place, uint8_t *number,
                       struct note *note)
{
    int found = square_of(now, place->square);
    if (found == EDGES_OFF) {
        const int last = edges_square(now->ranks, EDGES_FILES - 1, now->ranks - 1);
        return refuse_two(note, "off-board", grid_square_argument(place->square),
                          edges_square_argument(last));
    }
    if (place->side != NO_SIDE) {
        found = edges_beside(now->ranks, found, place->side);
    }
    *number = (uint8_t)found;
    return found != EDGES_OFF || refuse_typed(note, "no-groove", place->square);
}

static bool find_action(const struct entrapment *now, const struct typed *typed, struct move *move,
                        struct note *note)
{
    static const uint8_t kinds[2][2] = { { ACTION_PLACE, ACTION_MOVE },
                                         { ACTION_BARRIER, ACTION_RELOCATE } };
    const bool edge = typed->place[0].side != NO_SIDE;
    uint64_t victims = 0;
    *move = (struct move){ .length = (uint8_t)(1 + typed->places) };
    if (typed->places == 2 && edge != (typed->place[1].side != NO_SIDE)) {
        return refuse(note, "mixed");
    }
    move->byte[0] = kinds[edge][typed->places - 1];
    for (size_t i = 0; i < typed->places; i++) {
        if (!find_place(now, &typed->place[i], &move->byte[1 + i], note)) {
            return false;
        }
    }
    for (size_t i = 0; i < typed->victims; i++) {
        uint8_t square = 0;
        if (!find_place(now, &typed->victim[i], &square, note)) {
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
        note->argument[i] = edges_square_argument(edges_first(victims));
    }
    return PARSED_INCOMPLETE;
}

static enum parsed ask_for_rest(const struct entrapment *now, const struct place *first,
                                struct note *note)
{
    uint8_t unused;
    if (!find_place(now, first, &unused, note)) {
        return PARSED_REFUSED;
    }
    const char *key = first->side != NO_SIDE      ? "incomplete-groove"
                      : now->phase == PHASE_FIRST ? "incomplete"
                                                  : "incomplete-either";
    refuse_typed(note, key, first->square);
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
    /* A lone square is an action while roamers are placed; later it is a beginning. */
    const bool lone_square = typed.places == 1 && typed.place[0].side == NO_SIDE;
    if (typed.open || (lone_square && now->phase != PHASE_SETTING_UP)) {
        return ask_for_rest(now, &typed.place[0], note);
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
        text_string(text, (edge ? edges_argument : edges_square_argument)(move->byte[i]).text);
    }
}

/* ---- positions ---- */

enum { NUMBER_MAX = 99 };

/* The parts of the line: pieces, of which the first two are roamers, and the parts after them. */
enum { PARTS_OF_ROAMERS = 2, PARTS_OF_PIECES = 5, PART_SUPPLY = 5, PART_HAND = 6, PART_TURN = 7 };

static const char piece_signs[PARTS_OF_PIECES] = { 'O', 'X', 'o', 'x', '#' };
static const char phase_signs[] = {
    [PHASE_SETTING_UP] = 'P', [PHASE_SINGLE] = 'S', [PHASE_FIRST] = '1', [PHASE_SECOND] = '2'
};
static const char end_signs[] = { [END_CAPTURE] = 'C', [END_LEFT] = 'L' };

static bool refuse_part(struct note *note, int part)
{
    return refuse_number(note, "position-part", part + 1);
}

/* Takes the end of a part: the slash before the next one. */
static bool take_end(struct scan *scan, int part, struct note *note)
{
    scan_blanks(scan);
    return scan_take(scan, '/') || refuse_part(note, part);
}

/* Turns the square's number into that of an edge, by the letter behind it. */
static bool take_letter(const struct entrapment *now, struct scan *scan, int *number,
                        struct note *note)
{
    const bool upright = scan_lower(scan) == 'v';
    const int square = *number;
    if (!upright && scan_lower(scan) != 'h') {
        return refuse_one(note, "position-letter", edges_square_argument(square));
    }
    scan->at++;
    *number = square + (upright ? EDGES_UPRIGHT : 0);
    return edges_beside(now->ranks, square, upright ? WAY_EAST : WAY_NORTH) != EDGES_OFF ||
           refuse_one(note, "position-off", edges_argument(*number));
}

static bool read_pieces(struct entrapment *now, int part, struct scan *scan, struct note *note)
{
    const bool roamers = part < PARTS_OF_ROAMERS;
    struct edges *barriers = roamers || part == PARTS_OF_PIECES - 1
                                 ? &now->standing
                                 : &now->resting[part - PARTS_OF_ROAMERS];
    struct grid_square typed;
    int place = EDGES_OFF;
    scan_blanks(scan);
    if (!scan_take(scan, piece_signs[part])) {
        return refuse_part(note, part);
    }
    while (scan_blanks(scan) && grid_scan(scan, &typed)) {
        place = square_of(now, typed);
        if (place == EDGES_OFF) {
            return refuse_typed(note, "position-off", typed);
        }
        if (!roamers && !take_letter(now, scan, &place, note)) {
            return false;
        }
        if (roamers ? ((now->roamers[0] | now->roamers[1]) & edges_bit(place)) != 0
                    : edges_has(&now->resting[0], place) || edges_has(&now->resting[1], place) ||
                          edges_has(&now->standing, place)) {
            return refuse_one(note, "position-twice",
                              roamers ? edges_square_argument(place) : edges_argument(place));
        }
        if (roamers) {
            now->roamers[part] |= edges_bit(place);
        } else {
            edges_add(barriers, place);
        }
    }
    return take_end(scan, part, note);
}

/* Two numbers, or none of them. */
static bool take_numbers(struct scan *scan, uint8_t number[ENTRAPMENT_SEATS])
{
    struct scan ahead = *scan;
    long value[ENTRAPMENT_SEATS] = { 0 };
    for (int seat = 0; seat < ENTRAPMENT_SEATS; seat++) {
        scan_blanks(&ahead);
        if (!scan_number(&ahead, NUMBER_MAX, &value[seat])) {
            return false;
        }
        number[seat] = (uint8_t)value[seat];
    }
    *scan = ahead;
    return true;
}

/* The index of the sign that is next; -1 if it is none of these. */
static int take_one_of(struct scan *scan, const char *signs, int count)
{
    for (int i = 0; i < count; i++) {
        if (signs[i] != '\0' && scan_take(scan, signs[i])) {
            return i;
        }
    }
    return -1;
}

static bool read_turn(struct entrapment *now, struct scan *scan, struct note *note)
{
    scan_blanks(scan);
    const int seat = take_one_of(scan, piece_signs, ENTRAPMENT_SEATS);
    scan_blanks(scan);
    const int phase = take_one_of(scan, phase_signs, sizeof phase_signs);
    const int end = phase < 0 ? take_one_of(scan, end_signs, sizeof end_signs) : END_NONE;
    if (seat < 0 || end < 0) {
        return refuse_part(note, PART_TURN);
    }
    now->turn = (uint8_t)seat;
    now->phase = (uint8_t)(phase < 0 ? PHASE_FIRST : phase);
    now->end = (uint8_t)end;
    scan_blanks(scan);
    return scan_done(scan) || refuse(note, "position-end");
}

static int barriers_in(const struct edges *edges)
{
    return edges_count(edges->at[EDGES_FLAT]) + edges_count(edges->at[EDGES_UP]);
}

static bool check_numbers(const struct entrapment *now, struct note *note)
{
    int barriers = barriers_in(&now->standing);
    for (int seat = 0; seat < ENTRAPMENT_SEATS; seat++) {
        const int own = barriers_in(&now->resting[seat]) + now->supply[seat];
        if (edges_count(now->roamers[seat]) + now->hand[seat] > now->roamers_each) {
            return refuse_two(note, "position-roamers", argument_seat(seat),
                              argument_number(now->roamers_each));
        }
        if (own > now->barriers_each) {
            return refuse_two(note, "position-barriers", argument_seat(seat),
                              argument_number(now->barriers_each));
        }
        barriers += own;
    }
    return barriers <= ENTRAPMENT_SEATS * now->barriers_each ||
           refuse_number(note, "position-standing", ENTRAPMENT_SEATS * now->barriers_each);
}

/* Checks that the seat to act has something to act with, and that only light has a single
 * action. */
static bool check_turn(const struct entrapment *now, struct note *note)
{
    const bool over = entrapment_loser(now) >= 0;
    const bool placing = now->phase == PHASE_SETTING_UP;
    if (entrapment_is_out(now, 0) && entrapment_is_out(now, 1)) {
        return refuse(note, "position-nobody");
    }
    if (now->end == END_CAPTURE
            ? !now->fast || entrapment_is_out(now, now->turn)
            : now->end != END_NONE && (entrapment_is_out(now, 0) || entrapment_is_out(now, 1))) {
        return refuse_part(note, PART_TURN);
    }
    if (now->phase == PHASE_SINGLE && now->turn != 0) {
        return refuse_part(note, PART_TURN);
    }
    if (!over && (placing ? now->hand[now->turn] == 0 : (now->hand[0] | now->hand[1]) != 0)) {
        return refuse(note, "position-hand");
    }
    return true;
}

/* Refuses roamers that would have been captured before anybody acts. */
static bool check_plights(const struct entrapment *now, struct note *note)
{
    struct force force;
    force_look(now, &force);
    for (int seat = 0; seat < ENTRAPMENT_SEATS && entrapment_loser(now) < 0; seat++) {
        const uint64_t entrapped = force.entrapped & now->roamers[seat];
        const uint64_t forced = force.forced[seat];
        if (entrapped != 0) {
            return refuse_one(note, "position-entrapped",
                              edges_square_argument(edges_first(entrapped)));
        }
        if (edges_several(forced)) {
            return refuse_two(note, "position-forced", edges_square_argument(edges_first(forced)),
                              edges_square_argument(edges_first(forced & (forced - 1))));
        }
    }
    return true;
}

bool entrapment_read(struct entrapment *now, struct scan *scan, struct note *note)
{
    now->hand[0] = now->hand[1] = 0;
    for (int part = 0; part < PARTS_OF_PIECES; part++) {
        if (!read_pieces(now, part, scan, note)) {
            return false;
        }
    }
    if (!take_numbers(scan, now->supply)) {
        return refuse_part(note, PART_SUPPLY);
    }
    return take_end(scan, PART_SUPPLY, note) &&
           (!take_numbers(scan, now->hand) || take_end(scan, PART_HAND, note)) &&
           read_turn(now, scan, note) && check_numbers(now, note) && check_turn(now, note) &&
           check_plights(now, note);
}

static void write_squares(char sign, uint64_t squares, struct text *text)
{
    text_character(text, sign);
    for (; squares != 0; squares &= squares - 1) {
        text_character(text, ' ');
        text_string(text, edges_square_argument(edges_first(squares)).text);
    }
    text_string(text, " / ");
}

/* Writes edges square by square, the flat edge first. */
static void write_edges(char sign, const struct edges *edges, struct text *text)
{
    text_character(text, sign);
    for (uint64_t rest = edges->at[EDGES_FLAT] | edges->at[EDGES_UP]; rest != 0; rest &= rest - 1) {
        const int square = edges_first(rest);
        for (int edge = square; edge < EDGES_NUMBERS; edge += EDGES_UPRIGHT) {
            if (edges_has(edges, edge)) {
                text_character(text, ' ');
                text_string(text, edges_argument(edge).text);
            }
        }
    }
    text_string(text, " / ");
}

static void write_numbers(const uint8_t number[ENTRAPMENT_SEATS], struct text *text)
{
    text_number(text, number[0]);
    text_character(text, ' ');
    text_number(text, number[1]);
    text_string(text, " / ");
}

void entrapment_write(const struct entrapment *now, struct text *text)
{
    for (int seat = 0; seat < ENTRAPMENT_SEATS; seat++) {
        write_squares(piece_signs[seat], now->roamers[seat], text);
    }
    for (int seat = 0; seat < ENTRAPMENT_SEATS; seat++) {
        write_edges(piece_signs[PARTS_OF_ROAMERS + seat], &now->resting[seat], text);
    }
    write_edges(piece_signs[PARTS_OF_PIECES - 1], &now->standing, text);
    write_numbers(now->supply, text);
    if (now->phase == PHASE_SETTING_UP || (now->hand[0] | now->hand[1]) != 0) {
        write_numbers(now->hand, text);
    }
    text_character(text, piece_signs[now->turn]);
    text_character(text, ' ');
    text_character(text, now->end == END_NONE ? phase_signs[now->phase] : end_signs[now->end]);
}
