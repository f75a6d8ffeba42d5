/* stats: the server in figures, for people and for what monitors it. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/mark.h"
#include "cli/workspace.h"
#include "store/clocks.h"
#include "store/stats.h"
#include "transport/spool.h"

enum { WARNING_MINUTES = 15, CRITICAL_MINUTES = 60, MINUTES_MAX = 400 * 24 * 60 };

enum figure_is {
    WATCHED = 1, /* it is reported to Nagios */
    AMISS = 2,   /* a count above 0 is a fault */
    TOTAL = 4,   /* it only grows: the metric is a counter, with "_total" behind its name */
};

/* A count. Its name is that in JSON, and with "postmove_" before it that of a metric. */
struct figure {
    const char *name, *words;
    gint64 count;
    bool known;  /* it could be read */
    unsigned is; /* enum figure_is; bits */
};

/* When something happened, or since when. */
struct moment {
    const char *name;  /* of the metric, between "postmove_" and "_timestamp_seconds" */
    const char *help;  /* of the metric */
    const char *line;  /* the words before it in the lines for people */
    const char *fault; /* how Nagios begins to report its age; NULL: its age is not reported */
    gint64 time;       /* 0: it never happened, or is not known */
    bool known;
    bool needed; /* if it never happened, people are told so, and for Nagios it is a fault */
};

enum { FIGURES = 14, MOMENTS = 7 };

struct tally {
    const struct config *config;
    gint64 now;
    bool run_unread;         /* the mark of the last run cannot be read */
    GError *database_unread; /* why it could not be read; NULL: it could */
    GError *spool_unread;
    struct stats stats; /* from the database */
    gint64 last_run;    /* when a `run` last ended well; 0: none did */
    struct phases run;  /* how long it took */
    bool timed;         /* `run` is known */
    gint64 last_backup; /* when the last `backup` was made; 0: none is known */
    gint64 last_push;   /* when the log was last carried to the standby; 0: it never was */
    gint64 last_fetch;  /* when all mailboxes were last emptied; 0: never */
    gint64 held;        /* since when the operator holds the server; 0: not held */
    gint64 mails_waiting, mails_failed;
    gint64 oldest_mail; /* when the oldest that waits reached us; 0: none waits, or it is not
                           known */
    struct figure figures[FIGURES];
    struct moment moments[MOMENTS];
};

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
static void tabulate(struct tally *tally)
{
    const struct stats *stats = &tally->stats;
    bool database = tally->database_unread == NULL, spool = tally->spool_unread == NULL;
    bool fetches = tally->config->mailboxes->len > 0;
    const struct figure figures[FIGURES] = {
        { "players", "players", stats->players, database, 0 },
        { "active", "players active in 30 days", stats->active, database, 0 },
        { "suspended", "players suspended", stats->suspended, database, 0 },
        { "players_kept_back", "players whose letters come back", stats->kept_back, database,
          WATCHED },
        { "mails", "mails processed", stats->mails, database, TOTAL },
        { "mails_today", "mails processed today", stats->mails_today, database, 0 },
        { "mails_unchanged_today", "of these, refused or only asking", stats->unchanged_today,
          database, 0 },
        { "mails_waiting", "mails waiting", tally->mails_waiting, spool, WATCHED },
        { "mails_failed", "mails failed", tally->mails_failed, spool, WATCHED | AMISS },
        { "letters", "letters sent in 30 days", stats->letters, database, 0 },
        { "letters_today", "letters sent today", stats->letters_today, database, 0 },
        { "letters_returned", "letters that came back in 30 days", stats->returned, database,
          WATCHED },
        { "letters_waiting", "letters waiting", stats->waiting, database, WATCHED },
        { "letters_parked", "letters parked", stats->parked, database, WATCHED | AMISS },
    };
    const struct moment moments[MOMENTS] = {
        { "last_run", "when a run last ended well; 0: none did", "last run", "last run",
          tally->last_run, !tally->run_unread, true },
        { "last_fetch", "when all mailboxes were emptied last; 0: never", "mailboxes emptied",
          "mailboxes last emptied", tally->last_fetch, fetches && database, fetches },
        { "oldest_mail", "when the first mail that waits came", "oldest mail waiting",
          "oldest mail came", tally->oldest_mail, spool, false },
        { "oldest_letter", "when the first letter that waits was written", "oldest letter waiting",
          "oldest letter was written", stats->oldest, database, false },
        { "last_backup", "when the last backup was made", "last backup", NULL, tally->last_backup,
          true, true },
        { "last_push", "when the log for the standby was last copied to the standby", "last push",
          NULL, tally->last_push, tally->config->standby_push != NULL, false },
        { "held", "since when the operator holds the server", "held since", NULL, tally->held,
          database, false },
    };
    memcpy(tally->figures, figures, sizeof figures);
    memcpy(tally->moments, moments, sizeof moments);
}

