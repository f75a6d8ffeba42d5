#include "objection.h"

#include <string.h>

#include "notes.h"
#include "surround.h"

/* An action and what is asked about it. */
struct hearing {
    const struct trap *now;
    const struct move *move;
    int seat;
    int forced[TRAP_SEATS]; /* who of each side was in force before; GROOVES_OFF */
    struct surround board;  /* before the action, and as it goes on after it */
    struct choices ends;    /* sets of roamers that may go, by the law */
    int doubled[2];         /* own roamers in force after it; GROOVES_OFF */
};

static struct argument seat_argument(int seat)
{
    return (struct argument){ ARGUMENT_SEAT, (int16_t)seat, "" };
}

static bool refuse_square(struct note *note, const char *key, int square)
{
    const struct argument argument = grooves_square_argument(square);
    return refuse_with(note, key, &argument, 1);
}

static bool refuse_squares(struct note *note, const char *key, int first, int second)
{
    const struct argument argument[] = { grooves_square_argument(first),
                                         grooves_square_argument(second) };
    return refuse_with(note, key, argument, 2);
}

static bool refuse_groove(struct note *note, const char *key, int groove)
{
    const struct argument argument = grooves_argument(groove);
    return refuse_with(note, key, &argument, 1);
}

static bool refuse_thing(struct note *note, const char *key, struct argument thing, int seat)
{
    const struct argument argument[] = { thing, seat_argument(seat) };
    return refuse_with(note, key, argument, 2);
}

/* ---- roamers go ---- */

/* Which way it goes, WAYS if it is not straight, and how far. */
static int way_of(int from, int to, int *squares)
{
    const int files = to / GROOVES_FILE - from / GROOVES_FILE;
    const int ranks = to % GROOVES_FILE - from % GROOVES_FILE;
    if ((files == 0) == (ranks == 0)) {
        return WAYS;
    }
    const int distance = files + ranks;
    *squares = distance < 0 ? -distance : distance;
    if (files != 0) {
        return files > 0 ? WAY_EAST : WAY_WEST;
    }
    return ranks > 0 ? WAY_NORTH : WAY_SOUTH;
}

/* What was jumped on the way so far. */
struct jumps {
    struct argument thing[2];
    int count;
};

static void jump(struct jumps *jumps, struct argument thing)
{
    if (jumps->count < 2) {
        jumps->thing[jumps->count] = thing;
    }
    jumps->count++;
}

static bool cross_groove(const struct hearing *hearing, int groove, struct jumps *jumps,
                         struct note *note)
{
    const int barrier = hearing->board.barrier[groove];
    if (barrier == SURROUND_STANDING) {
        return refuse_groove(note, "standing", groove);
    }
    if (barrier != SURROUND_NOBODY && barrier != hearing->seat) {
        return refuse_thing(note, "barrier-ahead", grooves_argument(groove), barrier);
    }
    if (barrier == hearing->seat) {
        jump(jumps, grooves_argument(groove));
    }
    return true;
}

static bool cross_square(const struct hearing *hearing, int square, struct jumps *jumps,
                         struct note *note)
{
    const int roamer = hearing->board.roamer[square];
    if (roamer != SURROUND_NOBODY && roamer != hearing->seat) {
        return refuse_thing(note, "roamer-ahead", grooves_square_argument(square), roamer);
    }
    if (roamer == hearing->seat) {
        jump(jumps, grooves_square_argument(square));
    }
    return true;
}

/* T10, from square to square. */
static bool hear_way(const struct hearing *hearing, int way, int squares, struct note *note)
{
    const int ranks = hearing->board.ranks;
    int square = hearing->move->byte[1];
    struct jumps jumps = { .count = 0 };
    for (int i = 0; i < squares; i++) {
        const int groove = grooves_beside(ranks, square, way);
        square = grooves_ahead(ranks, square, way);
        if (!cross_groove(hearing, groove, &jumps, note) ||
            (i + 1 < squares && !cross_square(hearing, square, &jumps, note))) {
            return false;
        }
    }
    return jumps.count <= 1 || refuse_with(note, "two-jumped", jumps.thing, 2);
}

