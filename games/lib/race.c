#include "race.h"

/* ---- rules ---- */

static bool refuse_plainly(struct note *note, const char *key)
{
    *note = (struct note){ .key = key };
    return false;
}

static bool refuse(struct note *note, const char *key, int number)
{
    *note = (struct note){ .key = key, .argument = { { ARGUMENT_NUMBER, (int16_t)number, "" } } };
    return false;
}

bool race_agree(const struct race_rules *rules, const struct race_ground *ground, struct note *note)
{
    const int yard = cells_count(&ground->yard[0]);
    if (rules->teams && (rules->seats < 4 || rules->seats % 2 != 0)) {
        return refuse(note, "teams-few", rules->seats);
    }
    if (rules->fill_own > yard) {
        return refuse(note, "fillmin-many", yard);
    }
    if (rules->noland && rules->noreturn) {
        return refuse_plainly(note, "noreturn-idle");
    }
    return true;
}

struct cells race_ends(const struct race *race, const struct race_ground *ground, int from)
{
    const struct cells *goal = &ground->goal[race->turn];
    const struct cells *yard = &ground->yard[race->turn];
    struct cells ends = cells_all();
    if (race->rules.lock != RACE_LOCK_OFF && cells_has(goal, from)) {
        ends = *goal;
    }
    if (race->rules.noland || (race->rules.noreturn && !cells_has(yard, from))) {
        ends = cells_less(ends, *yard);
    }
    return ends;
}

const char *race_bars(const struct race *race, const struct race_ground *ground, int from, int to)
{
    const struct cells *goal = &ground->goal[race->turn];
    const struct cells *yard = &ground->yard[race->turn];
    if (race->rules.lock != RACE_LOCK_OFF && cells_has(goal, from) && !cells_has(goal, to)) {
        return "locked";
    }
    if (race->rules.noland && cells_has(yard, to)) {
        return "noland";
    }
    return race->rules.noreturn && cells_has(yard, to) && !cells_has(yard, from) ? "noreturn"
                                                                                 : NULL;
}

/* ---- sides ---- */

static int side_of(const struct race *race, int seat)
{
    return race->rules.teams ? seat % (race->rules.seats / 2) : seat;
}

static bool same_side(const struct race *race, int seat, int other)
{
    return side_of(race, seat) == side_of(race, other);
}

static int seats_left(const struct race *race)
{
    int left = 0;
    for (int seat = 0; seat < race->rules.seats; seat++) {
        left += race->gone[seat] == 0;
    }
    return left;
}

/* A seat of the only side still playing, or -1 while there are more. */
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

static bool is_home(const struct race *race, const struct race_ground *ground, int seat)
{
    const struct cells open = cells_less(ground->goal[seat], race->men.of[seat]);
    return cells_empty(&open);
}

static bool is_filled(const struct race *race, const struct race_ground *ground, int seat)
{
    struct cells open = ground->goal[seat];
    const struct cells own = cells_and(open, race->men.of[seat]);
    const int squares = cells_count(&open);
    const int wanted = race->rules.fill_own > 0 ? race->rules.fill_own : squares / 2 + 1;
    for (int other = 0; other < race->rules.seats; other++) {
        if (other == seat || !same_side(race, seat, other)) {
            open = cells_less(open, race->men.of[other]);
        }
    }
    return cells_empty(&open) && cells_count(&own) >= wanted;
}

/* How the seat's side has won, or NULL: every member's goal must hold. */
static const char *side_won(const struct race *race, const struct race_ground *ground, int seat)
{
    const char *key = "home";
    for (int member = 0; member < race->rules.seats; member++) {
        if (!same_side(race, seat, member) || is_home(race, ground, member)) {
            continue;
        }
        if (!race->rules.fill || !is_filled(race, ground, member)) {
            return NULL;
        }
        key = "filled";
    }
    return key;
}

/* ---- the end ---- */

struct ending {
    const char *key; /* NULL: not yet */
    int winner;      /* a seat of the winning side; -1: a draw */
};

static bool breaks_limit(const struct race *race, const struct race_ground *ground, int seat)
{
    const struct cells late = cells_and(ground->yard[seat], race->men.of[seat]);
    return race->rules.vacate > 0 && race->made[seat] >= race->rules.vacate && !cells_empty(&late);
}

