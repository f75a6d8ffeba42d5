/*
 * entrapment-bout.h: two cores of Entrapment side by side.
 *
 * The one in games/ and the slow one of entrapment-judge.h play the same
 * actions. Before each they must agree on the list of actions, on whose turn it
 * is and whether one is half played, on the result, and on the position text.
 * The first disagreement ends the test and prints both positions, the options
 * and the seed.
 */
#ifndef POSTMOVE_TEST_ENTRAPMENT_BOUT_H
#define POSTMOVE_TEST_ENTRAPMENT_BOUT_H

#include "entrapment-scatter.h"
#include "games.h"

#include <stdlib.h>

enum { LOOK_CLOSELY = 8 }; /* every action is tried in one of so many positions */

/* Options, as the registry reads them and as the judge does. */
struct option_set {
    const char *name, *options;
    struct judge_rules rules;
};

/* What was met on the way. */
struct met {
    unsigned long positions, actions, choices, forced, reliefs, narrowed, last_resorts;
    unsigned long captures, suicides, games;
};

struct printed {
    char text[JUDGE_ACTION_TEXT];
    struct move move;
};

struct bout {
    const struct game *game;
    const struct option_set *set;
    struct setup setup;
    struct position position;
    struct judge judge;
    struct judge_list *list;
    struct move *moves;
    struct printed *printed; /* the core's, in the order of `list` */
    GRand *chance;
    guint32 seed;
    int ply;
    struct met met;
};

#include "bout.h"

static inline int by_text(const void *one, const void *other)
{
    return strcmp(((const struct printed *)one)->text, ((const struct printed *)other)->text);
}

/* The core's actions as texts, in C order. */
static inline size_t print_moves(const struct bout *bout)
{
    size_t count = bout->game->moves(&bout->position, bout->moves, JUDGE_ACTIONS);
    if (count > JUDGE_ACTIONS) {
        disagree(bout, "more actions than the board has");
    }
    for (size_t i = 0; i < count; i++) {
        struct text text = text_in(bout->printed[i].text, JUDGE_ACTION_TEXT);
        bout->game->print(&bout->position, &bout->moves[i], &text);
        bout->printed[i].move = bout->moves[i];
    }
    qsort(bout->printed, count, sizeof *bout->printed, by_text);
    return count;
}

static inline void compare_actions(const struct bout *bout)
{
    size_t count = print_moves(bout);
    judge_actions(&bout->judge, bout->list);
    for (size_t i = 0; i < MAX(count, (size_t)bout->list->count); i++) {
        const char *core = i < count ? bout->printed[i].text : "none";
        const char *judge = i < (size_t)bout->list->count ? bout->list->option[i].text : "none";
        if (strcmp(core, judge) != 0) {
            g_autofree char *what =
                g_strdup_printf("the game has %s where the judge has %s", core, judge);
            disagree(bout, what);
        }
    }
}

static inline void compare_result(const struct bout *bout)
{
    const struct judge *judge = &bout->judge;
    struct result result;
    bout->game->result(&bout->position, &result);
    if (result.over != judge->over || result.drawn) {
        disagree(bout, result.drawn ? "drawn" : result.over ? "over" : "not over");
    }
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        bool won = seat == number_of(judge->winner);
        int place = seat > 1 || !judge->over ? 0 : won ? 1 : 2;
        if (result.place[seat] != place) {
            disagree(bout, "who has won");
        }
    }
    int actor = judge->over ? -1 : number_of(judge->mover);
    bool between = judge->over || judge->action != '2';
    if (bout->game->actor(&bout->position) != actor ||
        game_between(bout->game, &bout->position) != between) {
        disagree(bout, "whose turn it is");
    }
}

/* Cuts the text behind the supplies: nobody is to act in a finished game. */
static inline void cut_turn(char *text)
{
    for (int slash = 0; *text != '\0'; text++) {
        slash += *text == '/';
        if (slash == 6) {
            *text = '\0';
            return;
        }
    }
}

static inline bool same_text(const struct bout *bout, const struct position *position,
                             const struct judge *judge)
{
    char ours[JUDGE_TEXT], theirs[JUDGE_TEXT];
    struct text text = text_in(ours, sizeof ours);
    bout->game->encode(position, &text);
    judge_text(judge, theirs);
    if (judge->over) {
        cut_turn(ours);
        cut_turn(theirs);
    }
    return !text.cut && strcmp(ours, theirs) == 0;
}

