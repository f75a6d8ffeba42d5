#include "entrapment_position.h"

#include "grid.h"
#include "notes.h"
#include "surround.h"

enum { NUMBER_MAX = 99 };

/* The number of a part, for people. */
enum {
    PART_ROAMERS = 1,
    PART_BARRIERS = 3,
    PART_STANDING = 5,
    PART_SUPPLY = 6,
    PART_HAND = 7,
    PART_TURN = 8,
};

static const char roamer_signs[ENTRAPMENT_SEATS] = { 'O', 'X' };
static const char barrier_signs[ENTRAPMENT_SEATS] = { 'o', 'x' };
static const char phase_signs[] = {
    [PHASE_SETTING_UP] = 'P', [PHASE_SINGLE] = 'S', [PHASE_FIRST] = '1', [PHASE_SECOND] = '2'
};
static const char end_signs[] = { [END_CAPTURE] = 'C', [END_LEFT] = 'L' };

/* ---- reading ---- */

/* The end of a part: the line between it and the next one. */
static bool take_end(struct scan *scan, int part, struct note *note)
{
    scan_blanks(scan);
    return scan_take(scan, '/') || refuse_number(note, "position-part", part);
}

static bool take_sign(struct scan *scan, char sign, int part, struct note *note)
{
    scan_blanks(scan);
    return scan_take(scan, sign) || refuse_number(note, "position-part", part);
}

/* Takes the next name of a list; false with no note's key where the list ends. */
static bool take_square(const struct entrapment *now, struct scan *scan, int *square,
                        struct note *note)
{
    struct grid_square typed;
    note->key = NULL;
    if (!scan_blanks(scan) || !grid_scan(scan, &typed)) {
        return false;
    }
    *square = edges_square(now->ranks, typed.letter - 'a', typed.number - 1);
    return *square != EDGES_OFF || refuse_one(note, "position-off", grid_square_argument(typed));
}

static bool read_roamers(struct entrapment *now, int seat, struct scan *scan, struct note *note)
{
    int square = EDGES_OFF;
    if (!take_sign(scan, roamer_signs[seat], PART_ROAMERS + seat, note)) {
        return false;
    }
    while (take_square(now, scan, &square, note)) {
        if (((now->roamers[0] | now->roamers[1]) & edges_bit(square)) != 0) {
            return refuse_one(note, "position-twice", edges_square_argument(square));
        }
        now->roamers[seat] |= edges_bit(square);
    }
    return note->key == NULL && take_end(scan, PART_ROAMERS + seat, note);
}

/* Makes the square's number that of a edge, by the letter behind it. */
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

static bool read_barriers(struct entrapment *now, struct edges *barriers, struct scan *scan,
                          char sign, int part, struct note *note)
{
    int edge = EDGES_OFF;
    if (!take_sign(scan, sign, part, note)) {
        return false;
    }
    while (take_square(now, scan, &edge, note) && take_letter(now, scan, &edge, note)) {
        if (edges_has(&now->resting[0], edge) || edges_has(&now->resting[1], edge) ||
            edges_has(&now->standing, edge)) {
            return refuse_one(note, "position-twice", edges_argument(edge));
        }
        edges_add(barriers, edge);
    }
    return note->key == NULL && take_end(scan, part, note);
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

static bool read_hand(struct entrapment *now, struct scan *scan, struct note *note)
{
    return !take_numbers(scan, now->hand) || take_end(scan, PART_HAND, note);
}

/* Which of the signs stands there; -1 if none does. */
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
    const int seat = take_one_of(scan, roamer_signs, ENTRAPMENT_SEATS);
    scan_blanks(scan);
    const int phase = take_one_of(scan, phase_signs, sizeof phase_signs);
    const int end = phase < 0 ? take_one_of(scan, end_signs, sizeof end_signs) : END_NONE;
    if (seat < 0 || end < 0) {
        return refuse_number(note, "position-part", PART_TURN);
    }
    now->turn = (uint8_t)seat;
    now->phase = (uint8_t)(phase < 0 ? PHASE_FIRST : phase);
    now->end = (uint8_t)end;
    scan_blanks(scan);
    return scan_done(scan) || refuse(note, "position-end");
}

static bool read_parts(struct entrapment *now, struct scan *scan, struct note *note)
{
    for (int seat = 0; seat < ENTRAPMENT_SEATS; seat++) {
        if (!read_roamers(now, seat, scan, note)) {
            return false;
        }
    }
    for (int seat = 0; seat < ENTRAPMENT_SEATS; seat++) {
        if (!read_barriers(now, &now->resting[seat], scan, barrier_signs[seat],
                           PART_BARRIERS + seat, note)) {
            return false;
        }
    }
    if (!read_barriers(now, &now->standing, scan, '#', PART_STANDING, note)) {
        return false;
    }
    if (!take_numbers(scan, now->supply)) {
        return refuse_number(note, "position-part", PART_SUPPLY);
    }
    return take_end(scan, PART_SUPPLY, note) && read_hand(now, scan, note) &&
           read_turn(now, scan, note);
}

