#include "games/entrapment/entrapment_check.h"

#include <string.h>

#include "games/entrapment/surround.h"
#include "games/lib/notes.h"

/* An action that is tried, and its results. */
struct attempt {
    const struct entrapment *now;
    const struct move *move;
    int seat;
    uint64_t forced[ENTRAPMENT_SEATS]; /* the roamer of each side that was in force before; or
                                          empty */
    struct surround board;             /* before the action, then after it */
    struct choices ends;               /* sets of roamers that may be captured (T21 to T23) */
    uint64_t own_forced;               /* own roamers in force after it */
};

static bool refuse_square(struct note *note, const char *key, int square)
{
    return refuse_one(note, key, edges_square_argument(square));
}

static bool refuse_squares(struct note *note, const char *key, int first, int second)
{
    return refuse_two(note, key, edges_square_argument(first), edges_square_argument(second));
}

static bool refuse_edge(struct note *note, const char *key, int edge)
{
    return refuse_one(note, key, edges_argument(edge));
}

static bool refuse_thing(struct note *note, const char *key, struct argument thing, int seat)
{
    return refuse_two(note, key, thing, argument_seat(seat));
}

/* ---- bytes ---- */

/* True if this board has such a square, or such an edge. */
static bool is_place(const struct entrapment *now, int kind, int number)
{
    const bool upright = number >= EDGES_UPRIGHT;
    const int square = number % EDGES_UPRIGHT;
    if (number >= EDGES_NUMBERS ||
        edges_square(now->ranks, square / EDGES_FILE, square % EDGES_FILE) != square) {
        return false;
    }
    if (kind == ACTION_PLACE || kind == ACTION_MOVE) {
        return !upright;
    }
    return edges_beside(now->ranks, square, upright ? WAY_EAST : WAY_NORTH) != EDGES_OFF;
}

/* True if the bytes are those of an action. */
static bool is_action(const struct entrapment *now, const struct move *move)
{
    if (move->byte[0] >= ACTION_KINDS || move->length > MOVE_BYTES) {
        return false;
    }
    const size_t places = action_places((enum action_kind)move->byte[0]);
    if (move->length < 1 + places) {
        return false;
    }
    for (size_t i = 1; i < move->length; i++) {
        const int kind = i <= places ? move->byte[0] : ACTION_PLACE;
        if (!is_place(now, kind, move->byte[i])) {
            return false;
        }
    }
    const struct move again = action_naming(move, action_victims(move));
    return again.length == move->length && memcmp(again.byte, move->byte, MOVE_BYTES) == 0;
}

/* ---- moves of roamers ---- */