/* Counts what can be read. Call tally_clear. */
static void tally_take(struct tally *tally, const struct config *config)
{
    *tally = (struct tally){ .config = config };
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
    tally->now = clock_now();
    struct mark ran = mark_read(config->database, BESIDE_RAN);
    struct mark saved = mark_read(config->database, BESIDE_SAVED);
    struct mark pushed = mark_read(config->database, BESIDE_PUSHED);
    tally->last_run = ran.time;
    tally->timed = ran.about != NULL && phases_read(ran.about, &tally->run);
    tally->run_unread = ran.unread;
    tally->last_backup = saved.time;
    tally->last_push = pushed.time;
    g_free(ran.about);
    g_free(saved.about);
    g_free(pushed.about);
    count_spool(tally, config->spool);
    tabulate(tally);
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

static void add_typed(GString *text, const char *name, const char *help, const char *type)
{
    g_string_append_printf(text, "# HELP postmove_%s %s\n# TYPE postmove_%s %s\n", name, help, name,
                           type);
}

static void add_head(GString *text, const char *name, const char *help)
{
    add_typed(text, name, help, "gauge");
}

static void add_total(GString *text, const char *name, const char *help, gint64 value)
{
    g_autofree char *total = g_strconcat(name, "_total", NULL);
    add_typed(text, total, help, "counter");
    g_string_append_printf(text, "postmove_%s %" G_GINT64_FORMAT "\n", total, value);
}

static void add_gauge(GString *text, const char *name, const char *help, gint64 value)
{
    add_head(text, name, help);
    g_string_append_printf(text, "postmove_%s %" G_GINT64_FORMAT "\n", name, value);
}

static void add_boards(GString *text, const GArray *boards)
{
    add_head(text, "boards", "boards of a game in a state");
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

static void add_phases(GString *text, const struct phases *run)
{
    add_head(text, "last_run_seconds", "how long each phase of the last run took");
    for (enum phase phase = 0; phase < PHASES; phase++) {
        g_string_append_printf(text, "postmove_last_run_seconds{phase=\"%s\"} %.3f\n",
                               phase_name(phase), (double)run->spent[phase] / G_USEC_PER_SEC);
    }
}

/* The text format of Prometheus, as its node_exporter reads it from a file. */
static int print_prometheus(const struct tally *tally, const char *file)
{
    g_autoptr(GString) text = g_string_new("");
    add_gauge(text, "database_up", "whether the database can be read",
              tally->database_unread == NULL);
    add_gauge(text, "spool_up", "whether the spool can be read", tally->spool_unread == NULL);
    add_head(text, "build_info", "the version that printed this");
    g_string_append_printf(text, "postmove_build_info{version=\"%s\"} 1\n", POSTMOVE_VERSION);
    struct stat database;
    if (stat(tally->config->database, &database) == 0) {
        add_gauge(text, "database_bytes", "size of the database without its log",
                  (gint64)database.st_size);
    }
    for (size_t i = 0; i < FIGURES; i++) {
        const struct figure *figure = &tally->figures[i];
        if (figure->known) {
            ((figure->is & TOTAL) != 0 ? add_total : add_gauge)(text, figure->name, figure->words,
                                                                figure->count);
        }
    }
    for (size_t i = 0; i < MOMENTS; i++) {
        const struct moment *moment = &tally->moments[i];
        bool may_be_never = moment->known && moment->needed && moment->fault != NULL;
        if (moment->time > 0 || may_be_never) {
            g_autofree char *name = g_strconcat(moment->name, "_timestamp_seconds", NULL);
            add_gauge(text, name, moment->help, moment->time);
        }
    }
    if (tally->timed) {
        add_phases(text, &tally->run);
    }
    if (tally->database_unread == NULL) {
        add_boards(text, tally->stats.boards);
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

/* ---- Nagios ---- */

enum state { STATE_OK, STATE_WARNING, STATE_CRITICAL, STATE_UNKNOWN };

static const char *const state_names[] = { "OK", "WARNING", "CRITICAL", "UNKNOWN" };

struct report {
    enum state state;
    GString *text; /* what is wrong */
    GString *data; /* the figures behind the bar */
};

static void add_fault(struct report *report, enum state state, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static void add_fault(struct report *report, enum state state, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report->state = MAX(report->state, state);
    if (report->text->len > 0) {
        g_string_append(report->text, "; ");
    }
    g_string_append_vprintf(report->text, format, arguments);
    va_end(arguments);
}

enum {
    TOLD_IN_HOURS = 2 * CLOCK_HOUR, /* seconds from which an age is shown in hours, and in days */
    TOLD_IN_DAYS = 2 * CLOCK_DAY,
    CLOCK_SLACK = 2 * CLOCK_MINUTE, /* two clocks, or one being set, may be so far apart */
};

static char *span(gint64 seconds)
{
    return seconds >= TOLD_IN_DAYS
               ? g_strdup_printf("%" G_GINT64_FORMAT " days", seconds / CLOCK_DAY)
           : seconds >= TOLD_IN_HOURS
               ? g_strdup_printf("%" G_GINT64_FORMAT " hours", seconds / CLOCK_HOUR)
               : g_strdup_printf("%" G_GINT64_FORMAT " min", seconds / CLOCK_MINUTE);
}

/* Ages are reported in seconds, and are faults from `warning` and `critical` seconds on. */
static void judge_ages(struct report *report, const struct tally *tally, gint64 warning,
                       gint64 critical)
{
    for (size_t i = 0; i < MOMENTS; i++) {
        const struct moment *moment = &tally->moments[i];
        gint64 age = moment->time > 0 ? MAX(tally->now - moment->time, 0) : 0;
        if (!moment->known || moment->fault == NULL) {
            continue;
        }
        if (moment->needed && moment->time == 0) {
            add_fault(report, STATE_CRITICAL, "%s: never", moment->fault);
            continue; /* the true number is not known */
        }
        if (moment->needed && moment->time > tally->now + CLOCK_SLACK) {
            g_autofree char *ahead = span(moment->time - tally->now);
            add_fault(report, STATE_WARNING, "%s: %s in the future, since the clock was set back",
                      moment->fault, ahead);
            continue;
        }
        if (age >= warning) {
            g_autofree char *ago = span(age);
            add_fault(report, age >= critical ? STATE_CRITICAL : STATE_WARNING, "%s: %s ago",
                      moment->fault, ago);
        }
        g_string_append_printf(
            report->data, " %s=%" G_GINT64_FORMAT "s;%" G_GINT64_FORMAT ";%" G_GINT64_FORMAT ";0",
            moment->name, age, warning, critical);
    }
}

static void judge_counts(struct report *report, const struct tally *tally)
{
    for (size_t i = 0; i < FIGURES; i++) {
        const struct figure *figure = &tally->figures[i];
        if (!figure->known || (figure->is & WATCHED) == 0) {
            continue;
        }
        if ((figure->is & AMISS) != 0 && figure->count > 0) {
            add_fault(report, STATE_WARNING, "%" G_GINT64_FORMAT " %s", figure->count,
                      figure->words);
        }
        g_string_append_printf(report->data, " %s=%" G_GINT64_FORMAT ";%s;;0", figure->name,
                               figure->count, (figure->is & AMISS) != 0 ? "0" : "");
    }
    if (tally->database_unread == NULL) {
        g_string_append_printf(report->data, " held=%d;;;0", tally->held > 0);
    }
    if (tally->database_unread == NULL && tally->held > 0) {
        g_autofree char *since = span(MAX(tally->now - tally->held, 0));
        add_fault(report, STATE_WARNING, "held for %s", since);
    }
}

/* Reports that something could not be read. This user cannot tell whether it is well. */
static void add_unread(struct report *report, const char *path, const char *words)
{
    bool barred = access(path, F_OK) == 0 ? access(path, R_OK) != 0 : errno == EACCES;
    add_fault(report, barred ? STATE_UNKNOWN : STATE_CRITICAL, "%s", words);
}

/* Prints one line as Nagios reads it. Returns the exit code for Nagios: 1 from an age of
 * `warning` seconds on, 2 from `critical` on. */
static int print_nagios(const struct tally *tally, gint64 warning, gint64 critical)
{
    g_autoptr(GString) text = g_string_new(""), data = g_string_new("");
    struct report report = { STATE_OK, text, data };
    if (tally->database_unread != NULL) {
        add_unread(&report, tally->config->database, tally->database_unread->message);
    }
    if (tally->spool_unread != NULL) {
        add_unread(&report, tally->config->spool, tally->spool_unread->message);
    }
    if (tally->run_unread) {
        g_autofree char *path = g_strconcat(tally->config->database, BESIDE_RAN, NULL);
        g_autofree char *words =
            g_strconcat(path, " cannot be read, so nobody knows when the last run was", NULL);
        add_unread(&report, path, words);
    }
    judge_ages(&report, tally, warning, critical);
    judge_counts(&report, tally);
    if (report.state == STATE_OK) {
        g_autofree char *ago = span(MAX(tally->now - tally->last_run, 0));
        g_string_append_printf(text, "last run %s ago", ago);
    }
    /* There must be one line and one bar: an error may contain any text. */
    for (char *c = text->str; *c != '\0'; c++) {
        *c = g_ascii_iscntrl(*c) || *c == '|' ? '?' : *c;
    }
    printf("POSTMOVE %s - %s |%s\n", state_names[report.state], text->str, data->str);
    return (int)report.state;
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
        if (moment->needed || (moment->known && moment->time > 0)) {
            printf("%-28s %s\n", moment->line, moment->time != 0 ? date : "never");
        }
    }
    for (enum phase phase = 0; tally->timed && phase < PHASES; phase++) {
        g_autofree char *what = g_strconcat("last run, ", phase_name(phase), NULL);
        printf("%-28s %.3f s\n", what, (double)tally->run.spent[phase] / G_USEC_PER_SEC);
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
    json_positive(&values, "oldest_mail", tally->oldest_mail);
    json_positive(&values, "last_run", tally->last_run);
    json_positive(&values, "last_fetch", tally->last_fetch);
    json_positive(&values, "last_backup", tally->last_backup);
    json_positive(&values, "held", tally->held);
    json_positive(&values, "last_push", tally->last_push);
    for (enum phase phase = 0; tally->timed && phase < PHASES; phase++) {
        g_autofree char *name = g_strconcat("last_run_", phase_name(phase), "_milliseconds", NULL);
        json_number(&values, name, tally->run.spent[phase] / 1000);
    }
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

struct stats_request {
    gboolean json, prometheus, nagios;
    char *output;          /* a file for the metrics; NULL: stdout */
    int warning, critical; /* minutes; 0: not given */
};

/* Fills in the minutes that were not given. Returns what is wrong with the options, or NULL. */
static const char *contradiction(struct stats_request *request)
{
    if ((request->json != 0) + (request->prometheus != 0) + (request->nagios != 0) > 1) {
        return "--json, --prometheus and --nagios are three forms; choose one";
    }
    if (request->output != NULL && !request->prometheus) {
        return "--output goes with --prometheus";
    }
    if ((request->warning != 0 || request->critical != 0) && !request->nagios) {
        return "--warning and --critical go with --nagios";
    }
    request->warning = request->warning != 0 ? request->warning : WARNING_MINUTES;
    request->critical = request->critical != 0 ? request->critical : CRITICAL_MINUTES;
    if (request->warning < 1 || request->warning > request->critical ||
        request->critical > MINUTES_MAX) {
        return "--warning and --critical take minutes, and the second must not be less than the "
               "first";
    }
    return NULL;
}

int cli_stats(const struct invocation *invocation, int argc, char **argv)
{
    struct stats_request request = { 0 };
    const GOptionEntry entries[] = {
        { "json", 0, 0, G_OPTION_ARG_NONE, &request.json, NULL, NULL },
        { "prometheus", 0, 0, G_OPTION_ARG_NONE, &request.prometheus, NULL, NULL },
        { "nagios", 0, 0, G_OPTION_ARG_NONE, &request.nagios, NULL, NULL },
        { "output", 0, 0, G_OPTION_ARG_FILENAME, &request.output, NULL, NULL },
        { "warning", 0, 0, G_OPTION_ARG_INT, &request.warning, NULL, NULL },
        { "critical", 0, 0, G_OPTION_ARG_INT, &request.critical, NULL, NULL },
        { 0 },
    };
    int code = cli_options(entries, &argc, &argv, 0, 0);
    g_autofree char *output = request.output;
    const char *wrong = code == CLI_GO_ON ? contradiction(&request) : NULL;
    if (code != CLI_GO_ON || wrong != NULL) {
        return code != CLI_GO_ON ? code : cli_misused("stats", "%s", wrong);
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(Config) config = cli_config(invocation, &error);
    if (config == NULL && request.nagios) {
        printf("POSTMOVE UNKNOWN - %s\n", error->message);
        return STATE_UNKNOWN;
    }
    if (config == NULL) {
        return cli_fail(error);
    }
    g_auto(Tally) tally;
    tally_take(&tally, config);
    if (request.nagios) {
        return print_nagios(&tally, request.warning * (gint64)CLOCK_MINUTE,
                            request.critical * (gint64)CLOCK_MINUTE);
    }
    if (request.prometheus) {
        return print_prometheus(&tally, output);
    }
    /* The other two forms do not show what could not be read. */
    if (tally.database_unread != NULL || tally.spool_unread != NULL) {
        return cli_fail(tally.database_unread != NULL ? tally.database_unread : tally.spool_unread);
    }
    (request.json ? print_json : print_lines)(&tally);
    return 0;
}