static bool hear_destination(const struct hearing *hearing, struct note *note)
{
    const int to = hearing->move->byte[2];
    const int roamer = hearing->board.roamer[to];
    if (roamer == hearing->seat) {
        return refuse_square(note, "taken-own", to);
    }
    return roamer == SURROUND_NOBODY ||
           refuse_thing(note, "taken", grooves_square_argument(to), roamer);
}

static bool hear_move(const struct hearing *hearing, struct note *note)
{
    const int from = hearing->move->byte[1];
    const int to = hearing->move->byte[2];
    const int roamer = hearing->board.roamer[from];
    int squares = 0;
    const int way = way_of(from, to, &squares);
    if (roamer == SURROUND_NOBODY) {
        return refuse_square(note, "no-roamer", from);
    }
    if (roamer != hearing->seat) {
        return refuse_thing(note, "not-yours", grooves_square_argument(from), roamer);
    }
    if (from == to) {
        return refuse_square(note, "goes-nowhere", from);
    }
    if (way == WAYS) {
        return refuse_squares(note, "not-straight", from, to);
    }
    if (squares > 2) {
        return refuse_squares(note, "too-far", from, to);
    }
    return hear_destination(hearing, note) && hear_way(hearing, way, squares, note);
}

/* ---- barriers ---- */

static bool owns_barrier(const struct hearing *hearing)
{
    for (int groove = 0; groove < GROOVES_NUMBERS; groove++) {
        if (hearing->board.barrier[groove] == hearing->seat) {
            return true;
        }
    }
    return false;
}

static bool hear_groove(const struct hearing *hearing, int groove, struct note *note)
{
    return hearing->board.barrier[groove] == SURROUND_NOBODY ||
           refuse_groove(note, "groove-taken", groove);
}

static bool hear_barrier(const struct hearing *hearing, struct note *note)
{
    if (hearing->now->supply[hearing->seat] == 0) {
        return refuse(note, owns_barrier(hearing) ? "supply-empty" : "no-barriers");
    }
    return hear_groove(hearing, hearing->move->byte[1], note);
}

static bool hear_relocation(const struct hearing *hearing, struct note *note)
{
    const int from = hearing->move->byte[1];
    const int barrier = hearing->board.barrier[from];
    if (hearing->now->supply[hearing->seat] > 0) {
        return refuse_number(note, "supply-left", hearing->now->supply[hearing->seat]);
    }
    if (barrier == SURROUND_NOBODY) {
        return refuse_groove(note, "no-barrier", from);
    }
    if (barrier == SURROUND_STANDING) {
        return refuse_groove(note, "standing-stays", from);
    }
    if (barrier != hearing->seat) {
        return refuse_thing(note, "barrier-not-yours", grooves_argument(from), barrier);
    }
    if (from == hearing->move->byte[2]) {
        return refuse_groove(note, "same-groove", from);
    }
    return hear_groove(hearing, hearing->move->byte[2], note);
}

/* ---- what may be done now ---- */

static bool hear_placement(const struct hearing *hearing, struct note *note)
{
    const int square = hearing->move->byte[1];
    const int roamer = hearing->board.roamer[square];
    return roamer == SURROUND_NOBODY ||
           (roamer == hearing->seat
                ? refuse_square(note, "taken-own", square)
                : refuse_thing(note, "taken", grooves_square_argument(square), roamer));
}

/* T3 to T5, and T19 as far as barriers are concerned. */
static bool hear_phase(const struct hearing *hearing, struct note *note)
{
    const int kind = hearing->move->byte[0];
    const int forced = hearing->forced[hearing->seat];
    const int phase = hearing->now->phase;
    if (phase == TRAP_SETTING_UP) {
        return kind == TRAP_PLACE || refuse(note, "set-up");
    }
    if (kind == TRAP_PLACE) {
        return refuse(note, "all-placed");
    }
    if (kind == TRAP_MOVE || phase == TRAP_SECOND) {
        return true;
    }
    if (forced != GROOVES_OFF) {
        return refuse_square(note, "relieve-first", forced);
    }
    return phase == TRAP_SINGLE || refuse(note, "roamer-first");
}

