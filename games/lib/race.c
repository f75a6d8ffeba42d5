#include "games/lib/race.h"

_Static_assert(sizeof(struct race) <= POSITION_MAX, "a position must fit");

struct race_ground race_grounds[RACE_GROUNDS];

/* ---- rules ---- */

bool race_agree(const struct race *race, struct note *note)
{
    const struct race_rules *rules = &race->rules;
    const int yard = cells_count(&race_ground(race)->yard[0].cells);
    if (rules->teams && (rules->seats < 4 || rules->seats % 2 != 0)) {
        return refuse_number(note, "teams-few", rules->seats);
    }
    if (rules->fill_own > yard) {
        return refuse_number(note, "fillmin-many", yard);
    }
    if (rules->noland && rules->noreturn) {
        return refuse(note, "noreturn-idle");
    }
    return true;
}

/* ---- where a move may end ---- */

static int set_on(const struct race *race, int cell)
{
    return race->men.owner[cell] - 1;
}

struct race_bounds race_bounds_of(const struct race *race, int from)
{
    const struct race_ground *ground = race_ground(race);
    const int set = set_on(race, from);
    return (struct race_bounds){
        .in_goal = race->rules.lock != RACE_LOCK_OFF && cells_has(&ground->goal[set].cells, from),
        .off_yard = race->rules.noland ||
                    (race->rules.noreturn && !cells_has(&ground->yard[set].cells, from)),
    };
}

struct cells race_ends(const struct race *race, int from)
{
    const struct race_ground *ground = race_ground(race);
    const int set = set_on(race, from);
    const struct race_bounds bounds = race_bounds_of(race, from);
    const struct cells ends = bounds.in_goal ? ground->goal[set].cells : cells_all();
    const struct cells open = cells_less(ends, ground->shut[set].cells);
    return bounds.off_yard ? cells_less(open, ground->yard[set].cells) : open;
}

const char *race_bars(const struct race *race, int from, int to)
{
    const struct race_ground *ground = race_ground(race);
    const int set = set_on(race, from);
    const struct race_bounds bounds = race_bounds_of(race, from);
    if (bounds.in_goal && !cells_has(&ground->goal[set].cells, to)) {
        return "locked";
    }
    if (bounds.off_yard && cells_has(&ground->yard[set].cells, to)) {
        return race->rules.noland ? "noland" : "noreturn";
    }
    return cells_has(&ground->shut[set].cells, to) ? "no-rest" : NULL;
}

/* ---- seats, sets and sides ---- */

int race_corner(int seats, int seat)
{
    return seats == 2 ? 2 * seat : seat;
}

static struct cells corner_yard(const struct grid *grid, const uint8_t ranks[CORNER_RANKS],
                                int corner)
{
    const bool right = corner == 0 || corner == 3, top = corner >= 2;
    struct cells yard = { { 0 } };
    for (int up = 0; up < CORNER_RANKS; up++) {
        for (int in = 0; in < ranks[up]; in++) {
            cells_add(&yard, grid_cell(grid, right ? grid->files - 1 - in : in,
                                       top ? grid->ranks - 1 - up : up));
        }
    }
    return yard;
}

void race_corners(struct race_ground *ground, const uint8_t ranks[CORNER_RANKS], int seats)
{
    ground->sets = (uint8_t)seats;
    for (int seat = 0; seat < seats; seat++) {
        const int corner = race_corner(seats, seat);
        ground->seat_of[seat] = (int16_t)seat;
        ground->yard[seat].cells = corner_yard(ground->grid, ranks, corner);
        ground->goal[seat].cells =
            corner_yard(ground->grid, ranks, (corner + CORNERS / 2) % CORNERS);
    }
}

int race_seat_on(const struct race *race, int cell)
{
    const struct race_ground *ground = race_ground(race);
    const int set = set_on(race, cell);
    return set < ground->sets ? ground->seat_of[set] : -1;
}

