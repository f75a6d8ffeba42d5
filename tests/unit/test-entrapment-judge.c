/*
 * Two cores of Entrapment play the same games and must agree on everything: the
 * one in games/, and the slow one of entrapment-judge.h.
 *
 * JUDGE_GAMES is the number of games from the first position for each set of
 * options; twice as many are played for captures, and ten times as many are
 * short walks from scattered positions. Seeds are fixed: a failure can be met
 * again.
 */
#include "entrapment-bout.h"
#include "match/perft.h"
#include "row.h"

enum {
    GAMES = 2, /* unless JUDGE_GAMES says otherwise */
    PLIES = 250,
    WALK_PLIES = 10,
};

enum { USUAL, STICK, SELFFORCE, FAST, FOUR }; /* the first rows of `sets` */

static const struct option_set sets[] = {
    { "usual", "", { .roamers = 3, .barriers = 25 } },
    { "stick", "stick=1", { .roamers = 3, .barriers = 25, .stick = true } },
    { "selfforce", "selfforce=1", { .roamers = 3, .barriers = 25, .selfforce = true } },
    { "fast", "fast=1", { .roamers = 3, .barriers = 25, .fast = true } },
    { "four", "roamers=4", { .roamers = 4, .barriers = 25 } },
    { "four-stick",
      "stick=1 roamers=4 selfforce=1",
      { .roamers = 4, .barriers = 25, .stick = true, .selfforce = true } },
    { "four-fast",
      "roamers=4 fast=1 selfforce=1",
      { .roamers = 4, .barriers = 25, .fast = true, .selfforce = true } },
    { "few", "barriers=2", { .roamers = 3, .barriers = 2 } },
    { "many", "roamers=4 barriers=60", { .roamers = 4, .barriers = 60 } },
    { "two", "roamers=2", { .roamers = 2, .barriers = 25 } },
    { "one", "roamers=1 barriers=35", { .roamers = 1, .barriers = 35 } },
};

/* ---- the judge alone ---- */

/* Plays actions, separated by commas and blanks. */
static void judge_plays(struct judge *judge, const char *text)
{
    g_autofree struct judge_list *list = g_new(struct judge_list, 1);
    g_auto(GStrv) words = g_strsplit_set(text, ", ", -1);
    for (char **word = words; *word != NULL; word++) {
        judge_actions(judge, list);
        const struct judge_option *option = judge_find(list, *word);
        if (option == NULL) {
            char position[JUDGE_TEXT];
            judge_text(judge, position);
            g_error("%s: no action %s", position, *word);
        }
        *judge = option->after;
    }
}

/* Whole turns, or single actions. */
static guint64 judge_perft(const struct judge *judge, int depth, bool actions)
{
    g_autofree struct judge_list *list = g_new(struct judge_list, 1);
    guint64 count = 0;
    judge_actions(judge, list);
    for (int i = 0; i < list->count; i++) {
        const struct judge *after = &list->option[i].after;
        bool whole = actions || judge->action != '1' || after->over;
        int left = whole ? depth - 1 : depth;
        count += left == 0 ? 1 : judge_perft(after, left, actions);
    }
    return count;
}

static const char moves_m2[] =
    "e4 g3 b4 g4 d5 a4 e3h g3-e3,f6v e4-c4,a1h a4-a5,b5h c4-c6,d5v a5-c5,a6h d5-f5,c6-d6 "
    "e3-d3,b6h d6-b6,a3h g4-g3,e5v b6-c6,c7v c5-a5,f1v b4-a4,b4h g3-e3,b1v";

