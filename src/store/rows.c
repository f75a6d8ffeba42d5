/*
 * Statements, their rows, and the error that a handle keeps (db.h).
 *
 * Rows of a query are kept with its text and arguments. When a statement is prepared, SQLite tells
 * which tables it reads and writes; changes are counted, and rows that were read before the last
 * change of one of their tables are not used again, so none is ever out of date. That holds because
 * nobody else writes to the file meanwhile: a writer holds the writers' lock as long as its handle
 * lives, and a reader keeps rows within a transaction alone.
 */
#include <errno.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "store/handle.h"

enum {
    ROWS_KEPT = 32,     /* at most of a query */
    QUERIES_KEPT = 500, /* with their rows */
    TABLES_KNOWN = 63,  /* those beyond count as one */
    OWN_TABLES = 1,     /* a bit for SQLite's own, which change with whatever writes to others */
};

/* A prepared statement, kept until the handle is closed. */
struct rows {
    struct db *db;
    sqlite3_stmt *statement;
    struct rows *next; /* another of the same text: one was open when it was needed again */
    guint64 reads;     /* tables, as bits */
    guint64 writes;
    bool keeps;        /* its rows may be kept */
    bool open;         /* between db_query and its end */
    GPtrArray *values; /* of the rows that were read ahead, one after the other; NULL: none were */
    guint row;         /* the current one, from 1; 0: before the first */
    bool complete;     /* there are no rows behind those */
    bool waits;        /* the statement stands on the first row behind those */
};

struct statements {
    GHashTable *prepared;              /* address of the text to struct rows * */
    GHashTable *kept;                  /* text and arguments (GBytes) to struct kept * */
    GHashTable *tables;                /* name to number */
    struct rows *preparing;            /* what SQLite tells of its tables is noted here */
    guint64 changes;                   /* statements that have changed something */
    guint64 changed[TABLES_KNOWN + 1]; /* by table: the number of the last one that changed it */
};

struct kept {
    GPtrArray *values;
    guint64 reads;
    guint64 changes; /* as many statements had changed something when the rows were read */
};

static void kept_free(gpointer kept)
{
    g_ptr_array_unref(((struct kept *)kept)->values);
    g_free(kept);
}

/* ---- which tables ---- */

static guint64 table_bit(struct statements *statements, const char *table)
{
    gpointer number = g_hash_table_lookup(statements->tables, table);
    if (number == NULL) {
        number = GUINT_TO_POINTER(MIN(g_hash_table_size(statements->tables) + 1, TABLES_KNOWN));
        g_hash_table_insert(statements->tables, g_strdup(table), number);
    }
    return G_GUINT64_CONSTANT(1) << GPOINTER_TO_UINT(number);
}

/* True if the result depends on more than tables and arguments, so that rows are not kept. */
static bool depends_on_more(int action, const char *table, const char *function)
{
    static const char *const functions[] = { "changes", "last_insert_rowid", "random", "randomblob",
                                             "total_changes" };
    bool found =
        action == SQLITE_PRAGMA || (action == SQLITE_READ && g_str_has_prefix(table, "pragma_"));
    for (size_t i = 0; i < G_N_ELEMENTS(functions) && action == SQLITE_FUNCTION && !found; i++) {
        found = strcmp(function, functions[i]) == 0;
    }
    return found;
}

/* SQLite calls this for each thing that a statement does, while it is prepared. */
static int note_table(void *known, int action, const char *first, const char *second,
                      const char *database, const char *trigger)
{
    (void)database;
    (void)trigger;
    struct statements *statements = known;
    struct rows *rows = statements->preparing;
    if (rows == NULL) {
        return SQLITE_OK;
    }
    if (depends_on_more(action, first, second)) {
        rows->keeps = false;
    } else if (action == SQLITE_READ) {
        rows->reads |=
            g_str_has_prefix(first, "sqlite_") ? OWN_TABLES : table_bit(statements, first);
    } else if (action == SQLITE_INSERT || action == SQLITE_UPDATE || action == SQLITE_DELETE) {
        rows->writes |= table_bit(statements, first) | OWN_TABLES;
    }
    return SQLITE_OK;
}

