/* stats: the server in figures, for people and for what monitors it. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "cli/json.h"
#include "cli/mark.h"
#include "cli/workspace.h"
#include "store/clocks.h"
#include "store/stats.h"
#include "transport/spool.h"

enum kind {
    COUNT,
    TOTAL,           /* a count that only grows: the metric has "_total" behind its name */
    MOMENT,          /* in seconds since 1970; 0: people do not see it, and there is no metric */
    MOMENT_OR_NEVER, /* 0: people are told so, but there is no metric */
    MOMENT_OR_ZERO,  /* 0: people are told so, and the metric is 0 */
};

/* One of three forms, put together. */
struct output {
    const struct act *act;
    GString *text;           /* lines for people, or metrics */
    GVariantBuilder *values; /* with --json */
};

/* Adds a metric; a name that ends with _total is a counter. `help` NULL: the metric goes on.
 * `label` is "" or labels in braces. */
static void add_metric(GString *text, const char *name, const char *help, const char *label,
                       gint64 value)
{
    const char *type = g_str_has_suffix(name, "_total") ? "counter" : "gauge";
    if (help != NULL) {
        g_string_append_printf(text, "# HELP postmove_%s %s\n# TYPE postmove_%s %s\n", name, help,
                               name, type);
    }
    g_string_append_printf(text, "postmove_%s%s %" G_GINT64_FORMAT "\n", name, label, value);
}

/* Adds a figure. The name is that in JSON. That of a metric has "postmove_" before it, and that of
 * a moment "_timestamp_seconds" behind it. */
static void add(struct output *output, const char *name, const char *words, gint64 value,
                enum kind kind)
{
    const bool count = kind == COUNT || kind == TOTAL;
    if (act_has(output->act, "json")) {
        (count ? json_number : json_positive)(output->values, name, value);
    } else if (!act_has(output->act, "prometheus") && (kind != MOMENT || value > 0)) {
        g_autofree char *shown = count       ? g_strdup_printf("%" G_GINT64_FORMAT, value)
                                 : value > 0 ? clock_for_people(value)
                                             : g_strdup("never");
        g_string_append_printf(output->text, "%-28s %s\n", words, shown);
    } else if (act_has(output->act, "prometheus") &&
               (count || value > 0 || kind == MOMENT_OR_ZERO)) {
        /* JSON has had another name for the oldest letter for longer. */
        const bool letter = strcmp(name, "oldest") == 0;
        g_autofree char *whole = g_strconcat(letter ? "oldest_letter" : name,
                                             kind == TOTAL ? "_total"
                                             : count       ? NULL
                                                           : "_timestamp_seconds",
                                             NULL);
        add_metric(output->text, whole, words, "", value);
    }
}

/* Adds how many boards of each game are in each state. */
static void add_boards(struct output *output, const GArray *all)
{
    g_auto(GVariantBuilder) boards = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("aa{sv}"));
    for (guint i = 0; i < all->len; i++) {
        const struct stats_boards *line = &g_array_index(all, struct stats_boards, i);
        const char *state = board_state_name(line->state);
        g_autofree char *what = g_strconcat(line->game, " ", state, NULL);
        g_autofree char *label = g_strdup_printf("{game=\"%s\",state=\"%s\"}", line->game, state);
        if (act_has(output->act, "prometheus")) {
            add_metric(output->text, "boards", i == 0 ? "boards of a game in a state" : NULL, label,
                       line->count);
        } else {
            g_string_append_printf(output->text, "%-28s %" G_GINT64_FORMAT "\n", what, line->count);
        }
        g_variant_builder_open(&boards, G_VARIANT_TYPE_VARDICT);
        json_text(&boards, "game", line->game);
        json_text(&boards, "state", state);
        json_number(&boards, "count", line->count);
        g_variant_builder_close(&boards);
    }
    g_variant_builder_add(output->values, "{sv}", "boards", g_variant_builder_end(&boards));
}

struct spool_counts {
    gint64 waiting, failed;
    gint64 oldest; /* as spool_oldest has it */
};

static bool count_spool(const char *spool, struct spool_counts *counts, GError **error)
{
    g_autoptr(GPtrArray) waiting = spool_list(spool, error);
    g_auto(GStrv) failed = waiting != NULL ? spool_failed(spool, error) : NULL;
    counts->waiting = waiting != NULL ? waiting->len : 0;
    counts->failed = failed != NULL ? g_strv_length(failed) : 0;
    return failed != NULL && spool_oldest(spool, &counts->oldest, error);
}

