#include "games/entrapment/entrapment_check.h"

#include <string.h>

#include "games/lib/grid.h"

/* An action that is tried, and its results. */
struct attempt {
    const struct entrapment *now;
    const struct move *move;
    int seat;
    uint64_t forced;     /* the own roamer that was in force before; or empty */
    struct choices ends; /* sets of roamers that may be captured (T21 to T23) */
    uint64_t own_forced; /* own roamers in force after it */
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
    const struct entrapment *now = attempt->now;
    const int seat = attempt->seat;
    int square = attempt->move->byte[1];
    struct argument jumped[3]; /* an edge, a square, an edge */
    int jumps = 0;
    for (int i = 0; i < squares; i++) {
        const int edge = edges_beside(now->ranks, square, way);
        const int barrier = entrapment_barrier(now, edge);
        if (barrier == OWNER_STANDING) {
            return refuse_edge(note, "standing", edge);
        }
        if (barrier == seat) {
            jumped[jumps++] = edges_argument(edge);
        } else if (barrier != OWNER_NOBODY) {
            return refuse_thing(note, "barrier-ahead", edges_argument(edge), barrier);
        }
        square = edges_ahead(now->ranks, square, way);
        const int roamer = i + 1 < squares ? entrapment_roamer(now, square) : OWNER_NOBODY;
        if (roamer == seat) {
            jumped[jumps++] = edges_square_argument(square);
        } else if (roamer != OWNER_NOBODY) {
            return refuse_thing(note, "roamer-ahead", edges_square_argument(square), roamer);
        }
    }
    return jumps <= 1 || refuse_two(note, "two-jumped", jumped[0], jumped[1]);
}

/* True if there is no roamer where one is to come. */
static bool check_empty(const struct attempt *attempt, int square, struct note *note)
{
    const int roamer = entrapment_roamer(attempt->now, square);
    if (roamer == attempt->seat) {
        return refuse_square(note, "taken-own", square);
    }
    return roamer == OWNER_NOBODY ||
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
    const int roamer = entrapment_roamer(attempt->now, from);
    int squares = 0;
    const int way = way_of(from, to, &squares);
    if (roamer == OWNER_NOBODY) {
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
    return entrapment_barrier(attempt->now, edge) == OWNER_NOBODY ||
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
    const int barrier = entrapment_barrier(attempt->now, from);
    if (attempt->now->supply[attempt->seat] > 0) {
        return refuse_number(note, "supply-left", attempt->now->supply[attempt->seat]);
    }
    if (barrier == OWNER_NOBODY) {
        return refuse_edge(note, "no-barrier", from);
    }
    if (barrier == OWNER_STANDING) {
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
    const uint64_t forced = attempt->forced;
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

/* ---- the whole check ---- */

static struct attempt begin(const struct entrapment *now, const struct move *move)
{
    struct force force;
    force_look(now, &force);
    return (struct attempt){ now, move, now->turn, force.forced[now->turn], { 0 }, 0 };
}

/* Checks everything except T24 and the naming of roamers. */
static bool check_action(struct attempt *attempt, struct note *note)
{
    if (!check_pieces(attempt, note)) {
        return false;
    }
    attempt->own_forced = force_endings(attempt->now, attempt->move, &attempt->ends);
    const char *key = attempt->now->phase == PHASE_SECOND ? "relieve-second" : "relieve";
    return attempt->ends.count > 0 || refuse_square(note, key, edges_first(attempt->forced));
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
    if (edges_several(forced) && !now->selfforce && force_has_harmless(now)) {
        return refuse_squares(note, "own-force", edges_first(forced),
                              edges_first(forced & (forced - 1)));
    }
    return true;
}

bool entrapment_check(const struct entrapment *now, const struct move *move, struct note *note)
{
    struct attempt attempt = begin(now, move);
    const bool fine = check_unnamed(&attempt, note) && check_named(&attempt, note);
    if (!fine && is_action(now, move)) {
        note->move = *move;
    }
    return fine;
}

void entrapment_choices(const struct entrapment *now, const struct move *move,
                        struct choices *choices)
{
    struct attempt attempt = begin(now, move);
    struct note note = { .key = NULL };
    const bool lacks = check_unnamed(&attempt, &note) && !check_named(&attempt, &note) &&
                       attempt.ends.count > 1 && is_beginning(&attempt.ends, action_victims(move));
    choices->count = 0;
    if (lacks) {
        *choices = attempt.ends;
    }
}
