/*
 * entrapment-judge.h: a second, slow core of Entrapment, to compare the first with.
 *
 * It was written from the rules alone and shares no code with games/. Nothing is remembered or
 * precomputed: an action is tried on a copy, every roamer is looked at from its four sides,
 * and if the mover may choose, each choice is followed to its end. T1 to T27 are the clauses
 * of the rules.
 *
 * Repetition and the ply limit belong to the match and are not tested here.
 */
#ifndef POSTMOVE_TEST_ENTRAPMENT_JUDGE_H
#define POSTMOVE_TEST_ENTRAPMENT_JUDGE_H

#include "entrapment-board.h"

enum {
    JUDGE_ACTIONS = 4096, /* 42 barriers into 42 other grooves, and some choices */
    JUDGE_ACTION_TEXT = 32,
    JUDGE_ENDINGS = 256, /* sets of roamers, eight on the board at most */
};

/* One action: a roamer from `from` to `to`, or a barrier into `groove`. */
struct judge_action {
    bool places;   /* for a roamer: it comes from the hand */
    bool builds;   /* it is a barrier, not a roamer */
    bool rebuilds; /* a barrier from `old`, not from the supply */
    struct judge_square from, to;
    struct judge_groove old, groove;
};

/* A possible result of an action: the roamers that T21 to T23 take, as bits of square numbers,
 * and the board without them. */
struct judge_ending {
    guint64 taken;
    struct judge board;
};

struct judge_endings {
    struct judge_ending ending[JUDGE_ENDINGS];
    int count;
};

struct judge_option {
    char text[JUDGE_ACTION_TEXT];
    struct judge after;
};

/* Large: do not put it on the stack. */
struct judge_list {
    struct judge_option option[JUDGE_ACTIONS];
    int count;
    int narrowed;     /* actions for which T19 and T20 allow some choices and not all */
    bool last_resort; /* the exception of T24 */
};

/* ---- sides of a roamer ---- */

enum judge_side { IMPENETRABLE, PENETRABLE, OPEN };

/* T16 */
static inline enum judge_side side_of(const struct judge *judge, struct judge_square square,
                                      struct judge_square way)
{
    char own = roamer_on(judge, square);
    struct judge_square behind = next_square(square, way);
    if (!on_board(judge, behind)) {
        return IMPENETRABLE;
    }
    char barrier = barrier_in(judge, groove_beside(square, way));
    char roamer = roamer_on(judge, behind);
    bool own_barrier = barrier == barrier_of(own);
    if (barrier != '.' && !own_barrier) {
        return IMPENETRABLE; /* the enemy's, or standing */
    }
    if (roamer == other_than(own)) {
        return IMPENETRABLE;
    }
    if (own_barrier && roamer == own) {
        return IMPENETRABLE;
    }
    return own_barrier || roamer == own ? PENETRABLE : OPEN;
}

static inline int count_sides(const struct judge *judge, struct judge_square square,
                              enum judge_side side)
{
    int count = 0;
    for (int i = 0; i < 4; i++) {
        count += side_of(judge, square, judge_ways[i]) == side;
    }
    return count;
}

/* T17 */
static inline bool is_entrapped(const struct judge *judge, struct judge_square square)
{
    return count_sides(judge, square, IMPENETRABLE) == 4;
}

/* T18: squares without a roamer are not in force either. */
static inline bool is_in_force(const struct judge *judge, struct judge_square square)
{
    return roamer_on(judge, square) != '.' && count_sides(judge, square, OPEN) == 0 &&
           !is_entrapped(judge, square);
}

static inline guint64 in_force_of(const struct judge *judge, char player)
{
    guint64 squares = 0;
    for (int i = 0; i < JUDGE_SQUARES; i++) {
        struct judge_square square = square_number(i);
        if (roamer_on(judge, square) == player && is_in_force(judge, square)) {
            squares |= G_GUINT64_CONSTANT(1) << i;
        }
    }
    return squares;
}

static inline int count_squares(guint64 squares)
{
    int count = 0;
    for (int i = 0; i < JUDGE_SQUARES; i++) {
        count += (int)(squares >> i & 1);
    }
    return count;
}

/* ---- what an action does ---- */

static inline void turn_if_own(struct judge *judge, struct judge_groove groove)
{
    if (barrier_in(judge, groove) == barrier_of(judge->mover)) {
        put_barrier(judge, groove, '#'); /* T11 */
    }
}

/* The action alone, before anything is captured. */
static inline void perform(struct judge *judge, const struct judge_action *action)
{
    int player = number_of(judge->mover);
    if (action->builds) {
        if (action->rebuilds) {
            put_barrier(judge, action->old, '.');
        } else {
            judge->supply[player]--;
        }
        put_barrier(judge, action->groove, barrier_of(judge->mover));
        return;
    }
    if (action->places) {
        judge->hand[player]--;
    } else {
        struct judge_square at = action->from;
        struct judge_square way = { (action->to.column > at.column) -
                                        (action->to.column < at.column),
                                    (action->to.row > at.row) - (action->to.row < at.row) };
        for (; !same_square(at, action->to); at = next_square(at, way)) {
            turn_if_own(judge, groove_beside(at, way));
        }
        put_roamer(judge, action->from, '.');
    }
    put_roamer(judge, action->to, judge->mover);
}

