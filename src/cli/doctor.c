/* doctor: looks over an installation, and tells each fault with its mend. */
#include "cli/checkup.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "store/hold.h"

/* ---- findings ---- */

static const char group[] = "doctor";

/* Says a key in one line: an error or a file's name must not forge another. */
static char *say(const struct checkup *checkup, const char *key,
                 const struct particulars *particulars)
{
    struct values *packed = pairs("path", particulars->path, "detail", particulars->detail,
                                  "reason", particulars->reason, NULL);
    values_add_number(packed, "count", particulars->count);
    char *text = words_say(checkup->words, group, key, packed);
    for (char *c = text; *c != '\0'; c++) {
        *c = g_ascii_iscntrl(*c) ? '?' : *c;
    }
    return text;
}

char *checkup_user(uid_t user)
{
    const struct passwd *entry = getpwuid(user);
    return entry != NULL ? g_strdup(entry->pw_name) : g_strdup_printf("%u", user);
}

char *checkup_span(const struct checkup *checkup, gint64 seconds)
{
    static const struct {
        gint64 unit, least; /* from `least` units on it is told in them */
        const char *key;
    } units[] = {
        { CLOCK_DAY, 2, "days" },
        { CLOCK_HOUR, 2, "hours" },
        { CLOCK_MINUTE, 0, "minutes" },
    };
    size_t at = 0;
    while (seconds < units[at].unit * units[at].least) {
        at++;
    }
    struct values *packed = values_new();
    values_add_number(packed, "count", seconds / units[at].unit);
    return words_say(checkup->words, group, units[at].key, packed);
}

static void finding_free(gpointer data)
{
    struct finding *finding = data;
    g_free(finding->text);
    g_free(finding->mend);
    g_free(finding);
}

static gboolean is_same(gconstpointer one, gconstpointer other)
{
    const struct finding *first = one, *second = other;
    return strcmp(first->check, second->check) == 0 && strcmp(first->text, second->text) == 0;
}

void checkup_add(struct checkup *checkup, const char *key, const struct particulars *particulars)
{
    enum grade grade = *key == '!' ? GRADE_FAULT : *key == '?' ? GRADE_NOTE : GRADE_OK;
    key += grade != GRADE_OK;
    g_autofree char *mend = g_strconcat(key, "-mend", NULL);
    bool mended = words_get(checkup->words, group, mend) != NULL;
    struct finding *finding = g_new(struct finding, 1);
    *finding = (struct finding){
        .check = checkup->check,
        .grade = grade,
        .text = say(checkup, key, particulars),
        .mend = mended ? say(checkup, mend, particulars) : NULL,
    };
    if (g_ptr_array_find_with_equal_func(checkup->findings, finding, is_same, NULL)) {
        finding_free(finding);
    } else {
        g_ptr_array_add(checkup->findings, finding);
    }
}

bool checkup_faulted(const struct checkup *checkup, const char *name)
{
    bool found = false;
    for (guint i = 0; i < checkup->findings->len; i++) {
        const struct finding *finding = checkup->findings->pdata[i];
        found = found || (finding->grade == GRADE_FAULT &&
                          (name == NULL || strcmp(finding->check, name) == 0));
    }
    return found;
}

static void checkup_clear(struct checkup *checkup)
{
    workspace_close(&checkup->workspace);
    server_clear(&checkup->server);
    g_clear_error(&checkup->refused);
    g_clear_error(&checkup->templates_amiss);
    g_ptr_array_unref(checkup->findings);
}
typedef struct checkup Checkup;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Checkup, checkup_clear)

/* Reads the configuration, the templates, and opens the database. False if there is no
 * configuration to go by, or if we have no words at all. */
static bool checkup_begin(struct checkup *checkup, const struct invocation *invocation,
                          GError **error)
{
    struct server *server = &checkup->server;
    server->config = cli_config(invocation, error);
    server->words =
        server->config != NULL ? cli_words(server->config, &checkup->templates_amiss) : NULL;
    if (server->config != NULL && server->words == NULL) {
        server->words = cli_words(NULL, error); /* they tell that the others cannot be used */
    }
    if (server->words == NULL) {
        return false;
    }
    checkup->words = server->words;
    if (workspace_open(&checkup->workspace, server->config, NULL, DB_READ, "doctor",
                       &checkup->refused)) {
        checkup->held = hold_since(checkup->workspace.db);
        /* A long look at one moment would keep the log from being folded in. */
        db_rollback(checkup->workspace.db);
    }
    return true;
}

/* ---- the checks ---- */

/* In this order, causes first; a check's name is what its line begins with. None may take
 * longer than so many seconds: a network file system that is gone never answers. Servers
 * elsewhere have limits of their own (transport/transfer.h), which these are beyond. */
static const struct {
    const char *name;
    check *look;
    int seconds;
} checks[] = {
    { "configuration", checkup_configuration, 60 },
    { "templates", checkup_templates, 20 },
    { "disk", checkup_disk, 20 },
    { "rights", checkup_rights, 20 },
    { "database", checkup_database, 1800 },
    { "locks", checkup_locks, 20 },
    { "clock", checkup_clock, 60 },
    { "runs", checkup_runs, 60 },
    { "spool", checkup_spool, 300 },
    { "outbox", checkup_outbox, 60 },
    { "hold", checkup_hold, 60 },
    { "hook", checkup_hook, 3600 },
    { "mailboxes", checkup_mailboxes, 7200 },
    { "postfix", checkup_postfix, 300 },
    { "players", checkup_players, 60 },
    { "backups", checkup_backups, 1800 },
    { "zones", checkup_zones, 20 },
    { "testing", checkup_testing, 20 },
};

