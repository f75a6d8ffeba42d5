/* stats: the server in figures. */
#include <stdio.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/tally.h"

enum { WARNING_MINUTES = 15, CRITICAL_MINUTES = 60, MINUTES_MAX = 400 * 24 * 60 };

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

/* Through another name in the same folder, so that nobody reads half of it. */
static bool write_metrics(const char *path, const char *text, GError **error)
{
    return g_file_set_contents_full(path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0644, error);
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
    return write_metrics(wishes->output, text, &error) ? 0 : cli_fail(error);
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
