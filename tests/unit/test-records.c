/*
 * Records of matches of all games: whole ones hold, whatever ended the match; one that was cut, or
 * in which a byte was changed, does not.
 */
#include <string.h>

#include "base/random.h"
#include "games.h"
#include "match/perft.h"
#include "records/record.h"

enum { GAMES = 8, NOW = 1700000000 };

static const unsigned char key[SECRET_KEY_BYTES] = "a key of a server that tests use";

/* A line of a record by which a match can end. */
static const char *const endings[] = { "", "resign", "forfeit", "draw", "ended-void", "ended-win" };

/* A match by chance, which is over. Free with match_free. */
static struct match *play_match(const struct game *game, guint seed, int seats)
{
    struct options options;
    struct note note = { 0 };
    options_init(&options, game);
    g_assert_true(options_seats(&options, game, seats));
    options.maxply = 4 + (int)seed * 7;
    options.maxply_asked = true;
    struct match *match = match_new(game, &options, NULL, &note);
    g_assert_nonnull(match);
    random_seed(seed, 0);
    const char *ending = endings[seed % G_N_ELEMENTS(endings)];
    if (*ending == '\0') {
        playout(match);
    }
    for (int turn = 0; turn < 5 && !match->result.over; turn++) {
        g_autoptr(GPtrArray) turns = match_turns(match);
        const char *text = turns->pdata[random_below(turns->len)];
        g_assert_true(match_record(match, match_actor(match), text, NULL));
    }
    while (!match->result.over) { /* the last seat leaves first, whoever is to move */
        int seat = seats - 1;
        while (match->result.place[seat] != 0) {
            seat--;
        }
        g_assert_true(match_record(match, seat, ending, NULL));
    }
    return match;
}

/* The board that such a match is played at. Clear with board_free. */
static struct board *board_of(const struct match *match)
{
    struct board *board = g_new0(struct board, 1);
    board->number = 12;
    board->state = BOARD_FINISHED;
    board->game = g_strdup(match->game->name);
    board->rules = match->options.setup.rules;
    board->options = options_text(&match->options, match->game);
    board->seats = match->options.setup.seats;
    board->started = NOW - 1000;
    board->ended = NOW;
    for (int seat = 0; seat < board->seats; seat++) {
        board->seat[seat].name = g_strdup_printf("player\"%d", seat);
    }
    return board;
}

/* As many who sat in the first seat before its player. Free with g_ptr_array_unref. */
static GPtrArray *former_of(guint count)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
    static char name[] = "zoe";
    for (guint i = 0; i < count; i++) {
        struct substitution *one = g_new(struct substitution, 1);
        *one = (struct substitution){ .turns = (int)i, .name = name };
        g_ptr_array_add(all, one);
    }
    return all;
}

static void holds(const char *line, const char *public)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *said = record_check(line, public, &error);
    g_assert_no_error(error);
    g_assert_nonnull(said);
}

static void fails(const char *line, const char *public, const char *why)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *said = record_check(line, public, &error);
    g_assert_null(said);
    g_assert_nonnull(error);
    g_assert_nonnull(strstr(error->message, why));
}

static void test_matches(gconstpointer data)
{
    const struct game *game = data;
    g_autofree char *public = record_public_key(key);
    for (int seats = 2; registry_find(game->name) != NULL && seats <= SEATS_MAX; seats++) {
        for (guint seed = 0; options_seats_fit(game, seats) && seed < GAMES; seed++) {
            g_autoptr(Match) match = play_match(game, seed, seats);
            g_autoptr(Board) board = board_of(match);
            g_autoptr(GPtrArray) former = former_of(seed);
            g_autofree char *plain = record_line(board, match, former, "example.org", NOW, NULL);
            g_autofree char *signed_line =
                record_line(board, match, former, "example.org", NOW, key);
            holds(plain, NULL);
            holds(signed_line, NULL);
            holds(signed_line, public);
            fails(plain, public, "not signed");
        }
    }
}

static char *sample(const unsigned char *signing)
{
    g_autoptr(Match) match = play_match(game_named("halma"), 0, 2);
    g_autoptr(Board) board = board_of(match);
    g_autoptr(GPtrArray) former = former_of(1);
    return record_line(board, match, former, "example.org", NOW, signing);
}

