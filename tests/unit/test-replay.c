/*
 * A record replayed in trust ends where a checked one does, over random games.
 */
#include <glib.h>
#include <string.h>

#include "games.h"
#include "match/match.h"

enum { GAMES_EACH = 12, TURNS = 100 };

static struct match *begin_match(const struct match *like)
{
    struct note note = { 0 };
    struct match *match = match_new(like->game, &like->options, NULL, &note);
    g_assert_nonnull(match);
    return match;
}

/* A random game of that many seats; now and then somebody resigns. */
static struct match *play(const struct game *game, int seats, GRand *chance)
{
    struct options options;
    struct note note = { 0 };
    options_init(&options, game);
    g_assert_true(options_seats(&options, game, seats));
    struct match *match = match_new(game, &options, NULL, &note);
    g_assert_nonnull(match);
    const int turns = g_rand_int_range(chance, 0, TURNS);
    while ((int)match->turns->len < turns && match_actor(match) >= 0) {
        const bool leaves = g_rand_int_range(chance, 0, 60) == 0;
        g_autoptr(GPtrArray) all = match_turns(match);
        const char *one = all->pdata[g_rand_int_range(chance, 0, (gint32)all->len)];
        g_assert_true(match_record(match, match_actor(match), leaves ? "resign" : one, NULL));
    }
    return match;
}

static const struct match_turn *record_of(const struct match *match)
{
    return (const struct match_turn *)(gpointer)match->turns->data;
}

static void same_bytes(const void *one, const void *other, size_t length)
{
    g_assert_cmpint(memcmp(one, other, length), ==, 0);
}

static void alike(const struct match *one, const struct match *other)
{
    g_autofree char *result = match_result_text(one), *again = match_result_text(other);
    same_bytes(&one->now, &other->now, one->game->size);
    g_assert_cmpstr(result, ==, again);
    g_assert_cmpstr(one->result.ending.key, ==, other->result.ending.key);
    same_bytes(one->result.place, other->result.place, sizeof one->result.place);
    g_assert_cmpuint(one->turns->len, ==, other->turns->len);
    g_assert_cmpint(one->plies, ==, other->plies);
    g_assert_cmpint(one->occurrence, ==, other->occurrence);
    g_assert_cmpuint(g_hash_table_size(one->seen), ==, g_hash_table_size(other->seen));
    g_assert_cmpuint(one->last_count, ==, other->last_count);
    same_bytes(one->last, other->last, one->last_count * sizeof one->last[0]);
    for (guint i = 0; i < one->turns->len; i++) {
        g_assert_cmpint(record_of(one)[i].seat, ==, record_of(other)[i].seat);
        g_assert_cmpstr(record_of(one)[i].text, ==, record_of(other)[i].text);
    }
    if (one->plies > 0) {
        same_bytes(&one->before, &other->before, one->game->size);
    }
}

static void replays_agree(const struct match *match)
{
    g_autoptr(Match) trusting = begin_match(match), checking = begin_match(match);
    g_assert_true(match_replay(trusting, record_of(match), match->turns->len));
    for (guint i = 0; i < match->turns->len; i++) {
        g_assert_true(
            match_record(checking, record_of(match)[i].seat, record_of(match)[i].text, NULL));
    }
    alike(trusting, match);
    alike(trusting, checking);
}

/* The turn that brings the man of the last turn of this seat back, if it can go back. */
static const char *way_back(const struct match *match, GPtrArray *turns)
{
    const guint count = match->turns->len;
    const int seats = match->options.setup.seats;
    const char *last = count < (guint)seats ? "" : record_of(match)[count - (guint)seats].text;
    const char *dash = strchr(last, '-');
    if (dash == NULL) {
        return NULL;
    }
    g_autofree char *back = g_strdup_printf("%s-%.*s", dash + 1, (int)(dash - last), last);
    guint at;
    const bool found = g_ptr_array_find_with_equal_func(turns, back, g_str_equal, &at);
    return found ? turns->pdata[at] : NULL;
}

/* Both players go back and forth until a position has been there three times. */
static void repeats_agree(const struct game *game, GRand *chance)
{
    struct options options;
    struct note note = { 0 };
    options_init(&options, game);
    options.repetition = 3;
    g_autoptr(Match) match = match_new(game, &options, NULL, &note);
    while (match->turns->len < 60 && match_actor(match) >= 0) {
        g_autoptr(GPtrArray) turns = match_turns(match);
        const char *back = match->turns->len < 4 ? NULL : way_back(match, turns);
        const char *turn =
            back != NULL ? back : turns->pdata[g_rand_int_range(chance, 0, (gint32)turns->len)];
        g_assert_true(match_record(match, match_actor(match), turn, NULL));
    }
    replays_agree(match);
    if (strchr(record_of(match)[0].text, '-') != NULL) {
        g_assert_cmpstr(match->result.ending.key, ==, "repetition");
    }
}

static void replay_game(gconstpointer data)
{
    const struct game *game = data;
    g_autoptr(GRand) chance = g_rand_new_with_seed(7);
    for (int i = 0; i < GAMES_EACH && (game->seats >> 1 & 1) != 0; i++) {
        repeats_agree(game, chance);
    }
    for (int seats = 1; seats <= SEATS_MAX; seats++) {
        for (int i = 0; i < GAMES_EACH && (game->seats >> (seats - 1) & 1) != 0; i++) {
            g_autoptr(Match) match = play(game, seats, chance);
            replays_agree(match);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    games_test_each("/replay/%s", replay_game);
    return g_test_run();
}