/* Section 5 of the rules. A position, or actions from the first one. */
static void test_counts(void)
{
    static const struct {
        int at;
        int set;
        const char *position;
        guint64 turns[2], actions[3];
    } published[] = {
        ROW(USUAL, "", { 49, 2352 }, { 49, 2352 }),
        ROW(STICK, "", { 42, 1722 }, { 42, 1722 }),
        ROW(USUAL, "a1 g7 a7 g1 d4 g4", { 100 }, { 100, 1376 }),
        ROW(STICK, "a1 g6 a6 g1 d4 g4", { 87 }, { 87, 1024 }),
        ROW(USUAL, moves_m2, { 1385 }, { 16, 1385 }),
        ROW(USUAL, "O d2 g1 / X c4 e4 g7 / o c4h c3h e4h e3h / x b4v e4v / # / 20 20 / O 1",
            { 1071 }, { 12, 1071, 9047 }),
        ROW(USUAL, "O b1 g1 / X a2 g7 / o a1v a2h a2v / x a1h / # / 20 20 / O 1", { 806 },
            { 9, 806, 806 }),
        ROW(USUAL, "O a1 d4 / X g7 g1 / o a1h a2h / x a1v a2v / # / 20 20 / O 1", { 82 },
            { 1, 82, 644 }),
        ROW(USUAL, "O a1 g7 / X d4 d6 / o a1h / x a1v f7v / # / 20 20 / O 2", { 82 }, { 82, 1048 }),
        ROW(SELFFORCE, "O a1 g7 / X d4 d6 / o a1h / x a1v f7v / # / 20 20 / O 2", { 83 },
            { 83, 1061 }),
        ROW(USUAL, "O a1 c3 g4 / X b1 g7 g1 / o a1h b1h / x / # / 20 20 / O 1", { 295 },
            { 3, 295, 2890 }),
        ROW(USUAL, "O a1 / X g7 / o d4h / x e4v / # d4v / 0 20 / O 1", { 346 }, { 4, 346, 1360 }),
        ROW(USUAL,
            "O d6 e5 / X a2 c1 / o d6v e5v / x c6v d5h d5v e3h e4h / # d6h e6h e6v / 20 20 / O 1",
            { 152 }, { 2, 152 }),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(published); i++) {
        row_begins(__FILE__, published[i].at);
        const struct judge_rules *rules = &sets[published[i].set].rules;
        const char *position = published[i].position;
        struct judge judge;
        judge_start(&judge, rules);
        if (g_ascii_isupper(*position)) {
            judge_read(&judge, rules, position);
        } else if (*position != '\0') {
            judge_plays(&judge, position);
        }
        for (int depth = 1; depth <= 3; depth++) {
            if (depth < 3 && published[i].turns[depth - 1] != 0) {
                g_assert_cmpuint(judge_perft(&judge, depth, false), ==,
                                 published[i].turns[depth - 1]);
            }
            if (published[i].actions[depth - 1] != 0) {
                g_assert_cmpuint(judge_perft(&judge, depth, true), ==,
                                 published[i].actions[depth - 1]);
            }
        }
    }
}

/* Section 3: the board after these moves. */
static void test_text(void)
{
    struct judge judge, again;
    char text[JUDGE_TEXT], same[JUDGE_TEXT];
    judge_start(&judge, &sets[USUAL].rules);
    judge_text(&judge, text);
    g_assert_cmpstr(text, ==, "O / X / o / x / # / 25 25 / 3 3 / O P");
    judge_plays(&judge, moves_m2);
    judge_text(&judge, text);
    g_assert_cmpstr(text, ==,
                    "O a4 c6 f5 / X a5 d3 e3 / o a1h a3h b4h c7v e3h / "
                    "x a6h b1v b5h b6h e5v f1v f6v / # d5v / 19 18 / O 1");
    judge_read(&again, &sets[USUAL].rules, text);
    judge_text(&again, same);
    g_assert_cmpstr(same, ==, text);
}

/* ---- two cores side by side ---- */

static void test_random_games(gconstpointer set)
{
    struct bout bout;
    bout_init(&bout, set);
    for (guint32 i = 0; i < games_asked(GAMES); i++) {
        bout_seed(&bout, 1, i);
        bout_start(&bout);
        bout_play(&bout, PLIES, 0);
    }
    bout_clear(&bout);
}

static void test_captures(gconstpointer set)
{
    struct bout bout;
    bout_init(&bout, set);
    for (guint32 i = 0; i < 2 * games_asked(GAMES); i++) {
        bout_seed(&bout, 2, i);
        bout_start(&bout);
        bout_play(&bout, PLIES, 1 + (int)i % 7);
    }
    bout_clear(&bout);
}

static void test_scattered(gconstpointer set)
{
    struct bout bout;
    bout_init(&bout, set);
    for (guint32 i = 0; i < 10 * games_asked(GAMES); i++) {
        bout_seed(&bout, 3, i);
        scatter(&bout.judge, &bout.set->rules, bout.chance);
        bout_decode(&bout);
        bout_play(&bout, WALK_PLIES, (int)i % 5 * 2);
    }
    bout_clear(&bout);
}

