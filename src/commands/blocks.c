/* The commands block, unblock and limit. */
#include "commands/task.h"
#include "letters/run.h"
#include "match/options.h"
#include "store/boards.h"
#include "store/players.h"

/* ---- block ---- */

/* Names, or the titles of games by name, as a list; NULL if there are none. */
static struct phrase *list_of(const GPtrArray *names, bool titles)
{
    struct phrase *list = phrase_listed("and");
    for (guint i = 0; i < names->len; i++) {
        const struct game *game = titles ? registry_find(names->pdata[i]) : NULL;
        phrase_add(list, game != NULL ? phrase_title(game) : phrase_text(names->pdata[i]));
    }
    return phrase_if_any(list);
}

void handle_block(struct task *task)
{
    const struct player *who = task->who;
    struct run *run = task->run;
    if (task->command->words[0] == NULL) {
        g_autoptr(GPtrArray) players = block_players(run->db, who->id);
        g_autoptr(GPtrArray) games = block_games(run->db, who->id);
        const bool none = players->len == 0 && games->len == 0;
        struct values *values = with_phrase(values_new(), "players", list_of(players, false));
        with_phrase(values, "games", list_of(games, true));
        task_answer(task, say(none ? "blocked-nobody" : "blocked-list", values));
        return;
    }
    struct target target = task_target(task);
    g_autoptr(Player) player = target.player;
    if (target.game != NULL) {
        block_game(run->db, who->id, target.game->name);
        task_answer(task, say("blocked-game",
                              with_phrase(values_new(), "game", phrase_title(target.game))));
    } else if (player != NULL && player->id == who->id) {
        task_answer(task, say("block-self", NULL));
    } else if (player != NULL) {
        block_player(run->db, who->id, player->id);
        task_answer(task, say("blocked-player", pairs("name", player->name, NULL)));
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
    struct phrase *name =
        target.game != NULL ? phrase_title(target.game) : phrase_text(player->name);
    bool was = target.game != NULL ? unblock_game(run->db, task->who->id, target.game->name)
                                   : unblock_player(run->db, task->who->id, player->id);
    task_answer(task,
                say(was ? "unblocked" : "not-blocked", with_phrase(values_new(), "name", name)));
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
    struct values *values = with_phrase(values_new(), "game", phrase_title(game));
    with_number(values, "most", most);
    with_number(values, "running", board_running(run->db, task->who->id, game->name));
    task_answer(task, say(most > 0 ? "limit-is" : "limit-none", values));
}