/* The way it goes, WAYS if it is not straight; sets how far. */
static int way_of(int from, int to, int *squares)
{
    const int files = to / EDGES_FILE - from / EDGES_FILE;
    const int ranks = to % EDGES_FILE - from % EDGES_FILE;
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

/* Checks T10, from square to square. */
static bool check_way(const struct attempt *attempt, int way, int squares, struct note *note)
{
    const struct surround *board = &attempt->board;
    const int seat = attempt->seat;
    int square = attempt->move->byte[1];
    struct argument jumped[3]; /* an edge, a square, an edge */
    int jumps = 0;
    for (int i = 0; i < squares; i++) {
        const int edge = edges_beside(board->ranks, square, way);
        const int barrier = board->barrier[edge];
        if (barrier == SURROUND_STANDING) {
            return refuse_edge(note, "standing", edge);
        }
        if (barrier == seat) {
            jumped[jumps++] = edges_argument(edge);
        } else if (barrier != SURROUND_NOBODY) {
            return refuse_thing(note, "barrier-ahead", edges_argument(edge), barrier);
        }
        square = edges_ahead(board->ranks, square, way);
        const int roamer = i + 1 < squares ? board->roamer[square] : SURROUND_NOBODY;
        if (roamer == seat) {
            jumped[jumps++] = edges_square_argument(square);
        } else if (roamer != SURROUND_NOBODY) {
            return refuse_thing(note, "roamer-ahead", edges_square_argument(square), roamer);
        }
    }
    return jumps <= 1 || refuse_two(note, "two-jumped", jumped[0], jumped[1]);
}

/* True if there is no roamer where one is to come. */
static bool check_empty(const struct attempt *attempt, int square, struct note *note)
{
    const int roamer = attempt->board.roamer[square];
    if (roamer == attempt->seat) {
        return refuse_square(note, "taken-own", square);
    }
    return roamer == SURROUND_NOBODY ||
           refuse_thing(note, "taken", edges_square_argument(square), roamer);
}

static bool check_placement(const struct attempt *attempt, struct note *note)
{
    return check_empty(attempt, attempt->move->byte[1], note);
}

static bool check_move(const struct attempt *attempt, struct note *note)
{
    const int from = attempt->move->byte[1];
    const int to = attempt->move->byte[2];
    const int roamer = attempt->board.roamer[from];
    int squares = 0;
    const int way = way_of(from, to, &squares);
    if (roamer == SURROUND_NOBODY) {
        return refuse_square(note, "no-roamer", from);
    }
    if (roamer != attempt->seat) {
        return refuse_thing(note, "not-yours", edges_square_argument(from), roamer);
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
    return check_empty(attempt, to, note) && check_way(attempt, way, squares, note);
}

/* ---- barriers ---- */

static bool check_edge(const struct attempt *attempt, int edge, struct note *note)
{
    return attempt->board.barrier[edge] == SURROUND_NOBODY ||
           refuse_edge(note, "groove-taken", edge);
}

static bool check_barrier(const struct attempt *attempt, struct note *note)
{
    if (attempt->now->supply[attempt->seat] == 0) {
        const struct edges *own = &attempt->now->resting[attempt->seat];
        const bool owns = (own->at[EDGES_FLAT] | own->at[EDGES_UP]) != 0;
        return refuse(note, owns ? "supply-empty" : "no-barriers");
    }
    return check_edge(attempt, attempt->move->byte[1], note);
}

static bool check_relocation(const struct attempt *attempt, struct note *note)
{
    const int from = attempt->move->byte[1];
    const int barrier = attempt->board.barrier[from];
    if (attempt->now->supply[attempt->seat] > 0) {
        return refuse_number(note, "supply-left", attempt->now->supply[attempt->seat]);
    }
    if (barrier == SURROUND_NOBODY) {
        return refuse_edge(note, "no-barrier", from);
    }
    if (barrier == SURROUND_STANDING) {
        return refuse_edge(note, "standing-stays", from);
    }
    if (barrier != attempt->seat) {
        return refuse_thing(note, "barrier-not-yours", edges_argument(from), barrier);
    }
    if (from == attempt->move->byte[2]) {
        return refuse_edge(note, "same-groove", from);
    }
    return check_edge(attempt, attempt->move->byte[2], note);
}

/* ---- the phase ---- */

/* Checks T3 to T5, and T19 for barriers. */
static bool check_phase(const struct attempt *attempt, struct note *note)
{
    const int kind = attempt->move->byte[0];
    const uint64_t forced = attempt->forced[attempt->seat];
    const int phase = attempt->now->phase;
    if (phase == PHASE_SETTING_UP) {
        return kind == ACTION_PLACE || refuse(note, "set-up");
    }
    if (kind == ACTION_PLACE) {
        return refuse(note, "all-placed");
    }
    if (kind == ACTION_MOVE || phase == PHASE_SECOND) {
        return true;
    }
    if (forced != 0) {
        return refuse_square(note, "relieve-first", edges_first(forced));
    }
    return phase == PHASE_SINGLE || refuse(note, "roamer-first");
}

/* Checks everything except captures and force. */
static bool check_pieces(const struct attempt *attempt, struct note *note)
{
    static bool (*const check[ACTION_KINDS])(const struct attempt *, struct note *) = {
        [ACTION_PLACE] = check_placement,
        [ACTION_MOVE] = check_move,
        [ACTION_BARRIER] = check_barrier,
        [ACTION_RELOCATE] = check_relocation,
    };
    return check_phase(attempt, note) && check[attempt->move->byte[0]](attempt, note);
}

/* ---- the results of an action ---- */

static void go(struct attempt *attempt)
{
    struct surround *board = &attempt->board;
    int square = attempt->move->byte[1];
    const int to = attempt->move->byte[2];
    int squares = 0;
    const int way = way_of(square, to, &squares);
    surround_lift(board, square);
    surround_put(board, to, attempt->seat);
    for (; square != to; square = edges_ahead(board->ranks, square, way)) {
        const int edge = edges_beside(board->ranks, square, way);
        if (board->barrier[edge] != SURROUND_NOBODY) {
            board->barrier[edge] = SURROUND_STANDING;
        }
    }
}

/* Carries the action out; returns the square of the roamer that moved, or EDGES_OFF. */
static int carry_out(struct attempt *attempt)
{
    struct surround *board = &attempt->board;
    const uint8_t *byte = attempt->move->byte;
    switch ((enum action_kind)byte[0]) {
    case ACTION_PLACE:
        surround_put(board, byte[1], attempt->seat);
        return byte[1];
    case ACTION_MOVE:
        go(attempt);
        return byte[2];
    case ACTION_BARRIER:
        board->barrier[byte[1]] = (uint8_t)attempt->seat;
        return EDGES_OFF;
    case ACTION_RELOCATE:
        board->barrier[byte[1]] = SURROUND_NOBODY;
        board->barrier[byte[2]] = (uint8_t)attempt->seat;
        return EDGES_OFF;
    case ACTION_KINDS:
        break;
    }
    return EDGES_OFF;
}

/* Captures entrapped roamers: first the one that moved, then all others at once (T17). */
static void capture_entrapped(struct surround *board, int moved)
{
    if (moved != EDGES_OFF && surround_plight(board, moved) == PLIGHT_ENTRAPPED) {
        surround_lift(board, moved);
    }
    uint64_t rest =
        surround_all(board, 0, PLIGHT_ENTRAPPED) | surround_all(board, 1, PLIGHT_ENTRAPPED);
    for (; rest != 0; rest &= rest - 1) {
        surround_lift(board, edges_first(rest));
    }
}

/* True if the roamer in force has moved, or has an open side now (T19, T20). */
static bool is_relieved(const struct attempt *attempt)
{
    const uint64_t forced = attempt->forced[attempt->seat];
    if (forced == 0 || attempt->move->byte[0] != ACTION_MOVE ||
        attempt->move->byte[1] == edges_first(forced)) {
        return true;
    }
    return attempt->board.roamer[edges_first(forced)] == attempt->seat &&
           surround_open(&attempt->board, edges_first(forced)) > 0;
}

static void note_end(struct attempt *attempt, uint64_t gone)
{
    struct choices *ends = &attempt->ends;
    if (!is_relieved(attempt)) {
        return;
    }
    for (size_t i = 0; i < ends->count; i++) {
        if (ends->victims[i] == gone) {
            return;
        }
    }
    if (ends->count < CHOICES_MAX) {
        ends->victims[ends->count++] = gone;
    }
}

/* Finds the endings (T21 to T23): while a side has two roamers in force one of them is
 * captured, on the mover's side first; every order is tried. A roamer that was in force before
 * the action and still is, without having moved, stays. */
static void find_ends(struct attempt *attempt, uint64_t gone)
{
    int seat = attempt->seat;
    uint64_t forced = surround_all(&attempt->board, seat, PLIGHT_FORCED);
    if (!edges_several(forced)) {
        seat = 1 - seat;
        forced = surround_all(&attempt->board, seat, PLIGHT_FORCED);
    }
    if (!edges_several(forced)) {
        note_end(attempt, gone);
        return;
    }
    const bool moved = attempt->move->byte[0] == ACTION_MOVE &&
                       edges_bit(attempt->move->byte[1]) == attempt->forced[seat];
    const uint64_t stay = moved ? 0 : attempt->forced[seat];
    for (uint64_t rest = forced & ~stay; rest != 0; rest &= rest - 1) {
        surround_lift(&attempt->board, edges_first(rest));
        find_ends(attempt, gone | edges_bit(edges_first(rest)));
        surround_put(&attempt->board, edges_first(rest), seat);
    }
}

/* ---- the whole check ---- */

static void begin(struct attempt *attempt, const struct entrapment *now, const struct move *move)
{
    attempt->now = now;
    attempt->move = move;
    attempt->seat = now->turn;
    attempt->ends.count = 0;
    surround_read(now, &attempt->board);
    for (int seat = 0; seat < ENTRAPMENT_SEATS; seat++) {
        attempt->forced[seat] = surround_all(&attempt->board, seat, PLIGHT_FORCED);
    }
}

/* Checks everything except T24 and the naming of roamers. */
static bool check_action(struct attempt *attempt, struct note *note)
{
    if (!check_pieces(attempt, note)) {
        return false;
    }
    capture_entrapped(&attempt->board, carry_out(attempt));
    attempt->own_forced = surround_all(&attempt->board, attempt->seat, PLIGHT_FORCED);
    find_ends(attempt, 0);
    const char *key = attempt->now->phase == PHASE_SECOND ? "relieve-second" : "relieve";
    return attempt->ends.count > 0 ||
           refuse_square(note, key, edges_first(attempt->forced[attempt->seat]));
}

static bool is_harmless(const struct entrapment *now, const struct move *move)
{
    struct attempt attempt;
    struct note unused;
    if (!is_action(now, move)) {
        return false;
    }
    begin(&attempt, now, move);
    return check_action(&attempt, &unused) && !edges_several(attempt.own_forced);
}

/* True if some action puts no second own roamer into force (T24). */
static bool has_harmless(const struct entrapment *now)
{
    struct move move = { 0 };
    for (int kind = 0; kind < ACTION_KINDS; kind++) {
        const size_t places = action_places((enum action_kind)kind);
        move.length = (uint8_t)(1 + places);
        move.byte[0] = (uint8_t)kind;
        for (int first = 0; first < EDGES_NUMBERS; first++) {
            move.byte[1] = (uint8_t)first;
            for (int second = 0; second < (places == 2 ? EDGES_NUMBERS : 1); second++) {
                move.byte[2] = (uint8_t)second;
                if (is_harmless(now, &move)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* ---- the roamers named ---- */

/* Refuses the first named roamer that is in no set. */
static bool refuse_unknown(const struct choices *ends, uint64_t named, struct note *note)
{
    uint64_t all = 0;
    for (size_t i = 0; i < ends->count; i++) {
        all |= ends->victims[i];
    }
    if ((named & ~all) != 0) {
        return refuse_square(note, "victim-unknown", edges_first(named & ~all));
    }
    return refuse(note, "victim-many");
}

/* True if more names could complete it to one of the sets. */
static bool is_beginning(const struct choices *ends, uint64_t named)
{
    for (size_t i = 0; i < ends->count; i++) {
        if ((named & ~ends->victims[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool check_named(const struct attempt *attempt, struct note *note)
{
    const struct choices *ends = &attempt->ends;
    const uint64_t named = action_victims(attempt->move);
    if (ends->count == 1) {
        return named == 0 || refuse_square(note, "victim-needless", edges_first(named));
    }
    for (size_t i = 0; i < ends->count; i++) {
        if (ends->victims[i] == named) {
            return true;
        }
    }
    return is_beginning(ends, named) ? refuse(note, "victim-missing")
                                     : refuse_unknown(ends, named, note);
}

/* ---- the verdict ---- */

/* Checks everything except the naming of roamers. */
static bool check_unnamed(struct attempt *attempt, struct note *note)
{
    const struct entrapment *now = attempt->now;
    if (entrapment_loser(now) >= 0) {
        return refuse(note, "match-over");
    }
    if (!is_action(now, attempt->move)) {
        return refuse(note, "not-a-move");
    }
    if (!check_action(attempt, note)) {
        return false;
    }
    const uint64_t forced = attempt->own_forced;
    if (edges_several(forced) && !now->selfforce && has_harmless(now)) {
        return refuse_squares(note, "own-force", edges_first(forced),
                              edges_first(forced & (forced - 1)));
    }
    return true;
}

bool entrapment_check(const struct entrapment *now, const struct move *move, struct note *note)
{
    struct attempt attempt;
    begin(&attempt, now, move);
    const bool fine = check_unnamed(&attempt, note) && check_named(&attempt, note);
    if (!fine && is_action(now, move)) {
        note->move = *move;
    }
    return fine;
}

void entrapment_choices(const struct entrapment *now, const struct move *move,
                        struct choices *choices)
{
    struct attempt attempt;
    struct note note = { .key = NULL };
    begin(&attempt, now, move);
    const bool lacks = check_unnamed(&attempt, &note) && !check_named(&attempt, &note) &&
                       attempt.ends.count > 1 && is_beginning(&attempt.ends, action_victims(move));
    choices->count = 0;
    if (lacks) {
        *choices = attempt.ends;
    }
}
