#include "cli/checkup.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "render/speech.h"
#include "store/clocks.h"

static const char group[] = "doctor";

/* The words of a key in one line: an error or a file's name must not forge another line. Free
 * with g_free. */
static char *finding_words(const struct checkup *checkup, const char *key,
                           const struct particulars *particulars)
{
    const struct words *words = checkup->server.words;
    g_autofree char *span =
        particulars->age > 0 ? words_said(words, phrase_span(particulars->age)) : NULL;
    struct values *packed =
        pairs("path", particulars->path, "detail", span != NULL ? span : particulars->detail,
              "reason", particulars->reason, NULL);
    with_number(packed, "count", particulars->count);
    char *text = words_say(words, group, key, packed);
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

char *checkup_server_user(const struct config *config, uid_t *id)
{
    struct stat database, spool;
    const bool stored = stat(config->database, &database) == 0,
               spooled = stat(config->spool, &spool) == 0;
    const bool by_spool = spooled && (!stored || database.st_uid == 0);
    *id = by_spool ? spool.st_uid : stored ? database.st_uid : 0;
    return stored || spooled ? checkup_user(*id) : NULL;
}

bool checkup_become(uid_t id, GError **error)
{
    const struct passwd *entry = getpwuid(id);
    const bool is_named = entry != NULL;
    const gid_t main_group = is_named ? entry->pw_gid : (gid_t)id;
    return geteuid() != 0 || id == 0 ||
           ((is_named ? initgroups(entry->pw_name, main_group) : setgroups(0, NULL)) == 0 &&
            setgid(main_group) == 0 && setuid(id) == 0) ||
           cli_refuse(error, POSTMOVE_ERROR_LATER, "cannot become the user %u: %s", id,
                      g_strerror(errno));
}

static void finding_free(gpointer data)
{
    struct finding *finding = data;
    g_free(finding->text);
    g_free(finding->fix);
    g_free(finding);
}

void checkup_add(struct checkup *checkup, const char *key, const struct particulars *particulars)
{
    enum grade grade = *key == '!' ? GRADE_FAULT : *key == '?' ? GRADE_NOTE : GRADE_OK;
    key += grade != GRADE_OK;
    g_autofree char *fix = g_strconcat(key, "-fix", NULL);
    bool fixable = words_get(checkup->server.words, group, fix) != NULL;
    const struct finding finding = {
        .check = checkup->check,
        .grade = grade,
        .text = finding_words(checkup, key, particulars),
        .fix = fixable ? finding_words(checkup, fix, particulars) : NULL,
    };
    g_ptr_array_add(checkup->findings, g_memdup2(&finding, sizeof finding));
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

void checkup_clear(struct checkup *checkup)
{
    workspace_close(&checkup->workspace);
    server_clear(&checkup->server);
    g_free(checkup->user);
    g_clear_error(&checkup->refused);
    g_clear_pointer(&checkup->findings, g_ptr_array_unref);
}

bool checkup_begin(struct checkup *checkup, const char *path, GError **error)
{
    struct server *server = &checkup->server;
    *checkup = (struct checkup){ .findings = g_ptr_array_new_with_free_func(finding_free) };
    server->config = cli_config(path, error);
    server->words = server->config != NULL ? cli_words(server->config, error) : NULL;
    if (server->words == NULL) {
        return false;
    }
    checkup->user = checkup_server_user(server->config, &checkup->user_id);
    if (checkup->user != NULL && !checkup_become(checkup->user_id, error)) {
        return false;
    }
    if (workspace_open(&checkup->workspace, server->config, NULL, DB_READ, "doctor",
                       &checkup->refused)) {
        checkup->db = checkup->workspace.db;
        checkup->held = maintenance_since(checkup->db);
        /* A long look at one moment would keep SQLite from folding the log into the database. */
        db_rollback(checkup->db);
    }
    return true;
}
