/* The session extension is part of the library only if it was built with these. */
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include "store/changes.h"

#include <string.h>

#include "store/handle.h"

/* The numbers given last, before the changeset: how many tables, in 2 bytes; for each its name,
 * ended by 0, and 8 bytes, the lowest first. */
enum { COUNT_BYTES = 2, NUMBER_BYTES = 8, TABLE_NAME_MOST = 64 };

/* ---- taking them ---- */

struct sqlite3_session *changes_prepare(struct db *db)
{
    sqlite3_session *session = NULL;
    if (db->error == NULL && sqlite3session_create(db->handle, "main", &session) != SQLITE_OK) {
        handle_keep_error(db);
    }
    if (session != NULL) {
        sqlite3session_enable(session, 0);
    }
    return session;
}

struct sqlite3_session *changes_watch(struct db *db)
{
    sqlite3_session *session = NULL;
    if (db->error == NULL && (sqlite3session_create(db->handle, "main", &session) != SQLITE_OK ||
                              sqlite3session_attach(session, NULL) != SQLITE_OK)) {
        handle_keep_error(db);
    }
    return session;
}

void changes_forget(struct sqlite3_session *session)
{
    if (session != NULL) {
        sqlite3session_delete(session);
    }
}

static void append_number(GByteArray *bytes, guint64 number, int count)
{
    for (int i = 0; i < count; i++, number >>= 8) {
        const guint8 byte = (guint8)(number & 0xff);
        g_byte_array_append(bytes, &byte, 1);
    }
}

static void append_sequences(GByteArray *bytes, struct db *db)
{
    guint count = 0;
    append_number(bytes, 0, COUNT_BYTES);
    struct rows *rows = db_query(db, "SELECT name, seq FROM sqlite_sequence", "");
    for (; rows_next(rows); count++) {
        const char *name = rows_text(rows, 0);
        g_byte_array_append(bytes, (const guint8 *)name, (guint)strlen(name) + 1);
        append_number(bytes, (guint64)rows_int(rows, 1), NUMBER_BYTES);
    }
    bytes->data[0] = (guint8)(count & 0xff);
    bytes->data[1] = (guint8)(count >> 8);
}

GByteArray *changes_taken(struct db *db, struct sqlite3_session *session)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    int length = 0;
    void *changeset = NULL;
    append_sequences(bytes, db);
    if (db->error == NULL && sqlite3session_changeset(session, &length, &changeset) != SQLITE_OK) {
        handle_keep_error(db);
    }
    if (db->error == NULL) {
        g_byte_array_append(bytes, changeset, (guint)length);
    }
    sqlite3_free(changeset);
    return db->error == NULL ? g_steal_pointer(&bytes) : NULL;
}

/* ---- doing the same ---- */

struct conflict {
    char *table; /* where the first change did not fit */
};

/* SQLite calls it for each change that does not fit: none may be left out. */
static int refuse_conflict(void *found, int kind, sqlite3_changeset_iter *at)
{
    struct conflict *conflict = found;
    const char *table = NULL;
    int columns, operation, indirect;
    if (kind != SQLITE_CHANGESET_FOREIGN_KEY && conflict->table == NULL &&
        sqlite3changeset_op(at, &table, &columns, &operation, &indirect) == SQLITE_OK) {
        conflict->table = g_strdup(table);
    }
    return SQLITE_CHANGESET_ABORT;
}

static void refuse_malformed(struct db *db, gint64 number)
{
    handle_refuse(db, "change %" G_GINT64_FORMAT " of the log cannot be read", number);
}

/* Reads a number at *at, and moves that on. False if the bytes end before. */
static bool read_number(const guint8 **at, const guint8 *end, int count, guint64 *number)
{
    *number = 0;
    if (end - *at < count) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        *number |= (guint64)(*at)[i] << (8 * i);
    }
    *at += count;
    return true;
}

static void set_sequence(struct db *db, const char *table, gint64 last)
{
    if (db_number(db, "SELECT seq FROM sqlite_sequence WHERE name = ?", "s", table) == last) {
        return;
    }
    db_run(db, "UPDATE sqlite_sequence SET seq = ? WHERE name = ?", "is", last, table);
    if (db_changes(db) == 0) {
        db_run(db, "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", "si", table, last);
    }
}

/* Sets the numbers, or only reads over them; returns where the changeset begins. NULL if they are
 * not of that form. */
static const guint8 *go_through_sequences(struct db *db, bool set, const guint8 *at,
                                          const guint8 *end)
{
    guint64 count, last;
    if (!read_number(&at, end, COUNT_BYTES, &count)) {
        return NULL;
    }
    for (; count > 0; count--) {
        const char *table = (const char *)at;
        const guint8 *ended = memchr(at, 0, MIN((gsize)(end - at), (gsize)TABLE_NAME_MOST));
        if (ended == NULL) {
            return NULL;
        }
        at = ended + 1;
        if (!read_number(&at, end, NUMBER_BYTES, &last)) {
            return NULL;
        }
        if (set) {
            set_sequence(db, table, (gint64)last);
        }
    }
    return at;
}

static gint64 commits_of(struct db *db)
{
    return db_number(db, "SELECT commits FROM instance", "");
}

static void apply_changeset(struct db *db, gint64 number, const guint8 *changeset, gsize length)
{
    struct conflict conflict = { NULL };
    g_autofree void *copy = g_memdup2(changeset, length);
    int result = length <= G_MAXINT ? sqlite3changeset_apply(db->handle, (int)length, copy, NULL,
                                                             refuse_conflict, &conflict)
                                    : SQLITE_TOOBIG;
    handle_forget_rows(db);
    if (result == SQLITE_ABORT) {
        handle_refuse(db,
                      "change %" G_GINT64_FORMAT " of the log does not fit it%s%s: somebody else "
                      "has changed it",
                      number, conflict.table != NULL ? ", in table " : "",
                      conflict.table != NULL ? conflict.table : "");
    } else if (result == SQLITE_CORRUPT && sqlite3_errcode(db->handle) != SQLITE_CORRUPT) {
        refuse_malformed(db, number);
    } else if (result != SQLITE_OK) {
        handle_keep_error(db);
    }
    g_free(conflict.table);
}

void changes_apply(struct db *db, gint64 number, const guint8 *bytes, gsize length)
{
    const guint8 *end = bytes + length;
    if (commits_of(db) != number - 1 && db->error == NULL) {
        handle_refuse(db, "it is not at the change before %" G_GINT64_FORMAT, number);
    }
    const guint8 *changeset = go_through_sequences(db, false, bytes, end);
    if (changeset == NULL && db->error == NULL) {
        refuse_malformed(db, number);
    }
    if (db->error != NULL) {
        return;
    }
    apply_changeset(db, number, changeset, (gsize)(end - changeset));
    if (db->error == NULL) {
        go_through_sequences(db, true, bytes, end);
    }
    if (db->error == NULL && commits_of(db) != number) {
        refuse_malformed(db, number);
    }
}
