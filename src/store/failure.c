/*
 * The error that a handle keeps (db.h).
 */
#include <errno.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "store/handle.h"

/* What a person can do about an error, besides SQLite's own words for the code. */
static const struct {
    int code;
    const char *advice;
    const char *of_backup; /* where the file is one; NULL: the same */
} advices[] = {
    { SQLITE_BUSY, "; another process is using it, try again", NULL },
    { SQLITE_CORRUPT, "; the file is damaged: keep a copy, then restore a backup",
      "; this backup is damaged: another one is needed" },
    { SQLITE_NOTADB, "; this is no postmove database, or its beginning is damaged",
      "; this is no backup, or its beginning is damaged: another one is needed" },
    { SQLITE_FULL, "; make room on the disk, then try again", NULL },
    { SQLITE_IOERR, "; look at the disk before anything else", NULL },
};

static void fail_with(struct db *db, enum postmove_error code, const char *format,
                      va_list arguments)
{
    if (db->error == NULL) {
        g_autofree char *reason = g_strdup_vprintf(format, arguments);
        db->error = g_error_new(POSTMOVE_ERROR, (int)code, "%s: %s", db->path, reason);
    }
}

void handle_refuse(struct db *db, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_with(db, POSTMOVE_ERROR_NO, format, arguments);
    va_end(arguments);
}

void db_fail(struct db *db, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_with(db, POSTMOVE_ERROR_LATER, format, arguments);
    va_end(arguments);
}

void db_halt(struct db *db, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    db->grave = db->grave || db->error == NULL;
    fail_with(db, POSTMOVE_ERROR_LATER, format, arguments);
    va_end(arguments);
}

/* Names the user who may do what SQLite needs: even a reader writes beside the file. NULL if
 * rights are not the cause. Free with g_free. */
static char *advice_on_rights(const struct db *db, int code)
{
    struct stat file;
    g_autofree char *folder = g_path_get_dirname(db->path);
    if ((code != SQLITE_READONLY && code != SQLITE_CANTOPEN && code != SQLITE_PERM) ||
        stat(db->path, &file) != 0 || (file.st_uid == geteuid() && access(folder, W_OK) == 0)) {
        return NULL;
    }
    const struct passwd *owner = getpwuid(file.st_uid);
    g_autofree char *name =
        owner != NULL ? g_strdup(owner->pw_name) : g_strdup_printf("%u", file.st_uid);
    return g_strdup_printf("; even to read it, %s-shm must be written: do this as the user %s, "
                           "whose it is",
                           db->path, name);
}

void handle_keep_error(struct db *db)
{
    int code = sqlite3_errcode(db->handle) & 0xff, system = sqlite3_system_errno(db->handle);
    const char *advice = "";
    bool full = code == SQLITE_IOERR && (system == ENOSPC || system == EDQUOT);
    for (size_t i = 0; i < G_N_ELEMENTS(advices); i++) {
        if (advices[i].code == (full ? SQLITE_FULL : code)) {
            bool other = db->backup && advices[i].of_backup != NULL;
            advice = other ? advices[i].of_backup : advices[i].advice;
        }
    }
    if (db->error == NULL) {
        db->grave = code != SQLITE_CONSTRAINT && code != SQLITE_TOOBIG && code != SQLITE_MISMATCH;
    }
    bool told = (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && system != 0;
    g_autofree char *rights = advice_on_rights(db, code);
    /* To try what is no backup once more is of no use. */
    void (*fail)(struct db *, const char *, ...) G_GNUC_PRINTF(2, 3) =
        db->backup && code == SQLITE_NOTADB ? handle_refuse : db_fail;
    fail(db, "%s%s%s%s", sqlite3_errmsg(db->handle), told ? ": " : "",
         told ? g_strerror(system) : "", rights != NULL ? rights : advice);
}

bool db_failed(const struct db *db)
{
    return db->error != NULL;
}
