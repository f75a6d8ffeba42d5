/* The command whoami: what players may want to know about their account. */
#include "base/clock.h"
#include "commands/task.h"
#include "commands/vacations.h"
#include "match/options.h"

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
