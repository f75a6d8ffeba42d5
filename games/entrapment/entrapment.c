#include "games/entrapment/entrapment.h"

int edges_count(uint64_t set)
{
    int count = 0;
    for (; set != 0; set &= set - 1) {
        count++;
    }
    return count;
}

uint64_t edges_squares(int ranks)
{
    const uint64_t file = ((uint64_t)1 << ranks) - 1;
    return file * 0x01010101010101;
}

struct edges edges_all(int ranks)
{
    const uint64_t squares = edges_squares(ranks);
    return (struct edges){ { squares & squares >> 1, squares & squares >> EDGES_FILE } };
}

int edges_square(int ranks, int file, int rank)
{
    const bool on = file >= 0 && file < EDGES_FILES && rank >= 0 && rank < ranks;
    return on ? EDGES_FILE * file + rank : EDGES_OFF;
}

int edges_ahead(int ranks, int square, int way)
{
    static const int8_t step[WAYS][2] = { [WAY_NORTH] = { 0, 1 },
                                          [WAY_EAST] = { 1, 0 },
                                          [WAY_SOUTH] = { 0, -1 },
                                          [WAY_WEST] = { -1, 0 } };
    return edges_square(ranks, square / EDGES_FILE + step[way][0],
                        square % EDGES_FILE + step[way][1]);
}

int edges_beside(int ranks, int square, int way)
{
    const int ahead = edges_ahead(ranks, square, way);
    if (ahead == EDGES_OFF) {
        return EDGES_OFF;
    }
    const int first = ahead < square ? ahead : square;
    return way == WAY_NORTH || way == WAY_SOUTH ? first : first + EDGES_UPRIGHT;
}

/* ---- names ---- */

struct argument edges_square_argument(int square)
{
    return (struct argument){
        .kind = ARGUMENT_CELL,
        .text = { (char)('a' + square / EDGES_FILE), (char)('1' + square % EDGES_FILE) },
    };
}

struct argument edges_argument(int edge)
{
    struct argument argument = edges_square_argument(edge % EDGES_UPRIGHT);
    argument.text[2] = (char)(edge < EDGES_UPRIGHT ? 'h' : 'v');
    return argument;
}

/* ---- positions ---- */

int entrapment_roamer(const struct entrapment *now, int square)
{
    return (now->roamers[0] & edges_bit(square)) != 0   ? 0
           : (now->roamers[1] & edges_bit(square)) != 0 ? 1
                                                        : OWNER_NOBODY;
}

int entrapment_barrier(const struct entrapment *now, int edge)
{
    return edges_has(&now->resting[0], edge)   ? 0
           : edges_has(&now->resting[1], edge) ? 1
           : edges_has(&now->standing, edge)   ? OWNER_STANDING
                                               : OWNER_NOBODY;
}

bool entrapment_is_out(const struct entrapment *now, int seat)
{
    return now->roamers[seat] == 0 && now->hand[seat] == 0;
}

int entrapment_loser(const struct entrapment *now)
{
    if (now->end != END_NONE) {
        return now->turn;
    }
    return entrapment_is_out(now, 0) ? 0 : entrapment_is_out(now, 1) ? 1 : -1;
}

/* ---- actions ---- */

size_t action_places(enum action_kind kind)
{
    static const uint8_t places[ACTION_KINDS] = {
        [ACTION_PLACE] = 1, [ACTION_MOVE] = 2, [ACTION_BARRIER] = 1, [ACTION_RELOCATE] = 2
    };
    return places[kind];
}

uint64_t action_victims(const struct move *move)
{
    uint64_t victims = 0;
    for (size_t i = 1 + action_places(move->byte[0]); i < move->length; i++) {
        victims |= edges_bit(move->byte[i]);
    }
    return victims;
}

struct move action_naming(const struct move *move, uint64_t victims)
{
    struct move named = { .length = (uint8_t)(1 + action_places(move->byte[0])) };
    for (size_t i = 0; i < named.length; i++) {
        named.byte[i] = move->byte[i];
    }
    for (; victims != 0 && named.length < MOVE_BYTES; victims &= victims - 1) {
        named.byte[named.length++] = (uint8_t)edges_first(victims);
    }
    return named;
}

/* ---- what they change ---- */

/* Moves the roamer, and puts the own barriers that it jumps on end. */
static void go(struct entrapment *now, int from, int to)
{
    const int first = from < to ? from : to;
    const int last = from < to ? to : from;
    const int lie = last - first < EDGES_FILE ? EDGES_FLAT : EDGES_UP;
    const uint64_t crossed = edges_bit(first) | edges_bit(last - edges_step(lie));
    const uint64_t jumped = now->resting[now->turn].at[lie] & crossed;
    now->roamers[now->turn] ^= edges_bit(from) | edges_bit(to);
    now->standing.at[lie] |= jumped;
    now->resting[now->turn].at[lie] ^= jumped;
}

uint64_t entrapment_change(struct entrapment *now, const struct move *move)
{
    switch ((enum action_kind)move->byte[0]) {
    case ACTION_PLACE:
        now->roamers[now->turn] |= edges_bit(move->byte[1]);
        now->hand[now->turn]--;
        return edges_bit(move->byte[1]);
    case ACTION_MOVE:
        go(now, move->byte[1], move->byte[2]);
        return edges_bit(move->byte[2]);
    case ACTION_BARRIER:
        edges_add(&now->resting[now->turn], move->byte[1]);
        now->supply[now->turn]--;
        return 0;
    case ACTION_RELOCATE:
        edges_drop(&now->resting[now->turn], move->byte[1]);
        edges_add(&now->resting[now->turn], move->byte[2]);
        return 0;
    case ACTION_KINDS:
        break;
    }
    return 0;
}

void entrapment_pass_on(struct entrapment *now)
{
    const int other = 1 - now->turn;
    if (now->phase == PHASE_FIRST) {
        now->phase = PHASE_SECOND;
    } else if (now->phase != PHASE_SETTING_UP) {
        now->phase = PHASE_FIRST;
        now->turn = (uint8_t)other;
    } else if (now->hand[other] > 0) {
        now->turn = (uint8_t)other;
    } else if (now->hand[now->turn] == 0) {
        now->phase = PHASE_SINGLE;
        now->turn = 0;
    }
}
