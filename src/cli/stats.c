/* stats: the server in figures, for people and for what monitors it. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
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

struct tally {
    gint64 now;
    gint64 last_run;    /* when the last `run` that came to its end began; 0: none did */
    bool run_unread;    /* that cannot be read */
    gint64 last_backup; /* when the last `backup` was made; 0: none is known */

    /* From the database, unless it could not be read: */
    GError *database_unread; /* why; NULL: it could */
    struct stats stats;
    gint64 last_fetch; /* all mailboxes were emptied; 0: never. Only where there are mailboxes */
    gint64 held;       /* since when the server is held; 0: it is not */

    /* From the spool, unless it could not be listed: */
    GError *spool_unread;
    gint64 mails_waiting, mails_failed;
    gint64 oldest_mail; /* when the first that waits reached us; 0: none waits, or none tells */
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

/* Counts what can be counted. Call tally_clear. */
static void tally_take(struct tally *tally, const struct config *config)
{
    *tally = (struct tally){ 0 };
    struct workspace workspace;
    if (workspace_open(&workspace, config, NULL, DB_READ, "stats", &tally->database_unread)) {
        stats_read(workspace.db, workspace.run.now, &tally->stats);
        tally->held = maintenance_since(workspace.db);
        tally->last_fetch = watermark_read(workspace.db).fetched;
        if (db_failed(workspace.db)) { /* the commit tells what failed */
            db_commit(workspace.db, &tally->database_unread);
        }
        workspace_close(&workspace);
    }
    tally->now = clock_now();
    struct mark ran = mark_read(config->database, BESIDE_RAN);
    tally->last_run = ran.time;
    tally->run_unread = ran.unread;
    g_free(ran.about);
    struct mark saved = mark_read(config->database, BESIDE_SAVED);
    tally->last_backup = saved.time;
    g_free(saved.about);
    count_spool(tally, config->spool);
}

static void tally_clear(struct tally *tally)
{
    stats_clear(&tally->stats);
    g_clear_error(&tally->database_unread);
    g_clear_error(&tally->spool_unread);
}

typedef struct tally Tally;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Tally, tally_clear)

/* The counts by the names they have in JSON and, with "postmove_" before, as metrics. */
struct tally_figure {
    const char *name, *words;
    gint64 count;
    bool of_spool; /* known if the spool was; else if the database was */
};

enum { TALLY_FIGURES = 11 };

static void tally_figures(const struct tally *tally, struct tally_figure figures[TALLY_FIGURES])
{
    const struct stats *stats = &tally->stats;
    const struct tally_figure all[TALLY_FIGURES] = {
        { "players", "players", stats->players, false },
        { "active", "players active in 30 days", stats->active, false },
        { "suspended", "players suspended", stats->suspended, false },
        { "mails", "mails processed", stats->mails, false },
        { "mails_today", "mails processed today", stats->mails_today, false },
        { "mails_waiting", "mails waiting", tally->mails_waiting, true },
        { "mails_failed", "mails failed", tally->mails_failed, true },
        { "letters", "letters sent in 30 days", stats->letters, false },
        { "letters_today", "letters sent today", stats->letters_today, false },
        { "letters_waiting", "letters waiting", stats->waiting, false },
        { "letters_parked", "letters parked", stats->parked, false },
    };
    memcpy(figures, all, sizeof all);
}

/* ---- Prometheus ---- */

static void add_head(GString *text, const char *name, const char *help)
{
    g_string_append_printf(text, "# HELP postmove_%s %s\n# TYPE postmove_%s gauge\n", name, help,
                           name);
}

static void add_gauge(GString *text, const char *name, const char *help, gint64 value)
{
    add_head(text, name, help);
    g_string_append_printf(text, "postmove_%s %" G_GINT64_FORMAT "\n", name, value);
}

/* A value of a label; its form has signs of its own. */
static char *label_value(const char *value)
{
    g_autoptr(GString) label = g_string_new(value);
    g_string_replace(label, "\\", "\\\\", 0);
    g_string_replace(label, "\"", "\\\"", 0);
    g_string_replace(label, "\n", "\\n", 0);
    return g_strdup(label->str);
}

static void add_boards(GString *text, const GArray *boards)
{
    add_head(text, "boards", "boards of a game in a state");
    for (guint i = 0; i < boards->len; i++) {
        const struct stats_boards *line = &g_array_index(boards, struct stats_boards, i);
        g_autofree char *game = label_value(line->game);
        g_autofree char *state = label_value(board_state_name(line->state));
        g_string_append_printf(text,
                               "postmove_boards{game=\"%s\",state=\"%s\"} %" G_GINT64_FORMAT "\n",
                               game, state, line->count);
    }
}