/* ---- whether it can be ---- */

static bool refuse_many(struct note *note, const char *key, int seat, int most)
{
    return refuse_two(note, key, argument_seat(seat), argument_number(most));
}

static int barriers_in(const struct edges *edges)
{
    return edges_count(edges->flat) + edges_count(edges->upright);
}

static bool check_numbers(const struct entrapment *now, struct note *note)
{
    int barriers = barriers_in(&now->standing);
    for (int seat = 0; seat < ENTRAPMENT_SEATS; seat++) {
        const int own = barriers_in(&now->resting[seat]) + now->supply[seat];
        if (edges_count(now->roamers[seat]) + now->hand[seat] > now->roamers_each) {
            return refuse_many(note, "position-roamers", seat, now->roamers_each);
        }
        if (own > now->barriers_each) {
            return refuse_many(note, "position-barriers", seat, now->barriers_each);
        }
        barriers += own;
    }
    return barriers <= ENTRAPMENT_SEATS * now->barriers_each ||
           refuse_number(note, "position-standing", ENTRAPMENT_SEATS * now->barriers_each);
}

/* Who acts must have something to act with, and S is light's. */
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
        return refuse_number(note, "position-part", PART_TURN);
    }
    if (now->phase == PHASE_SINGLE && now->turn != 0) {
        return refuse_number(note, "position-part", PART_TURN);
    }
    if (!over && (placing ? now->hand[now->turn] == 0 : (now->hand[0] | now->hand[1]) != 0)) {
        return refuse(note, "position-hand");
    }
    return true;
}

/* What is captured at once cannot stand there when somebody acts. */
static bool check_plights(const struct entrapment *now, struct note *note)
{
    struct surround board;
    surround_read(now, &board);
    for (int seat = 0; seat < ENTRAPMENT_SEATS && entrapment_loser(now) < 0; seat++) {
        const int entrapped = surround_find(&board, seat, PLIGHT_ENTRAPPED, 0);
        const int forced = surround_find(&board, seat, PLIGHT_FORCED, 0);
        const int second = forced == EDGES_OFF
                               ? EDGES_OFF
                               : surround_find(&board, seat, PLIGHT_FORCED, forced + 1);
        if (entrapped != EDGES_OFF) {
            return refuse_one(note, "position-entrapped", edges_square_argument(entrapped));
        }
        if (second != EDGES_OFF) {
            return refuse_two(note, "position-forced", edges_square_argument(forced),
                              edges_square_argument(second));
        }
    }
    return true;
}

bool entrapment_read(struct entrapment *now, struct scan *scan, struct note *note)
{
    now->hand[0] = now->hand[1] = 0;
    return read_parts(now, scan, note) && check_numbers(now, note) && check_turn(now, note) &&
           check_plights(now, note);
}

/* ---- writing ---- */

static void write_squares(char sign, uint64_t squares, struct text *text)
{
    text_character(text, sign);
    for (; squares != 0; squares &= squares - 1) {
        text_character(text, ' ');
        edges_square_name(__builtin_ctzll(squares), text);
    }
    text_string(text, " / ");
}

/* Square by square, the flat edge first. */
static void write_edges(char sign, const struct edges *edges, struct text *text)
{
    text_character(text, sign);
    for (uint64_t rest = edges->flat | edges->upright; rest != 0; rest &= rest - 1) {
        const int square = __builtin_ctzll(rest);
        for (int edge = square; edge < EDGES_NUMBERS; edge += EDGES_UPRIGHT) {
            if (edges_has(edges, edge)) {
                text_character(text, ' ');
                edges_name(edge, text);
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
        write_squares(roamer_signs[seat], now->roamers[seat], text);
    }
    for (int seat = 0; seat < ENTRAPMENT_SEATS; seat++) {
        write_edges(barrier_signs[seat], &now->resting[seat], text);
    }
    write_edges('#', &now->standing, text);
    write_numbers(now->supply, text);
    if (now->phase == PHASE_SETTING_UP || (now->hand[0] | now->hand[1]) != 0) {
        write_numbers(now->hand, text);
    }
    text_character(text, roamer_signs[now->turn]);
    text_character(text, ' ');
    text_character(text, now->end == END_NONE ? phase_signs[now->phase] : end_signs[now->end]);
}
