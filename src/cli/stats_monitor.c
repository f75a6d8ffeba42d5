/* stats --prometheus and --nagios: forms that monitoring reads. */
#include <errno.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/mark.h"
#include "cli/tally.h"

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

char *tally_prometheus(const struct tally *tally, const struct config *config)
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

char *tally_nagios(const struct tally *tally, const struct config *config, gint64 warning,
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
