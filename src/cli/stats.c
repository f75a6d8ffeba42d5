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

/* A count. Its name is that in JSON, and with "postmove_" before it that of a metric. */
struct figure {
    const char *name, *words;
    gint64 count;
    bool total; /* it only grows: the metric is a counter, with "_total" behind its name */
};

enum never {
    NEVER_LEFT_OUT, /* people do not see it, and there is no metric */
    NEVER_TOLD,     /* people are told so, but there is no metric */
    NEVER_ZERO,     /* people are told so, and the metric is 0 */
};

/* When something happened, or since when. Its name is that in JSON, and that of a metric between
 * "postmove_" and "_timestamp_seconds". */
struct moment {
    const char *name;
    const char *help; /* of the metric */
    const char *line; /* the words before it in the lines for people */
    gint64 time;      /* 0: it never happened, or is not known */
    enum never never; /* what is printed then */
};

enum { FIGURES = 14, MOMENTS = 7 };

struct tally {
    gint64 now;
    gint64 mailboxes; /* in the configuration */
    gint64 database_bytes;
    GError *database_unread; /* why it could not be read; NULL: it could */
    GError *spool_unread;
    struct stats stats; /* from the database */
    gint64 last_fetch;  /* when all mailboxes were last emptied; 0: never */
    gint64 held;        /* since when the operator holds the server; 0: not held */
    gint64 mails_waiting, mails_failed;
    gint64 oldest_mail; /* when the oldest that waits reached us; 0: none waits, or unknown */
    struct figure figures[FIGURES];
    struct moment moments[MOMENTS];
};

static void count_database(struct tally *tally, const struct config *config)
{
    struct workspace workspace;
    if (workspace_open(&workspace, config, NULL, DB_READ, "stats", &tally->database_unread)) {
        stats_read(workspace.db, workspace.run.now, &tally->stats);
        tally->held = maintenance_since(workspace.db);
        tally->last_fetch = watermark_read(workspace.db).fetched;
        if (db_failed(workspace.db)) { /* the commit returns the error */
            db_commit(workspace.db, &tally->database_unread);
        }
        workspace_close(&workspace);
    }
    struct stat file;
    tally->database_bytes = stat(config->database, &file) == 0 ? (gint64)file.st_size : 0;
}

static void count_spool(struct tally *tally, const char *spool)
{
    g_autoptr(GPtrArray) waiting = spool_list(spool, &tally->spool_unread);
    g_auto(GStrv) failed = waiting != NULL ? spool_failed(spool, &tally->spool_unread) : NULL;
    for (guint i = 0; failed != NULL && i < waiting->len; i++) {
        gint64 received = ((const struct spool_entry *)waiting->pdata[i])->received;
        if (received > 0 && (tally->oldest_mail == 0 || received < tally->oldest_mail)) {
            tally->oldest_mail = received;
        }
    }
    tally->mails_waiting = failed != NULL ? waiting->len : 0;
    tally->mails_failed = failed != NULL ? g_strv_length(failed) : 0;
}

