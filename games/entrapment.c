/*
 * entrapment.c: Entrapment, for two on 7x7 squares, or 7x6.
 *
 * Roamers step or run along files and ranks, barriers go into the edges between the squares,
 * and a roamer without a way out is captured. A turn is two actions, each of which is one move
 * (entrapment.h). T3 and the like are clauses of the game's rules.
 *
 * Captures and lists of actions work on sets of squares (force.h).
 */
#include "games/game.h"

#include "games/entrapment/entrapment_check.h"
#include "games/entrapment/entrapment_text.h"
#include "games/entrapment/force.h"
#include "games/lib/grid.h"

#include <string.h>

/* ---- options ---- */

enum { OPT_STICK, OPT_ROAMERS, OPT_BARRIERS, OPT_FAST, OPT_SELFFORCE };

enum { ROAMERS_DEFAULT = 3, BARRIERS_DEFAULT = 25 };

static const struct option options[] = {
    [OPT_STICK] = { .name = "stick", .kind = OPTION_SWITCH },
    [OPT_ROAMERS] = { .name = "roamers",
                      .kind = OPTION_NUMBER,
                      .least = 1,
                      .most = ENTRAPMENT_ROAMERS_MAX },
    [OPT_BARRIERS] = { .name = "barriers",
                       .kind = OPTION_NUMBER,
                       .least = 1,
                       .most = ENTRAPMENT_BARRIERS_MAX },
    [OPT_FAST] = { .name = "fast", .kind = OPTION_SWITCH },
    [OPT_SELFFORCE] = { .name = "selfforce", .kind = OPTION_SWITCH },
    { 0 },
};

/* ---- the position ---- */

_Static_assert(sizeof(struct entrapment) <= POSITION_MAX, "a position must fit");

static struct entrapment *entrapment(struct position *position)
{
    return (struct entrapment *)(void *)position->bytes;
}

static const struct entrapment *entrapment_const(const struct position *position)
{
    return (const struct entrapment *)(const void *)position->bytes;
}

/* ---- set-up ---- */

/* Sets everything except the pieces. */
static void set_rules(struct entrapment *now, const struct setup *setup)
{
    const bool stick = setup_value(setup, OPT_STICK, 0) != 0;
    memset(now, 0, sizeof *now);
    now->ranks = (uint8_t)(EDGES_RANKS_MAX - stick);
    now->roamers_each = (uint8_t)setup_value(setup, OPT_ROAMERS, ROAMERS_DEFAULT);
    now->barriers_each = (uint8_t)setup_value(setup, OPT_BARRIERS, BARRIERS_DEFAULT);
    now->fast = setup_value(setup, OPT_FAST, 0) != 0;
    now->selfforce = setup_value(setup, OPT_SELFFORCE, 0) != 0;
}

static bool setup(struct position *position, const struct setup *setup, struct note *note)
{
    struct entrapment *now = entrapment(position);
    (void)note;
    set_rules(now, setup);
    now->phase = PHASE_SETTING_UP;
    for (int seat = 0; seat < ENTRAPMENT_SEATS; seat++) {
        now->hand[seat] = now->roamers_each;
        now->supply[seat] = now->barriers_each;
    }
    return true;
}

static int actor(const struct position *position)
{
    const struct entrapment *now = entrapment_const(position);
    return entrapment_loser(now) >= 0 ? -1 : now->turn;
}

/* True also if the match is over: then no turn is half played. */
static bool between(const struct position *position)
{
    return entrapment_const(position)->phase != PHASE_SECOND || actor(position) < 0;
}

/* True except before the first of two actions. */
static bool final(const struct position *position)
{
    return entrapment_const(position)->phase != PHASE_FIRST;
}

/* ---- judging and playing ---- */

static size_t moves(const struct position *position, struct move *moves, size_t cap)
{
    if (actor(position) < 0) {
        return 0;
    }
    return cap == 0 ? 1 : actions_list(entrapment_const(position), moves, cap);
}

static bool check(const struct position *position, const struct move *move, struct note *note)
{
    return entrapment_check(entrapment_const(position), move, note);
}

static void apply(struct position *position, const struct move *move)
{
    uint64_t gone[ENTRAPMENT_SEATS];
    force_play(entrapment(position), move, gone);
}

static void leave(struct position *position, int seat)
{
    struct entrapment *now = entrapment(position);
    if (entrapment_loser(now) < 0) {
        now->turn = (uint8_t)seat;
        now->phase = PHASE_FIRST;
        now->end = END_LEFT;
    }
}