/* Everything but captures and force. */
static bool hear_pieces(const struct hearing *hearing, struct note *note)
{
    static bool (*const hear[TRAP_KINDS])(const struct hearing *, struct note *) = {
        [TRAP_PLACE] = hear_placement,
        [TRAP_MOVE] = hear_move,
        [TRAP_BARRIER] = hear_barrier,
        [TRAP_RELOCATE] = hear_relocation,
    };
    return hear_phase(hearing, note) && hear[hearing->move->byte[0]](hearing, note);
}

/* ---- what comes of it ---- */

static void go(struct hearing *hearing)
{
    struct surround *board = &hearing->board;
    int square = hearing->move->byte[1];
    const int to = hearing->move->byte[2];
    int squares = 0;
    const int way = way_of(square, to, &squares);
    surround_lift(board, square);
    surround_put(board, to, hearing->seat);
    for (; square != to; square = grooves_ahead(board->ranks, square, way)) {
        const int groove = grooves_beside(board->ranks, square, way);
        if (board->barrier[groove] != SURROUND_NOBODY) {
            board->barrier[groove] = SURROUND_STANDING;
        }
    }
}

/* Carries it out; gives the square of the roamer that moved, or GROOVES_OFF. */
static int carry_out(struct hearing *hearing)
{
    struct surround *board = &hearing->board;
    const uint8_t *byte = hearing->move->byte;
    switch ((enum trap_kind)byte[0]) {
    case TRAP_PLACE:
        surround_put(board, byte[1], hearing->seat);
        return byte[1];
    case TRAP_MOVE:
        go(hearing);
        return byte[2];
    case TRAP_BARRIER:
        board->barrier[byte[1]] = (uint8_t)hearing->seat;
        return GROOVES_OFF;
    case TRAP_RELOCATE:
        board->barrier[byte[1]] = SURROUND_NOBODY;
        board->barrier[byte[2]] = (uint8_t)hearing->seat;
        return GROOVES_OFF;
    case TRAP_KINDS:
        break;
    }
    return GROOVES_OFF;
}

/* T17: first the roamer that moved, then all others at once. */
static void capture_entrapped(struct surround *board, int moved)
{
    if (moved != GROOVES_OFF && surround_plight(board, moved) == PLIGHT_ENTRAPPED) {
        surround_lift(board, moved);
    }
    const struct surround seen = *board;
    for (int seat = 0; seat < TRAP_SEATS; seat++) {
        int square = surround_find(&seen, seat, PLIGHT_ENTRAPPED, 0);
        for (; square != GROOVES_OFF;
             square = surround_find(&seen, seat, PLIGHT_ENTRAPPED, square + 1)) {
            surround_lift(board, square);
        }
    }
}

/* T19 and T20: the roamer in force has moved, or has an open side now. */
static bool is_relieved(const struct hearing *hearing)
{
    const int forced = hearing->forced[hearing->seat];
    if (forced == GROOVES_OFF || hearing->move->byte[0] != TRAP_MOVE ||
        hearing->move->byte[1] == forced) {
        return true;
    }
    return hearing->board.roamer[forced] == hearing->seat &&
           surround_open(&hearing->board, forced) > 0;
}

static void note_end(struct hearing *hearing, uint64_t gone)
{
    struct choices *ends = &hearing->ends;
    if (!is_relieved(hearing)) {
        return;
    }
    for (size_t i = 0; i < ends->count; i++) {
        if (ends->victims[i] == gone) {
            return;
        }
    }
    if (ends->count < OBJECTION_CHOICES_MAX) {
        ends->victims[ends->count++] = gone;
    }
}