/* Moments that need not be; one that is not has no line. */
static void add_moments(GString *text, const struct tally *tally, const struct config *config)
{
    const struct {
        const char *name, *help;
        gint64 moment;
        bool always; /* 0 stands for never */
    } moments[] = {
        { "last_run_timestamp_seconds", "when the last run that came to its end began; 0: none did",
          tally->last_run, !tally->run_unread },
        { "last_fetch_timestamp_seconds", "when all mailboxes were emptied last; 0: never",
          tally->last_fetch, config->mailboxes->len > 0 && tally->database_unread == NULL },
        { "last_backup_timestamp_seconds", "when the last backup was made", tally->last_backup,
          false },
        { "oldest_mail_timestamp_seconds", "when the first mail that waits came",
          tally->oldest_mail, false },
        { "oldest_letter_timestamp_seconds", "when the first letter that waits was written",
          tally->stats.oldest, false },
        { "held_timestamp_seconds", "since when the operator holds the server", tally->held,
          false },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(moments); i++) {
        if (moments[i].always || moments[i].moment > 0) {
            add_gauge(text, moments[i].name, moments[i].help, moments[i].moment);
        }
    }
}

/* The text format of Prometheus, as its node_exporter reads it from a file. Free with g_free. */
static char *tally_prometheus(const struct tally *tally, const struct config *config)
{
    struct tally_figure figures[TALLY_FIGURES];
    tally_figures(tally, figures);
    GString *text = g_string_new("");
    add_gauge(text, "database_up", "whether the database can be read",
              tally->database_unread == NULL);
    add_gauge(text, "spool_up", "whether the spool can be read", tally->spool_unread == NULL);
    for (size_t i = 0; i < TALLY_FIGURES; i++) {
        const GError *unread = figures[i].of_spool ? tally->spool_unread : tally->database_unread;
        if (unread == NULL) {
            add_gauge(text, figures[i].name, figures[i].words, figures[i].count);
        }
    }
    add_moments(text, tally, config);
    if (tally->database_unread == NULL) {
        add_boards(text, tally->stats.boards);
    }
    return g_string_free(text, FALSE);
}

/* ---- Nagios ---- */

enum state { STATE_OK, STATE_WARNING, STATE_CRITICAL, STATE_UNKNOWN };

static const char *const state_names[] = { "OK", "WARNING", "CRITICAL", "UNKNOWN" };