int race_mover(const struct race *race)
{
    return race->rules.by_set ? race_ground(race)->seat_of[race->turn] : race->turn;
}

static struct cells men_of_seat(const struct race *race, int seat)
{
    const struct race_ground *ground = race_ground(race);
    struct cells men = { { 0 } };
    for (int set = 0; set < ground->sets; set++) {
        if (ground->seat_of[set] == seat) {
            men = cells_or(men, race->men.of[set]);
        }
    }
    return men;
}

struct cells race_movers(const struct race *race)
{
    return race->rules.by_set ? race->men.of[race->turn] : men_of_seat(race, race->turn);
}

static int side_of(const struct race *race, int seat)
{
    const int sides = race->rules.seats / 2;
    return race->rules.teams && sides > 0 ? seat % sides : seat;
}

static bool same_side(const struct race *race, int seat, int other)
{
    return side_of(race, seat) == side_of(race, other);
}

bool race_partners(const struct position *position, int seat, int other)
{
    return seat != other && same_side(race_in(position), seat, other);
}

/* How many seats, or sets, move in turn; and whether that one plays. */
static int units(const struct race *race)
{
    return race->rules.by_set ? race_ground(race)->sets : race->rules.seats;
}

static bool plays(const struct race *race, int unit)
{
    const int seat = race->rules.by_set ? race_ground(race)->seat_of[unit] : unit;
    return seat >= 0 && race->gone[seat] == 0;
}

/* How many turns are a round: as many passes in a row are a draw. */
static int turns_in_round(const struct race *race)
{
    int turns = 0;
    for (int unit = 0; unit < units(race); unit++) {
        turns += plays(race, unit);
    }
    return turns;
}

/* A seat of the only side that still plays, or -1 if there are more. */
static int last_side(const struct race *race)
{
    int last = -1;
    for (int seat = 0; seat < race->rules.seats; seat++) {
        if (race->gone[seat] != 0) {
            continue;
        }
        if (last >= 0 && !same_side(race, last, seat)) {
            return -1;
        }
        last = seat;
    }
    return last;
}

/* ---- the goal ---- */

struct cells race_opponents(const struct race *race, int set)
{
    const struct race_ground *ground = race_ground(race);
    const int seat = ground->seat_of[set];
    struct cells opponents = { { 0 } };
    for (int other = 0; other < ground->sets; other++) {
        if (ground->seat_of[other] >= 0 && !same_side(race, seat, ground->seat_of[other])) {
            opponents = cells_or(opponents, race->men.of[other]);
        }
    }
    return opponents;
}

/* Men of the seat's other sets, and a partner's, are neither own nor opposing. */
bool race_goal_full(const struct race *race, int set)
{
    const struct cells *goal = &race_ground(race)->goal[set].cells;
    const struct cells counted = cells_or(race->men.of[set], race_opponents(race, set));
    if (!cells_within(goal, &counted)) {
        return false;
    }
    const struct cells own = cells_and(*goal, race->men.of[set]);
    const int least = race->rules.fill_own > 0 ? race->rules.fill_own : cells_count(goal) / 2 + 1;
    return cells_count(&own) >= least;
}

/* ---- the end ---- */

struct ending {
    const char *key; /* NULL: the game is not over */
    int winner;      /* a seat of the winning side; -1: a draw */
};

/* The seats, a bit each, whose side has reached all of its goals. */
static unsigned find_winners(const struct race *race)
{
    const struct race_ground *ground = race_ground(race);
    unsigned missing = 0;
    unsigned winners = 0;
    for (int set = 0; set < ground->sets; set++) {
        const int seat = ground->seat_of[set];
        if (seat >= 0 && !cells_within(&ground->goal[set].cells, &race->men.of[set]) &&
            (!race->rules.fill || !cells_within(&ground->goal[set].cells, &race->men.taken) ||
             !race_goal_full(race, set))) {
            missing |= 1u << side_of(race, seat);
        }
    }
    for (int seat = 0; seat < race->rules.seats; seat++) {
        if ((missing >> side_of(race, seat) & 1) == 0 && race->gone[seat] == 0) {
            winners |= 1u << seat;
        }
    }
    return winners;
}