static void result(const struct position *position, struct result *result)
{
    static const char *const keys[] = {
        [END_NONE] = "captured", [END_CAPTURE] = "capture", [END_LEFT] = "left"
    };
    const struct entrapment *now = entrapment_const(position);
    const int loser = entrapment_loser(now);
    *result = (struct result){ .over = loser >= 0 };
    if (loser >= 0) {
        result->place[1 - loser] = 1;
        result->place[loser] = 2;
        result->ending.key = keys[now->end];
    }
}

/* ---- warnings ---- */

enum { BARRIERS_FEW = 5 };

static void warn_of(struct notes *warnings, const char *key, struct argument argument)
{
    const struct note note = { .key = key, .argument = { argument } };
    notes_add(warnings, &note);
}

static void warn_of_squares(struct notes *warnings, const char *key, uint64_t squares)
{
    for (; squares != 0; squares &= squares - 1) {
        warn_of(warnings, key, edges_square_argument(edges_first(squares)));
    }
}

static size_t warn(const struct position *position, int seat, struct note *note, size_t cap)
{
    const struct entrapment *now = entrapment_const(position);
    const char *forced_key = now->phase == PHASE_SETTING_UP ? "warn-forced-set-up" : "warn-forced";
    const int supply = now->supply[seat];
    struct notes warnings = { note, cap, 0 };
    struct force force;
    force_look(now, &force);
    if (now->phase == PHASE_SINGLE && seat == now->turn) {
        warn_of(&warnings, "warn-single", (struct argument){ 0 });
    }
    warn_of_squares(&warnings, forced_key, force.forced[seat]);
    warn_of_squares(&warnings, "warn-forced-theirs", force.forced[1 - seat]);
    warn_of_squares(&warnings, "warn-one-side", now->roamers[seat] & force.narrow & force.open);
    if (supply <= BARRIERS_FEW) {
        warn_of(&warnings, supply == 0 ? "warn-no-barriers" : "warn-few-barriers",
                argument_number(supply));
    }
    return warnings.count;
}

/* ---- turns that lose a roamer ---- */

/* More actions than any position has: 60 barriers, 84 edges. */
enum { ACTIONS_MAX = 2048 };

/* Finds a turn, or the rest of one, that leads from one position to the other, and sets the
 * squares where roamers of the seat are captured in the first such turn. */
static bool find_lost(const struct entrapment *from, const struct entrapment *to, int seat,
                      uint64_t *lost)
{
    struct move list[ACTIONS_MAX];
    const size_t count = actions_list(from, list, ACTIONS_MAX);
    for (size_t i = 0; i < count; i++) {
        struct entrapment now = *from;
        uint64_t gone[ENTRAPMENT_SEATS], later = 0;
        force_play(&now, &list[i], gone);
        const bool half = now.phase == PHASE_SECOND && entrapment_loser(&now) < 0;
        if (half ? find_lost(&now, to, seat, &later) : memcmp(&now, to, sizeof now) == 0) {
            *lost = gone[seat] | later;
            return true;
        }
    }
    return false;
}

static bool costly(const struct position *before, const struct position *after, int seat,
                   struct note *note)
{
    const struct entrapment *then = entrapment_const(before), *now = entrapment_const(after);
    const int lost = edges_count(then->roamers[seat]) + then->hand[seat] -
                     edges_count(now->roamers[seat]) - now->hand[seat];
    if (lost <= 0) {
        return false;
    }
    const bool decides = entrapment_loser(now) == seat;
    *note = (struct note){ .key = decides     ? "costly-match"
                                  : lost == 1 ? "costly"
                                              : "costly-several" };
    uint64_t squares = 0;
    find_lost(then, now, seat, &squares);
    for (int i = 0; i < NOTE_ARGUMENTS && squares != 0; i++, squares &= squares - 1) {
        note->argument[i] = edges_square_argument(edges_first(squares));
    }
    return true;
}

