/* The commands set, whoami and export: what a player has chosen, and what is kept about them. */
#include "auth/budget.h"
#include "clocks/clocks.h"
#include "commands/task.h"
#include "mail/address.h"
#include "match/options.h"
#include "store/export.h"

/* ---- set ---- */

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

/* ---- whoami ---- */

/* How many matches of which games the player takes at once; NULL: any. */
static struct phrase *limits_of(const struct run *run, gint64 player)
{
    struct phrase *limits = phrase_listed("and");
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        int most = game_limit(run->db, player, (*game)->name);
        if (most > 0) {
            struct phrase *limit = phrase_joined(" ");
            phrase_add(limit, phrase_title(*game));
            phrase_add(limit, phrase_number(most));
            phrase_add(limits, limit);
        }
    }
    return phrase_if_any(limits);
}

void handle_whoami(struct task *task)
{
    const struct player *who = task->who;
    struct run *run = task->run;
    g_autoptr(GPtrArray) running = board_list(run->db, who->id, 1U << BOARD_RUNNING);
    g_autoptr(GPtrArray) addresses = player_addresses(run->db, who->id);
    g_ptr_array_add(addresses, NULL);
    g_autofree char *others = g_strjoinv(", ", (char **)addresses->pdata + 1);
    g_autoptr(GArray) all = vacations_of(run->db, who->id);
    struct values *values =
        pairs("name", who->name, "address", who->address, "others", others, NULL);
    with_number(values, "running", running->len);
    with_phrase(values, "since", phrase_moment_bare(who->since));
    with_text(values, "settings", preference_text(run, who->id));
    with_phrase(values, "limits", limits_of(run, who->id));
    with_phrase(values, "vacations", vacation_list(all, run->now, G_MININT64));
    values_add_switch(values, "away", who->signed_off != 0);
    values_add_switch(values, "password", who->password != NULL);
    task_answer(task, say("whoami", values));
}

/* ---- export: everything stored about a player, as a file, by mail ---- */

enum { FILE_MOST = 4 * 1024 * 1024 /* bytes; many mail servers take no more than 10 MiB */ };

void handle_export(struct task *task)
{
    const struct player *who = task->who;
    static const char notice[] = "export";
    struct run *run = task->run;
    g_autofree char *folded = address_fold(who->address);
    if (notice_count(run->db, folded, notice, clock_span(run->now, CLOCK_DAY)) > 0) {
        task_answer(task, say("export-again", NULL));
        return;
    }
    if (!request_may_answer(task->request, who)) {
        return;
    }
    bool whole;
    g_autofree char *json = export_json(run->db, who->id, run->now, FILE_MOST, &whole);
    g_autofree char *name = g_strdup_printf("postmove-%s.json", who->name);
    struct attachment file = { .name = name, .type = "application/json", .text = json };
    request_letter(task->request, who,
                   &(struct letter_draft){ .key = "subject-export",
                                           .page = "letters/export",
                                           .values = pairs("name", who->name, "file", name, "cut",
                                                           whole ? NULL : "yes", NULL),
                                           .file = &file });
    notice_add(run->db, folded, notice, run->now);
}
