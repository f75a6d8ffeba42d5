#include "language/settings.h"
#include "clocks/clocks.h"
#include "commands/task.h"
#include "letters/run.h"
#include "store/talk.h"

/* The answer if nothing is set: `key` and `value` are what the command gives (NULL: nothing), and
 * `setting` has that key (NULL: none has). Free with g_free. */
static char *explain(const struct run *run, const struct player *who, const struct setting *setting,
                     const char *key, const char *value)
{
    g_autofree char *now = preference_text(run, who->id);
    g_autoptr(GString) all = g_string_new(NULL);
    for (const struct setting *row = settings; row->key != NULL; row++) {
        say_part(all, ", ", setting_form(row));
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
}