/* Whether a side has two roamers in force; gives them. */
static bool find_doubled(const struct surround *board, int seat, int found[2])
{
    found[0] = surround_find(board, seat, PLIGHT_FORCED, 0);
    found[1] = found[0] == GROOVES_OFF ? GROOVES_OFF
                                       : surround_find(board, seat, PLIGHT_FORCED, found[0] + 1);
    return found[1] != GROOVES_OFF;
}

/* The roamer of that seat that was in force before the action and still is,
 * without having moved. */
static int still_forced(const struct hearing *hearing, int seat)
{
    const int forced = hearing->forced[seat];
    const bool moved = hearing->move->byte[0] == TRAP_MOVE && hearing->move->byte[1] == forced;
    const bool stays = forced != GROOVES_OFF && !moved && hearing->board.roamer[forced] == seat &&
                       surround_plight(&hearing->board, forced) == PLIGHT_FORCED;
    return stays ? forced : GROOVES_OFF;
}

/* T21 to T23: while a side has two in force one of them goes, the mover's side
 * first; every order is tried. */
static void find_ends(struct hearing *hearing, uint64_t gone)
{
    int found[2];
    int seat = hearing->seat;
    if (!find_doubled(&hearing->board, seat, found)) {
        seat = 1 - seat;
        if (!find_doubled(&hearing->board, seat, found)) {
            note_end(hearing, gone);
            return;
        }
    }
    const int stays = still_forced(hearing, seat);
    int square = found[0];
    while (square != GROOVES_OFF) {
        if (square != stays) {
            surround_lift(&hearing->board, square);
            find_ends(hearing, gone | grooves_bit(square));
            surround_put(&hearing->board, square, seat);
        }
        square = surround_find(&hearing->board, seat, PLIGHT_FORCED, square + 1);
    }
}

/* ---- the hearing ---- */

static void open_hearing(struct hearing *hearing, const struct trap *now, const struct move *move)
{
    hearing->now = now;
    hearing->move = move;
    hearing->seat = now->turn;
    hearing->ends.count = 0;
    surround_read(now, &hearing->board);
    for (int seat = 0; seat < TRAP_SEATS; seat++) {
        hearing->forced[seat] = surround_find(&hearing->board, seat, PLIGHT_FORCED, 0);
    }
}

/* Everything but T24 and the naming of roamers. */
static bool hear(struct hearing *hearing, struct note *note)
{
    if (!hear_pieces(hearing, note)) {
        return false;
    }
    capture_entrapped(&hearing->board, carry_out(hearing));
    find_doubled(&hearing->board, hearing->seat, hearing->doubled);
    find_ends(hearing, 0);
    const char *key = hearing->now->phase == TRAP_SECOND ? "relieve-second" : "relieve";
    return hearing->ends.count > 0 || refuse_square(note, key, hearing->forced[hearing->seat]);
}

static bool is_harmless(const struct trap *now, int kind, int first, int second)
{
    struct hearing hearing;
    struct note unused = { .key = NULL };
    const struct move move = { .length = (uint8_t)(1 + trap_places((enum trap_kind)kind)),
                               .byte = { (uint8_t)kind, (uint8_t)first, (uint8_t)second } };
    open_hearing(&hearing, now, &move);
    return hear(&hearing, &unused) && hearing.doubled[1] == GROOVES_OFF;
}

static bool is_place(const struct trap *, int kind, int number);

