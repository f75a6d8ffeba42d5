/* stats: the server in figures, for people and for what monitors it. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "cli/json.h"
#include "cli/mark.h"
#include "cli/part.h"
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

/* The name is that in JSON. That of a metric has "postmove_" before it, and that of a moment
 * "_timestamp_seconds" behind it. */
struct figure {
    const char *name, *words;
    gint64 value;
    enum kind kind;
};

struct tally {
    GArray *figures; /* struct figure */
    GArray *boards;  /* struct stats_boards, borrowed */
    gint64 now;
    gint64 mailboxes; /* in the configuration */
    gint64 database_bytes;
};

static bool is_count(const struct figure *figure)
{
    return figure->kind == COUNT || figure->kind == TOTAL;
}

static const struct figure *figure_at(const struct tally *tally, guint i)
{
    return &g_array_index(tally->figures, struct figure, i);
}

/* ---- three forms ---- */

static void print_lines(const struct tally *tally)
{
    for (guint i = 0; i < tally->figures->len; i++) {
        const struct figure *figure = figure_at(tally, i);
        g_autofree char *value = is_count(figure)
                                     ? g_strdup_printf("%" G_GINT64_FORMAT, figure->value)
                                 : figure->value > 0 ? clock_for_people(figure->value)
                                                     : g_strdup("never");
        if (figure->kind != MOMENT || figure->value > 0) {
            printf("%-28s %s\n", figure->words, value);
        }
    }
    for (guint i = 0; i < tally->boards->len; i++) {
        const struct stats_boards *line = &g_array_index(tally->boards, struct stats_boards, i);
        g_autofree char *what = g_strconcat(line->game, " ", board_state_name(line->state), NULL);
        printf("%-28s %" G_GINT64_FORMAT "\n", what, line->count);
    }
}

static void print_json(const struct tally *tally)
{
    g_auto(GVariantBuilder) values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    for (guint i = 0; i < tally->figures->len; i++) {
        const struct figure *figure = figure_at(tally, i);
        (is_count(figure) ? json_number : json_positive)(&values, figure->name, figure->value);
    }
    json_number(&values, "now", tally->now);
    json_number(&values, "mailboxes", tally->mailboxes);
    g_auto(GVariantBuilder) boards = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("aa{sv}"));
    for (guint i = 0; i < tally->boards->len; i++) {
        const struct stats_boards *line = &g_array_index(tally->boards, struct stats_boards, i);
        g_variant_builder_open(&boards, G_VARIANT_TYPE_VARDICT);
        json_text(&boards, "game", line->game);
        json_text(&boards, "state", board_state_name(line->state));
        json_number(&boards, "count", line->count);
        g_variant_builder_close(&boards);
    }
    g_variant_builder_add(&values, "{sv}", "boards", g_variant_builder_end(&boards));
    json_print(g_variant_builder_end(&values));
}

/* Adds a metric; a name that ends with _total is a counter. `label` is "" or a label in braces. */
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

/* Adds all metrics but those that tell whether they are known. */
static void add_known(GString *text, const struct tally *tally)
{
    for (guint i = 0; i < tally->figures->len; i++) {
        const struct figure *figure = figure_at(tally, i);
        /* JSON has had another name for the oldest letter for longer. */
        const bool letter = strcmp(figure->name, "oldest") == 0;
        g_autofree char *name = g_strconcat(letter ? "oldest_letter" : figure->name,
                                            figure->kind == TOTAL ? "_total"
                                            : is_count(figure)    ? ""
                                                                  : "_timestamp_seconds",
                                            NULL);
        if (is_count(figure) || figure->kind == MOMENT_OR_ZERO || figure->value > 0) {
            add_metric(text, name, figure->words, "", figure->value);
        }
    }
    for (guint i = 0; i < tally->boards->len; i++) {
        const struct stats_boards *line = &g_array_index(tally->boards, struct stats_boards, i);
        g_autofree char *label = g_strdup_printf("{game=\"%s\",state=\"%s\"}", line->game,
                                                 board_state_name(line->state));
        add_metric(text, "boards", i == 0 ? "boards of a game in a state" : NULL, label,
                   line->count);
    }
}

/* Writes the text format of Prometheus, as its node_exporter reads it from a file. `database`,
 * `spool`: these could be read. */
static bool write_metrics(const struct tally *tally, bool database, bool spool, const char *file,
                          GError **error)
{
    g_autoptr(GString) text = g_string_new("");
    add_metric(text, "database_up", "whether the database can be read", "", database);
    add_metric(text, "spool_up", "whether the spool can be read", "", spool);
    add_metric(text, "build_info", "the version that printed this",
               "{version=\"" POSTMOVE_VERSION "\"}", 1);
    if (database && spool) {
        add_metric(text, "database_bytes", "size of the database without its log", "",
                   tally->database_bytes);
        add_known(text, tally);
    }
    if (file == NULL) {
        fputs(text->str, stdout);
        return true;
    }
    /* Written under another name in the same folder and renamed, so that nobody reads half of
     * it. */
    return cli_replaceable(file, error) &&
           g_file_set_contents_full(file, text->str, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0644,
                                    error);
}