void handle_keep_statements(struct db *db)
{
    struct statements *statements = g_new0(struct statements, 1);
    statements->prepared = g_hash_table_new(g_direct_hash, g_direct_equal);
    statements->kept = g_hash_table_new_full(g_bytes_hash, g_bytes_equal,
                                             (GDestroyNotify)g_bytes_unref, kept_free);
    statements->tables = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    db->statements = statements;
    sqlite3_set_authorizer(db->handle, note_table, statements);
}

/* ---- preparing ---- */

static struct rows *prepare(struct db *db, const char *sql)
{
    struct rows *rows = g_new(struct rows, 1);
    *rows = (struct rows){ .db = db, .keeps = true };
    db->statements->preparing = rows;
    int result =
        sqlite3_prepare_v3(db->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &rows->statement, NULL);
    db->statements->preparing = NULL;
    if (result != SQLITE_OK) {
        handle_keep_error(db);
        g_free(rows);
        return NULL;
    }
    rows->keeps = rows->keeps && rows->reads != 0 && sqlite3_stmt_readonly(rows->statement);
    return rows;
}

/* A statement of that text which is not in use. */
static struct rows *statement_for(struct db *db, const char *sql)
{
    struct rows *first = g_hash_table_lookup(db->statements->prepared, sql);
    for (struct rows *rows = first; rows != NULL; rows = rows->next) {
        if (!rows->open) {
            return rows;
        }
    }
    struct rows *rows = prepare(db, sql);
    if (rows != NULL) {
        rows->next = first;
        g_hash_table_insert(db->statements->prepared, (gpointer)sql, rows);
    }
    return rows;
}

/* Binds one argument a letter of `types`. */
static int bind_all(sqlite3_stmt *statement, const char *types, va_list arguments,
                    sqlite3_destructor_type keeping)
{
    int result = SQLITE_OK;
    for (int at = 1; result == SQLITE_OK && types[at - 1] != '\0'; at++) {
        if (types[at - 1] == 'i') {
            result = sqlite3_bind_int64(statement, at, va_arg(arguments, gint64));
        } else if (types[at - 1] == 's') {
            const char *text = va_arg(arguments, const char *);
            result = sqlite3_bind_text(statement, at, text, -1, keeping);
        } else {
            g_assert(types[at - 1] == 'b');
            const void *bytes = va_arg(arguments, const void *);
            size_t length = va_arg(arguments, size_t);
            result = sqlite3_bind_blob64(statement, at, bytes, length, keeping);
        }
    }
    return result;
}

/* ---- kept rows ---- */

void handle_forget_rows(struct db *db)
{
    if (db->statements != NULL) {
        g_hash_table_remove_all(db->statements->kept);
    }
}

/* Notes that a statement has changed these tables. */
static void note_changes(struct statements *statements, guint64 tables)
{
    statements->changes++;
    for (; tables != 0; tables &= tables - 1) {
        statements->changed[__builtin_ctzll(tables)] = statements->changes;
    }
}

/* Kept rows that are up to date; NULL: there are none. */
static const struct kept *kept_for(const struct statements *statements, const GBytes *key)
{
    const struct kept *kept = g_hash_table_lookup(statements->kept, key);
    for (guint64 left = kept != NULL ? kept->reads : 0; left != 0; left &= left - 1) {
        if (statements->changed[__builtin_ctzll(left)] > kept->changes) {
            return NULL;
        }
    }
    return kept;
}

/* The key under which rows are kept; NULL if those of this query are not kept. */
static GBytes *key_of(const struct rows *rows, const char *sql, const char *types,
                      va_list arguments)
{
    const struct db *db = rows->db;
    bool others_write = db->mode == DB_READ && sqlite3_get_autocommit(db->handle) != 0;
    if (!rows->keeps || others_write || strchr(types, 'b') != NULL) {
        return NULL;
    }
    GByteArray *key = g_byte_array_new();
    g_byte_array_append(key, (const guint8 *)&sql, sizeof(sql));
    for (; *types != '\0'; types++) {
        if (*types == 'i') {
            gint64 number = va_arg(arguments, gint64);
            g_byte_array_append(key, (const guint8 *)&number, sizeof(number));
        } else {
            const char *text = va_arg(arguments, const char *);
            g_byte_array_append(key, (const guint8 *)(text != NULL ? "t" : "n"), 1);
            g_byte_array_append(key, (const guint8 *)(text != NULL ? text : ""),
                                text != NULL ? (guint)strlen(text) + 1 : 0);
        }
    }
    return g_byte_array_free_to_bytes(key);
}

