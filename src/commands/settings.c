#include "language/settings.h"
#include "clocks/clocks.h"
#include "commands/changes.h"
#include "commands/task.h"
#include "letters/run.h"
#include "play/premove.h"
#include "store/boards.h"
#include "store/talk.h"

/* The answer if nothing is set: `key` and `value` are what the command gives (NULL: nothing), and
 * `setting` has that key (NULL: none has). Free with g_free. */
static char *explain(const struct run *run, const struct player *who, const struct setting *setting,
                     const char *key, const char *value)
{
    g_autofree char *now = preference_text(run, who->id);
    g_autoptr(GString) all = g_string_new(NULL);
    for (const struct setting *row = settings; row->key != NULL; row++) {
        g_autofree char *one = setting_form(row);
        g_string_append_printf(all, "%s%s", all->len > 0 ? ", " : "", one);
    }
    g_autofree char *form = setting != NULL ? setting_form(setting) : NULL;
    bool has_near = setting != NULL && setting->near != NULL && value != NULL;
    g_autoptr(GPtrArray) near = has_near ? setting->near(value) : NULL;
    g_autofree char *near_words =
        near != NULL && near->len > 0 ? words_list(run->words, near, "or") : NULL;
    const char *sentence = key == NULL             ? "settings"
                           : setting == NULL       ? "setting-unknown"
                           : setting->near != NULL ? "setting-zone"
                                                   : "setting-value";
    return say(run, sentence,
               pairs("key", key, "value", value, "near", near_words, "now", now, "all", all->str,
                     "form", form, NULL));
}

/* Plays the only turns that wait for the player, now that `autoplay` may be on. An open offer is
 * not answered for them. */
static void play_what_waits(struct task *task)
{
    g_autoptr(GPtrArray) boards = board_list(task->run->db, task->who->id, 1U << BOARD_RUNNING);
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        bool waits = board->to_move >= 0 && board->seat[board->to_move].player == task->who->id &&
                     board->offer == OFFER_NONE;
        g_auto(Task) each = task_of(task->request, task->who, NULL);
        if (!waits || !task_open(&each, board->number)) {
            continue;
        }
        struct session *session = each.session;
        struct turn_news news = { .first = session->match->turns->len };
        autoplay_go_on(session);
        if (session->match->turns->len > news.first) {
            changes_store(session);
            changes_tell(session, each.seat, &news, NULL, NULL);
            task_answer_board_text(&each, turn_news_words(session, &news, each.seat));
        }
    }
}

void handle_set(struct task *task)
{
    const struct player *who = task->who;
    struct run *run = task->run;
    const char *key = task->command->words[0];
    const char *given = key != NULL ? task->command->words[1] : NULL;
    const struct setting *setting = key != NULL ? setting_find(key) : NULL;
    g_autofree char *value =
        setting != NULL && given != NULL ? setting_value(setting, given) : NULL;
    if (value == NULL) {
        task_answer_text(task, explain(run, who, setting, key, given));
        return;
    }
    bool finer = setting->finer != NULL && !g_strv_contains(setting->values, value);
    if (finer) {
        player_set(run->db, who->id, setting->finer, value);
    }
    player_set(run->db, who->id, setting->key, finer ? setting->coarse : value);
    run->accepted = true;
    clocks_player_changed(run, who->id); /* weekends depend on the time zone */
    if (g_str_equal(setting->key, "digest") || g_str_equal(setting->key, "timezone")) {
        talk_digest_move(run->db, who->id, 0, run->now, run->now); /* it is due at once */
    }
    g_autofree char *now = preference_text(run, who->id);
    const bool no_pictures = !run->config->pictures && g_str_equal(value, "picture");
    task_answer(task, "set", pairs("now", now, "no-pictures", no_pictures ? "yes" : NULL, NULL));
    play_what_waits(task);
}