/* Whole turns, some of which their first action ends, and two actions. */
static void test_turns(gconstpointer set)
{
    struct bout bout;
    bout_init(&bout, set);
    for (guint32 i = 0; i < 3 * games_asked(GAMES); i++) {
        bout_seed(&bout, 7, i);
        scatter(&bout.judge, &bout.set->rules, bout.chance);
        bout_decode(&bout);
        for (int actions = 0; actions < 2; actions++) {
            int depth = 1 + (actions == 1 && bout.judge.action == '1');
            if (perft(bout.game, &bout.position, depth, actions) !=
                judge_perft(&bout.judge, depth, actions)) {
                disagree(&bout, actions ? "number of actions" : "number of turns");
            }
        }
    }
    bout_clear(&bout);
}

/* Actions of the list that begin so, joined by blanks. */
static char *beginning_with(const struct judge_list *list, const char *beginning)
{
    GString *found = g_string_new("");
    for (int i = 0; i < list->count; i++) {
        if (g_str_has_prefix(list->option[i].text, beginning)) {
            g_string_append_printf(found, "%s%s", found->len > 0 ? " " : "", list->option[i].text);
        }
    }
    return g_string_free(found, FALSE);
}

/* Sections 2 and 5: which actions there are, judged by both cores; of the
 * first one, which roamers are left. */
