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

/* Lists in words the challenges and seeks that both players have agreed to: a block does not keep
 * these from beginning. NULL if there are none. Free with g_free. */
static char *shared_words(const struct run *run, gint64 player, gint64 other)
{
    g_autoptr(GPtrArray) boards =
        board_list(run->db, player, 1U << BOARD_CHALLENGE | 1U << BOARD_SEEK);
    g_autoptr(GPtrArray) numbers = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        int agreed = 0; /* at a seek everybody who has a seat has */
        for (int seat = 0; seat < board->seats; seat++) {
            gint64 at = board->seat[seat].player;
            agreed += (at == player || at == other) && board->seat[seat].accepted;
        }
        if (agreed == 2) {
            g_ptr_array_add(numbers, say_number(board->number));
        }
    }
    if (numbers->len == 0) {
        return NULL;
    }
    g_autofree char *list = words_list(run->words, numbers, "and");
    return say(run, "block-shared", pairs("boards", list, "number", numbers->pdata[0], NULL));
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
        g_autofree char *shared = shared_words(run, who->id, player->id);
        task_answer(task, "blocked-player", pairs("name", player->name, "shared", shared, NULL));
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
