/* The session extension is part of the library only if it was built with these. */
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include "store/changes.h"

#include "store/handle.h"

/* ---- taking them ---- */

void changes_watch(struct db *db, struct changes_log log)
{
    db->log = log;
    changes_begin(db);
}

/* The session before is deleted last: a statement that is prepared when there is none could empty a
 * table unseen later. */
void changes_begin(struct db *db)
{
    sqlite3_session *before = db->session, *session = NULL;
    if (db->error != NULL) {
        return;
    }
    if (sqlite3session_create(db->handle, "main", &session) != SQLITE_OK ||
        sqlite3session_attach(session, NULL) != SQLITE_OK) {
        handle_keep_error(db);
        return;
    }
    db->session = session;
    if (before != NULL) {
        sqlite3session_delete(before);
    }
}

void changes_write(struct db *db)
{
    g_autoptr(GError) error = NULL;
    int length = 0;
    void *bytes = NULL;
    if (db->error != NULL) {
        return;
    }
    if (sqlite3session_changeset(db->session, &length, &bytes) != SQLITE_OK) {
        handle_keep_error(db);
    } else if (!db->log.write(db->log.data, db->commits + 1, bytes, (gsize)length, &error)) {
        db_halt(db,
                "nothing is committed, since its log cannot be written: %s; without `standby` in "
                "the configuration the server goes on without a log",
                error->message);
    }
    sqlite3_free(bytes);
}

void changes_close(struct db *db)
{
    db->log.close(db->log.data);
    if (db->session != NULL) {
        sqlite3session_delete(db->session);
    }
}

/* ---- doing the same ---- */

/* SQLite calls it for each change that does not fit: none may be left out. Notes the table of the
 * first one. */
static int refuse_conflict(void *found, int kind, sqlite3_changeset_iter *at)
{
    char **table = found;
    const char *name = NULL;
    int columns, operation, indirect;
    if (kind != SQLITE_CHANGESET_FOREIGN_KEY && *table == NULL &&
        sqlite3changeset_op(at, &name, &columns, &operation, &indirect) == SQLITE_OK) {
        *table = g_strdup(name);
    }
    return SQLITE_CHANGESET_ABORT;
}

void changes_apply(struct db *db, gint64 number, const guint8 *bytes, gsize length)
{
    if (db->error != NULL) {
        return;
    }
    g_autofree char *table = NULL;
    g_autofree void *copy = g_memdup2(bytes, length);
    const int result =
        sqlite3changeset_apply(db->handle, (int)length, copy, NULL, refuse_conflict, &table);
    if (result == SQLITE_ABORT) {
        handle_refuse(db,
                      "change %" G_GINT64_FORMAT
                      " of the log does not fit it, in table %s: somebody "
                      "else has changed it",
                      number, table != NULL ? table : "?");
    } else if (result != SQLITE_OK) {
        handle_keep_error(db);
    }
}
