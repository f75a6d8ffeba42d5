/*
 * Random games with every value of every option, every number of seats, and
 * that all of them have words. test-walks.c takes longer ones. And that a seat stands better where
 * a game says so.
 */
#include "walk.h"

enum {
    SHORT_WALKS = 3,
    SHORT_PLIES = 300,
    BOUTS = 12,      /* of a careful seat against chance */
    CHOICES = 16,    /* moves among which it chooses */
    DECISIONS = 400, /* of a bout, at most */
};

/* A game has a title, an aim and how its men move, every option its line, "-size=8, 10 or 16: ...",
 * and every kind of piece its name. */
static void table_has_words(const struct game *game)
{
    g_autoptr(GHashTable) shown = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const struct walk walk = { .game = game, .words = load_words(game->name), .shown = shown };
    has_words(&walk, "the words", "title");
    has_words(&walk, "the words", "aim");
    has_words(&walk, "the words", "how-moves");
    for (const struct option *option = game_options(game); option->name != NULL; option++) {
        g_autofree char *key = g_strconcat("option-", option->name, NULL);
        has_words(&walk, "options", key);
    }
    g_key_file_free(walk.words);
}

/* Who calls one of its seats something calls each so, as many as can play. */
static void seats_have_words(const struct game *game)
{
    g_autoptr(GKeyFile) words = load_words(game->name);
    int named = 0, most = 0;
    for (int seat = 1; seat <= SEATS_MAX; seat++) {
        g_autofree char *key = g_strdup_printf("seat-%d", seat);
        named += g_key_file_has_key(words, game->name, key, NULL) << seat;
        most = game->seats >> (seat - 1) & 1 ? seat : most;
    }
    if (named != 0) {
        g_assert_cmpint(named, ==, (2 << most) - 2);
    }
}

/* An option that is looked at, the first positions (GBytes) of its values in one set-up, and the
 * most that they were. */
static struct {
    size_t index;
    GHashTable *starts;
    guint most;
} looked;

static void add_start(const struct game *game, const struct setup *setup)
{
    struct position start;
    struct note note;
    if (game->setup(&start, setup, &note)) {
        g_hash_table_add(looked.starts, g_bytes_new(start.bytes, game->size));
    }
}

static void count_starts(const struct game *game, const struct setup *setup)
{
    looked.starts =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    games_values_each(game, *setup, looked.index, add_start);
    looked.most = MAX(looked.most, g_hash_table_size(looked.starts));
    g_hash_table_unref(looked.starts);
}

/* A position knows its rules: with whatever other option, two values of each option begin with
 * positions that differ. */
static void options_matter(const struct game *game)
{
    for (size_t i = 0; game_options(game)[i].name != NULL; i++) {
        const struct option *option = &game_options(game)[i];
        const bool one = option->kind == OPTION_WORD
                             ? option->words[1] == NULL
                             : option->least > 0 && option->least == option->most;
        looked.index = i;
        looked.most = one || option->kind == OPTION_ALIAS ? 2 : 0;
        games_setups_each(game, count_starts);
        if (looked.most < 2) {
            g_error("games/%s.c: setup: the option %s changes nothing in the first position",
                    game->name, option->name);
        }
    }
}

/* How much better the seat that moves stands after a move, as the game says. */
static int stands_after(const struct game *game, const struct position *now,
                        const struct move *move)
{
    struct position after = *now;
    const int seat = game->actor(now);
    game->apply(&after, move);
    return game->standing(&after, seat) - game->standing(&after, 1 - seat);
}

/* The move after which the seat stands best, of some that chance names. *differ is set if they
 * differ in that. */
static struct move best_of_some(const struct game *game, const struct position *now,
                                const struct move *list, size_t count, GRand *chance, bool *differ)
{
    struct move best = list[g_rand_int_range(chance, 0, (gint32)count)];
    int most = stands_after(game, now, &best);
    for (int i = 1; i < CHOICES; i++) {
        const struct move *move = &list[g_rand_int_range(chance, 0, (gint32)count)];
        const int stands = stands_after(game, now, move);
        *differ = *differ || stands != most;
        best = stands > most ? *move : best;
        most = MAX(most, stands);
    }
    return best;
}

/* Plays a match in which seat `careful` goes by how it stands, and the other by chance. Returns 1
 * if `careful` wins, -1 if it loses, else 0. */
static int bout(const struct game *game, struct position now, int careful, GRand *chance,
                bool *differ)
{
    static struct move list[MOVES_MAX];
    for (int i = 0; i < DECISIONS && game->actor(&now) >= 0; i++) {
        const size_t count = game->moves(&now, list, MOVES_MAX);
        const struct move move = game->actor(&now) == careful
                                     ? best_of_some(game, &now, list, count, chance, differ)
                                     : list[g_rand_int_range(chance, 0, (gint32)count)];
        game->apply(&now, &move);
    }
    struct result result;
    game->result(&now, &result);
    return !result.over || result.drawn ? 0 : result.place[careful] == 1 ? 1 : -1;
}

/* A seat that goes by how it stands does not lose more often than one that plays by chance. */
static void standing_helps(const struct game *game)
{
    const struct setup setup = setup_for(game, "");
    struct position start;
    struct note note;
    if (game->standing == NULL || setup.seats != 2 || !game->setup(&start, &setup, &note)) {
        return;
    }
    int score = 0;
    bool differ = false;
    GRand *chance = g_rand_new_with_seed(1);
    for (int i = 0; i < BOUTS; i++) {
        score += bout(game, start, i % 2, chance, &differ);
    }
    g_rand_free(chance);
    if (score < 0 || !differ) {
        g_error("games/%s.c: standing: %s", game->name,
                differ ? "a seat that goes by it loses more often than one that plays by chance"
                       : "no move changes how a seat stands beside the other");
    }
}

static void walk_setup(const struct game *game, const struct setup *setup)
{
    take_walks(game, setup, SHORT_WALKS, SHORT_PLIES);
}

static void walk_short(gconstpointer data)
{
    const struct game *game = data;
    table_has_words(game);
    seats_have_words(game);
    options_matter(game);
    standing_helps(game);
    games_setups_each(game, walk_setup);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    games_test_each("/properties/%s/options", walk_short);
    return g_test_run();
}