/* T17, T21, T24, and "there is always a legal action"; barriers are conserved. */
static inline void assert_sound(const struct bout *bout)
{
    const struct judge *judge = &bout->judge;
    if (!is_settled(judge) && !judge->over) {
        disagree(bout, "somebody is entrapped or twice in force");
    }
    if ((bout->list->count == 0) != judge->over) {
        disagree(bout, "no action");
    }
}

static inline int count_barriers(const struct judge *judge)
{
    return barriers_of(judge, 'o') + barriers_of(judge, 'x') + barriers_of(judge, '#') +
           judge->supply[0] + judge->supply[1];
}

/* Plays every action on a copy. */
static inline void compare_closely(const struct bout *bout)
{
    for (int i = 0; i < bout->list->count; i++) {
        const struct judge *then = &bout->list->option[i].after;
        struct position after = bout->position;
        bout->game->apply(&after, &bout->printed[i].move);
        if (!same_text(bout, &after, then)) {
            struct bout shown = *bout;
            shown.position = after;
            shown.judge = *then;
            disagree(&shown, bout->list->option[i].text);
        }
        g_assert_cmpint(count_barriers(then), ==, count_barriers(&bout->judge));
    }
}

/* Reads an action that may be illegal: it must be accepted if the judge lists it, and must ask
 * for names if the judge lists it with some. */
static inline void compare_typed(const struct bout *bout, const char *typed)
{
    g_autofree char *beginning = g_strconcat(typed, "x", NULL);
    struct scan scan = scan_over(typed);
    struct move move;
    struct note note = { .key = NULL };
    bool named = false;
    for (int i = 0; i < bout->list->count; i++) {
        named |= g_str_has_prefix(bout->list->option[i].text, beginning);
    }
    enum parsed parsed = bout->game->parse(&bout->position, &scan, &move, &note);
    bool fine = parsed == PARSED_MOVE && bout->game->check(&bout->position, &move, &note);
    if (fine != (judge_find(bout->list, typed) != NULL) || (parsed == PARSED_INCOMPLETE) != named ||
        !scan_done(&scan)) {
        disagree(bout, typed);
    }
}

/* Tries one square or two, every way from every square. */
static inline void compare_typed_moves(const struct bout *bout)
{
    for (int i = 0; i < JUDGE_SQUARES * 8; i++) {
        struct judge_square from = square_number(i / 8), way = judge_ways[i % 4];
        struct judge_square to = next_square(from, way);
        to = i % 8 < 4 ? to : next_square(to, way);
        if (on_board(&bout->judge, from) && on_board(&bout->judge, to)) {
            g_autoptr(GString) text = g_string_new("");
            append_square(text, from);
            g_string_append_c(text, '-');
            append_square(text, to);
            compare_typed(bout, text->str);
        }
    }
}

/* Tries every groove, and one move from somewhere else to each. */
static inline void compare_typed_barriers(const struct bout *bout)
{
    for (int i = 0; i < 4 * JUDGE_SQUARES; i++) {
        int other = g_rand_int_range(bout->chance, 0, 2 * JUDGE_SQUARES);
        struct judge_groove from = groove_number(other), to = groove_number(i / 2);
        if (is_groove(&bout->judge, from) && is_groove(&bout->judge, to)) {
            g_autoptr(GString) text = g_string_new("");
            if (i % 2 == 0) {
                append_groove(text, from);
                g_string_append_c(text, '-');
            }
            append_groove(text, to);
            compare_typed(bout, text->str);
        }
    }
}

/* True if an action relieves although neither the roamer in force nor one beside it moves: by what
 * it captures (B3). */
static inline bool relieves_afar(const struct judge *judge, const char *action)
{
    struct judge_square from = square_named(action);
    for (int i = 0; action[2] == '-' && i < JUDGE_SQUARES; i++) {
        struct judge_square square = square_number(i);
        int away = ABS(square.column - from.column) + ABS(square.row - from.row);
        if ((in_force_of(judge, judge->mover) >> i & 1) != 0 && away > 1) {
            return true;
        }
    }
    return false;
}