static void test_rulings(void)
{
    static const struct {
        int at;
        int set;
        const char *position, *beginning, *actions, *left;
    } cases[] = {
        /* T22 and T23: which of two, both newcomers, two of three */
        ROW(USUAL, "O d2 g1 / X c4 e4 g7 / o c3h c4h e3h e4h / x b4v e4v / # / 20 20 / O 1",
            "d2-d4", "d2-d4xc4 d2-d4xe4", "O d4 g1 / X e4 g7"),
        ROW(USUAL, "O d2 g1 / X a1 c4 e4 / o a1h c3h c4h e3h e4h / x a1v b4v e4v / # / 20 20 / O 1",
            "d2-d4", "d2-d4", "O d4 g1 / X a1"),
        ROW(USUAL,
            "O d2 g1 / X c4 d5 e4 / o c3h c4h e3h e4h / x b4v c5v d5h d5v e4v / # / 20 20 / O 1",
            "d2-d4", "d2-d4xc4xd5 d2-d4xc4xe4 d2-d4xd5xe4", "O d4 g1 / X e4"),
        /* f4 is in force; without e4 it is no more, and c4 may stay */
        ROW(USUAL, "O d2 g1 / X c4 e4 f4 / o c3h c4h e3h e4h f3h f4h f4v / x b4v / # / 18 20 / O 1",
            "d2-d4", "d2-d4xc4xe4 d2-d4xe4", "O d4 g1 / X f4"),
        /* T19 leaves one choice of two: there is nothing to say */
        ROW(USUAL, "O a1 c3 g4 / X b1 d1 g7 / o a1h d1v / x b1h d1h / # / 20 20 / O 1", "",
            "a1-a2 a1-a3 c3-c1", "O a2 c3 g4 / X b1 d1 g7"),
        /* T17: suicide first; nobody in the way */
        ROW(USUAL, "O b1 g1 / X a2 g7 / o a1v a2h a2v / x a1h / # / 20 20 / O 1", "b1-a1", "b1-a1",
            "O g1 / X a2 g7"),
        ROW(USUAL, "O c1 g1 / X a2 g7 / o a2h a2v / x a1h / # / 20 20 / O 1", "c1-a1", "c1-a1",
            "O a1 g1 / X g7"),
        /* T19: the friend, oneself, whoever captures */
        ROW(USUAL, "O d4 e5 / X a1 b1 g7 / o a1h b1v / x / # / 19 20 / X 1", "", "b1-b2 b1-b3",
            "O d4 e5 / X a1 b2 g7"),
        ROW(USUAL, "O a1 d4 / X g1 g7 / o a1h a2h / x a1v a2v / # / 20 20 / O 1", "", "a1-a2",
            "O a2 d4 / X g1 g7"),
        ROW(USUAL, "O a2 d4 / X g1 g7 / o a2h / x a1v a2v / # a1h / 20 20 / O 2", "a2-",
            "a2-a3 a2-a4", "O a3 d4 / X g1 g7"),
        ROW(USUAL, "O a1 c3 g4 / X b1 g1 g7 / o a1h b1h / x / # / 20 20 / O 1", "",
            "a1-a2 a1-a3 c3-c1", "O a2 c3 g4 / X b1 g1 g7"),
        /* B4; T10: over the friend is a way out too */
        ROW(USUAL, "O a1 b1 g4 / X a2 b2 g7 / o / x / # / 25 25 / O S", "", "a1-c1 b1-c1 b1-d1",
            "O b1 c1 g4 / X a2 b2 g7"),
        /* B6: without f2 nobody else is in force twice */
        ROW(SELFFORCE,
            "O d1 e2 g2 / X d3 f1 f3 / o d2v d3v e1h e7v g1h / x e3v f1h f3v / "
            "# e1v e2h f1v f3h g2h / 18 19 / X 1",
            "", "f1-f2xe2xf3 f1-f2xf2 f1-f2xf3xg2", "O d1 g2 / X d3 f2"),
        /* T25: a capture, suicide, T24 */
        ROW(USUAL, "O a1 g7 / X a2 / o / x / # / 25 25 / 1 2 / X P", "b1", "b1", "O g7 / X a2 b1"),
        ROW(USUAL, "O c3 g6 / X a2 b1 / o / x / # / 25 25 / 1 1 / O P", "a1", "a1",
            "O c3 g6 / X a2 b1"),
        ROW(FOUR, "O a1 a2 g6 / X b1 c4 f7 / o / x / # / 25 25 / 1 1 / O P", "g7", "", NULL),
        /* B8 */
        ROW(USUAL, "O a1 / X g7 / o d4h / x e4v / # d4v / 0 20 / O 2", "d4h-d",
            "d4h-d1h d4h-d1v d4h-d2h d4h-d2v d4h-d3h d4h-d3v d4h-d5h d4h-d5v d4h-d6h d4h-d6v "
            "d4h-d7v",
            "O a1 / X g7 / o d1h / x e4v / # d4v / 0 20 / X 1"),
        /* T24, its exception, and without it */
        ROW(USUAL, "O a1 g7 / X d4 d6 / o a1h / x a1v f7v / # / 20 20 / O 2", "g6h", "", NULL),
        ROW(SELFFORCE, "O a1 g7 / X d4 d6 / o a1h / x a1v f7v / # / 20 20 / O 2", "g6h", "g6h",
            "O a1 / X d4 d6"),
        ROW(USUAL,
            "O d6 e5 / X a2 c1 / o d6v e5v / x c6v d5h d5v e3h e4h / # d6h e6h e6v / 20 20 / O 1",
            "", "d6-e6xe5 d6-e6xe6", "O e6 / X a2 c1"),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        row_begins(__FILE__, cases[i].at);
        struct bout bout;
        bout_init(&bout, &sets[cases[i].set]);
        bout_seed(&bout, 4, (guint32)i);
        judge_read(&bout.judge, &bout.set->rules, cases[i].position);
        bout_decode(&bout);
        compare(&bout);
        g_autofree char *actions = beginning_with(bout.list, cases[i].beginning);
        g_assert_cmpstr(actions, ==, cases[i].actions);
        if (cases[i].left != NULL) {
            g_auto(GStrv) words = g_strsplit(actions, " ", -1);
            char text[JUDGE_TEXT];
            judge_text(&judge_find(bout.list, words[0])->after, text);
            g_assert_true(g_str_has_prefix(text, cases[i].left));
        }
        bout_clear(&bout);
    }
}

/* ---- the game's core alone ---- */

/* Repetition sees what a position text tells, and nothing else (T27). */
static void test_identity(void)
{
    struct bout bout;
    bout_init(&bout, &sets[USUAL]);
    bout_seed(&bout, 5, 0);
    judge_read(&bout.judge, &bout.set->rules, "O d4 / X e2 / o / x / # d6h / 0 0 / O 1");
    bout_decode(&bout);
    compare(&bout);
    struct identities identities;
    identities_init(&identities);
    for (int ply = 0; ply < 600 && !bout.judge.over; ply++) {
        char text[JUDGE_TEXT];
        judge_text(&bout.judge, text);
        identities_check(&identities, &bout, text);
        bout_act(&bout, choose(&bout, 0));
    }
    g_assert_cmpint(identities.repeated, >, 0);
    identities_clear(&identities);
    bout_clear(&bout);
}