static const char *why_won(const struct race *race, int winner)
{
    const struct race_ground *ground = race_ground(race);
    for (int set = 0; set < ground->sets; set++) {
        const int seat = ground->seat_of[set];
        if (seat >= 0 && same_side(race, winner, seat) &&
            !cells_within(&ground->goal[set].cells, &race->men.of[set])) {
            return "filled";
        }
    }
    return "home";
}

/* How many of the seat's men are still in their yards. */
static int men_in_yards(const struct race *race, int seat)
{
    const struct race_ground *ground = race_ground(race);
    int count = 0;
    for (int set = 0; set < ground->sets; set++) {
        if (ground->seat_of[set] == seat) {
            const struct cells late = cells_and(ground->yard[set].cells, race->men.of[set]);
            count += cells_count(&late);
        }
    }
    return count;
}

static bool breaks_limit(const struct race *race, int seat)
{
    return race->rules.vacate > 0 && race->made[seat] >= race->rules.vacate &&
           men_in_yards(race, seat) > 0;
}

static struct ending find_ending(const struct race *race)
{
    const unsigned winners = find_winners(race);
    int seat = race_mover(race);
    for (int i = 0; winners != 0 && i < race->rules.seats; i++) {
        if ((winners >> seat & 1) != 0) {
            return (struct ending){ why_won(race, seat), seat };
        }
        seat = (seat + 1) % race->rules.seats;
    }
    const int last = last_side(race);
    if (last >= 0) {
        /* With two seats the loser's men stay, so the reason can still be seen. */
        const bool vacate = race->rules.seats == 2 && breaks_limit(race, 1 - last);
        return (struct ending){ vacate ? "vacate" : "last", last };
    }
    const bool passed = race->passes >= turns_in_round(race);
    return (struct ending){ passed ? "passed" : NULL, -1 };
}

int race_actor(const struct position *position)
{
    const struct race *race = race_in(position);
    return race->over ? -1 : race_mover(race);
}

/* ---- beginning and playing ---- */

static void pass_turn_on(struct race *race)
{
    const int count = units(race);
    do {
        race->turn = (uint8_t)(race->turn + 1 < count ? race->turn + 1 : 0);
    } while (!plays(race, race->turn));
}

/* Makes it the turn of the first seat or set that plays. */
static void begin_turns(struct race *race)
{
    race->turn = UINT8_MAX;
    pass_turn_on(race);
}

/* Finds what follows from the men. */
static void find_ways(struct race *race)
{
    if (race_ground(race)->jumps != NULL) {
        jump_ways_find(race_ground(race)->jumps, &race->men, &race->ways);
    }
}

void race_begin(struct race *race)
{
    const struct race_ground *ground = race_ground(race);
    for (int set = 0; set < ground->sets; set++) {
        const struct cells *yard = &ground->yard[set].cells;
        for (int cell = cells_next(yard, 0); ground->seat_of[set] >= 0 && cell >= 0;
             cell = cells_next(yard, cell + 1)) {
            men_put(&race->men, cell, set + 1);
        }
    }
    begin_turns(race);
    find_ways(race);
}

int race_gone_in_order(const struct race *race, uint8_t seats[SEATS_MAX])
{
    int count = 0;
    for (int order = 1; order <= race->rules.seats; order++) {
        for (int seat = 0; seat < race->rules.seats; seat++) {
            if (race->gone[seat] == order) {
                seats[count++] = (uint8_t)seat;
            }
        }
    }
    return count;
}

