#include "cli/checkup.h"

#include <pwd.h>
#include <string.h>

#include "base/clock.h"
#include "store/hold.h"

/* Everything a check may tell. */
static const struct kind {
    const char *key;
    enum grade grade;
} kinds[] = {
    { "configuration-ok", GRADE_OK },
    { "configuration-open", GRADE_FAULT },
    { "configuration-folder-open", GRADE_FAULT },
    { "configuration-host", GRADE_NOTE },
    { "configuration-verdicts", GRADE_NOTE },
    { "templates-ok", GRADE_OK },
    { "templates-amiss", GRADE_FAULT },
    { "templates-lacking", GRADE_FAULT },
    { "templates-unknown", GRADE_FAULT },
    { "disk-ok", GRADE_OK },
    { "disk-unknown", GRADE_NOTE },
    { "disk-hidden", GRADE_NOTE },
    { "disk-full", GRADE_FAULT },
    { "disk-files", GRADE_FAULT },
    { "disk-fixed", GRADE_FAULT },
    { "disk-shared", GRADE_NOTE },
    { "rights-ok", GRADE_OK },
    { "rights-open", GRADE_FAULT },
    { "rights-folder-open", GRADE_FAULT },
    { "rights-folder-foreign", GRADE_FAULT },
    { "rights-above", GRADE_FAULT },
    { "rights-configuration", GRADE_FAULT },
    { "rights-mail-open", GRADE_FAULT },
    { "rights-mail-foreign", GRADE_FAULT },
    { "rights-owner", GRADE_FAULT },
    { "rights-closed", GRADE_FAULT },
    { "rights-odd", GRADE_FAULT },
    { "rights-user", GRADE_NOTE },
    { "database-ok", GRADE_OK },
    { "database-missing", GRADE_FAULT },
    { "database-hidden", GRADE_FAULT },
    { "database-follows", GRADE_FAULT },
    { "database-refused", GRADE_FAULT },
    { "database-damaged", GRADE_FAULT },
    { "database-lost", GRADE_FAULT },
    { "database-trigger", GRADE_FAULT },
    { "database-altered", GRADE_FAULT },
    { "database-added", GRADE_NOTE },
    { "database-journal", GRADE_NOTE },
    { "database-sqlite", GRADE_NOTE },
    { "runs-ok", GRADE_OK },
    { "runs-unknown", GRADE_NOTE },
    { "runs-not-yet", GRADE_NOTE },
    { "runs-never", GRADE_FAULT },
    { "runs-late", GRADE_FAULT },
    { "runs-cut", GRADE_FAULT },
    { "runs-apart", GRADE_FAULT },
    { "spool-ok", GRADE_OK },
    { "spool-held", GRADE_OK },
    { "spool-missing", GRADE_FAULT },
    { "spool-apart", GRADE_FAULT },
    { "spool-closed", GRADE_FAULT },
    { "spool-unread", GRADE_FAULT },
    { "spool-late", GRADE_FAULT },
    { "spool-interrupted", GRADE_NOTE },
    { "spool-faulty", GRADE_FAULT },
    { "spool-stuck", GRADE_FAULT },
    { "spool-future", GRADE_NOTE },
    { "spool-failed", GRADE_FAULT },
    { "outbox-ok", GRADE_OK },
    { "outbox-held", GRADE_OK },
    { "outbox-unknown", GRADE_NOTE },
    { "outbox-late", GRADE_FAULT },
    { "outbox-failing", GRADE_FAULT },
    { "outbox-tried", GRADE_NOTE },
    { "outbox-parked", GRADE_NOTE },
    { "outbox-given-up", GRADE_FAULT },
    { "hold-ok", GRADE_OK },
    { "hold-unknown", GRADE_NOTE },
    { "hold-on", GRADE_NOTE },
    { "hold-forgotten", GRADE_FAULT },
    { "hook-ok", GRADE_OK },
    { "hook-folder", GRADE_OK },
    { "hook-folder-unsent", GRADE_FAULT },
    { "hook-folder-closed", GRADE_FAULT },
    { "hook-missing", GRADE_FAULT },
    { "hook-closed", GRADE_FAULT },
    { "hook-nobody", GRADE_FAULT },
    { "hook-sender", GRADE_NOTE },
    { "hook-server", GRADE_OK },
    { "hook-refused", GRADE_FAULT },
    { "hook-unasked", GRADE_NOTE },
    { "hook-clear", GRADE_FAULT },
    { "mailboxes-ok", GRADE_OK },
    { "mailboxes-well", GRADE_OK },
    { "mailboxes-never", GRADE_FAULT },
    { "mailboxes-late", GRADE_FAULT },
    { "mailboxes-amiss", GRADE_FAULT },
    { "mailboxes-clear", GRADE_FAULT },
    { "mailboxes-moved", GRADE_NOTE },
    { "postfix-ok", GRADE_OK },
    { "postfix-absent", GRADE_OK },
    { "postfix-unused", GRADE_OK },
    { "postfix-unknown", GRADE_NOTE },
    { "postfix-elsewhere", GRADE_NOTE },
    { "postfix-destination", GRADE_FAULT },
    { "postfix-user", GRADE_FAULT },
    { "postfix-refused", GRADE_FAULT },
    { "postfix-anybody", GRADE_FAULT },
    { "postfix-forward", GRADE_FAULT },
    { "postfix-operator", GRADE_FAULT },
    { "postfix-transport", GRADE_FAULT },
    { "postfix-program", GRADE_FAULT },
    { "postfix-options", GRADE_FAULT },
    { "postfix-limit", GRADE_FAULT },
    { "postfix-spool", GRADE_FAULT },
    { "postfix-delimiter", GRADE_FAULT },
    { "locks-ok", GRADE_OK },
    { "locks-held", GRADE_NOTE },
    { "locks-stuck", GRADE_FAULT },
    { "clock-ok", GRADE_OK },
    { "clock-unknown", GRADE_NOTE },
    { "clock-back", GRADE_FAULT },
    { "zones-ok", GRADE_OK },
    { "zones-missing", GRADE_FAULT },
    { "players-ok", GRADE_OK },
    { "players-unknown", GRADE_NOTE },
    { "players-kept-back", GRADE_NOTE },
    { "players-unreached", GRADE_FAULT },
    { "backups-ok", GRADE_OK },
    { "backups-none", GRADE_OK },
    { "backups-unknown", GRADE_NOTE },
    { "backups-unread", GRADE_NOTE },
    { "backups-gone", GRADE_NOTE },
    { "backups-old", GRADE_NOTE },
    { "backups-ahead", GRADE_NOTE },
    { "backups-never", GRADE_NOTE },
    { "backups-damaged", GRADE_FAULT },
    { "testing-ok", GRADE_OK },
    { "testing-unknown", GRADE_NOTE },
    { "testing-yes", GRADE_NOTE },
    { "stuck", GRADE_FAULT },
    { "lost", GRADE_FAULT },
};

