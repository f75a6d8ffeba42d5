/* The command rating: how strong a player is, in each game. */
#include "commands/task.h"
#include "ratings/ratings.h"

enum { CHANGES_SHOWN = 5 /* of a rating, the last first */ };

struct phrase *rating_list(const struct run *run, gint64 player)
{
    struct phrase *all = phrase_listed("series");
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        const struct board_rating rating = ratings_of(run->db, player, (*game)->name);
        if (rating.matches > 0) {
            phrase_add(all, phrase_both(phrase_title(*game), " ", rating_words(&rating)));
        }
    }
    return phrase_if_any(all);
}

/* Adds the row of a game, such as "Chess  1612  12  +9, -14, +8"; nothing if the player has no
 * rating in it. The heads stand above the first row. */
static void add_game(GPtrArray *rows, struct run *run, const struct game *game, gint64 player)
{
    g_autoptr(GArray) last = ratings_last(run->db, player, game->name, CHANGES_SHOWN);
    if (last->len == 0) {
        return;
    }
    if (rows->len == 0) {
        block_row(rows, say("rating-heads", NULL), NULL);
    }
    g_autoptr(GString) changes = g_string_new(NULL);
    for (guint i = 0; i < last->len; i++) {
        const struct board_rating *at = &g_array_index(last, struct board_rating, i);
        g_string_append_printf(changes, "%s%+d", i > 0 ? ", " : "",
                               rating_points(at->rating) - rating_points(at->before));
    }
    const struct board_rating *now = &g_array_index(last, struct board_rating, 0);
    struct values *values = pairs("changes", changes->str, NULL);
    with_phrase(values, "game", phrase_title(game));
    with_phrase(values, "rating", rating_words(now));
    with_number(values, "matches", now->matches);
    block_row(rows, say("rating-line", values), NULL);
}

void handle_rating(struct task *task)
{
    struct run *run = task->run;
    const bool said = task->command->words[0] != NULL;
    const struct target target = said ? task_target(task) : (struct target){ 0 };
    g_autoptr(Player) named = target.player;
    if (named == NULL && (said || task->command->game != NULL)) {
        if (task->command->game != NULL) {
            handle_standings(task); /* the ratings of a game */
        }
        return;
    }
    const struct player *of = named != NULL ? named : task->who;
    const bool own = of->id == task->who->id;
    const bool hidden =
        !own && g_str_equal(preference_value(run, of->id, SETTING_RATING), "hidden");
    g_autoptr(GPtrArray) rows = blocks_new();
    for (const struct game *const *game = registry_games; !hidden && *game != NULL; game++) {
        add_game(rows, run, *game, of->id);
    }
    const char *key = hidden ? "rating-hidden" : rows->len == 0 ? "rating-none" : "rating";
    task_answer_rows(task, say(key, pairs("name", own ? NULL : of->name, NULL)),
                     g_steal_pointer(&rows));
}
