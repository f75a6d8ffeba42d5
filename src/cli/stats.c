/* stats: the server in figures. */
#include "store/stats.h"

#include <stdio.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/matchroom.h"
#include "cli/session.h"
#include "post/spool.h"

struct tally {
    struct stats stats;
    gint64 mails_waiting, mails_failed; /* in the spool */
};

static bool count_spool(const char *spool, struct tally *tally, GError **error)
{
    g_autoptr(GPtrArray) waiting = spool_list(spool, error);
    g_auto(GStrv) failed = waiting != NULL ? spool_failed(spool, error) : NULL;
    if (failed == NULL) {
        return false;
    }
    tally->mails_waiting = waiting->len;
    tally->mails_failed = g_strv_length(failed);
    return true;
}

static bool count_act(struct office *office, void *data, GError **error)
{
    (void)error;
    stats_read(office->db, office->now, data);
    return true;
}

static bool count(const struct config *config, struct tally *tally, GError **error)
{
    return count_spool(config->spool, tally, error) &&
           session_read(config, NULL, "stats", count_act, &tally->stats, error);
}

/* ---- printing ---- */

/* Each figure under the name it has in JSON; the plain output has its words. */
struct figure {
    const char *name, *words;
    gint64 count;
};

enum { FIGURES = 11 };

static void list_figures(const struct tally *tally, struct figure list[FIGURES])
{
    const struct stats *stats = &tally->stats;
    const struct figure all[FIGURES] = {
        { "players", "players", stats->players },
        { "active", "players active in 30 days", stats->active },
        { "suspended", "players suspended", stats->suspended },
        { "mails", "mails processed", stats->mails },
        { "mails_today", "mails processed today", stats->mails_today },
        { "mails_waiting", "mails waiting", tally->mails_waiting },
        { "mails_failed", "mails failed", tally->mails_failed },
        { "letters", "letters sent in 30 days", stats->letters },
        { "letters_today", "letters sent today", stats->letters_today },
        { "letters_waiting", "letters waiting", stats->waiting },
        { "letters_parked", "letters parked", stats->parked },
    };
    for (size_t i = 0; i < FIGURES; i++) {
        list[i] = all[i];
    }
}

static void print_lines(const struct tally *tally)
{
    struct figure list[FIGURES];
    list_figures(tally, list);
    for (size_t i = 0; i < FIGURES; i++) {
        printf("%-28s %" G_GINT64_FORMAT "\n", list[i].words, list[i].count);
    }
    if (tally->stats.oldest > 0) {
        g_autofree char *date = clock_for_people(tally->stats.oldest);
        printf("%-28s %s\n", "oldest letter waiting", date);
    }
    for (guint i = 0; i < tally->stats.boards->len; i++) {
        const struct stats_boards *line =
            &g_array_index(tally->stats.boards, struct stats_boards, i);
        g_autofree char *what = g_strconcat(line->game, " ", board_state_name(line->state), NULL);
        printf("%-28s %" G_GINT64_FORMAT "\n", what, line->count);
    }
}

static void print_json(const struct tally *tally)
{
    struct figure list[FIGURES];
    list_figures(tally, list);
    g_auto(GVariantBuilder) values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    for (size_t i = 0; i < FIGURES; i++) {
        g_variant_builder_add(&values, "{sv}", list[i].name, g_variant_new_int64(list[i].count));
    }
    gint64 oldest = tally->stats.oldest;
    g_variant_builder_add(&values, "{sv}", "oldest", g_variant_new("mx", oldest > 0, oldest));
    g_auto(GVariantBuilder) boards = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("aa{sv}"));
    for (guint i = 0; i < tally->stats.boards->len; i++) {
        const struct stats_boards *line =
            &g_array_index(tally->stats.boards, struct stats_boards, i);
        g_variant_builder_open(&boards, G_VARIANT_TYPE_VARDICT);
        g_variant_builder_add(&boards, "{sv}", "game", g_variant_new_string(line->game));
        g_variant_builder_add(&boards, "{sv}", "state",
                              g_variant_new_string(board_state_name(line->state)));
        g_variant_builder_add(&boards, "{sv}", "count", g_variant_new_int64(line->count));
        g_variant_builder_close(&boards);
    }
    g_variant_builder_add(&values, "{sv}", "boards", g_variant_builder_end(&boards));
    json_print(g_variant_builder_end(&values));
}

int cli_stats(const struct invocation *invocation, int argc, char **argv)
{
    bool json;
    int code = cli_json_option(&json, &argc, &argv, 0);
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(Config) config = cli_config(invocation, &error);
    struct tally tally = { 0 };
    bool counted = config != NULL && count(config, &tally, &error);
    if (counted && json) {
        print_json(&tally);
    } else if (counted) {
        print_lines(&tally);
    }
    stats_clear(&tally.stats);
    return counted ? 0 : cli_fail(error);
}