static inline void remember(struct bout *bout)
{
    bout->met.positions++;
    bout->met.forced += in_force_of(&bout->judge, bout->judge.mover) != 0;
    bout->met.last_resorts += bout->list->last_resort;
    bout->met.narrowed += (unsigned long)bout->list->narrowed;
    for (int i = 0; i < bout->list->count; i++) {
        const char *text = bout->list->option[i].text;
        bout->met.choices += strchr(text, 'x') != NULL;
        bout->met.reliefs += relieves_afar(&bout->judge, text);
    }
}

static inline void compare(struct bout *bout)
{
    compare_actions(bout);
    compare_result(bout);
    if (!same_text(bout, &bout->position, &bout->judge)) {
        disagree(bout, "position text");
    }
    assert_sound(bout);
    if (bout->ply == 0 || one_in(bout->chance, LOOK_CLOSELY)) {
        compare_closely(bout);
        compare_typed_moves(bout);
        compare_typed_barriers(bout);
    }
    remember(bout);
}

static inline void bout_init(struct bout *bout, const struct option_set *set)
{
    *bout = (struct bout){ .game = game_named("entrapment"), .set = set };
    bout->setup = setup_for(bout->game, set->options);
    bout->list = g_new0(struct judge_list, 1);
    bout->moves = g_new0(struct move, JUDGE_ACTIONS);
    bout->printed = g_new0(struct printed, JUDGE_ACTIONS);
}

static inline void bout_clear(struct bout *bout)
{
    const struct met *met = &bout->met;
    g_test_message("%s: %lu positions, %lu actions, %lu choices, %lu in force, %lu relieved from "
                   "afar, %lu narrowed, %lu last resorts, %lu captures, %lu suicides, %lu ended",
                   bout->set->name, met->positions, met->actions, met->choices, met->forced,
                   met->reliefs, met->narrowed, met->last_resorts, met->captures, met->suicides,
                   met->games);
    g_clear_pointer(&bout->chance, g_rand_free);
    g_clear_pointer(&bout->list, g_free);
    g_clear_pointer(&bout->moves, g_free);
    g_clear_pointer(&bout->printed, g_free);
}

/* How much an action changes: captures, and roamers of either side in force. */
static inline int stir(const struct judge *before, const struct judge *after)
{
    int taken =
        left_of(before, 'O') + left_of(before, 'X') - left_of(after, 'O') - left_of(after, 'X');
    return 2 * taken + count_squares(in_force_of(after, 'O')) +
           count_squares(in_force_of(after, 'X'));
}

/* The action of several that changes most: random play seldom captures. */
static inline int choose(const struct bout *bout, int tries)
{
    int best = g_rand_int_range(bout->chance, 0, bout->list->count), most = -1;
    for (int i = 0; i < tries; i++) {
        int index = g_rand_int_range(bout->chance, 0, bout->list->count);
        int stirred = stir(&bout->judge, &bout->list->option[index].after);
        if (stirred > most) {
            best = index;
            most = stirred;
        }
    }
    return best;
}

/* Both cores play the action at `index` of the list. */
static inline void bout_act(struct bout *bout, int index)
{
    const struct judge before = bout->judge;
    bout->judge = bout->list->option[index].after;
    bout->game->apply(&bout->position, &bout->printed[index].move);
    bout->met.actions++;
    for (const char *player = "OX"; *player != '\0'; player++) {
        unsigned long lost =
            (unsigned long)(left_of(&before, *player) - left_of(&bout->judge, *player));
        bout->met.captures += lost;
        bout->met.suicides += *player == before.mover ? lost : 0;
    }
    g_assert_cmpint(count_barriers(&bout->judge), ==, count_barriers(&before));
    bout->ply++;
    compare(bout);
}

/* Plays on, each time the one of `tries` random actions that changes most, to the end or for
 * so many plies. */
static inline void bout_play(struct bout *bout, int plies, int tries)
{
    compare(bout);
    while (bout->ply < plies && !bout->judge.over) {
        bout_act(bout, choose(bout, tries));
    }
    bout->met.games += bout->judge.over;
}

#endif
