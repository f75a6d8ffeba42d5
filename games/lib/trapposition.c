#include "trapposition.h"

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

static const char roamer_signs[TRAP_SEATS] = { 'O', 'X' };
static const char barrier_signs[TRAP_SEATS] = { 'o', 'x' };
static const char phase_signs[] = {
    [TRAP_SETTING_UP] = 'P', [TRAP_SINGLE] = 'S', [TRAP_FIRST] = '1', [TRAP_SECOND] = '2'
};
static const char end_signs[] = { [TRAP_CAPTURE] = 'C', [TRAP_LEFT] = 'L' };

/* ---- reading ---- */

static bool refuse_name(struct note *note, const char *key, struct argument name)
{
    return refuse_with(note, key, &name, 1);
}

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
static bool take_square(const struct trap *trap, struct scan *scan, int *square, struct note *note)
{
    struct grid_square typed;
    note->key = NULL;
    if (!scan_blanks(scan) || !grid_scan(scan, &typed)) {
        return false;
    }
    *square = grooves_square(trap->ranks, typed.letter - 'a', typed.number - 1);
    return *square != GROOVES_OFF || refuse_name(note, "position-off", grid_square_argument(typed));
}

static bool read_roamers(struct trap *trap, int seat, struct scan *scan, struct note *note)
{
    int square = GROOVES_OFF;
    if (!take_sign(scan, roamer_signs[seat], PART_ROAMERS + seat, note)) {
        return false;
    }
    while (take_square(trap, scan, &square, note)) {
        if (((trap->roamers[0] | trap->roamers[1]) & grooves_bit(square)) != 0) {
            return refuse_name(note, "position-twice", grooves_square_argument(square));
        }
        trap->roamers[seat] |= grooves_bit(square);
    }
    return note->key == NULL && take_end(scan, PART_ROAMERS + seat, note);
}

/* Makes the square's number that of a groove, by the letter behind it. */
static bool take_letter(const struct trap *trap, struct scan *scan, int *number, struct note *note)
{
    const bool upright = scan_lower(scan) == 'v';
    const int square = *number;
    if (!upright && scan_lower(scan) != 'h') {
        return refuse_name(note, "position-letter", grooves_square_argument(square));
    }
    scan->at++;
    *number = square + (upright ? GROOVES_UPRIGHT : 0);
    return grooves_beside(trap->ranks, square, upright ? WAY_EAST : WAY_NORTH) != GROOVES_OFF ||
           refuse_name(note, "position-off", grooves_argument(*number));
}

static bool read_barriers(struct trap *trap, struct grooves *barriers, struct scan *scan, char sign,
                          int part, struct note *note)
{
    int groove = GROOVES_OFF;
    if (!take_sign(scan, sign, part, note)) {
        return false;
    }
    while (take_square(trap, scan, &groove, note) && take_letter(trap, scan, &groove, note)) {
        if (grooves_has(&trap->resting[0], groove) || grooves_has(&trap->resting[1], groove) ||
            grooves_has(&trap->standing, groove)) {
            return refuse_name(note, "position-twice", grooves_argument(groove));
        }
        grooves_add(barriers, groove);
    }
    return note->key == NULL && take_end(scan, part, note);
}

/* Two numbers, or none of them. */
static bool take_numbers(struct scan *scan, uint8_t number[TRAP_SEATS])
{
    struct scan ahead = *scan;
    long value[TRAP_SEATS] = { 0 };
    for (int seat = 0; seat < TRAP_SEATS; seat++) {
        scan_blanks(&ahead);
        if (!scan_number(&ahead, NUMBER_MAX, &value[seat])) {
            return false;
        }
        number[seat] = (uint8_t)value[seat];
    }
    *scan = ahead;
    return true;
}