/* With two seats the loser's men stay, so the reason can still be seen. */
static const char *why_last(const struct race *race, const struct race_ground *ground, int winner)
{
    return race->rules.seats == 2 && breaks_limit(race, ground, 1 - winner) ? "vacate" : "last";
}

static struct ending find_ending(const struct race *race, const struct race_ground *ground)
{
    for (int i = 0; i < race->rules.seats; i++) {
        const int seat = (race->turn + i) % race->rules.seats;
        const char *key = race->gone[seat] == 0 ? side_won(race, ground, seat) : NULL;
        if (key != NULL) {
            return (struct ending){ key, seat };
        }
    }
    const int last = last_side(race);
    if (last >= 0) {
        return (struct ending){ why_last(race, ground, last), last };
    }
    return (struct ending){ race->passes >= seats_left(race) ? "passed" : NULL, -1 };
}

int race_actor(const struct race *race, const struct race_ground *ground)
{
    return find_ending(race, ground).key != NULL ? -1 : race->turn;
}

/* ---- after a move ---- */

static void send_away(struct race *race, int seat)
{
    uint8_t order = 0;
    for (int other = 0; other < race->rules.seats; other++) {
        order = race->gone[other] > order ? race->gone[other] : order;
    }
    for (int member = 0; member < race->rules.seats; member++) {
        if (!same_side(race, seat, member)) {
            continue;
        }
        race->gone[member] = (uint8_t)(order + 1);
        if (race->rules.seats > 2) {
            men_clear(&race->men, member + 1);
        }
    }
    /* The board has changed: who could not move before perhaps can now. */
    race->passes = 0;
}

static void pass_turn_on(struct race *race)
{
    do {
        race->turn = (uint8_t)(race->turn + 1 < race->rules.seats ? race->turn + 1 : 0);
    } while (race->gone[race->turn] != 0);
}

void race_moved(struct race *race, const struct race_ground *ground, bool passed)
{
    const int seat = race->turn;
    if (race->made[seat] < UINT16_MAX) {
        race->made[seat]++;
    }
    race->passes = (uint8_t)(passed ? race->passes + 1 : 0);
    /* Neither a former pass nor this one may end the game before the goals
     * are looked at, so the passes are counted by find_ending, last. */
    for (int other = 0; other < race->rules.seats; other++) {
        if (race->gone[other] == 0 && side_won(race, ground, other) != NULL) {
            return;
        }
    }
    if (breaks_limit(race, ground, seat)) {
        send_away(race, seat);
    }
    if (last_side(race) < 0) {
        pass_turn_on(race);
    }
}

void race_leave(struct race *race, const struct race_ground *ground, int seat)
{
    if (seat < 0 || seat >= race->rules.seats || race->gone[seat] != 0 ||
        race_actor(race, ground) < 0) {
        return;
    }
    send_away(race, seat);
    if (last_side(race) < 0 && race->gone[race->turn] != 0) {
        pass_turn_on(race);
    }
}

/* ---- the result ---- */

/* The higher the better; equal ranks share a place. */
static int rank_of(const struct race *race, const struct ending *ending, int seat)
{
    if (ending->winner >= 0 && same_side(race, ending->winner, seat)) {
        return SEATS_MAX + 2;
    }
    return race->gone[seat] == 0 ? SEATS_MAX + 1 : race->gone[seat];
}

/* One more than there are sides that did better. */
static int place_of(const struct race *race, const struct ending *ending, int seat)
{
    int place = 1;
    for (int other = 0; other < race->rules.seats; other++) {
        if (side_of(race, other) == other &&
            rank_of(race, ending, other) > rank_of(race, ending, seat)) {
            place++;
        }
    }
    return place;
}

void race_result(const struct race *race, const struct race_ground *ground, struct result *result)
{
    const struct ending ending = find_ending(race, ground);
    *result = (struct result){
        .over = ending.key != NULL,
        .drawn = ending.key != NULL && ending.winner < 0,
        .key = ending.key,
    };
    for (int seat = 0; seat < race->rules.seats; seat++) {
        if (result->over || race->gone[seat] != 0) {
            result->place[seat] = (uint8_t)place_of(race, &ending, seat);
        }
    }
}

/* ---- position text ---- */

static bool read_seat(struct race *race, struct scan *scan, struct note *note)
{
    long seat = 0;
    if (!scan_number(scan, race->rules.seats, &seat) || seat == 0) {
        return refuse(note, "position-seat", race->rules.seats);
    }
    race->turn = (uint8_t)(seat - 1);
    return true;
}

