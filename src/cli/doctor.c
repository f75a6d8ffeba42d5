/* doctor: looks over an installation, and tells each fault with its mend. */
#include <stdio.h>

#include "base/error.h"
#include "cli/checkup.h"
#include "cli/cli.h"
#include "cli/json.h"

/* In this order; a check's name is what its line begins with. */
static const struct {
    const char *name;
    check *look;
} checks[] = {
    { "configuration", checkup_configuration },
    { "templates", checkup_templates },
    { "database", checkup_database },
    { "rights", checkup_rights },
    { "spool", checkup_spool },
    { "outbox", checkup_outbox },
    { "hold", checkup_hold },
    { "hook", checkup_hook },
    { "mailboxes", checkup_mailboxes },
    { "locks", checkup_locks },
    { "clock", checkup_clock },
    { "zones", checkup_zones },
    { "disk", checkup_disk },
    { "testing", checkup_testing },
};

static const struct {
    const char *state; /* in JSON */
    const char *line;  /* key of the words */
} grades[] = {
    [GRADE_OK] = { "ok", "line-ok" },
    [GRADE_NOTE] = { "note", "line-note" },
    [GRADE_FAULT] = { "fault", "line-fault" },
};

static void print_lines(const struct checkup *checkup)
{
    for (guint i = 0; i < checkup->findings->len; i++) {
        const struct finding *finding = checkup->findings->pdata[i];
        g_autofree char *line = words_say(
            checkup->words, "doctor", grades[finding->grade].line,
            pairs("check", finding->check, "text", finding->text, "mend", finding->mend, NULL));
        puts(line);
    }
}

static void print_json(const struct checkup *checkup)
{
    g_auto(GVariantBuilder) list = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("aa{sv}"));
    for (guint i = 0; i < checkup->findings->len; i++) {
        const struct finding *finding = checkup->findings->pdata[i];
        g_variant_builder_open(&list, G_VARIANT_TYPE("a{sv}"));
        g_variant_builder_add(&list, "{sv}", "check", g_variant_new_string(finding->check));
        g_variant_builder_add(&list, "{sv}", "state",
                              g_variant_new_string(grades[finding->grade].state));
        g_variant_builder_add(&list, "{sv}", "text", g_variant_new_string(finding->text));
        g_variant_builder_add(&list, "{sv}", "mend", g_variant_new("ms", finding->mend));
        g_variant_builder_close(&list);
    }
    json_print(g_variant_builder_end(&list));
}

/* Makes every check; one that had nothing to tell is well. */
static void look_over(struct checkup *checkup)
{
    for (size_t i = 0; i < G_N_ELEMENTS(checks); i++) {
        guint before = checkup->findings->len;
        checkup->check = checks[i].name;
        checks[i].look(checkup);
        if (checkup->findings->len == before) {
            g_autofree char *well = g_strconcat(checks[i].name, "-ok", NULL);
            checkup_tell(checkup, well,
                         &(struct particulars){ .path = checkup->server.config->path });
        }
    }
}

static bool found_fault(const struct checkup *checkup)
{
    bool found = false;
    for (guint i = 0; i < checkup->findings->len; i++) {
        const struct finding *finding = checkup->findings->pdata[i];
        found = found || finding->grade == GRADE_FAULT;
    }
    return found;
}

int cli_doctor(const struct invocation *invocation, int argc, char **argv)
{
    bool json;
    int code = cli_json_option(&json, &argc, &argv, 0);
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(GError) error = NULL;
    g_auto(Checkup) checkup = { 0 };
    if (!checkup_begin(&checkup, invocation, &error)) {
        return cli_fail(error);
    }
    look_over(&checkup);
    if (json) {
        print_json(&checkup);
    } else {
        print_lines(&checkup);
    }
    return found_fault(&checkup) ? POSTMOVE_ERROR_NO : 0;
}
