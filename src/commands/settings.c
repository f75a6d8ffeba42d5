#include "language/settings.h"
#include "clocks/clocks.h"
#include "commands/task.h"
#include "letters/run.h"
#include "store/talk.h"

/* The answer if nothing is set: `key` and `value` are what the command gives (NULL: nothing), and
 * `setting` has that key (NULL: none has). */
static struct phrase *explain(const struct run *run, const struct player *who,
                              const struct setting *setting, const char *key, const char *value)
{
    g_autofree char *now = preference_text(run, who->id);
    struct phrase *all = phrase_joined(", ");
    for (const struct setting *row = settings; row->key != NULL; row++) {
        phrase_add(all, phrase_taken(setting_form(row)));
    }
    g_autofree char *form = setting != NULL ? setting_form(setting) : NULL;
    bool has_near = setting != NULL && setting->near != NULL && value != NULL;
    g_autoptr(GPtrArray) near = has_near ? setting->near(value) : NULL;
    struct phrase *near_words = phrase_listed("or");
    for (guint i = 0; near != NULL && i < near->len; i++) {
        phrase_add(near_words, phrase_text(near->pdata[i]));
    }
    const char *sentence = key == NULL             ? "settings"
                           : setting == NULL       ? "setting-unknown"
                           : setting->near != NULL ? "setting-zone"
                                                   : "setting-value";
    struct values *values = pairs("key", key, "value", value, "now", now, "form", form, NULL);
    with_phrase(values, "near", phrase_if_any(near_words));
    return say(sentence, with_phrase(values, "all", all));
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
        task_answer(task, explain(run, who, setting, key, given));
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
    task_answer(task,
                say("set", pairs("now", now, "no-pictures", no_pictures ? "yes" : NULL, NULL)));
}