/* With more than two seats the men of those who go leave the board. */
static void send_away(struct race *race, int seat)
{
    uint8_t out[SEATS_MAX];
    const int count = race_gone_in_order(race, out);
    const int order = count > 0 ? race->gone[out[count - 1]] + 1 : 1;
    for (int member = 0; member < race->rules.seats; member++) {
        if (same_side(race, seat, member)) {
            const struct cells men = men_of_seat(race, member);
            race->gone[member] = (uint8_t)order;
            for (int cell = cells_next(&men, 0); race->rules.seats > 2 && cell >= 0;
                 cell = cells_next(&men, cell + 1)) {
                men_lift(&race->men, cell);
            }
        }
    }
    /* The board has changed: seats that had to pass before may be able to move now. */
    race->passes = 0;
    find_ways(race);
}

void race_moved(struct race *race, bool passed)
{
    const int seat = race_mover(race);
    if (race->made[seat] < UINT16_MAX) {
        race->made[seat]++;
    }
    race->passes = (uint8_t)(passed ? race->passes + 1 : 0);
    race->over = find_winners(race) != 0;
    if (race->over) {
        return;
    }
    if (breaks_limit(race, seat)) {
        send_away(race, seat);
    }
    const bool alone = last_side(race) >= 0;
    race->over = alone || (race->passes > 0 && race->passes >= turns_in_round(race));
    if (!alone) {
        pass_turn_on(race);
    }
}

void race_leave(struct position *position, int seat)
{
    struct race *race = race_of(position);
    if (seat < 0 || seat >= race->rules.seats || race->gone[seat] != 0 || race->over) {
        return;
    }
    send_away(race, seat);
    race->over = last_side(race) >= 0;
    if (!race->over && race->gone[race_mover(race)] != 0) {
        pass_turn_on(race);
    }
}

size_t race_warn(const struct position *position, int seat, struct note *note, size_t cap)
{
    enum { SOON = 10 };
    const struct race *race = race_in(position);
    const int left = race->rules.vacate - race->made[seat];
    const int men = men_in_yards(race, seat);
    if (cap == 0 || race->over || race->gone[seat] != 0 || race->rules.vacate == 0 || left < 1 ||
        left > SOON || men == 0) {
        return 0;
    }
    refuse_two(note, "warn-vacate", argument_number(men), argument_number(left));
    return 1;
}

/* ---- the result ---- */

/* The higher the rank, the better; equal ranks share a place. */
static int rank_of(const struct race *race, const struct ending *ending, int seat)
{
    if (ending->winner >= 0 && same_side(race, ending->winner, seat)) {
        return SEATS_MAX + 2;
    }
    return race->gone[seat] == 0 ? SEATS_MAX + 1 : race->gone[seat];
}

void race_result(const struct position *position, struct result *result)
{
    const struct race *race = race_in(position);
    const struct ending ending = find_ending(race);
    *result = (struct result){
        .over = ending.key != NULL,
        .drawn = ending.key != NULL && ending.winner < 0,
        .ending = { .key = ending.key },
    };
    for (int seat = 0; seat < race->rules.seats; seat++) {
        int better = 0; /* sides that did better */
        for (int other = 0; other < race->rules.seats; other++) {
            better += side_of(race, other) == other &&
                      rank_of(race, &ending, other) > rank_of(race, &ending, seat);
        }
        result->place[seat] = (uint8_t)(result->over || race->gone[seat] != 0 ? better + 1 : 0);
    }
}

/* ---- position text ---- */

static bool read_seat(struct race *race, struct scan *scan, struct note *note)
{
    long number = 0;
    if (!scan_number(scan, units(race), &number) || number == 0 || !plays(race, (int)number - 1)) {
        return refuse_number(note, race->rules.by_set ? "position-set" : "position-seat",
                             units(race));
    }
    race->turn = (uint8_t)(number - 1);
    return true;
}