struct report {
    enum state state;
    GString *text; /* what is wrong */
    GString *data; /* behind the bar */
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

/* Seconds from which an age is told in these. */
enum { TOLD_IN_HOURS = 2 * CLOCK_HOUR, TOLD_IN_DAYS = 2 * CLOCK_DAY };

/* Two clocks, or one being set, may be so far apart. */
enum { CLOCK_SLACK = 2 * CLOCK_MINUTE };

static char *span(gint64 seconds)
{
    return seconds >= TOLD_IN_DAYS
               ? g_strdup_printf("%" G_GINT64_FORMAT " days", seconds / CLOCK_DAY)
           : seconds >= TOLD_IN_HOURS
               ? g_strdup_printf("%" G_GINT64_FORMAT " hours", seconds / CLOCK_HOUR)
               : g_strdup_printf("%" G_GINT64_FORMAT " min", seconds / CLOCK_MINUTE);
}

static void judge_ages(struct report *report, const struct tally *tally,
                       const struct config *config, gint64 warning, gint64 critical)
{
    bool fetches = config->mailboxes->len > 0;
    const struct {
        const char *name, *words;
        gint64 moment;
        bool known;  /* could be read */
        bool needed; /* never is a fault */
    } ages[] = {
        { "last_run", "last run", tally->last_run, !tally->run_unread, true },
        { "last_fetch", "mailboxes last emptied", tally->last_fetch,
          fetches && tally->database_unread == NULL, true },
        { "oldest_mail", "oldest mail came", tally->oldest_mail, tally->spool_unread == NULL,
          false },
        { "oldest_letter", "oldest letter was written", tally->stats.oldest,
          tally->database_unread == NULL, false },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(ages); i++) {
        gint64 age = ages[i].moment > 0 ? MAX(tally->now - ages[i].moment, 0) : 0;
        g_autofree char *ago = span(age);
        if (!ages[i].known) {
            continue;
        }
        if (ages[i].needed && ages[i].moment == 0) {
            add_fault(report, STATE_CRITICAL, "%s: never", ages[i].words);
            continue; /* no number would be true */
        }
        if (ages[i].needed && ages[i].moment > tally->now + CLOCK_SLACK) {
            g_autofree char *ahead = span(ages[i].moment - tally->now);
            add_fault(report, STATE_WARNING, "%s: %s in the future, since the clock was put back",
                      ages[i].words, ahead);
            continue;
        }
        if (age >= warning) {
            add_fault(report, age >= critical ? STATE_CRITICAL : STATE_WARNING, "%s: %s ago",
                      ages[i].words, ago);
        }
        g_string_append_printf(
            report->data, " %s=%" G_GINT64_FORMAT "s;%" G_GINT64_FORMAT ";%" G_GINT64_FORMAT ";0",
            ages[i].name, age, warning, critical);
    }
}

static void judge_counts(struct report *report, const struct tally *tally)
{
    bool spool = tally->spool_unread == NULL, database = tally->database_unread == NULL;
    const struct {
        const char *name, *words;
        gint64 count;
        bool known;
        bool amiss; /* more than none is a fault */
    } counts[] = {
        { "mails_waiting", "", tally->mails_waiting, spool, false },
        { "mails_failed", "mails failed", tally->mails_failed, spool, true },
        { "letters_waiting", "", tally->stats.waiting, database, false },
        { "letters_parked", "letters parked", tally->stats.parked, database, true },
        { "held", "", tally->held > 0, database, false },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(counts); i++) {
        if (!counts[i].known) {
            continue;
        }
        if (counts[i].amiss && counts[i].count > 0) {
            add_fault(report, STATE_WARNING, "%" G_GINT64_FORMAT " %s", counts[i].count,
                      counts[i].words);
        }
        g_string_append_printf(report->data, " %s=%" G_GINT64_FORMAT ";%s;;0", counts[i].name,
                               counts[i].count, counts[i].amiss ? "0" : "");
    }
    if (database && tally->held > 0) {
        g_autofree char *since = span(MAX(tally->now - tally->held, 0));
        add_fault(report, STATE_WARNING, "held for %s", since);
    }
}

/* What could not be read. Who may not look does not know. */
static void add_unread(struct report *report, const char *path, const char *words)
{
    bool barred = access(path, F_OK) == 0 ? access(path, R_OK) != 0 : errno == EACCES;
    add_fault(report, barred ? STATE_UNKNOWN : STATE_CRITICAL, "%s", words);
}

static void judge_unread(struct report *report, const struct tally *tally,
                         const struct config *config)
{
    if (tally->database_unread != NULL) {
        add_unread(report, config->database, tally->database_unread->message);
    }
    if (tally->spool_unread != NULL) {
        add_unread(report, config->spool, tally->spool_unread->message);
    }
    if (tally->run_unread) {
        g_autofree char *path = g_strconcat(config->database, BESIDE_RAN, NULL);
        g_autofree char *words =
            g_strdup_printf("%s cannot be read, so nobody knows when the last run was", path);
        add_unread(report, path, words);
    }
}

/* One line as Nagios reads it. *code becomes the exit code of Nagios: 1 from an age of `warning`
 * seconds, 2 from one of `critical`. Free with g_free. */
static char *tally_nagios(const struct tally *tally, const struct config *config, gint64 warning,
                          gint64 critical, int *code)
{
    struct report report = { STATE_OK, g_string_new(""), g_string_new("") };
    judge_unread(&report, tally, config);
    judge_ages(&report, tally, config, warning, critical);
    judge_counts(&report, tally);
    if (report.state == STATE_OK) {
        g_autofree char *ago = span(MAX(tally->now - tally->last_run, 0));
        g_string_append_printf(report.text, "last run %s ago", ago);
    }
    /* One line, and but one bar: an error may bring any text. */
    for (char *c = report.text->str; *c != '\0'; c++) {
        *c = g_ascii_iscntrl(*c) || *c == '|' ? '?' : *c;
    }
    char *line = g_strdup_printf("POSTMOVE %s - %s |%s", state_names[report.state],
                                 report.text->str, report.data->str);
    *code = (int)report.state;
    g_string_free(report.text, TRUE);
    g_string_free(report.data, TRUE);
    return line;
}

/* ---- printing ---- */

static void print_moment(const char *words, gint64 moment)
{
    g_autofree char *date = clock_for_people(moment);
    printf("%-28s %s\n", words, moment != 0 ? date : "never");
}

static void print_lines(const struct tally *tally, const struct config *config)
{
    struct tally_figure figures[TALLY_FIGURES];
    tally_figures(tally, figures);
    for (size_t i = 0; i < TALLY_FIGURES; i++) {
        printf("%-28s %" G_GINT64_FORMAT "\n", figures[i].words, figures[i].count);
    }
    if (tally->oldest_mail > 0) {
        print_moment("oldest mail waiting", tally->oldest_mail);
    }
    if (tally->stats.oldest > 0) {
        print_moment("oldest letter waiting", tally->stats.oldest);
    }
    print_moment("last run", tally->last_run);
    print_moment("last backup", tally->last_backup);
    if (config->mailboxes->len > 0) {
        print_moment("mailboxes emptied", tally->last_fetch);
    }
    if (tally->held > 0) {
        print_moment("held since", tally->held);
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
    struct tally_figure figures[TALLY_FIGURES];
    tally_figures(tally, figures);
    g_auto(GVariantBuilder) values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    for (size_t i = 0; i < TALLY_FIGURES; i++) {
        json_number(&values, figures[i].name, figures[i].count);
    }
    json_moment(&values, "oldest", tally->stats.oldest);
    json_moment(&values, "oldest_mail", tally->oldest_mail);
    json_moment(&values, "last_run", tally->last_run);
    json_moment(&values, "last_fetch", tally->last_fetch);
    json_moment(&values, "last_backup", tally->last_backup);
    json_moment(&values, "held", tally->held);
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

struct wishes {
    gboolean json, prometheus, nagios;
    char *output;          /* a file for the metrics; NULL: stdout */
    int warning, critical; /* minutes; 0: not given */
};

/* What cannot be together, or cannot be; NULL: all is well. */
static const char *contradiction(const struct wishes *wishes)
{
    int warning = wishes->warning != 0 ? wishes->warning : WARNING_MINUTES;
    int critical = wishes->critical != 0 ? wishes->critical : CRITICAL_MINUTES;
    if ((wishes->json != 0) + (wishes->prometheus != 0) + (wishes->nagios != 0) > 1) {
        return "--json, --prometheus and --nagios are three forms; choose one";
    }
    if (wishes->output != NULL && !wishes->prometheus) {
        return "--output goes with --prometheus";
    }
    if ((wishes->warning != 0 || wishes->critical != 0) && !wishes->nagios) {
        return "--warning and --critical go with --nagios";
    }
    if (warning < 1 || critical < 1 || warning > MINUTES_MAX || critical > MINUTES_MAX ||
        warning > critical) {
        return "--warning and --critical take minutes, and the second must not be less than the "
               "first";
    }
    return NULL;
}

/* Of what could not be read the plain forms say nothing. */
static int tell(const struct wishes *wishes, const struct tally *tally, const struct config *config)
{
    const GError *unread =
        tally->database_unread != NULL ? tally->database_unread : tally->spool_unread;
    if (unread != NULL) {
        return cli_fail(unread);
    }
    if (wishes->json) {
        print_json(tally);
    } else {
        print_lines(tally, config);
    }
    return 0;
}

static int monitor(const struct wishes *wishes, const struct tally *tally,
                   const struct config *config)
{
    g_autoptr(GError) error = NULL;
    int code = 0;
    if (wishes->nagios) {
        gint64 warning = wishes->warning != 0 ? wishes->warning : WARNING_MINUTES;
        gint64 critical = wishes->critical != 0 ? wishes->critical : CRITICAL_MINUTES;
        g_autofree char *line =
            tally_nagios(tally, config, warning * CLOCK_MINUTE, critical * CLOCK_MINUTE, &code);
        puts(line);
        return code;
    }
    g_autofree char *text = tally_prometheus(tally, config);
    if (wishes->output == NULL) {
        fputs(text, stdout);
        return 0;
    }
    /* Through another name in the same folder, so that nobody reads half of it. */
    return g_file_set_contents_full(wishes->output, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0644,
                                    &error)
               ? 0
               : cli_fail(error);
}

static int count_and_tell(const struct wishes *wishes, const struct invocation *invocation)
{
    const char *wrong = contradiction(wishes);
    if (wrong != NULL) {
        return cli_misused("stats", "%s", wrong);
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(Config) config = cli_config(invocation, &error);
    if (config == NULL && wishes->nagios) {
        printf("POSTMOVE UNKNOWN - %s\n", error->message);
        return 3;
    }
    if (config == NULL) {
        return cli_fail(error);
    }
    g_auto(Tally) tally;
    tally_take(&tally, config);
    return wishes->prometheus || wishes->nagios ? monitor(wishes, &tally, config)
                                                : tell(wishes, &tally, config);
}

int cli_stats(const struct invocation *invocation, int argc, char **argv)
{
    struct wishes wishes = { 0 };
    const GOptionEntry entries[] = {
        { "json", 0, 0, G_OPTION_ARG_NONE, &wishes.json, NULL, NULL },
        { "prometheus", 0, 0, G_OPTION_ARG_NONE, &wishes.prometheus, NULL, NULL },
        { "nagios", 0, 0, G_OPTION_ARG_NONE, &wishes.nagios, NULL, NULL },
        { "output", 0, 0, G_OPTION_ARG_FILENAME, &wishes.output, NULL, NULL },
        { "warning", 0, 0, G_OPTION_ARG_INT, &wishes.warning, NULL, NULL },
        { "critical", 0, 0, G_OPTION_ARG_INT, &wishes.critical, NULL, NULL },
        { 0 },
    };
    int code = cli_options(entries, &argc, &argv, 0, 0);
    if (code == CLI_GO_ON) {
        code = count_and_tell(&wishes, invocation);
    }
    g_free(wishes.output);
    return code;
}
