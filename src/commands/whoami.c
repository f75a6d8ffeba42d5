/* The command whoami: what players may want to know about their account. */
#include "base/clock.h"
#include "commands/task.h"
#include "commands/vacations.h"
#include "match/options.h"

/* How many matches of which games the player takes at once, in words; NULL: any. Free with
 * g_free. */
static char *limits_of(const struct run *run, gint64 player)
{
    g_autoptr(GPtrArray) limits = g_ptr_array_new_with_free_func(g_free);
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        int most = game_limit(run->db, player, (*game)->name);
        if (most > 0) {
            const char *title = words_get(run->words, (*game)->name, "title");
            g_ptr_array_add(limits, g_strdup_printf("%s %d", title, most));
        }
    }
    return limits->len > 0 ? words_list(run->words, limits, "and") : NULL;
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
    with_text(values, "since", moment_bare(run, who->id, who->since));
    with_text(values, "settings", preference_text(run, who->id));
    with_text(values, "limits", limits_of(run, who->id));
    with_text(values, "vacations", vacation_list(run, all, run->now, G_MININT64));
    values_add_switch(values, "away", who->signed_off != 0);
    values_add_switch(values, "password", who->password != NULL);
    task_answer(task, "whoami", values);
}