/* Who leaves has lost, in the set-up and later. */
static void test_leaving(void)
{
    static const char *const positions[] = {
        "O a1 / X / o / x / # / 25 25 / 2 3 / X P",
        "O a4 c6 / X a5 d3 e3 / o a1h / x a6h / # d5v / 19 18 / O 1",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(positions); i++) {
        for (int seat = 0; seat < 2; seat++) {
            struct bout bout;
            struct result result;
            bout_init(&bout, &sets[USUAL]);
            judge_read(&bout.judge, &bout.set->rules, positions[i]);
            bout_decode(&bout);
            bout.game->leave(&bout.position, seat);
            bout.game->result(&bout.position, &result);
            g_assert_true(result.over && !result.drawn);
            g_assert_cmpint(result.place[seat], ==, 2);
            g_assert_cmpint(result.place[1 - seat], ==, 1);
            g_assert_cmpint(bout.game->actor(&bout.position), ==, -1);
            g_assert_cmpuint(bout.game->moves(&bout.position, NULL, 0), ==, 0);
            bout_clear(&bout);
        }
    }
}

/* ---- symmetry ---- */

enum { MIRROR_COLUMNS = 1, MIRROR_ROWS = 2, TRANSPOSE = 4, SWAP_PLAYERS = 8 };

static struct judge_square map_square(const struct judge *judge, struct judge_square square,
                                      int map)
{
    if ((map & MIRROR_COLUMNS) != 0) {
        square.column = JUDGE_COLUMNS - 1 - square.column;
    }
    if ((map & MIRROR_ROWS) != 0) {
        square.row = rows_of(judge) - 1 - square.row;
    }
    if ((map & TRANSPOSE) != 0) {
        square = (struct judge_square){ square.row, square.column };
    }
    return square;
}

/* By the squares on both sides of it. */
static struct judge_groove map_groove(const struct judge *judge, struct judge_groove groove,
                                      int map)
{
    struct judge_square beyond = next_square(groove.square, judge_ways[groove.upright ? 1 : 0]);
    struct judge_square one = map_square(judge, groove.square, map);
    struct judge_square other = map_square(judge, beyond, map);
    bool first = one.column + one.row < other.column + other.row;
    return (struct judge_groove){ first ? one : other, one.row == other.row };
}

static char map_sign(char sign, int map)
{
    static const char signs[] = "OXox", swapped[] = "XOxo";
    const char *at = strchr(signs, sign);
    return (map & SWAP_PLAYERS) == 0 || at == NULL ? sign : swapped[at - signs];
}

static void map_judge(const struct judge *judge, int map, struct judge *mapped)
{
    bool swap = (map & SWAP_PLAYERS) != 0;
    judge_empty(mapped, &judge->rules);
    for (int i = 0; i < JUDGE_SQUARES; i++) {
        struct judge_square square = square_number(i);
        if (on_board(judge, square)) {
            put_roamer(mapped, map_square(judge, square, map),
                       map_sign(roamer_on(judge, square), map));
        }
    }
    for (int i = 0; i < 2 * JUDGE_SQUARES; i++) {
        struct judge_groove groove = groove_number(i);
        if (is_groove(judge, groove)) {
            put_barrier(mapped, map_groove(judge, groove, map),
                        map_sign(barrier_in(judge, groove), map));
        }
    }
    for (int player = 0; player < 2; player++) {
        mapped->supply[player] = judge->supply[swap ? 1 - player : player];
        mapped->hand[player] = judge->hand[swap ? 1 - player : player];
    }
    mapped->mover = map_sign(judge->mover, map);
    mapped->action = judge->action;
}

/* The text of an action, as it is on the mapped board. Free with g_free. */
static char *map_action(const struct judge *judge, const char *action, int map)
{
    g_auto(GStrv) parts = g_strsplit(action, "x", -1);
    g_auto(GStrv) names = g_strsplit(parts[0], "-", -1);
    GString *text = g_string_new("");
    for (char **name = names; *name != NULL; name++) {
        if (name != names) {
            g_string_append_c(text, '-');
        }
        if (strlen(*name) == 2) {
            append_square(text, map_square(judge, square_named(*name), map));
        } else {
            append_groove(text, map_groove(judge, groove_named(*name), map));
        }
    }
    guint64 taken = 0;
    for (char **part = parts + 1; *part != NULL; part++) {
        struct judge_square square = map_square(judge, square_named(*part), map);
        taken |= G_GUINT64_CONSTANT(1) << (square.column * JUDGE_ROWS + square.row);
    }
    for (int i = 0; i < JUDGE_SQUARES; i++) {
        if ((taken >> i & 1) != 0) {
            g_string_append_c(text, 'x');
            append_square(text, square_number(i));
        }
    }
    return g_string_free(text, FALSE);
}