/* T17: the roamer that moved is looked at first, then all others together. */
static inline void capture_entrapped(struct judge *judge, const struct judge_action *action)
{
    if (!action->builds && is_entrapped(judge, action->to)) {
        put_roamer(judge, action->to, '.');
    }
    const struct judge before = *judge;
    for (int i = 0; i < JUDGE_SQUARES; i++) {
        struct judge_square square = square_number(i);
        if (roamer_on(&before, square) != '.' && is_entrapped(&before, square)) {
            put_roamer(judge, square, '.');
        }
    }
}

static inline void add_ending(struct judge_endings *endings, const struct judge *board,
                              guint64 taken)
{
    for (int i = 0; i < endings->count; i++) {
        if (endings->ending[i].taken == taken) {
            return; /* the same set in another order */
        }
    }
    g_assert_cmpint(endings->count, <, JUDGE_ENDINGS);
    endings->ending[endings->count++] = (struct judge_ending){ taken, *board };
}

/* T21 to T23: while a player has several roamers in force, one that came into force by this
 * action is taken if another was in force before, else any of them; then look again. The
 * mover's own come first (B6). `before` is the board before the action; a roamer that was in
 * force there and is here has not moved. */
static inline void settle(const struct judge *before, const struct judge *now, char player,
                          guint64 taken, struct judge_endings *endings)
{
    guint64 forced = in_force_of(now, player);
    if (count_squares(forced) < 2) {
        if (player == before->mover) {
            settle(before, now, other_than(player), taken, endings);
        } else {
            add_ending(endings, now, taken);
        }
        return;
    }
    guint64 already = forced & in_force_of(before, player);
    guint64 newcomers = forced & ~already;
    guint64 choice = already != 0 && newcomers != 0 ? newcomers : forced;
    for (int i = 0; i < JUDGE_SQUARES; i++) {
        guint64 one = G_GUINT64_CONSTANT(1) << i;
        if ((choice & one) != 0) {
            struct judge then = *now;
            put_roamer(&then, square_number(i), '.');
            settle(before, &then, player, taken | one, endings);
        }
    }
}

/* ---- after an action ---- */

static inline int left_of(const struct judge *judge, char player)
{
    return roamers_of(judge, player) + judge->hand[number_of(player)];
}

/* T2; if both lose a roamer in a fast game, the mover has lost. */
static inline void look_for_end(const struct judge *before, struct judge *after)
{
    char mover = before->mover, enemy = other_than(mover);
    bool fast = before->rules.fast;
    if (left_of(after, mover) == 0 || (fast && left_of(after, mover) < left_of(before, mover))) {
        after->over = true;
        after->winner = enemy;
    } else if (left_of(after, enemy) == 0 ||
               (fast && left_of(after, enemy) < left_of(before, enemy))) {
        after->over = true;
        after->winner = mover;
    }
}

/* T3 to T5 */
static inline void hand_on(struct judge *judge)
{
    char enemy = other_than(judge->mover);
    if (judge->action == '1') {
        judge->action = '2';
    } else if (judge->action != 'P') {
        judge->mover = enemy;
        judge->action = '1';
    } else if (judge->hand[0] + judge->hand[1] == 0) {
        judge->mover = 'O';
        judge->action = 'S';
    } else if (judge->hand[number_of(enemy)] > 0) {
        judge->mover = enemy;
    }
}

/* ---- which actions are legal ---- */

/* T19, T20: every roamer that was in force has moved, or is there and has an
 * open side. */
static inline bool relieves(const struct judge *before, const struct judge_action *action,
                            const struct judge *after)
{
    guint64 forced = in_force_of(before, before->mover);
    for (int i = 0; i < JUDGE_SQUARES; i++) {
        struct judge_square square = square_number(i);
        bool stays = (forced >> i & 1) != 0 && !same_square(square, action->from);
        if (stays &&
            (roamer_on(after, square) != before->mover || count_sides(after, square, OPEN) == 0)) {
            return false;
        }
    }
    return true;
}

/* Section 4 */
static inline void write_action(const struct judge_action *action, guint64 named, char *chars)
{
    g_autoptr(GString) text = g_string_new("");
    if (action->builds) {
        if (action->rebuilds) {
            append_groove(text, action->old);
            g_string_append_c(text, '-');
        }
        append_groove(text, action->groove);
    } else {
        if (!action->places) {
            append_square(text, action->from);
            g_string_append_c(text, '-');
        }
        append_square(text, action->to);
    }
    for (int i = 0; i < JUDGE_SQUARES; i++) {
        if ((named >> i & 1) != 0) {
            g_string_append_c(text, 'x');
            append_square(text, square_number(i));
        }
    }
    g_assert_cmpuint(text->len, <, JUDGE_ACTION_TEXT);
    g_strlcpy(chars, text->str, JUDGE_ACTION_TEXT);
}

/* Both lists that a search fills: what is legal at once, and what T24 allows only to a player
 * who has nothing else. */
