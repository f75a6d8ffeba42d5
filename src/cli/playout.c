/* postmove playout: plays matches by chance, and reports how they went. */
#include "match/perft.h"

#include "base/random.h"
#include "cli/workspace.h"

enum {
    GAMES_MOST = 1000000,
    MAXPLY = 1000, /* where the options name no limit */
};

static void play_games(const struct match *start, guint64 games, guint64 seed, bool moves)
{
    guint64 turns = 0;
    guint longest = 0, most = 0;             /* turns of a game; legal turns of a seat */
    guint64 longest_seed = 0, most_seed = 0; /* of the first games that had them */
    /* How often games ended so, by the result and the key of the rule that ended them, as in
     * "win 1 arrived". */
    g_autoptr(GHashTable) endings = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint64 i = 0; i < games; i++) {
        g_autoptr(Match) match = match_copy(start);
        random_seed(seed + i, 0);
        const guint legal = playout(match);
        g_autofree char *result = match_result_text(match);
        g_autofree char *ending = g_strdup_printf("%s %s", result, match->result.ending.key);
        const guint such = GPOINTER_TO_UINT(g_hash_table_lookup(endings, ending));
        g_hash_table_replace(endings, g_strdup(ending), GUINT_TO_POINTER(such + 1));
        turns += match->turns->len;
        if (match->turns->len > longest || i == 0) {
            longest = match->turns->len;
            longest_seed = seed + i;
        }
        if (legal > most || i == 0) {
            most = legal;
            most_seed = seed + i;
        }
        if (moves) {
            g_print("%" G_GUINT64_FORMAT " %u %s:", seed + i, match->turns->len, ending);
            for (guint turn = 0; turn < match->turns->len; turn++) {
                g_print(" %s", g_array_index(match->turns, struct match_turn, turn).text);
            }
            g_print("\n");
        }
    }
    g_print("games: %" G_GUINT64_FORMAT "\nturns: %" G_GUINT64_FORMAT "\n", games, turns);
    g_print("longest game: %u, seed %" G_GUINT64_FORMAT "\n", longest, longest_seed);
    g_print("most legal turns: %u, seed %" G_GUINT64_FORMAT "\n", most, most_seed);
    GList *kinds = g_list_sort(g_hash_table_get_keys(endings), (GCompareFunc)strcmp);
    for (const GList *kind = kinds; kind != NULL; kind = kind->next) {
        g_print("%s: %u\n", (const char *)kind->data,
                GPOINTER_TO_UINT(g_hash_table_lookup(endings, kind->data)));
    }
    g_list_free(kinds);
}

/* The words: GAME GAMES */
static bool play_out(struct act *act)
{
    guint64 games = 0;
    gint64 seed = 1;
    if (!act_number(act, "seed", 0, G_MAXUINT32, &seed)) {
        return false;
    }
    if (!g_ascii_string_to_unsigned(act->words[1], 10, 1, GAMES_MOST, &games, NULL)) {
        return act_misused(act, "GAMES is a number from 1 to %d, not \"%s\"", GAMES_MOST,
                           act->words[1]);
    }
    if (act->match->options.maxply == 0) {
        act->match->options.maxply = MAXPLY;
    }
    play_games(act->match, games, (guint64)seed, act_has(act, "moves"));
    return true;
}

const struct part cli_playout[] = {
    { NULL, 2, 2, "from= after= seed# moves", .position = POSITION_PLAYED, .wordless = true,
      .run = play_out },
    { 0 },
};