/* Whether some action puts no second own roamer into force (T24). */
static bool has_harmless(const struct trap *now)
{
    for (int kind = 0; kind < TRAP_KINDS; kind++) {
        for (int first = 0; first < GROOVES_NUMBERS; first++) {
            const int seconds = trap_places((enum trap_kind)kind) == 2 ? GROOVES_NUMBERS : 1;
            for (int second = 0; is_place(now, kind, first) && second < seconds; second++) {
                if ((seconds == 1 || is_place(now, kind, second)) &&
                    is_harmless(now, kind, first, second)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* ---- bytes ---- */

/* Whether there is such a square, or such a groove, on this board. */
static bool is_place(const struct trap *now, int kind, int number)
{
    const bool upright = number >= GROOVES_UPRIGHT;
    const int square = number % GROOVES_UPRIGHT;
    if (number >= GROOVES_NUMBERS ||
        grooves_square(now->ranks, square / GROOVES_FILE, square % GROOVES_FILE) != square) {
        return false;
    }
    if (kind == TRAP_PLACE || kind == TRAP_MOVE) {
        return !upright;
    }
    return grooves_beside(now->ranks, square, upright ? WAY_EAST : WAY_NORTH) != GROOVES_OFF;
}

/* Whether the bytes are those of an action. */
static bool is_action(const struct trap *now, const struct move *move)
{
    if (move->byte[0] >= TRAP_KINDS || move->length > MOVE_BYTES) {
        return false;
    }
    const size_t places = trap_places((enum trap_kind)move->byte[0]);
    if (move->length < 1 + places) {
        return false;
    }
    for (size_t i = 1; i < move->length; i++) {
        const int kind = i <= places ? move->byte[0] : TRAP_PLACE;
        if (!is_place(now, kind, move->byte[i])) {
            return false;
        }
    }
    const struct move again = trap_naming(move, trap_victims(move));
    return again.length == move->length && memcmp(again.byte, move->byte, MOVE_BYTES) == 0;
}

/* ---- the roamers named ---- */

/* The first of those named that is in no set. */
static bool refuse_unknown(const struct choices *ends, uint64_t named, struct note *note)
{
    uint64_t all = 0;
    for (size_t i = 0; i < ends->count; i++) {
        all |= ends->victims[i];
    }
    if ((named & ~all) != 0) {
        return refuse_square(note, "victim-unknown", __builtin_ctzll(named & ~all));
    }
    return refuse(note, "victim-many");
}

/* Whether more names could make it one of the sets. */
static bool is_beginning(const struct choices *ends, uint64_t named)
{
    for (size_t i = 0; i < ends->count; i++) {
        if ((named & ~ends->victims[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool hear_named(const struct hearing *hearing, struct note *note)
{
    const struct choices *ends = &hearing->ends;
    const uint64_t named = trap_victims(hearing->move);
    if (ends->count == 1) {
        return named == 0 || refuse_square(note, "victim-needless", __builtin_ctzll(named));
    }
    for (size_t i = 0; i < ends->count; i++) {
        if (ends->victims[i] == named) {
            return true;
        }
    }
    return is_beginning(ends, named) ? refuse(note, "victim-missing")
                                     : refuse_unknown(ends, named, note);
}

/* ---- judging ---- */

/* Everything but the naming of roamers. */
static bool judge(struct hearing *hearing, struct note *note)
{
    const struct trap *now = hearing->now;
    if (trap_loser(now) >= 0) {
        return refuse(note, "match-over");
    }
    if (!is_action(now, hearing->move)) {
        return refuse(note, "not-a-move");
    }
    if (!hear(hearing, note)) {
        return false;
    }
    if (hearing->doubled[1] != GROOVES_OFF && !now->selfforce && has_harmless(now)) {
        return refuse_squares(note, "own-force", hearing->doubled[0], hearing->doubled[1]);
    }
    return true;
}

bool objection_check(const struct trap *now, const struct move *move, struct note *note)
{
    struct hearing hearing;
    open_hearing(&hearing, now, move);
    const bool fine = judge(&hearing, note) && hear_named(&hearing, note);
    if (!fine && is_action(now, move)) {
        note->move = *move;
    }
    return fine;
}

void objection_choices(const struct trap *now, const struct move *move, struct choices *choices)
{
    struct hearing hearing;
    struct note note = { .key = NULL };
    open_hearing(&hearing, now, move);
    const bool lacks = judge(&hearing, &note) && !hear_named(&hearing, &note) &&
                       hearing.ends.count > 1 && is_beginning(&hearing.ends, trap_victims(move));
    choices->count = 0;
    if (lacks) {
        *choices = hearing.ends;
    }
}