/* ---- counting ---- */

struct spool_counts {
    gint64 waiting, failed;
    gint64 oldest; /* when the oldest that waits reached us; 0: none waits, or unknown */
};

static bool count_spool(const char *spool, struct spool_counts *counts, GError **error)
{
    g_autoptr(GPtrArray) waiting = spool_list(spool, error);
    g_auto(GStrv) failed = waiting != NULL ? spool_failed(spool, error) : NULL;
    if (failed == NULL) {
        return false;
    }
    for (guint i = 0; i < waiting->len; i++) {
        gint64 received = ((const struct spool_entry *)waiting->pdata[i])->received;
        if (received > 0 && (counts->oldest == 0 || received < counts->oldest)) {
            counts->oldest = received;
        }
    }
    counts->waiting = waiting->len;
    counts->failed = g_strv_length(failed);
    return true;
}

/* Fills in the figures that all forms are printed from, but those of Prometheus alone. */
static void tabulate(struct tally *tally, struct db *db, const struct config *config,
                     const struct stats *stats, const struct spool_counts *spool)
{
    const bool mailboxes = config->mailboxes->len > 0;
    const gint64 pushed =
        config->standby_push != NULL ? mark_time(config->database, BESIDE_PUSHED) : 0;
    const struct figure figures[] = {
        { "players", "players", stats->players, COUNT },
        { "active", "players active in 30 days", stats->active, COUNT },
        { "suspended", "players suspended", stats->suspended, COUNT },
        { "players_kept_back", "players whose letters come back", stats->kept_back, COUNT },
        { "mails", "mails processed", stats->mails, TOTAL },
        { "mails_today", "mails processed today", stats->mails_today, COUNT },
        { "mails_unchanged_today", "of these, refused or only asking", stats->unchanged_today,
          COUNT },
        { "mails_waiting", "mails waiting", spool->waiting, COUNT },
        { "mails_failed", "mails failed", spool->failed, COUNT },
        { "letters", "letters sent in 30 days", stats->letters, COUNT },
        { "letters_today", "letters sent today", stats->letters_today, COUNT },
        { "letters_returned", "letters that came back in 30 days", stats->returned, COUNT },
        { "letters_waiting", "letters waiting", stats->waiting, COUNT },
        { "letters_parked", "letters parked", stats->parked, COUNT },
        { "oldest", "oldest letter waiting", stats->oldest, MOMENT },
        { "oldest_mail", "oldest mail waiting", spool->oldest, MOMENT },
        { "last_run", "last run", mark_time(config->database, BESIDE_RAN), MOMENT_OR_ZERO },
        { "last_fetch", "mailboxes emptied", mailboxes ? watermark_read(db).fetched : 0,
          mailboxes ? MOMENT_OR_ZERO : MOMENT },
        { "last_backup", "last backup", mark_time(config->database, BESIDE_SAVED),
          MOMENT_OR_NEVER },
        { "held", "held since", maintenance_since(db), MOMENT },
        { "last_push", "last push", pushed, MOMENT },
    };
    g_array_append_vals(tally->figures, figures, G_N_ELEMENTS(figures));
    tally->boards = stats->boards;
}

typedef struct stats Stats;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Stats, stats_clear)

static bool stats(struct act *act)
{
    const struct config *config = act->server->config;
    const struct part_options *options = act->options;
    if (options->json && options->prometheus) {
        return act_misused(act, "--json and --prometheus are two forms; choose one");
    }
    if (options->output != NULL && !options->prometheus) {
        return act_misused(act, "--output goes with --prometheus");
    }
    g_autoptr(GError) unread = NULL, spool_unread = NULL;
    g_auto(Workspace) workspace = { 0 };
    g_auto(Stats) stats = { 0 };
    struct spool_counts spool = { 0 };
    g_autoptr(GArray) figures = g_array_new(FALSE, FALSE, sizeof(struct figure));
    struct tally tally = { .figures = figures, .mailboxes = config->mailboxes->len };
    bool counted = workspace_open(&workspace, config, NULL, DB_READ, "stats", &unread);
    struct stat file;
    tally.database_bytes = stat(config->database, &file) == 0 ? (gint64)file.st_size : 0;
    tally.now = clock_now(); /* of a database made for tests, from now on */
    if (counted) {
        stats_read(workspace.db, tally.now, &stats);
    }
    const bool listed = count_spool(config->spool, &spool, &spool_unread);
    if (counted) {
        tabulate(&tally, workspace.db, config, &stats, &spool);
        counted = !db_failed(workspace.db) || db_commit(workspace.db, &unread);
    }
    if (options->prometheus) {
        return write_metrics(&tally, counted, listed, options->output, &act->error);
    }
    if (!counted || !listed) {
        act->error = !counted ? g_steal_pointer(&unread) : g_steal_pointer(&spool_unread);
        return false;
    }
    (options->json ? print_json : print_lines)(&tally);
    return true;
}

static const struct part whole[] = {
    { NULL, 0, 0, "json prometheus output", .wordless = true, .run = stats },
};

const struct parts cli_stats = { "stats", whole, 1 };