struct judge_search {
    const struct judge *judge;
    struct judge_list *plain, *last_resort;
};

static inline void try_action(const struct judge_search *search, const struct judge_action *action)
{
    const struct judge *before = search->judge;
    struct judge now = *before;
    perform(&now, action);
    capture_entrapped(&now, action);
    bool second = count_squares(in_force_of(&now, before->mover)) > 1;
    struct judge_list *list =
        second && !before->rules.selfforce ? search->last_resort : search->plain;
    g_autofree struct judge_endings *endings = g_new(struct judge_endings, 1);
    endings->count = 0;
    settle(before, &now, before->mover, 0, endings);
    int legal = 0;
    bool must_relieve = !action->builds && !action->places;
    for (int i = 0; i < endings->count; i++) {
        if (!must_relieve || relieves(before, action, &endings->ending[i].board)) {
            endings->ending[legal++] = endings->ending[i];
        }
    }
    list->narrowed += legal > 0 && legal < endings->count;
    for (int i = 0; i < legal; i++) {
        g_assert_cmpint(list->count, <, JUDGE_ACTIONS);
        struct judge_option *option = &list->option[list->count++];
        option->after = endings->ending[i].board;
        write_action(action, legal > 1 ? endings->ending[i].taken : 0, option->text);
        look_for_end(before, &option->after);
        if (!option->after.over) {
            hand_on(&option->after);
        }
    }
}

/* T8 to T12: one step or two that way. */
static inline void try_moves(const struct judge_search *search, struct judge_square from,
                             struct judge_square way)
{
    const struct judge *judge = search->judge;
    int jumped = 0;
    struct judge_square at = from;
    for (int steps = 1; steps <= 2; steps++) {
        struct judge_groove crossed = groove_beside(at, way);
        at = next_square(at, way);
        if (!on_board(judge, at) || roamer_on(judge, at) == other_than(judge->mover)) {
            return;
        }
        char barrier = barrier_in(judge, crossed);
        if (barrier != '.' && barrier != barrier_of(judge->mover)) {
            return;
        }
        jumped += barrier != '.';
        if (roamer_on(judge, at) == '.' && jumped <= 1) {
            try_action(search, &(struct judge_action){ .from = from, .to = at });
        }
        jumped += roamer_on(judge, at) != '.';
    }
}

/* T13 to T15 */
static inline void try_barriers(const struct judge_search *search, struct judge_groove groove)
{
    const struct judge *judge = search->judge;
    if (!is_groove(judge, groove) || barrier_in(judge, groove) != '.') {
        return;
    }
    struct judge_action action = { .builds = true, .groove = groove };
    if (judge->supply[number_of(judge->mover)] > 0) {
        try_action(search, &action);
        return;
    }
    action.rebuilds = true;
    for (int i = 0; i < 2 * JUDGE_SQUARES; i++) {
        action.old = groove_number(i);
        if (barrier_in(judge, action.old) == barrier_of(judge->mover)) {
            try_action(search, &action);
        }
    }
}

/* T5; T4 with T19 (B4). */
static inline bool may_build(const struct judge *judge)
{
    return judge->action == '2' || (judge->action == 'S' && in_force_of(judge, judge->mover) == 0);
}

static inline void try_all(const struct judge_search *search)
{
    const struct judge *judge = search->judge;
    for (int i = 0; i < JUDGE_SQUARES; i++) {
        struct judge_square square = square_number(i);
        if (judge->action == 'P') {
            if (on_board(judge, square) && roamer_on(judge, square) == '.') {
                try_action(search, &(struct judge_action){
                                       .places = true, .from = { -1, -1 }, .to = square });
            }
        } else if (roamer_on(judge, square) == judge->mover) {
            for (int way = 0; way < 4; way++) {
                try_moves(search, square, judge_ways[way]);
            }
        }
    }
    for (int i = 0; may_build(judge) && i < 2 * JUDGE_SQUARES; i++) {
        try_barriers(search, groove_number(i));
    }
}

static inline int by_option_text(const void *one, const void *other)
{
    return strcmp(((const struct judge_option *)one)->text,
                  ((const struct judge_option *)other)->text);
}

/* The legal actions in C order of their text; none when the game is over. */
static inline void judge_actions(const struct judge *judge, struct judge_list *list)
{
    list->count = list->narrowed = 0;
    list->last_resort = false;
    if (judge->over) {
        return;
    }
    g_autofree struct judge_list *last_resort = g_new(struct judge_list, 1);
    last_resort->count = last_resort->narrowed = 0;
    try_all(&(struct judge_search){ judge, list, last_resort });
    if (list->count == 0) {
        memcpy(list->option, last_resort->option,
               (size_t)last_resort->count * sizeof *list->option);
        list->count = last_resort->count;
        list->narrowed = last_resort->narrowed;
        list->last_resort = true;
    }
    qsort(list->option, (size_t)list->count, sizeof *list->option, by_option_text);
}

/* The option of that text, or NULL. */
static inline const struct judge_option *judge_find(const struct judge_list *list, const char *text)
{
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->option[i].text, text) == 0) {
            return &list->option[i];
        }
    }
    return NULL;
}

#endif