/* Checks that both bouts have the same position, by the core's own text of one, mapped. */
static void assert_alike(const struct bout *bout, const struct bout *mapped, int map)
{
    int actor = bout->game->actor(&bout->position);
    int other = mapped->game->actor(&mapped->position);
    bool swap = (map & SWAP_PLAYERS) != 0;
    g_assert_cmpint(other, ==, actor < 0 || !swap ? actor : 1 - actor);
    if (actor >= 0) {
        struct judge here, there;
        char expected[JUDGE_TEXT];
        g_autofree char *text = position_text(bout->game, &bout->position);
        g_autofree char *found = position_text(mapped->game, &mapped->position);
        judge_read(&here, &bout->set->rules, text);
        map_judge(&here, map, &there);
        judge_text(&there, expected);
        g_assert_cmpstr(found, ==, expected);
    }
}

/* The mapped position has the mapped actions; one of them is played in both. */
static bool act_alike(struct bout *bout, struct bout *mapped, int map)
{
    size_t count = print_moves(bout);
    g_autoptr(GHashTable) expected = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; i < count; i++) {
        g_hash_table_insert(expected, map_action(&bout->judge, bout->printed[i].text, map),
                            &bout->printed[i]);
    }
    g_assert_cmpuint(g_hash_table_size(expected), ==, count);
    g_assert_cmpuint(print_moves(mapped), ==, count);
    size_t chosen = count == 0 ? 0 : (size_t)g_rand_int_range(bout->chance, 0, (gint32)count);
    for (size_t i = 0; i < count; i++) {
        const struct printed *printed = g_hash_table_lookup(expected, mapped->printed[i].text);
        if (printed == NULL) {
            disagree(bout, mapped->printed[i].text);
        }
        if (i == chosen) {
            bout->game->apply(&bout->position, &printed->move);
            mapped->game->apply(&mapped->position, &mapped->printed[i].move);
        }
    }
    return count > 0;
}

static bool is_symmetry(const struct judge *judge, int map)
{
    bool fits = (map & TRANSPOSE) == 0 || !judge->rules.stick;
    bool either_first = judge->action == '1' || judge->action == '2';
    return fits && ((map & SWAP_PLAYERS) == 0 || either_first);
}

/* A board turned or mirrored, or with the colours swapped, has the same
 * actions and the same end. */
static void test_symmetry(gconstpointer set)
{
    struct bout bout, mapped;
    bout_init(&bout, set);
    bout_init(&mapped, set);
    for (guint32 i = 0; i < 48; i++) {
        int map = (int)i % 16;
        bout_seed(&bout, 6, i);
        scatter(&bout.judge, &bout.set->rules, bout.chance);
        if (!is_symmetry(&bout.judge, map)) {
            continue;
        }
        map_judge(&bout.judge, map, &mapped.judge);
        bout_decode(&bout);
        bout_decode(&mapped);
        for (bout.ply = 0; bout.ply < 6; bout.ply++) {
            assert_alike(&bout, &mapped, map);
            if (!act_alike(&bout, &mapped, map)) {
                break;
            }
            bout.met.positions++;
        }
    }
    bout_clear(&bout);
    bout_clear(&mapped);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/entrapment-judge/counts", test_counts);
    g_test_add_func("/entrapment-judge/text", test_text);
    g_test_add_func("/entrapment-judge/rulings", test_rulings);
    g_test_add_func("/entrapment-judge/identity", test_identity);
    g_test_add_func("/entrapment-judge/leaving", test_leaving);
    for (size_t i = 0; i < G_N_ELEMENTS(sets); i++) {
        bout_add_test("entrapment", "random", &sets[i], test_random_games);
        bout_add_test("entrapment", "captures", &sets[i], test_captures);
        bout_add_test("entrapment", "scattered", &sets[i], test_scattered);
        bout_add_test("entrapment", "turns", &sets[i], test_turns);
        bout_add_test("entrapment", "symmetry", &sets[i], test_symmetry);
    }
    return g_test_run();
}