/* Reads the first rows, and keeps them if there are no more. */
static void read_ahead(struct rows *rows, GBytes *key)
{
    rows->values = g_ptr_array_new_with_free_func((GDestroyNotify)sqlite3_value_free);
    int columns = sqlite3_column_count(rows->statement), result = SQLITE_ROW;
    for (int row = 0; (result = sqlite3_step(rows->statement)) == SQLITE_ROW; row++) {
        if (row == ROWS_KEPT) {
            rows->waits = true;
            return;
        }
        for (int i = 0; i < columns; i++) {
            sqlite3_value *value = sqlite3_column_value(rows->statement, i);
            g_ptr_array_add(rows->values, sqlite3_value_dup(value));
        }
    }
    if (result != SQLITE_DONE) {
        handle_keep_error(rows->db);
        return;
    }
    rows->complete = true;
    GHashTable *all = rows->db->statements->kept;
    if (g_hash_table_size(all) >= QUERIES_KEPT) {
        g_hash_table_remove_all(all);
    }
    struct kept *kept = g_new(struct kept, 1);
    *kept = (struct kept){ .values = g_ptr_array_ref(rows->values),
                           .reads = rows->reads,
                           .changes = rows->db->statements->changes };
    g_hash_table_replace(all, g_bytes_ref(key), kept);
}

/* ---- running ---- */

/* False after a failure, and if the file could not be opened. */
static bool can_run(const struct db *db)
{
    return db->error == NULL && db->statements != NULL;
}

/* A statement ready for its first row; NULL if something failed. */
static struct rows *start(struct db *db, const char *sql, const char *types, va_list arguments,
                          sqlite3_destructor_type keeping)
{
    struct rows *rows = can_run(db) ? statement_for(db, sql) : NULL;
    if (rows == NULL) {
        return NULL;
    }
    g_assert(sqlite3_bind_parameter_count(rows->statement) == (int)strlen(types));
    va_list again;
    va_copy(again, arguments);
    g_autoptr(GBytes) key = key_of(rows, sql, types, again);
    va_end(again);
    const struct kept *kept = key != NULL ? kept_for(db->statements, key) : NULL;
    rows->open = true;
    rows->row = 0;
    rows->complete = kept != NULL;
    if (kept != NULL) {
        rows->values = g_ptr_array_ref(kept->values);
    } else if (bind_all(rows->statement, types, arguments, keeping) != SQLITE_OK) {
        handle_keep_error(db);
    } else if (key != NULL) {
        read_ahead(rows, key);
    }
    if (db->error != NULL) {
        rows_end(rows);
        return NULL;
    }
    return rows;
}

struct rows *db_query(struct db *db, const char *sql, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    struct rows *rows = start(db, sql, types, arguments, SQLITE_TRANSIENT);
    va_end(arguments);
    return rows;
}

void db_run(struct db *db, const char *sql, const char *types, ...)
{
    int before = can_run(db) ? sqlite3_total_changes(db->handle) : 0;
    va_list arguments;
    va_start(arguments, types);
    struct rows *rows = start(db, sql, types, arguments, SQLITE_STATIC);
    va_end(arguments);
    while (rows_next(rows)) {
        /* If a change returns rows, they are not read. */
    }
    if (rows != NULL && rows->writes != 0) {
        /* A number may be used up even if no row is changed. */
        bool changed = sqlite3_total_changes(db->handle) != before;
        /* What is changed outside of a transaction is in no log. */
        g_assert(!changed || db->watcher == NULL || sqlite3_get_autocommit(db->handle) == 0);
        note_changes(db->statements, changed ? rows->writes : rows->writes & OWN_TABLES);
    }
}

gint64 db_number(struct db *db, const char *sql, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    struct rows *rows = start(db, sql, types, arguments, SQLITE_STATIC);
    va_end(arguments);
    gint64 number = rows_next(rows) ? rows_int(rows, 0) : 0;
    rows_end(rows);
    return number;
}

