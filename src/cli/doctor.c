/* doctor: checks an installation, and reports each fault with its fix. */
#include <stdio.h>

#include "base/error.h"
#include "cli/checkup.h"
#include "cli/json.h"

enum { PATIENCE = 60, PATIENCE_MOST = 3600 }; /* seconds for the letter of --mail */

/* The checks in their order, causes first; a check's lines begin with its name. */
static const struct {
    const char *name;
    check *look;
    bool reads; /* it is about the contents of the database, and is left out without one */
} checks[] = {
    { "configuration", checkup_configuration, false },
    { "disk", checkup_disk, false },
    { "rights", checkup_rights, false },
    { "database", checkup_database, false },
    { "runs", checkup_runs, true },
    { "spool", checkup_spool, false },
    { "outbox", checkup_outbox, true },
    { "hold", checkup_hold, true },
    { "hook", checkup_hook, false },
    { "mailboxes", checkup_mailboxes, false },
    { "postfix", checkup_postfix, false },
    { "dns", checkup_dns, false },
    { "backups", checkup_backups, false },
    { "standby", checkup_standby, true },
    { "libraries", checkup_libraries, false },
    { "words", checkup_words, false },
    { "mail", checkup_mail, false },
};

enum { UNSET = G_MININT };

struct wanted {
    gboolean json, mail;
    int wait; /* seconds; UNSET: not given */
};

static const struct {
    const char *state; /* the word in JSON */
    const char *line;  /* key of the words */
} grades[] = {
    [GRADE_OK] = { "ok", "line-ok" },
    [GRADE_NOTE] = { "note", "line-note" },
    [GRADE_FAULT] = { "fault", "line-fault" },
};

/* Prints the findings from number `first` on, as lines. */
static void print_lines(const struct checkup *checkup, guint first)
{
    for (guint i = first; i < checkup->findings->len; i++) {
        const struct finding *finding = checkup->findings->pdata[i];
        g_autofree char *line = words_say(
            checkup->server.words, "doctor", grades[finding->grade].line,
            pairs("check", finding->check, "text", finding->text, "fix", finding->fix, NULL));
        puts(line);
    }
    fflush(stdout);
}

static void print_json(const struct checkup *checkup)
{
    g_auto(GVariantBuilder) list = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("aa{sv}"));
    for (guint i = 0; i < checkup->findings->len; i++) {
        const struct finding *finding = checkup->findings->pdata[i];
        g_variant_builder_open(&list, G_VARIANT_TYPE("a{sv}"));
        json_text(&list, "check", finding->check);
        json_text(&list, "state", grades[finding->grade].state);
        json_text(&list, "text", finding->text);
        json_text(&list, "fix", finding->fix);
        g_variant_builder_close(&list);
    }
    json_print_list(&list);
}

/* The configuration or its templates cannot be followed. Returns the exit code. */
static int fail(struct checkup *checkup, const struct wanted *wanted, const GError *error)
{
    const struct finding finding = { "configuration", GRADE_FAULT, g_strdup(error->message), NULL };
    if (!wanted->json) {
        return cli_fail(error);
    }
    g_ptr_array_add(checkup->findings, g_memdup2(&finding, sizeof finding));
    print_json(checkup);
    return postmove_error_exit(error);
}

/* Makes every check. Lines are printed as they come, since one may take long: whoever reads them
 * sees which. */
static int look_over(const struct invocation *invocation, const struct wanted *wanted)
{
    g_autoptr(GError) error = NULL;
    g_auto(Checkup) checkup = { 0 };
    if (!checkup_begin(&checkup, invocation, &error)) {
        return fail(&checkup, wanted, error);
    }
    checkup.patience = wanted->mail ? wanted->wait : 0;
    const size_t count = G_N_ELEMENTS(checks) - (wanted->mail ? 0 : 1); /* "mail" is the last */
    for (size_t i = 0; i < count; i++) {
        guint before = checkup.findings->len;
        checkup.check = checks[i].name;
        if (checkup.db != NULL || !checks[i].reads) {
            checks[i].look(&checkup);
        }
        if (checks[i].reads && (checkup.db == NULL || db_failed(checkup.db))) {
            g_ptr_array_set_size(checkup.findings, (int)before);
            checkup_tell(&checkup, "?no-database", 0);
        }
        if (checkup.db != NULL) {
            db_rollback(checkup.db);
        }
        if (checkup.findings->len == before) { /* a check without a finding is well */
            g_autofree char *well = g_strconcat(checks[i].name, "-ok", NULL);
            checkup_tell(&checkup, well, .path = checkup.server.config->path);
        }
        if (!wanted->json) {
            print_lines(&checkup, before);
        }
    }
    if (wanted->json) {
        print_json(&checkup);
    }
    return checkup_faulted(&checkup, NULL) ? POSTMOVE_ERROR_NO : 0;
}

int cli_doctor(const struct invocation *invocation, int argc, char **argv)
{
    struct wanted wanted = { .wait = UNSET };
    const GOptionEntry options[] = {
        { "json", 0, 0, G_OPTION_ARG_NONE, &wanted.json, NULL, NULL },
        { "mail", 0, 0, G_OPTION_ARG_NONE, &wanted.mail, NULL, NULL },
        { "wait", 0, 0, G_OPTION_ARG_INT, &wanted.wait, NULL, NULL },
        { 0 },
    };
    int code = cli_options(options, &argc, &argv, 0, 0);
    if (code != CLI_GO_ON) {
        return code;
    }
    if (wanted.wait != UNSET && (!wanted.mail || wanted.wait < 1 || wanted.wait > PATIENCE_MOST)) {
        return cli_misused("doctor", "--wait goes with --mail, and takes 1 to %d seconds",
                           PATIENCE_MOST);
    }
    wanted.wait = wanted.wait == UNSET ? PATIENCE : wanted.wait;
    return look_over(invocation, &wanted);
}