/* Notes the roamers that an action captures, also those that its text names. */
static size_t effects(const struct position *position, const struct move *move, struct note *note,
                      size_t cap)
{
    struct entrapment now = *entrapment_const(position);
    struct notes effects = { note, cap, 0 };
    uint64_t gone[ENTRAPMENT_SEATS];
    force_play(&now, move, gone);
    for (int seat = 0; seat < ENTRAPMENT_SEATS; seat++) {
        for (uint64_t rest = gone[seat]; rest != 0; rest &= rest - 1) {
            const struct note captured = {
                .key = "roamer-captured",
                .argument = { edges_square_argument(edges_first(rest)), argument_seat(seat) },
            };
            notes_add(&effects, &captured);
        }
    }
    return effects.count;
}

/* ---- text ---- */

static enum parsed parse(const struct position *position, struct scan *scan, struct move *move,
                         struct note *note)
{
    return entrapment_parse(entrapment_const(position), scan, move, note);
}

static void print(const struct position *position, const struct move *move, struct text *text)
{
    (void)position;
    entrapment_print(move, text);
}

static bool decode(struct position *position, const struct setup *setup, struct scan *scan,
                   struct note *note)
{
    struct entrapment *now = entrapment(position);
    set_rules(now, setup);
    return entrapment_read(now, scan, note);
}

static void encode(const struct position *position, struct text *text)
{
    entrapment_write(entrapment_const(position), text);
}

/* ---- drawing ---- */

static struct point *point_at(struct figures *figures, const struct entrapment *now, int square)
{
    const int file = square / EDGES_FILE, rank = square % EDGES_FILE;
    return &figures->point[file * now->ranks + rank];
}

/* The bar of an edge: above its square, or to its right. */
static struct bar bar_in(struct figures *figures, const struct entrapment *now, int edge)
{
    const struct point *point = point_at(figures, now, edge % EDGES_UPRIGHT);
    const bool upright = edge >= EDGES_UPRIGHT;
    return (struct bar){ .x = (uint8_t)(point->x + upright),
                         .y = (uint8_t)(point->y - !upright),
                         .upright = upright };
}

/* Marks the places that an action left and came to. A roamer that was captured there, or has
 * gone on, is not there any more. */
static void mark_action(const struct entrapment *now, const struct move *move,
                        struct figures *figures)
{
    const uint8_t *byte = move->byte;
    const int to = byte[action_places((enum action_kind)byte[0])];
    if (byte[0] == ACTION_BARRIER || byte[0] == ACTION_RELOCATE) {
        const struct bar place = bar_in(figures, now, to);
        for (int i = 0; i < figures->bars; i++) {
            struct bar *bar = &figures->bar[i];
            bar->mark |= bar->x == place.x && bar->y == place.y ? MARK_TO : 0;
        }
        return;
    }
    if (byte[0] == ACTION_MOVE) {
        struct point *from = point_at(figures, now, byte[1]);
        from->mark &= (uint8_t)~MARK_TO;
        from->mark |= MARK_FROM;
    }
    if (entrapment_roamer(now, to) != OWNER_NOBODY) {
        point_at(figures, now, to)->mark |= MARK_TO;
    }
}

static void add_captions(const struct entrapment *now, const struct force *force,
                         struct figures *figures)
{
    for (int seat = 0; seat < ENTRAPMENT_SEATS; seat++) {
        figures->caption[figures->captions++] =
            (struct note){ .key = "supply",
                           .argument = { argument_seat(seat), argument_number(now->hand[seat]),
                                         argument_number(now->supply[seat]) } };
    }
    for (int seat = 0; seat < ENTRAPMENT_SEATS; seat++) {
        for (uint64_t rest = force->forced[seat]; rest != 0; rest &= rest - 1) {
            figures->caption[figures->captions++] = (struct note){
                .key = "in-force",
                .argument = { argument_seat(seat), edges_square_argument(edges_first(rest)) },
            };
        }
    }
}

/* Adds what the squares do not show of the turn, and who gave up. */
static void add_tally(const struct entrapment *now, struct figures *figures)
{
    const char *key = now->end == END_LEFT         ? "left-match"
                      : now->end == END_CAPTURE    ? "capture-decided"
                      : now->phase == PHASE_SINGLE ? "turn-single"
                      : now->phase == PHASE_SECOND ? "turn-second"
                                                   : NULL;
    if (key != NULL) {
        figures->tally[figures->tallies++] =
            (struct note){ .key = key, .argument = { argument_seat(now->turn) } };
    }
}

