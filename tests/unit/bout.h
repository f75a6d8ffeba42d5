/*
 * bout.h: what all bouts of two cores share.
 *
 * Included behind the `struct bout` of a game, whose judge is a header of its
 * own: a bout has `game`, `set` (with `name`, `options` and `rules`), `setup`,
 * `position`, `judge`, `chance`, `seed` and `ply`.
 */
#ifndef POSTMOVE_TEST_BOUT_H
#define POSTMOVE_TEST_BOUT_H

#include "games.h"

/* The first disagreement ends the test, and prints both positions, the options
 * and the seed. */
G_NORETURN static void disagree(const struct bout *bout, const char *what)
{
    char judge[JUDGE_TEXT];
    g_autofree char *core = position_text(bout->game, &bout->position);
    judge_text(&bout->judge, judge);
    g_error("%s, seed %u, ply %d: %s\n  game:  %s\n  judge: %s", bout->set->name, bout->seed,
            bout->ply, what, core, judge);
}

/* Adds a test of one set of options, "/GAME-judge/KIND/NAME". */
static inline void bout_add_test(const char *game, const char *kind, const struct option_set *set,
                                 GTestDataFunc function)
{
    g_autofree char *path = g_strdup_printf("/%s-judge/%s/%s", game, kind, set->name);
    g_test_add_data_func(path, set, function);
}

/* How many games to play. */
static inline guint32 games_asked(guint32 usual)
{
    const char *asked = g_getenv("JUDGE_GAMES");
    return asked != NULL ? (guint32)g_ascii_strtoull(asked, NULL, 10) : usual;
}

static inline void bout_seed(struct bout *bout, guint32 kind, guint32 number)
{
    bout->seed = g_str_hash(bout->set->name) + kind * 1000000 + number;
    bout->ply = 0;
    g_clear_pointer(&bout->chance, g_rand_free);
    bout->chance = g_rand_new_with_seed(bout->seed);
}

static inline void bout_start(struct bout *bout)
{
    struct note note;
    g_assert_true(bout->game->setup(&bout->position, &bout->setup, &note));
    judge_start(&bout->judge, &bout->set->rules);
}

/* Goes on from where the judge stands. */
static inline void bout_decode(struct bout *bout)
{
    char text[JUDGE_TEXT];
    struct note note = { .key = NULL };
    judge_text(&bout->judge, text);
    struct scan scan = scan_over(text);
    if (!bout->game->decode(&bout->position, &bout->setup, &scan, &note) || !scan_done(&scan)) {
        g_error("%s: %s: %s", bout->set->name, text, note.key);
    }
}

/* ---- what repetition sees ---- */

struct identities {
    GHashTable *seen;  /* identity to text; owns both */
    GHashTable *texts; /* those texts */
    int repeated;      /* positions that were there before */
};

static inline void identities_init(struct identities *identities)
{
    *identities = (struct identities){
        .seen = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref,
                                      g_free),
        .texts = g_hash_table_new(g_str_hash, g_str_equal),
    };
}

static inline void identities_clear(struct identities *identities)
{
    g_hash_table_unref(identities->texts);
    g_hash_table_unref(identities->seen);
}

/* Two positions are the same to repetition if and only if this text of them is. */
static inline void identities_check(struct identities *identities, const struct bout *bout,
                                    const char *text)
{
    GBytes *identity = g_bytes_new(bout->position.bytes, game_identity(bout->game));
    const char *before = g_hash_table_lookup(identities->seen, identity);
    if (before != NULL) {
        g_assert_cmpstr(before, ==, text);
        g_bytes_unref(identity);
        identities->repeated++;
        return;
    }
    char *kept = g_strdup(text);
    g_assert_true(g_hash_table_add(identities->texts, kept)); /* else one text, two identities */
    g_hash_table_insert(identities->seen, identity, kept);
}

#endif