static bool read_made(struct race *race, struct scan *scan, struct note *note)
{
    for (int seat = 0; seat < race->rules.seats; seat++) {
        long made = 0;
        if ((seat > 0 && !scan_take(scan, ',')) || !scan_number(scan, UINT16_MAX, &made)) {
            return refuse_number(note, "position-made", race->rules.seats);
        }
        race->made[seat] = (uint16_t)made;
    }
    return true;
}

static bool read_passes(struct race *race, struct scan *scan, struct note *note)
{
    long passes = 0;
    if (!scan_number(scan, SEATS_MAX, &passes)) {
        return refuse_number(note, "position-passes", turns_in_round(race));
    }
    race->passes = (uint8_t)passes;
    return true;
}

static bool read_out(struct race *race, struct scan *scan, struct note *note)
{
    uint8_t order = 0;
    if (scan_take(scan, '-')) {
        return true;
    }
    do {
        long number = 0;
        if (!scan_number(scan, race->rules.seats, &number) || number == 0 ||
            race->gone[number - 1] != 0) {
            return refuse_number(note, "position-out", race->rules.seats);
        }
        const int seat = (int)number - 1;
        const int partner = (seat + race->rules.seats / 2) % race->rules.seats;
        const bool follows = race->rules.teams && race->gone[partner] != 0;
        race->gone[seat] = follows ? race->gone[partner] : ++order;
    } while (scan_take(scan, ','));
    return true;
}

/* True if the fields are possible together and with the men: a seat that is out is not to move
 * and, if men leave, has none on the board. */
static bool judge(const struct race *race, struct note *note)
{
    const struct race_ground *ground = race_ground(race);
    for (int set = 0; set < ground->sets; set++) {
        const int most = cells_count(&ground->yard[set].cells);
        if (ground->seat_of[set] >= 0 && cells_count(&race->men.of[set]) > most) {
            return refuse_two(note, "position-men", argument_seat(ground->seat_of[set]),
                              argument_number(most));
        }
    }
    for (int seat = 0; seat < race->rules.seats; seat++) {
        const int partner = (seat + race->rules.seats / 2) % race->rules.seats;
        if (race->gone[seat] == 0) {
            continue;
        }
        const struct cells men = men_of_seat(race, seat);
        if (race->rules.seats > 2 && !cells_empty(&men)) {
            return refuse_one(note, "position-gone", argument_seat(seat));
        }
        if (race->rules.teams && race->gone[partner] == 0) {
            return refuse_number(note, "position-out", race->rules.seats);
        }
    }
    if (turns_in_round(race) == 0) {
        return refuse_number(note, "position-out", race->rules.seats);
    }
    if (race->passes > turns_in_round(race)) {
        return refuse_number(note, "position-passes", turns_in_round(race));
    }
    const int mover = race_mover(race);
    if (race->gone[mover] != 0 && !race->over) {
        return refuse_one(note, "position-gone", argument_seat(mover));
    }
    return true;
}

/* True if another field follows. */
static bool more(struct scan *scan)
{
    return scan_blanks(scan) && !scan_done(scan);
}

bool race_read(struct race *race, unsigned digits, struct scan *scan, struct note *note)
{
    const struct grid *grid = race_ground(race)->grid;
    uint8_t owner[CELLS_MAX];
    if (!grid_read_rows(grid, scan, digits, owner, note)) {
        return false;
    }
    for (int cell = 0; cell < grid_cells(grid); cell++) {
        if (owner[cell] != 0) {
            men_put(&race->men, cell, owner[cell]);
        }
    }
    begin_turns(race);
    if ((more(scan) && !read_seat(race, scan, note)) ||
        (more(scan) && !read_made(race, scan, note)) ||
        (more(scan) && !read_passes(race, scan, note)) ||
        (more(scan) && !read_out(race, scan, note))) {
        return false;
    }
    scan_blanks(scan);
    if (!scan_done(scan)) {
        return refuse(note, "position-end");
    }
    race->over = find_ending(race).key != NULL;
    find_ways(race);
    return judge(race, note);
}