static void draw(const struct position *position, const struct move *last, size_t count,
                 struct figures *figures)
{
    const struct entrapment *now = entrapment_const(position);
    const struct grid grid = { .files = EDGES_FILES, .ranks = now->ranks };
    struct force force;
    force_look(now, &force);
    grid_draw(&grid, figures);
    figures->across = 2;
    figures->open = true;
    figures->framed = true;
    for (uint64_t rest = now->roamers[0] | now->roamers[1]; rest != 0; rest &= rest - 1) {
        const int square = edges_first(rest);
        const uint64_t forced = force.forced[0] | force.forced[1];
        struct point *point = point_at(figures, now, square);
        point->kind = POINT_PIECE;
        point->owner = (int8_t)entrapment_roamer(now, square);
        point->height = 1;
        point->mark |= (forced & edges_bit(square)) != 0 ? MARK_FORCED : 0;
    }
    for (int edge = 0; edge < EDGES_NUMBERS; edge++) {
        const int owner = entrapment_barrier(now, edge);
        if (owner != OWNER_NOBODY) {
            struct bar *bar = &figures->bar[figures->bars++];
            *bar = bar_in(figures, now, edge);
            bar->standing = owner == OWNER_STANDING;
            bar->owner = (int8_t)(bar->standing ? -1 : owner);
            struct text text = text_in(bar->name, sizeof bar->name);
            text_string(&text, edges_argument(edge).text);
        }
    }
    for (size_t i = 0; i < count; i++) {
        mark_action(now, &last[i], figures);
    }
    add_captions(now, &force, figures);
    add_tally(now, figures);
}

/* ---- standing ---- */

/* For each way, the squares from which a roamer can step: no barrier is between, and no roamer
 * there. */
static void find_open(const struct entrapment *now, uint64_t open[WAYS])
{
    const uint64_t all = edges_squares(now->ranks);
    const uint64_t vacant = all & ~(now->roamers[0] | now->roamers[1]);
    struct edges shut = now->standing;
    for (int lie = 0; lie < EDGES_LIES; lie++) {
        shut.at[lie] |= now->resting[0].at[lie] | now->resting[1].at[lie];
    }
    open[WAY_NORTH] = all & vacant >> 1 & ~shut.at[EDGES_FLAT];
    open[WAY_SOUTH] = all & vacant << 1 & ~(shut.at[EDGES_FLAT] << 1);
    open[WAY_EAST] = all & vacant >> EDGES_FILE & ~shut.at[EDGES_UP];
    open[WAY_WEST] = all & vacant << EDGES_FILE & ~(shut.at[EDGES_UP] << EDGES_FILE);
}

/* How much room a roamer has: its open sides, and the squares within a few steps. */
static int room_of(const uint64_t open[WAYS], uint64_t roamer)
{
    enum { STEPS = 3, AREA_MOST = 12, SQUARE = 15 };
    static const int16_t sides[] = { 0, 60, 160, 220, 260 }; /* so many are open */
    uint64_t area = roamer;
    int count = 0;
    for (int way = 0; way < WAYS; way++) {
        count += (open[way] & roamer) != 0;
    }
    for (int i = 0; i < STEPS; i++) {
        area |= (area & open[WAY_NORTH]) << 1 | (area & open[WAY_SOUTH]) >> 1 |
                (area & open[WAY_EAST]) << EDGES_FILE | (area & open[WAY_WEST]) >> EDGES_FILE;
    }
    const int squares = edges_count(area);
    return sides[count] + SQUARE * (squares < AREA_MOST ? squares : AREA_MOST);
}

static int standing(const struct position *position, int seat)
{
    enum { ROAMER = 1000 };
    const struct entrapment *now = entrapment_const(position);
    uint64_t open[WAYS];
    int worth = ROAMER * now->hand[seat];
    find_open(now, open);
    for (uint64_t rest = now->roamers[seat]; rest != 0; rest &= rest - 1) {
        worth += ROAMER + room_of(open, rest & (~rest + 1));
    }
    return worth;
}

const struct game game_entrapment = {
    .name = "entrapment",
    .rules = 1,
    .seats = 1 << 1,
    .size = sizeof(struct entrapment),
    .identity = sizeof(struct entrapment),
    .options = options,
    .setup = setup,
    .actor = actor,
    .between = between,
    .final = final,
    .moves = moves,
    .check = check,
    .apply = apply,
    .leave = leave,
    .result = result,
    .warn = warn,
    .costly = costly,
    .effects = effects,
    .standing = standing,
    .parse = parse,
    .print = print,
    .draw = draw,
    .decode = decode,
    .encode = encode,
};