static const char group[] = "doctor";

/* ---- words ---- */

static struct values *pack(const struct particulars *particulars)
{
    struct values *packed = pairs("path", particulars->path, "detail", particulars->detail,
                                  "reason", particulars->reason, NULL);
    values_add_number(packed, "count", particulars->count);
    return packed;
}

/* What an error or a file's name brings in must not forge a line. */
static char *one_line(char *text)
{
    for (char *c = text; *c != '\0'; c++) {
        if (g_ascii_iscntrl(*c)) {
            *c = '?';
        }
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

/* ---- findings ---- */

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

static enum grade grade_of(const char *key)
{
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (strcmp(kinds[i].key, key) == 0) {
            return kinds[i].grade;
        }
    }
    g_assert_not_reached();
}

void checkup_tell(struct checkup *checkup, const char *key, const struct particulars *particulars)
{
    g_autofree char *mend = g_strconcat(key, "-mend", NULL);
    bool mended = words_get(checkup->words, group, mend) != NULL;
    struct finding *finding = g_new(struct finding, 1);
    *finding = (struct finding){
        .check = checkup->check,
        .grade = grade_of(key),
        .text = one_line(words_say(checkup->words, group, key, pack(particulars))),
        .mend = mended ? one_line(words_say(checkup->words, group, mend, pack(particulars))) : NULL,
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
        found = found || (finding->grade == GRADE_FAULT && strcmp(finding->check, name) == 0);
    }
    return found;
}

/* ---- beginning and end ---- */

/* The words of the configuration; where they cannot be used, those beside the
 * program tell so. */
static bool find_words(struct checkup *checkup, GError **error)
{
    struct server *server = &checkup->server;
    server->words = cli_words(server->config, &checkup->templates_amiss);
    if (server->words == NULL) {
        server->words = cli_words(NULL, error);
    }
    checkup->words = server->words;
    return server->words != NULL;
}

bool checkup_words(struct checkup *checkup, GError **error)
{
    checkup->findings = g_ptr_array_new_with_free_func(finding_free);
    checkup->server.words = cli_words(NULL, error);
    checkup->words = checkup->server.words;
    return checkup->words != NULL;
}

bool checkup_begin(struct checkup *checkup, const struct invocation *invocation, GError **error)
{
    *checkup = (struct checkup){ .findings = g_ptr_array_new_with_free_func(finding_free) };
    checkup->server.config = cli_config(invocation, error);
    if (checkup->server.config == NULL || !find_words(checkup, error)) {
        return false;
    }
    if (workspace_open(&checkup->workspace, checkup->server.config, NULL, DB_READ, "doctor",
                       &checkup->refused)) {
        checkup->held = hold_since(checkup->workspace.db);
        /* A long look at one moment would keep the log from being folded in. */
        db_rollback(checkup->workspace.db);
    }
    return true;
}

void checkup_clear(struct checkup *checkup)
{
    workspace_close(&checkup->workspace);
    server_clear(&checkup->server);
    g_clear_error(&checkup->refused);
    g_clear_error(&checkup->templates_amiss);
    g_ptr_array_unref(checkup->findings);
}