/* Fills in the tables that all forms are printed from. */
static void tabulate(struct tally *tally, const struct config *config)
{
    const struct stats *stats = &tally->stats;
    const struct figure figures[FIGURES] = {
        { "players", "players", stats->players, false },
        { "active", "players active in 30 days", stats->active, false },
        { "suspended", "players suspended", stats->suspended, false },
        { "players_kept_back", "players whose letters come back", stats->kept_back, false },
        { "mails", "mails processed", stats->mails, true },
        { "mails_today", "mails processed today", stats->mails_today, false },
        { "mails_unchanged_today", "of these, refused or only asking", stats->unchanged_today,
          false },
        { "mails_waiting", "mails waiting", tally->mails_waiting, false },
        { "mails_failed", "mails failed", tally->mails_failed, false },
        { "letters", "letters sent in 30 days", stats->letters, false },
        { "letters_today", "letters sent today", stats->letters_today, false },
        { "letters_returned", "letters that came back in 30 days", stats->returned, false },
        { "letters_waiting", "letters waiting", stats->waiting, false },
        { "letters_parked", "letters parked", stats->parked, false },
    };
    const struct moment moments[MOMENTS] = {
        { "oldest_letter", "when the first letter that waits was written", "oldest letter waiting",
          stats->oldest, NEVER_LEFT_OUT },
        { "oldest_mail", "when the first mail that waits came", "oldest mail waiting",
          tally->oldest_mail, NEVER_LEFT_OUT },
        { "last_run", "when a run last ended well; 0: none did", "last run",
          mark_time(config->database, BESIDE_RAN), NEVER_ZERO },
        { "last_fetch", "when all mailboxes were emptied last; 0: never", "mailboxes emptied",
          tally->mailboxes > 0 ? tally->last_fetch : 0,
          tally->mailboxes > 0 ? NEVER_ZERO : NEVER_LEFT_OUT },
        { "last_backup", "when the last backup was made", "last backup",
          mark_time(config->database, BESIDE_SAVED), NEVER_TOLD },
        { "held", "since when the operator holds the server", "held since", tally->held,
          NEVER_LEFT_OUT },
        { "last_push", "when the log for the standby was last copied to the standby", "last push",
          config->standby_push != NULL ? mark_time(config->database, BESIDE_PUSHED) : 0,
          NEVER_LEFT_OUT },
    };
    memcpy(tally->figures, figures, sizeof figures);
    memcpy(tally->moments, moments, sizeof moments);
}

static void tally_clear(struct tally *tally)
{
    stats_clear(&tally->stats);
    g_clear_error(&tally->database_unread);
    g_clear_error(&tally->spool_unread);
}

typedef struct tally Tally;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Tally, tally_clear)

/* ---- Prometheus ---- */

static void add_head(GString *text, const char *name, const char *help, const char *type)
{
    g_string_append_printf(text, "# HELP postmove_%s %s\n# TYPE postmove_%s %s\n", name, help, name,
                           type);
}

/* Adds a metric; a name that ends with _total is a counter. */
static void add_metric(GString *text, const char *name, const char *help, gint64 value)
{
    add_head(text, name, help, g_str_has_suffix(name, "_total") ? "counter" : "gauge");
    g_string_append_printf(text, "postmove_%s %" G_GINT64_FORMAT "\n", name, value);
}

static void add_boards(GString *text, const GArray *boards)
{
    add_head(text, "boards", "boards of a game in a state", "gauge");
    for (guint i = 0; i < boards->len; i++) {
        const struct stats_boards *line = &g_array_index(boards, struct stats_boards, i);
        g_autoptr(GString) game = g_string_new(line->game);
        g_string_replace(game, "\\", "\\\\", 0); /* these have a meaning in a label's value */
        g_string_replace(game, "\"", "\\\"", 0);
        g_string_replace(game, "\n", "\\n", 0);
        g_string_append_printf(text,
                               "postmove_boards{game=\"%s\",state=\"%s\"} %" G_GINT64_FORMAT "\n",
                               game->str, board_state_name(line->state), line->count);
    }
}

/* Adds all metrics but those that tell whether they are known. */
static void add_known(GString *text, const struct tally *tally)
{
    add_metric(text, "database_bytes", "size of the database without its log",
               tally->database_bytes);
    for (size_t i = 0; i < FIGURES; i++) {
        const struct figure *figure = &tally->figures[i];
        g_autofree char *name = g_strconcat(figure->name, figure->total ? "_total" : NULL, NULL);
        add_metric(text, name, figure->words, figure->count);
    }
    for (size_t i = 0; i < MOMENTS; i++) {
        const struct moment *moment = &tally->moments[i];
        if (moment->time > 0 || moment->never == NEVER_ZERO) {
            g_autofree char *name = g_strconcat(moment->name, "_timestamp_seconds", NULL);
            add_metric(text, name, moment->help, moment->time);
        }
    }
    add_boards(text, tally->stats.boards);
}

