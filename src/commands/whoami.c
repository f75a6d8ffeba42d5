/* The command whoami: what players may want to know about their account. */
#include "accounts/vacation.h"
#include "base/clock.h"
#include "commands/request.h"
#include "letters/run.h"
#include "match/options.h"
#include "store/boards.h"
#include "store/players.h"

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

/* The players and games that the player has blocked, in words; NULL: none. Free with g_free. */
static char *blocked_by(const struct run *run, gint64 player)
{
    g_autoptr(GPtrArray) players = block_players(run->db, player);
    g_autoptr(GPtrArray) games = block_games(run->db, player);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < players->len; i++) {
        g_ptr_array_add(names, players->pdata[i]);
    }
    for (guint i = 0; i < games->len; i++) {
        const char *title = words_get(run->words, games->pdata[i], "title");
        g_ptr_array_add(names, (char *)(title != NULL ? title : games->pdata[i]));
    }
    return names->len > 0 ? words_list(run->words, names, "and") : NULL;
}

/* The player's vacations that are not over, in words; NULL: none. Free with g_free. */
static char *vacations_words(const struct run *run, gint64 player)
{
    g_autoptr(GArray) vacations = vacations_of(run->db, player);
    g_autoptr(GPtrArray) spans = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < vacations->len; i++) {
        const struct vacation *vacation = &g_array_index(vacations, struct vacation, i);
        if (vacation->end > run->now) {
            g_autofree char *first = vacation_day(vacation->first);
            g_autofree char *last = vacation_day(vacation->last);
            g_ptr_array_add(spans,
                            say(run, "vacation-span", pairs("first", first, "last", last, NULL)));
        }
    }
    return spans->len > 0 ? words_list(run->words, spans, "and") : NULL;
}

/* Adds the player's settings, limits, blocks and vacations. */
static void add_choices(struct values *values, const struct run *run, const struct player *who)
{
    g_autofree char *set = preference_text(run, who->id);
    g_autofree char *limits = limits_of(run, who->id);
    g_autofree char *blocked = blocked_by(run, who->id);
    g_autofree char *vacations = vacations_words(run, who->id);
    values_add(values, "settings", set);
    values_add(values, "limits", limits);
    values_add(values, "blocked", blocked);
    values_add(values, "vacations", vacations);
    values_add_switch(values, "away", who->signed_off != 0);
}

void whoami_tell(struct request *request, const struct player *who, const struct command *command)
{
    struct run *run = request->run;
    g_autoptr(GPtrArray) running = board_list(run->db, who->id, 1U << BOARD_RUNNING);
    g_autofree char *count = say_number(running->len);
    g_autoptr(GTimeZone) zone = vacation_zone(run, who->id);
    g_autofree char *since = clock_in_zone(who->since, zone);
    g_autoptr(GPtrArray) addresses = player_addresses(run->db, who->id);
    g_ptr_array_add(addresses, NULL);
    g_autofree char *others = g_strjoinv(", ", (char **)addresses->pdata + 1);
    struct values *values = pairs("name", who->name, "address", who->address, "others", others,
                                  "since", since, "running", count, NULL);
    add_choices(values, run, who);
    values_add_switch(values, "password", who->password != NULL);
    request_answer(request, who, command, "whoami", values);
}
