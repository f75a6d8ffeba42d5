#include "store/replacement.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/beside.h"
#include "base/log.h"
#include "base/plain_file.h"
#include "store/handle.h"

/* Of a file's name. */
enum { NAME_MAX_BYTES = 255 };

char *replacement_draft(const char *database)
{
    return g_strconcat(database, BESIDE_RESTORED, NULL);
}

static char *decision_of(const char *database)
{
    return g_strconcat(database, BESIDE_RESTORING, NULL);
}

/* False if that cannot be told: a failing disk must not be taken for a missing file. */
static bool look_for(const char *path, bool *there, GError **error)
{
    *there = access(path, F_OK) == 0;
    return *there || errno == ENOENT || handle_system_error(path, "cannot be looked at", error);
}

/* ---- the decision ---- */

/* Removes what is left of a replacement that was not decided, the decision's
 * beginning last: while it is there nobody reads. */
static bool give_up(const char *database, GError **error)
{
    g_autofree char *draft = replacement_draft(database);
    g_autofree char *decision = decision_of(database);
    handle_forget_file(draft);
    if (unlink(decision) != 0 && errno != ENOENT) {
        return handle_system_error(decision, "cannot be removed", error);
    }
    return true;
}

static bool write_synced(const char *path, const char *line, GError **error)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    size_t length = strlen(line);
    bool written = fd >= 0 && write(fd, line, length) == (ssize_t)length && fsync(fd) == 0;
    bool told = written || handle_system_error(path, "cannot be written", error);
    if (fd >= 0) {
        close(fd);
    }
    return told;
}

static bool decide(const char *database, const char *aside, GError **error)
{
    g_autofree char *decision = decision_of(database);
    g_autofree char *name = g_path_get_basename(aside);
    g_autofree char *line = g_strconcat(name, "\n", NULL);
    return write_synced(decision, line, error) && handle_sync_folder(database, error);
}

/* The whole line, or NULL: it has only been begun. */
static char *line_of(const char *text, gsize length)
{
    bool whole = length > 1 && length <= NAME_MAX_BYTES && text[length - 1] == '\n' &&
                 strlen(text) == length && memchr(text, '/', length) == NULL;
    return whole ? g_strndup(text, length - 1) : NULL;
}

/* The path that the old database gets, the caller's; NULL: nothing was decided. */
static bool read_decision(const char *database, char **aside, GError **error)
{
    *aside = NULL;
    g_autofree char *decision = decision_of(database);
    g_autofree char *text = NULL;
    gsize length;
    if (!plain_file_contents(decision, &text, &length, error)) {
        return false;
    }
    g_autofree char *name = line_of(text, length);
    if (name != NULL) {
        g_autofree char *folder = g_path_get_dirname(database);
        *aside = g_build_filename(folder, name, NULL);
    }
    return true;
}

/* ---- what was decided ---- */

/* What was moved before it was cut short is gone from here. */
static bool move_away(const char *from, const char *to, GError **error)
{
    bool there, taken;
    if (!look_for(from, &there, error) || !look_for(to, &taken, error)) {
        return false;
    }
    if (there && taken) {
        errno = EEXIST;
        return handle_system_error(to, "the old database cannot be put there", error);
    }
    return !there || rename(from, to) == 0 ||
           handle_system_error(from, "cannot be put aside", error);
}

void replacement_fold(const char *database)
{
    g_autofree char *journal = g_strconcat(database, BESIDE_JOURNAL, NULL);
    for (int i = 0; i < 2; i++) {
        g_autoptr(Db) db = handle_connect(database, DB_DRAFT);
        handle_identify(db);
        handle_execute(db, "PRAGMA journal_mode = DELETE");
        g_clear_pointer(&db, db_close);
        /* One that could not be removed is played back when the file is opened again. */
        if (access(journal, F_OK) != 0) {
            return;
        }
    }
}

/* Moves the old database away with its logs. The file goes first: while it is in its place its
 * logs are beside it, and it can be folded. */
static bool put_aside(const char *database, const char *aside, GError **error)
{
    g_autofree const char **endings = beside_endings(BESIDE_DATABASE | BESIDE_LOG);
    if (access(database, F_OK) == 0) {
        replacement_fold(database);
    }
    for (size_t i = 0; endings[i] != NULL; i++) {
        g_autofree char *old = g_strconcat(database, endings[i], NULL);
        g_autofree char *kept = g_strconcat(aside, endings[i], NULL);
        if (!move_away(old, kept, error)) {
            return false;
        }
    }
    g_autofree char *shared = g_strconcat(database, BESIDE_SHM, NULL);
    unlink(shared);
    return handle_sync_folder(database, error);
}

static bool place(const char *draft, const char *database, const char *aside, GError **error)
{
    return put_aside(database, aside, error) &&
           (rename(draft, database) == 0 ||
            handle_system_error(database, "the draft cannot be named so", error));
}

/* Does what is left to do. Without a draft the new database is in its place. */
static bool finish(const char *database, const char *aside, GError **error)
{
    g_autofree char *decision = decision_of(database);
    g_autofree char *draft = replacement_draft(database);
    bool there;
    if (!look_for(draft, &there, error) || (there && !place(draft, database, aside, error)) ||
        !handle_sync_folder(database, error)) {
        return false;
    }
    handle_forget_file(draft);
    return unlink(decision) == 0 || handle_system_error(decision, "cannot be removed", error);
}

static bool finish_or_tell(const char *database, const char *aside, GError **error)
{
    g_autoptr(GError) reason = NULL;
    if (finish(database, aside, &reason)) {
        return true;
    }
    g_set_error(error, reason->domain, reason->code,
                "%s; it is decided that the database is replaced, and the next command that "
                "writes to it, such as `postmove run`, goes on with that",
                reason->message);
    return false;
}

bool replacement_carry_out(const char *database, const char *aside, GError **error)
{
    if (!decide(database, aside, error)) {
        give_up(database, NULL);
        return false;
    }
    return finish_or_tell(database, aside, error);
}

static bool settle_decision(const char *database, GError **error)
{
    g_autofree char *aside = NULL;
    if (!read_decision(database, &aside, error)) {
        return false;
    }
    if (aside == NULL) {
        return give_up(database, error);
    }
    if (!finish_or_tell(database, aside, error)) {
        return false;
    }
    log_line("%s: a restore that was cut short is done; the database before it, if there was one, "
             "is %s",
             database, aside);
    return true;
}

bool replacement_settle(const char *database, GError **error)
{
    g_autofree char *draft = replacement_draft(database);
    g_autofree char *decision = decision_of(database);
    bool decided, drafted;
    if (!look_for(decision, &decided, error)) {
        return false;
    }
    if (decided) {
        return settle_decision(database, error);
    }
    if (look_for(draft, &drafted, NULL) && drafted) {
        handle_forget_file(draft);
    }
    return true;
}