/* The text format of Prometheus, as its node_exporter reads it from a file. */
static int print_prometheus(const struct tally *tally, const char *file)
{
    g_autoptr(GString) text = g_string_new("");
    add_metric(text, "database_up", "whether the database can be read",
               tally->database_unread == NULL);
    add_metric(text, "spool_up", "whether the spool can be read", tally->spool_unread == NULL);
    add_head(text, "build_info", "the version that printed this", "gauge");
    g_string_append_printf(text, "postmove_build_info{version=\"%s\"} 1\n", POSTMOVE_VERSION);
    if (tally->database_unread == NULL && tally->spool_unread == NULL) {
        add_known(text, tally);
    }
    if (file == NULL) {
        fputs(text->str, stdout);
        return 0;
    }
    /* Written under another name in the same folder and renamed, so that nobody reads half of
     * it. */
    g_autoptr(GError) error = NULL;
    bool written =
        cli_replaceable(file, &error) &&
        g_file_set_contents_full(file, text->str, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0644, &error);
    return written ? 0 : cli_fail(error);
}

/* ---- for people, and as JSON ---- */

static void print_lines(const struct tally *tally)
{
    for (size_t i = 0; i < FIGURES; i++) {
        printf("%-28s %" G_GINT64_FORMAT "\n", tally->figures[i].words, tally->figures[i].count);
    }
    for (size_t i = 0; i < MOMENTS; i++) {
        const struct moment *moment = &tally->moments[i];
        g_autofree char *date = clock_for_people(moment->time);
        if (moment->time > 0 || moment->never != NEVER_LEFT_OUT) {
            printf("%-28s %s\n", moment->line, moment->time != 0 ? date : "never");
        }
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
    g_auto(GVariantBuilder) values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    for (size_t i = 0; i < FIGURES; i++) {
        json_number(&values, tally->figures[i].name, tally->figures[i].count);
    }
    json_positive(&values, "oldest", tally->stats.oldest);
    for (size_t i = 1; i < MOMENTS; i++) { /* the first is `oldest` */
        json_positive(&values, tally->moments[i].name, tally->moments[i].time);
    }
    json_number(&values, "now", tally->now);
    json_number(&values, "mailboxes", tally->mailboxes);
    g_auto(GVariantBuilder) boards = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("aa{sv}"));
    for (guint i = 0; i < tally->stats.boards->len; i++) {
        const struct stats_boards *line =
            &g_array_index(tally->stats.boards, struct stats_boards, i);
        g_variant_builder_open(&boards, G_VARIANT_TYPE_VARDICT);
        json_text(&boards, "game", line->game);
        json_text(&boards, "state", board_state_name(line->state));
        json_number(&boards, "count", line->count);
        g_variant_builder_close(&boards);
    }
    g_variant_builder_add(&values, "{sv}", "boards", g_variant_builder_end(&boards));
    json_print(g_variant_builder_end(&values));
}

/* ---- the command ---- */

static int stats(const struct server *server, char **words, struct part_options *options)
{
    (void)words;
    const struct config *config = server->config;
    if (options->json && options->prometheus) {
        return cli_misused("stats", "--json and --prometheus are two forms; choose one");
    }
    if (options->output != NULL && !options->prometheus) {
        return cli_misused("stats", "--output goes with --prometheus");
    }
    g_auto(Tally) tally = { .mailboxes = config->mailboxes->len };
    count_database(&tally, config);
    tally.now = clock_now(); /* of a database made for tests, from now on */
    count_spool(&tally, config->spool);
    tabulate(&tally, config);
    if (options->prometheus) {
        return print_prometheus(&tally, options->output);
    }
    if (tally.database_unread != NULL || tally.spool_unread != NULL) {
        return cli_fail(tally.database_unread != NULL ? tally.database_unread : tally.spool_unread);
    }
    (options->json ? print_json : print_lines)(&tally);
    return 0;
}

static const struct part whole[] = {
    { NULL, 0, 0, "json prometheus output", .wordless = true, .run = stats },
};

const struct parts cli_stats = { "stats", whole, 1 };