static bool read_hand(struct trap *trap, struct scan *scan, struct note *note)
{
    return !take_numbers(scan, trap->hand) || take_end(scan, PART_HAND, note);
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

static bool read_turn(struct trap *trap, struct scan *scan, struct note *note)
{
    scan_blanks(scan);
    const int seat = take_one_of(scan, roamer_signs, TRAP_SEATS);
    scan_blanks(scan);
    const int phase = take_one_of(scan, phase_signs, sizeof phase_signs);
    const int end = phase < 0 ? take_one_of(scan, end_signs, sizeof end_signs) : TRAP_NO_END;
    if (seat < 0 || end < 0) {
        return refuse_number(note, "position-part", PART_TURN);
    }
    trap->turn = (uint8_t)seat;
    trap->phase = (uint8_t)(phase < 0 ? TRAP_FIRST : phase);
    trap->end = (uint8_t)end;
    scan_blanks(scan);
    return scan_done(scan) || refuse(note, "position-end");
}

static bool read_parts(struct trap *trap, struct scan *scan, struct note *note)
{
    for (int seat = 0; seat < TRAP_SEATS; seat++) {
        if (!read_roamers(trap, seat, scan, note)) {
            return false;
        }
    }
    for (int seat = 0; seat < TRAP_SEATS; seat++) {
        if (!read_barriers(trap, &trap->resting[seat], scan, barrier_signs[seat],
                           PART_BARRIERS + seat, note)) {
            return false;
        }
    }
    if (!read_barriers(trap, &trap->standing, scan, '#', PART_STANDING, note)) {
        return false;
    }
    if (!take_numbers(scan, trap->supply)) {
        return refuse_number(note, "position-part", PART_SUPPLY);
    }
    return take_end(scan, PART_SUPPLY, note) && read_hand(trap, scan, note) &&
           read_turn(trap, scan, note);
}

/* ---- whether it can be ---- */

static bool refuse_many(struct note *note, const char *key, int seat, int most)
{
    const struct argument argument[] = { { ARGUMENT_SEAT, (int16_t)seat, "" },
                                         { ARGUMENT_NUMBER, (int16_t)most, "" } };
    return refuse_with(note, key, argument, 2);
}

static int barriers_in(const struct grooves *grooves)
{
    return grooves_count(grooves->flat) + grooves_count(grooves->upright);
}

static bool check_numbers(const struct trap *trap, struct note *note)
{
    int barriers = barriers_in(&trap->standing);
    for (int seat = 0; seat < TRAP_SEATS; seat++) {
        const int own = barriers_in(&trap->resting[seat]) + trap->supply[seat];
        if (grooves_count(trap->roamers[seat]) + trap->hand[seat] > trap->roamers_each) {
            return refuse_many(note, "position-roamers", seat, trap->roamers_each);
        }
        if (own > trap->barriers_each) {
            return refuse_many(note, "position-barriers", seat, trap->barriers_each);
        }
        barriers += own;
    }
    return barriers <= TRAP_SEATS * trap->barriers_each ||
           refuse_number(note, "position-standing", TRAP_SEATS * trap->barriers_each);
}

/* Who acts must have something to act with, and S is light's. */
static bool check_turn(const struct trap *trap, struct note *note)
{
    const bool over = trap_loser(trap) >= 0;
    const bool placing = trap->phase == TRAP_SETTING_UP;
    if (trap_is_out(trap, 0) && trap_is_out(trap, 1)) {
        return refuse(note, "position-nobody");
    }
    if (trap->end == TRAP_CAPTURE
            ? !trap->fast || trap_is_out(trap, trap->turn)
            : trap->end != TRAP_NO_END && (trap_is_out(trap, 0) || trap_is_out(trap, 1))) {
        return refuse_number(note, "position-part", PART_TURN);
    }
    if (trap->phase == TRAP_SINGLE && trap->turn != 0) {
        return refuse_number(note, "position-part", PART_TURN);
    }
    if (!over && (placing ? trap->hand[trap->turn] == 0 : (trap->hand[0] | trap->hand[1]) != 0)) {
        return refuse(note, "position-hand");
    }
    return true;
}

/* What is captured at once cannot stand there when somebody acts. */
static bool check_plights(const struct trap *trap, struct note *note)
{
    struct surround board;
    surround_read(trap, &board);
    for (int seat = 0; seat < TRAP_SEATS && trap_loser(trap) < 0; seat++) {
        const int entrapped = surround_find(&board, seat, PLIGHT_ENTRAPPED, 0);
        const int forced = surround_find(&board, seat, PLIGHT_FORCED, 0);
        const int second = forced == GROOVES_OFF
                               ? GROOVES_OFF
                               : surround_find(&board, seat, PLIGHT_FORCED, forced + 1);
        if (entrapped != GROOVES_OFF) {
            return refuse_name(note, "position-entrapped", grooves_square_argument(entrapped));
        }
        if (second != GROOVES_OFF) {
            const struct argument argument[] = { grooves_square_argument(forced),
                                                 grooves_square_argument(second) };
            return refuse_with(note, "position-forced", argument, 2);
        }
    }
    return true;
}

bool trapposition_read(struct trap *trap, struct scan *scan, struct note *note)
{
    trap->hand[0] = trap->hand[1] = 0;
    return read_parts(trap, scan, note) && check_numbers(trap, note) && check_turn(trap, note) &&
           check_plights(trap, note);
}

/* ---- writing ---- */

static void write_squares(char sign, uint64_t squares, struct text *text)
{
    text_character(text, sign);
    for (; squares != 0; squares &= squares - 1) {
        text_character(text, ' ');
        grooves_square_name(__builtin_ctzll(squares), text);
    }
    text_string(text, " / ");
}

/* Square by square, the flat groove first. */
static void write_grooves(char sign, const struct grooves *grooves, struct text *text)
{
    text_character(text, sign);
    for (uint64_t rest = grooves->flat | grooves->upright; rest != 0; rest &= rest - 1) {
        const int square = __builtin_ctzll(rest);
        for (int groove = square; groove < GROOVES_NUMBERS; groove += GROOVES_UPRIGHT) {
            if (grooves_has(grooves, groove)) {
                text_character(text, ' ');
                grooves_name(groove, text);
            }
        }
    }
    text_string(text, " / ");
}

static void write_numbers(const uint8_t number[TRAP_SEATS], struct text *text)
{
    text_number(text, number[0]);
    text_character(text, ' ');
    text_number(text, number[1]);
    text_string(text, " / ");
}

void trapposition_write(const struct trap *trap, struct text *text)
{
    for (int seat = 0; seat < TRAP_SEATS; seat++) {
        write_squares(roamer_signs[seat], trap->roamers[seat], text);
    }
    for (int seat = 0; seat < TRAP_SEATS; seat++) {
        write_grooves(barrier_signs[seat], &trap->resting[seat], text);
    }
    write_grooves('#', &trap->standing, text);
    write_numbers(trap->supply, text);
    if (trap->phase == TRAP_SETTING_UP || (trap->hand[0] | trap->hand[1]) != 0) {
        write_numbers(trap->hand, text);
    }
    text_character(text, roamer_signs[trap->turn]);
    text_character(text, ' ');
    text_character(text,
                   trap->end == TRAP_NO_END ? phase_signs[trap->phase] : end_signs[trap->end]);
}