/* ---- rows ---- */

/* True if the current row is one of those read ahead. */
static bool was_read(const struct rows *rows)
{
    guint columns = (guint)sqlite3_column_count(rows->statement);
    return rows->values != NULL && rows->row * columns <= rows->values->len;
}

bool rows_next(struct rows *rows)
{
    if (rows == NULL || !rows->open) {
        return false;
    }
    int result = SQLITE_DONE;
    rows->row++;
    if (rows->db->error == NULL && was_read(rows)) {
        return true;
    }
    if (rows->db->error == NULL && !rows->complete) {
        result = rows->waits ? SQLITE_ROW : sqlite3_step(rows->statement);
        rows->waits = false;
    }
    if (result == SQLITE_ROW) {
        return true;
    }
    if (result != SQLITE_DONE) {
        handle_keep_error(rows->db);
    }
    rows_end(rows);
    return false;
}

/* A column of a row that was read ahead. */
static sqlite3_value *value_of(struct rows *rows, int column)
{
    int columns = sqlite3_column_count(rows->statement);
    return rows->values->pdata[((int)rows->row - 1) * columns + column];
}

gint64 rows_int(struct rows *rows, int column)
{
    return was_read(rows) ? sqlite3_value_int64(value_of(rows, column))
                          : sqlite3_column_int64(rows->statement, column);
}

const char *rows_text(struct rows *rows, int column)
{
    return (const char *)(was_read(rows) ? sqlite3_value_text(value_of(rows, column))
                                         : sqlite3_column_text(rows->statement, column));
}

char *rows_dup(struct rows *rows, int column)
{
    return g_strdup(rows_text(rows, column));
}

GBytes *rows_bytes(struct rows *rows, int column)
{
    if (was_read(rows)) {
        sqlite3_value *value = value_of(rows, column);
        const void *bytes = sqlite3_value_blob(value);
        bool is_null = sqlite3_value_type(value) == SQLITE_NULL;
        return is_null ? NULL : g_bytes_new(bytes, (gsize)sqlite3_value_bytes(value));
    }
    if (sqlite3_column_type(rows->statement, column) == SQLITE_NULL) {
        return NULL;
    }
    const void *bytes = sqlite3_column_blob(rows->statement, column);
    return g_bytes_new(bytes, (gsize)sqlite3_column_bytes(rows->statement, column));
}

void rows_end(struct rows *rows)
{
    if (rows != NULL && rows->open) {
        rows->open = rows->complete = rows->waits = false;
        g_clear_pointer(&rows->values, g_ptr_array_unref);
        sqlite3_reset(rows->statement);
        /* A secret or a letter must not linger in a kept statement. */
        sqlite3_clear_bindings(rows->statement);
    }
}

/* A query that was not read to its end would keep the transaction's view of the file. */
void handle_end_rows(struct db *db)
{
    GHashTableIter every;
    gpointer first;
    if (db->statements == NULL) {
        return;
    }
    g_hash_table_iter_init(&every, db->statements->prepared);
    while (g_hash_table_iter_next(&every, NULL, &first)) {
        for (struct rows *rows = first; rows != NULL; rows = rows->next) {
            rows_end(rows);
        }
    }
}

void handle_free_rows(struct db *db)
{
    GHashTableIter every;
    gpointer first;
    if (db->statements == NULL) {
        return;
    }
    handle_end_rows(db);
    g_hash_table_iter_init(&every, db->statements->prepared);
    while (g_hash_table_iter_next(&every, NULL, &first)) {
        for (struct rows *rows = first, *next; rows != NULL; rows = next) {
            next = rows->next;
            sqlite3_finalize(rows->statement);
            g_free(rows);
        }
    }
    g_hash_table_destroy(db->statements->prepared);
    g_hash_table_destroy(db->statements->kept);
    g_hash_table_destroy(db->statements->tables);
    g_clear_pointer(&db->statements, g_free);
}

/* ---- failure ---- */

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
    db_fail(db, "%s%s%s%s", sqlite3_errmsg(db->handle), told ? ": " : "",
            told ? g_strerror(system) : "", rights != NULL ? rights : advice);
}

bool db_failed(const struct db *db)
{
    return db->error != NULL;
}
