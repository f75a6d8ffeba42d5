/* doctor: checks an installation, and reports each fault with its fix. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/log.h"
#include "cli/checkup.h"
#include "cli/json.h"

enum { PATIENCE = 60 }; /* seconds */

/* The checks in their order, causes first; a check's lines begin with its name. None may take
 * longer than so many seconds: a network file system that is gone never answers. Servers
 * elsewhere have shorter limits of their own (transport/transfer.h). */
static const struct {
    const char *name;
    check *look;
    int seconds;
    bool reads; /* it is about the contents of the database, and is left out without one */
} checks[] = {
    { "configuration", checkup_configuration, 60, false },
    { "templates", checkup_templates, 20, false },
    { "disk", checkup_disk, 20, false },
    { "rights", checkup_rights, 20, false },
    { "database", checkup_database, 1800, false },
    { "locks", checkup_locks, 20, false },
    { "runs", checkup_runs, 60, true },
    { "spool", checkup_spool, 300, false },
    { "outbox", checkup_outbox, 60, true },
    { "hold", checkup_hold, 60, true },
    { "hook", checkup_hook, 3600, false },
    { "mailboxes", checkup_mailboxes, 7200, false },
    { "postfix", checkup_postfix, 300, false },
    { "dns", checkup_dns, 60, false },
    { "bots", checkup_bots, 60, false },
    { "players", checkup_players, 60, true },
    { "backups", checkup_backups, 1800, false },
    { "standby", checkup_standby, 60, true },
    { "zones", checkup_zones, 20, false },
    { "libraries", checkup_libraries, 20, false },
    { "mail", checkup_mail, 2 * CHECKUP_WAIT_MOST, false },
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
    json_print(g_variant_builder_end(&list));
}

/* ---- the child: it makes the checks ---- */

/* Makes every check, and writes the number of each to `pipe` as it begins. Lines are printed
 * as they come, since the next check may be the one that never ends. */
static int look_over(const struct invocation *invocation, const struct wanted *wanted, int pipe)
{
    g_autoptr(GError) error = NULL;
    g_auto(Checkup) checkup = { 0 };
    if (!checkup_begin(&checkup, invocation, &error)) {
        return cli_fail(error);
    }
    checkup.patience = wanted->mail ? wanted->wait : 0;
    const size_t count = G_N_ELEMENTS(checks) - (wanted->mail ? 0 : 1); /* "mail" is the last */
    for (size_t i = 0; i < count; i++) {
        guint before = checkup.findings->len;
        char number = (char)i;
        if (TEMP_FAILURE_RETRY(write(pipe, &number, 1)) != 1) {
            return POSTMOVE_ERROR_LATER; /* the process that waited for us is gone */
        }
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

/* ---- the parent: it sees to it that each check ends ---- */

/* Reports that a check did not end in time, in the words beside the program. */
static int tell_lost(const char *key, const char *name, bool json, gint64 count)
{
    g_autoptr(GError) error = NULL;
    g_auto(Checkup) checkup = { 0 };
    if (!checkup_begin(&checkup, NULL, &error)) {
        return cli_fail(error);
    }
    checkup.check = name;
    checkup_tell(&checkup, key, .count = count);
    if (json) {
        print_json(&checkup);
    } else {
        print_lines(&checkup, 0);
    }
    return POSTMOVE_ERROR_NO;
}

/* Waits until the child is done, but for each check only as long as it may take. A child that
 * hangs in the kernel does not end when it is killed, so nobody waits for it then. */
static int watch(pid_t child, int pipe, bool json)
{
    struct pollfd poll_for = { .fd = pipe, .events = POLLIN };
    char number = 0;
    ssize_t begun = 1;
    while (begun == 1) { /* the next check has begun */
        int seconds = checks[(size_t)number].seconds, ready = 0;
        gint64 until = g_get_monotonic_time() + seconds * (gint64)G_USEC_PER_SEC;
        while (ready <= 0 && g_get_monotonic_time() < until) {
            ready = poll(&poll_for, 1, 1000);
        }
        if (ready <= 0) {
            kill(child, SIGKILL);
            return tell_lost("!stuck", checks[(size_t)number].name, json, seconds);
        }
        begun = TEMP_FAILURE_RETRY(read(pipe, &number, 1));
    }
    int status = 0;
    if (TEMP_FAILURE_RETRY(waitpid(child, &status, 0)) == child && WIFEXITED(status)) {
        return WEXITSTATUS(status);
    }
    return tell_lost("!lost", checks[(size_t)number].name, json, WTERMSIG(status));
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
    int ends[2], code = cli_options(options, &argc, &argv, 0, 0);
    if (code != CLI_GO_ON) {
        return code;
    }
    if (wanted.wait != UNSET &&
        (!wanted.mail || wanted.wait < 1 || wanted.wait > CHECKUP_WAIT_MOST)) {
        return cli_misused("doctor", "--wait goes with --mail, and takes 1 to %d seconds",
                           CHECKUP_WAIT_MOST);
    }
    wanted.wait = wanted.wait == UNSET ? PATIENCE : wanted.wait;
    pid_t child = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;
    if (child < 0) {
        log_line("doctor: cannot begin: %s", g_strerror(errno));
        return POSTMOVE_ERROR_LATER;
    }
    if (child == 0) {
        close(ends[0]);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        return look_over(invocation, &wanted, ends[1]);
    }
    close(ends[1]);
    code = watch(child, ends[0], wanted.json);
    close(ends[0]);
    return code;
}