static bool read_made(struct race *race, struct scan *scan, struct note *note)
{
    for (int seat = 0; seat < race->rules.seats; seat++) {
        long made = 0;
        if ((seat > 0 && !scan_take(scan, ',')) || !scan_number(scan, UINT16_MAX, &made)) {
            return refuse(note, "position-made", race->rules.seats);
        }
        race->made[seat] = (uint16_t)made;
    }
    return true;
}

static bool read_passes(struct race *race, struct scan *scan, struct note *note)
{
    long passes = 0;
    if (!scan_number(scan, race->rules.seats, &passes)) {
        return refuse(note, "position-passes", race->rules.seats);
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
            return refuse(note, "position-out", race->rules.seats);
        }
        const int seat = (int)number - 1;
        const int partner = (seat + race->rules.seats / 2) % race->rules.seats;
        const bool follows = race->rules.teams && race->gone[partner] != 0;
        race->gone[seat] = follows ? race->gone[partner] : ++order;
    } while (scan_take(scan, ','));
    return true;
}

static bool judge_men(const struct race *race, const struct race_ground *ground, struct note *note)
{
    for (int seat = 0; seat < race->rules.seats; seat++) {
        const int most = cells_count(&ground->yard[seat]);
        if (cells_count(&race->men.of[seat]) > most) {
            *note = (struct note){ .key = "position-men",
                                   .argument = { { ARGUMENT_SEAT, (int16_t)seat, "" },
                                                 { ARGUMENT_NUMBER, (int16_t)most, "" } } };
            return false;
        }
    }
    return true;
}

/* A seat that is out is neither to move nor, where men leave, on the board. */
static bool refuse_gone(int seat, struct note *note)
{
    *note = (struct note){ .key = "position-gone",
                           .argument = { { ARGUMENT_SEAT, (int16_t)seat, "" } } };
    return false;
}

/* Whether the fields can stand beside each other and beside the men. */
static bool judge(const struct race *race, const struct race_ground *ground, struct note *note)
{
    for (int seat = 0; seat < race->rules.seats; seat++) {
        const int partner = (seat + race->rules.seats / 2) % race->rules.seats;
        if (race->gone[seat] == 0) {
            continue;
        }
        if (race->rules.seats > 2 && !cells_empty(&race->men.of[seat])) {
            return refuse_gone(seat, note);
        }
        if (race->rules.teams && race->gone[partner] == 0) {
            return refuse(note, "position-out", race->rules.seats);
        }
    }
    if (seats_left(race) == 0) {
        return refuse(note, "position-out", race->rules.seats);
    }
    if (race->passes > seats_left(race)) {
        return refuse(note, "position-passes", seats_left(race));
    }
    if (race->gone[race->turn] != 0 && race_actor(race, ground) >= 0) {
        return refuse_gone(race->turn, note);
    }
    return true;
}

bool race_read(struct race *race, const struct race_ground *ground, struct scan *scan,
               struct note *note)
{
    static bool (*const field[])(struct race *, struct scan *,
                                 struct note *) = { read_seat, read_made, read_passes, read_out };
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++) {
        const bool apart = scan_blanks(scan);
        if (scan_done(scan)) {
            break;
        }
        if (!apart) {
            return refuse_plainly(note, "position-end");
        }
        if (!field[i](race, scan, note)) {
            return false;
        }
    }
    scan_blanks(scan);
    if (!scan_done(scan)) {
        return refuse_plainly(note, "position-end");
    }
    return judge_men(race, ground, note) && judge(race, ground, note);
}

static void write_out(const struct race *race, struct text *text)
{
    bool any = false;
    for (int order = 1; order <= race->rules.seats; order++) {
        for (int seat = 0; seat < race->rules.seats; seat++) {
            if (race->gone[seat] == order) {
                text_string(text, any ? "," : "");
                text_number(text, seat + 1);
                any = true;
            }
        }
    }
    text_string(text, any ? "" : "-");
}

void race_write(const struct race *race, struct text *text)
{
    text_character(text, ' ');
    text_number(text, race->turn + 1);
    for (int seat = 0; seat < race->rules.seats; seat++) {
        text_character(text, seat == 0 ? ' ' : ',');
        text_number(text, race->made[seat]);
    }
    text_character(text, ' ');
    text_number(text, race->passes);
    text_character(text, ' ');
    write_out(race, text);
}