static const struct {
    const char *state; /* in JSON */
    const char *line;  /* key of the words */
} grades[] = {
    [GRADE_OK] = { "ok", "line-ok" },
    [GRADE_NOTE] = { "note", "line-note" },
    [GRADE_FAULT] = { "fault", "line-fault" },
};

/* Prints the findings from number `first` on. */
static void print_lines(const struct checkup *checkup, guint first)
{
    for (guint i = first; i < checkup->findings->len; i++) {
        const struct finding *finding = checkup->findings->pdata[i];
        g_autofree char *line = words_say(
            checkup->words, "doctor", grades[finding->grade].line,
            pairs("check", finding->check, "text", finding->text, "mend", finding->mend, NULL));
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
        g_variant_builder_add(&list, "{sv}", "check", g_variant_new_string(finding->check));
        g_variant_builder_add(&list, "{sv}", "state",
                              g_variant_new_string(grades[finding->grade].state));
        g_variant_builder_add(&list, "{sv}", "text", g_variant_new_string(finding->text));
        g_variant_builder_add(&list, "{sv}", "mend", g_variant_new("ms", finding->mend));
        g_variant_builder_close(&list);
    }
    json_print(g_variant_builder_end(&list));
}

/* ---- the child: it makes the checks ---- */

/* Makes every check, and tells `pipe` the number of each as it begins. Lines are printed
 * as they come, since the next check may be the one that never ends. */
static int look_over(const struct invocation *invocation, bool json, int pipe)
{
    g_autoptr(GError) error = NULL;
    g_auto(Checkup) checkup = { .findings = g_ptr_array_new_with_free_func(finding_free) };
    if (!checkup_begin(&checkup, invocation, &error)) {
        return cli_fail(error);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(checks); i++) {
        guint before = checkup.findings->len;
        char number = (char)i;
        if (TEMP_FAILURE_RETRY(write(pipe, &number, 1)) != 1) {
            return POSTMOVE_ERROR_LATER; /* whoever waited for us is gone */
        }
        checkup.check = checks[i].name;
        checks[i].look(&checkup);
        if (checkup.findings->len == before) { /* what had nothing to tell is well */
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
    return checkup_faulted(&checkup, NULL) ? POSTMOVE_ERROR_NO : 0;
}

/* ---- the parent: it sees to it that each check ends ---- */

/* Reports that a check never came to its end, in the words of the program. */
static int tell_lost(const char *key, size_t number, bool json, gint64 count)
{
    g_autoptr(GError) error = NULL;
    g_auto(Checkup) checkup = { .findings = g_ptr_array_new_with_free_func(finding_free),
                                .check = checks[number].name };
    checkup.words = checkup.server.words = cli_words(NULL, &error);
    if (checkup.words == NULL) {
        return cli_fail(error);
    }
    checkup_tell(&checkup, key, .count = count);
    if (json) {
        print_json(&checkup);
    } else {
        print_lines(&checkup, 0);
    }
    return POSTMOVE_ERROR_NO;
}

/* Waits for the child's next check, for as long as the present one (`number`) may take. Gives
 * 1 if the next has begun, 0 if the child is done, -1 if it is stuck. */
static int wait_for(int pipe, size_t *number)
{
    struct pollfd poll_for = { .fd = pipe, .events = POLLIN };
    gint64 until = g_get_monotonic_time() + checks[*number].seconds * (gint64)G_USEC_PER_SEC;
    int ready = 0;
    while (ready <= 0 && g_get_monotonic_time() < until) {
        ready = poll(&poll_for, 1, 1000);
    }
    char byte = 0;
    ssize_t count = ready > 0 ? TEMP_FAILURE_RETRY(read(pipe, &byte, 1)) : -1;
    *number = count == 1 ? (size_t)byte : *number;
    return count == 1 ? 1 : (int)count;
}

/* A child that hangs in the kernel does not end when it is killed: nobody waits for it. */
static int watch(pid_t child, int pipe, bool json)
{
    size_t number = 0;
    int state = 1, status = 0;
    while (state == 1) {
        state = wait_for(pipe, &number);
    }
    if (state < 0) {
        kill(child, SIGKILL);
        return tell_lost("!stuck", number, json, checks[number].seconds);
    }
    if (TEMP_FAILURE_RETRY(waitpid(child, &status, 0)) == child && WIFEXITED(status)) {
        return WEXITSTATUS(status);
    }
    return tell_lost("!lost", number, json, WTERMSIG(status));
}

int cli_doctor(const struct invocation *invocation, int argc, char **argv)
{
    bool json;
    int ends[2], code = cli_json_option(&json, &argc, &argv, 0);
    if (code != CLI_GO_ON) {
        return code;
    }
    pid_t child = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;
    if (child < 0) {
        log_line("doctor: cannot begin: %s", g_strerror(errno));
        return POSTMOVE_ERROR_LATER;
    }
    if (child == 0) {
        close(ends[0]);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        return look_over(invocation, json, ends[1]);
    }
    close(ends[1]);
    code = watch(child, ends[0], json);
    close(ends[0]);
    return code;
}
