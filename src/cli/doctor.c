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
    g_auto(Table) table = table_new(true);
    for (guint i = 0; i < checkup->findings->len; i++) {
        const struct finding *finding = checkup->findings->pdata[i];
        json_text(&table.object, "check", finding->check);
        json_text(&table.object, "state", grades[finding->grade].state);
        json_text(&table.object, "text", finding->text);
        json_text(&table.object, "fix", finding->fix);
        table_next(&table);
    }
    table_print(&table);
}

/* The configuration or its templates cannot be followed: as JSON, that is a finding, too. */
static bool fail(struct act *act, struct checkup *checkup)
{
    if (act_has(act, "json")) {
        const struct finding finding = { "configuration", GRADE_FAULT,
                                         g_strdup(act->error->message), NULL };
        g_ptr_array_add(checkup->findings, g_memdup2(&finding, sizeof finding));
        print_json(checkup);
        act->code = postmove_error_exit(act->error);
        g_clear_error(&act->error);
    }
    return false;
}

/* Makes every check. Lines are printed as they come, since one may take long: whoever reads them
 * sees which. */
static bool doctor(struct act *act)
{
    const bool json = act_has(act, "json"), mail = act_has(act, "mail");
    gint64 wait = 0;
    g_auto(Checkup) checkup = { 0 };
    if (!act_number(act, "wait", 1, PATIENCE_MOST, &wait)) {
        return false;
    }
    if (wait != 0 && !mail) {
        return act_misused(act, "--wait goes with --mail");
    }
    if (!checkup_begin(&checkup, act->server->path, &act->error)) {
        return fail(act, &checkup);
    }
    checkup.patience = wait != 0 ? (int)wait : PATIENCE;
    const size_t count = G_N_ELEMENTS(checks) - (mail ? 0 : 1); /* "mail" is the last */
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
        if (!json) {
            print_lines(&checkup, before);
        }
    }
    if (json) {
        print_json(&checkup);
    }
    return !checkup_faulted(&checkup, NULL);
}

const struct part cli_doctor[] = {
    { NULL, 0, 0, "json mail wait#", .bare = true, .wordless = true, .run = doctor },
    { 0 },
};