/* A signed record with one byte changed, or without its end, does not hold. */
static void test_changed(void)
{
    g_autofree char *line = sample(key), *public = record_public_key(key);
    g_autofree char *other = record_public_key((const unsigned char *)"another key of another "
                                                                      "server, 32.");
    fails(line, other, "another key");
    for (size_t i = 0; line[i] != '\0'; i++) {
        const char was = line[i];
        line[i] = (char)(was ^ 1);
        fails(line, public, "");
        line[i] = '\0';
        fails(line, NULL, "cut off");
        fails(line, public, "");
        line[i] = was;
    }
    holds(line, public);
}

/* What a record says beside its turns has to follow from them. */
static void test_altered(void)
{
    static const struct {
        const char *what, *instead, *why;
    } rows[] = {
        { "\"name\":\"halma\"", "\"name\":\"chess\"", "none of ours" },
        { "\"variants\":[", "\"variants\":[\"size=7\",", "options" },
        { "\"rules\":1", "\"rules\":9", "version 9" },
        { "\"rules\":1", "\"rules\":null", "version 0" },
        { "\"players\":[", "\"players\":[{},", "options" },
        { "\"players\":[", "\"players\":[], \"others\":[", "options" },
        { "\"turns\":[[1,", "\"turns\":[[2,", "another seat" },
        { "\"turns\":[", "\"turns\":[[0,\"resign\"],", "no such seat" },
        { "\"turns\":[", "\"turns\":[3,", "line 1" },
        { "\"turns\":[", "\"turns\":[\"x\",", "cannot be read" },
        { "\"turns\":[", "\"turns\":[[1,\"a1-h8\"],", "line 1" },
        { "\"turns\":[", "\"turns\":[],\"others\":[", "not over" },
        { "\"result\":2", "\"result\":3", "results" },
        { "\"position\":\"", "\"position\":\".", "position" },
        { "\"moves\":[", "\"moves\":[[],", "moves" },
        { "\"moves\":[", "\"others\":[", "" },
        { "\"unrated\":false", "\"startingPosition\":\"nonsense\",\"unrated\":false", "begin" },
        { "{\"header\"", "[{\"header\"", "cut off" },
    };
    g_autofree char *line = sample(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char *at = strstr(line, rows[i].what);
        g_assert_nonnull(at);
        g_autoptr(GString) altered = g_string_new(line);
        g_string_erase(altered, at - line, (gssize)strlen(rows[i].what));
        g_string_insert(altered, at - line, rows[i].instead);
        fails(altered->str, NULL, rows[i].why);
    }
    fails("", NULL, "cut off");
    fails("\xff", NULL, "no text");
    g_autofree char *long_line = g_strnfill(RECORD_MOST + 1, ' ');
    fails(long_line, NULL, "too long");
}

/* A seat that leaves out of turn stands in the next round that has room for it. */
static void test_rounds(void)
{
    const struct game *game = game_named("halma");
    struct options options;
    struct note note = { 0 };
    options_init(&options, game);
    g_autoptr(Match) match = match_new(game, &options, NULL, &note);
    g_autofree char *none = record_rounds(match);
    g_assert_cmpstr(none, ==, "[]");
    g_assert_true(match_record(match, 0, "e1-d2", NULL));
    g_autofree char *one = record_rounds(match);
    g_assert_cmpstr(one, ==, "[[\"e1-d2\",null]]");
    g_assert_true(match_record(match, 0, "resign", NULL));
    g_autofree char *two = record_rounds(match);
    g_assert_cmpstr(two, ==, "[[\"e1-d2\",null],[\"resign\",null]]");
    g_assert_cmpint(record_result(match, 0), ==, 1);
    g_assert_cmpint(record_result(match, 1), ==, 2);
}

/* A match of a tournament names it, by its number if it has no name. */
static void test_tournament(void)
{
    g_autoptr(Match) match = play_match(game_named("halma"), 1, 2);
    g_autoptr(Board) board = board_of(match);
    g_autoptr(GPtrArray) former = former_of(0);
    board->tournament = 3;
    board->stage = 2;
    g_autofree char *unnamed = record_line(board, match, former, "example.org", NOW, NULL);
    g_assert_nonnull(strstr(unnamed, "\"event\":\"3\",\"round\":\"2\""));
    board->tournament_name = g_strdup("Spring Cup");
    g_autofree char *line = record_line(board, match, former, "example.org", NOW, NULL);
    g_assert_nonnull(strstr(line, "\"event\":\"Spring Cup\",\"round\":\"2\""));
    holds(line, NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    random_init();
    games_test_each("/records/%s", test_matches);
    g_test_add_func("/records/changed", test_changed);
    g_test_add_func("/records/altered", test_altered);
    g_test_add_func("/records/rounds", test_rounds);
    g_test_add_func("/records/tournament", test_tournament);
    return g_test_run();
}
