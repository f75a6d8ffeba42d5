/* The commands block, unblock and limit. */
#include "commands/task.h"
#include "letters/run.h"
#include "match/options.h"
#include "store/boards.h"
#include "store/players.h"

/* ---- block ---- */

/* Names, or the titles of games by name, as a list in words; NULL if there are none. Free with
 * g_free. */
static char *list_of(const struct run *run, GPtrArray *names, bool titles)
{
    g_autoptr(GPtrArray) shown = g_ptr_array_new();
    for (guint i = 0; i < names->len; i++) {
        const char *title = titles ? words_get(run->words, names->pdata[i], "title") : NULL;
        g_ptr_array_add(shown, (char *)(title != NULL ? title : names->pdata[i]));
    }
    return shown->len > 0 ? words_list(run->words, shown, "and") : NULL;
}

void handle_block(struct task *task)
{
    const struct player *who = task->who;
    struct run *run = task->run;
    if (task->command->words[0] == NULL) {
        g_autoptr(GPtrArray) players = block_players(run->db, who->id);
        g_autoptr(GPtrArray) games = block_games(run->db, who->id);
        g_autofree char *names = list_of(run, players, false);
        g_autofree char *titles = list_of(run, games, true);
        bool none = names == NULL && titles == NULL;
        task_answer(task, none ? "blocked-nobody" : "blocked-list",
                    pairs("players", names, "games", titles, NULL));
        return;
    }
    struct target target = task_target(task);
    g_autoptr(Player) player = target.player;
    if (target.game != NULL) {
        block_game(run->db, who->id, target.game->name);
        const char *title = words_get(run->words, target.game->name, "title");
        task_answer(task, "blocked-game", pairs("game", title, NULL));
    } else if (player != NULL && player->id == who->id) {
        task_answer(task, "block-self", NULL);
    } else if (player != NULL) {
        block_player(run->db, who->id, player->id);
        task_answer(task, "blocked-player", pairs("name", player->name, NULL));
    }
    run->accepted = run->accepted || target.game != NULL || player != NULL;
}

void handle_unblock(struct task *task)
{
    struct run *run = task->run;
    struct target target = task_target(task);
    g_autoptr(Player) player = target.player;
    if (target.game == NULL && player == NULL) {
        return;
    }
    const char *name =
        target.game != NULL ? words_get(run->words, target.game->name, "title") : player->name;
    bool was = target.game != NULL ? unblock_game(run->db, task->who->id, target.game->name)
                                   : unblock_player(run->db, task->who->id, player->id);
    task_answer(task, was ? "unblocked" : "not-blocked", pairs("name", name, NULL));
    run->accepted = true;
}

/* ---- limit ---- */

void handle_limit(struct task *task)
{
    struct run *run = task->run;
    const struct game *game = registry_find(task->command->game);
    const char *wanted = task->command->words[0];
    if (wanted != NULL) {
        bool off = g_ascii_strcasecmp(wanted, "off") == 0;
        game_limit_set(run->db, task->who->id, game->name,
                       off ? 0 : (int)g_ascii_strtoll(wanted, NULL, 10));
        run->accepted = true;
    }
    int most = game_limit(run->db, task->who->id, game->name);
    struct values *values = pairs("game", words_get(run->words, game->name, "title"), NULL);
    with_number(values, "most", most);
    with_number(values, "running", board_running(run->db, task->who->id, game->name));
    task_answer(task, most > 0 ? "limit-is" : "limit-none", values);
}