/* Adds all that can only be known if database and spool can be read. */
static void add_all(struct output *output, struct db *db, const struct config *config,
                    const struct stats *stats, const struct spool_counts *spool)
{
    const bool boxes = config->mailboxes->len > 0;
    const char *database = config->database;
    add(output, "players", "players", stats->players, COUNT);
    add(output, "active", "players active in 30 days", stats->active, COUNT);
    add(output, "suspended", "players suspended", stats->suspended, COUNT);
    add(output, "players_kept_back", "players whose letters come back", stats->kept_back, COUNT);
    add(output, "mails", "mails processed", stats->mails, TOTAL);
    add(output, "mails_today", "mails processed today", stats->mails_today, COUNT);
    add(output, "mails_unchanged_today", "of these, refused or only asking", stats->unchanged_today,
        COUNT);
    add(output, "mails_waiting", "mails waiting", spool->waiting, COUNT);
    add(output, "mails_failed", "mails failed", spool->failed, COUNT);
    add(output, "letters", "letters sent in 30 days", stats->letters, COUNT);
    add(output, "letters_today", "letters sent today", stats->letters_today, COUNT);
    add(output, "letters_returned", "letters that came back in 30 days", stats->returned, COUNT);
    add(output, "letters_waiting", "letters waiting", stats->waiting, COUNT);
    add(output, "letters_parked", "letters parked", stats->parked, COUNT);
    add(output, "oldest", "oldest letter waiting", stats->oldest, MOMENT);
    add(output, "oldest_mail", "oldest mail waiting", spool->oldest > 1 ? spool->oldest : 0,
        MOMENT);
    add(output, "last_run", "last run", mark_time(database, BESIDE_RAN), MOMENT_OR_ZERO);
    add(output, "last_fetch", "mailboxes emptied", boxes ? watermark_read(db).fetched : 0,
        boxes ? MOMENT_OR_ZERO : MOMENT);
    add(output, "last_backup", "last backup", mark_time(database, BESIDE_SAVED), MOMENT_OR_NEVER);
    add(output, "held", "held since", maintenance_since(db), MOMENT);
    add(output, "last_push", "last push",
        config->standby_push != NULL ? mark_time(database, BESIDE_PUSHED) : 0, MOMENT);
    json_number(output->values, "now", clock_now());
    json_number(output->values, "mailboxes", config->mailboxes->len);
    add_boards(output, stats->boards);
}

/* Adds what is known to the metrics of the server itself. */
static void add_known(GString *text, const struct config *config, bool counted, bool listed,
                      const GString *known)
{
    struct stat file;
    add_metric(text, "database_up", "whether the database can be read", "", counted);
    add_metric(text, "spool_up", "whether the spool can be read", "", listed);
    add_metric(text, "build_info", "the version that printed this",
               "{version=\"" POSTMOVE_VERSION "\"}", 1);
    if (counted && listed && stat(config->database, &file) == 0) {
        add_metric(text, "database_bytes", "size of the database without its log", "",
                   (gint64)file.st_size);
        g_string_append(text, known->str);
    }
}

typedef struct stats Stats;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Stats, stats_clear)

static bool stats(struct act *act)
{
    const struct config *config = act->server->config;
    const char *file = act_text(act, "output");
    const bool metrics = act_has(act, "prometheus");
    if (act_has(act, "json") && metrics) {
        return act_misused(act, "--json and --prometheus are two forms; choose one");
    }
    if (file != NULL && !metrics) {
        return act_misused(act, "--output goes with --prometheus");
    }
    if (file != NULL && !workspace_may_copy_to(config, file, &act->error)) {
        return false;
    }
    g_autoptr(GString) text = g_string_new(""), known = g_string_new("");
    g_auto(Workspace) workspace = { 0 };
    g_auto(Stats) stats = { 0 };
    struct spool_counts spool = { 0 };
    g_auto(GVariantBuilder) values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    struct output output = { .act = act, .text = known, .values = &values };
    bool counted = workspace_open(&workspace, config, NULL, DB_READ, "stats", &act->error);
    const bool listed = count_spool(config->spool, &spool, counted ? &act->error : NULL);
    if (counted) {
        stats_read(workspace.db, clock_now(), &stats);
        add_all(&output, workspace.db, config, &stats, &spool);
        counted = !db_failed(workspace.db) || db_commit(workspace.db, listed ? &act->error : NULL);
    }
    if (metrics) {
        g_clear_error(&act->error); /* the metrics say so */
        add_known(text, config, counted, listed, known);
    } else if (!counted || !listed) {
        return false;
    }
    if (file != NULL) { /* renamed into its place, so that nobody reads half of it */
        return g_file_set_contents_full(file, text->str, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0644,
                                        &act->error);
    }
    if (act_has(act, "json")) {
        json_print(g_variant_builder_end(&values));
    } else {
        fputs(metrics ? text->str : known->str, stdout);
    }
    return true;
}

const struct part cli_stats[] = {
    { NULL, 0, 0, "json prometheus output=", .wordless = true, .run = stats },
    { 0 },
};
