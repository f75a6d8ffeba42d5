/* The commands watch and unwatch. */
#include "commands/task.h"

enum { WATCHES_MOST = 50 /* a player may have */ };

/* What a player watches, one in each line. */
static struct phrase *list_words(struct run *run, const struct player *who)
{
    g_autoptr(GPtrArray) all = watches_of_player(run->db, who->id);
    if (all->len == 0) {
        return say("watching-nothing", NULL);
    }
    struct phrase *lines = phrase_joined("\n");
    for (guint i = 0; i < all->len; i++) {
        const struct watch *watch = all->pdata[i];
        struct values *values = pairs("end", watch->at_end ? "yes" : NULL, NULL);
        with_phrase(values, "what", watch_text(run, &watch->what));
        phrase_add(lines, say("watching-item", values));
    }
    return say("watching", with_phrase(values_new(), "list", lines));
}

static const char only_end[] = "--end";

/* Finds what a command names: a game, a player, or else a match, which somebody can begin to watch
 * only while it runs and they do not play in it. False after an answer. */
static bool find_watched(struct task *task, struct watched *what)
{
    if (task->command->words[0] != NULL && strcmp(task->command->words[0], only_end) != 0) {
        struct target target = task_target(task);
        g_autoptr(Player) player = target.player;
        if (player != NULL && player->id == task->who->id) {
            task_answer(task, say("watch-yourself", NULL));
            return false;
        }
        what->player = player != NULL ? player->id : 0;
        what->game = target.game != NULL ? (char *)target.game->name : NULL;
        return player != NULL || target.game != NULL;
    }
    if (!task_is_at(task, AT_BOARD)) {
        return false;
    }
    const struct board *board = task->session->board;
    const char *key = task->command->row->id == COMMAND_UNWATCH ? NULL
                      : task->seat >= 0                         ? "watch-own"
                      : board->state != BOARD_RUNNING           ? "not-running"
                                                                : NULL;
    if (key != NULL) {
        task_answer(task, say(key, NULL));
        return false;
    }
    what->board = board->number;
    return true;
}

void handle_watch(struct task *task)
{
    struct run *run = task->run;
    if (grammar_only_asks(task->command, 0)) {
        task_answer(task, list_words(run, task->who));
        return;
    }
    struct watched what = { 0 };
    if (!find_watched(task, &what)) {
        return;
    }
    bool at_end = g_strv_contains((const char *const *)task->command->words, only_end);
    g_autoptr(Watch) known = watch_find(run->db, task->who->id, &what);
    g_autoptr(GPtrArray) all = watches_of_player(run->db, task->who->id);
    if (known != NULL) {
        watch_set_end(run->db, known->id, at_end);
    } else if (all->len >= WATCHES_MOST) {
        task_answer(task, say("watches-most", NULL));
        return;
    } else {
        watch_add(run->db, task->who->id, &what, at_end, run->now);
    }
    run->accepted = true;
    struct values *values = with_phrase(values_new(), "what", watch_text(run, &what));
    task_answer(task, say(at_end ? "watch-set-end" : "watch-set",
                          with_text(values, "word", watch_word(run, &what))));
}

/* Says that the player has no such watch, or which other watch the letters come from. */
static struct phrase *not_watching(struct run *run, const struct player *who,
                                   const struct watched *what)
{
    g_autoptr(MatchSession) session =
        what->board != 0 ? session_open(run, what->board, NULL) : NULL;
    g_autoptr(Watch) watch = session != NULL ? watch_of(session, who->id) : NULL;
    struct values *values = with_phrase(values_new(), "what", watch_text(run, what));
    if (watch != NULL) {
        with_phrase(values, "through", watch_text(run, &watch->what));
        with_text(values, "word", watch_word(run, &watch->what));
    }
    return say(watch != NULL ? "unwatch-through" : "unwatch-none", values);
}

/* Ends a watch and says so. */
static struct phrase *end_watch(struct run *run, const struct watch *watch)
{
    watch_remove(run->db, watch->id);
    run->accepted = true;
    return say("unwatched", with_phrase(values_new(), "what", watch_text(run, &watch->what)));
}

void handle_unwatch(struct task *task)
{
    struct run *run = task->run;
    if (grammar_only_asks(task->command, task->request->letter_board)) {
        task_answer(task, say("unwatch-which",
                              with_phrase(values_new(), "watching", list_words(run, task->who))));
        return;
    }
    struct watched what = { 0 };
    if (!find_watched(task, &what)) {
        return;
    }
    g_autoptr(Watch) watch = watch_find(run->db, task->who->id, &what);
    task_answer(task, watch != NULL ? end_watch(run, watch) : not_watching(run, task->who, &what));
}

void watch_leave(struct task *task)
{
    struct run *run = task->run;
    g_autoptr(Watch) watch = watch_by_id(run->db, task->request->token.object);
    task_answer(task, watch != NULL ? end_watch(run, watch) : say("unwatched-already", NULL));
}
