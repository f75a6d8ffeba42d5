/*
 * Statements and their rows (db.h).
 *
 * A statement stays prepared until the handle is closed. All rows of a query are read when it is
 * run, so what is written while a caller takes them does not change them.
 */
#include <string.h>

#include "store/handle.h"

enum { BYTES_KEPT = 16 * 1024 }; /* of memory that a statement may keep for its next rows */

/* A value of a row. */
struct value {
    int type;
    guint length;  /* of a text, which a NUL follows, or of bytes */
    gint64 number; /* what it is; of a text or bytes where in `bytes` they begin */
};

/* A prepared statement. */
struct rows {
    struct db *db;
    sqlite3_stmt *statement;
    struct rows *next; /* another of the same text: one was open when it was needed again */
    bool open;         /* between db_query and its end */
    int columns;
    guint count, row;  /* how many rows there are; the current one, from 1; 0: before the first */
    GByteArray *bytes; /* of all rows */
    GArray *values;    /* struct value: of all rows, one after the other */
};

/* ---- preparing ---- */

static struct rows *prepare(struct db *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v3(db->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) !=
        SQLITE_OK) {
        handle_keep_error(db);
        return NULL;
    }
    struct rows *rows = g_new(struct rows, 1);
    *rows = (struct rows){
        .db = db,
        .statement = statement,
        .columns = sqlite3_column_count(statement),
        .bytes = g_byte_array_new(),
        .values = g_array_new(FALSE, FALSE, sizeof(struct value)),
    };
    return rows;
}

/* A statement of that text which is not in use. */
static struct rows *statement_for(struct db *db, const char *sql)
{
    struct rows *first = g_hash_table_lookup(db->statements, sql);
    for (struct rows *rows = first; rows != NULL; rows = rows->next) {
        if (!rows->open) {
            return rows;
        }
    }
    struct rows *rows = prepare(db, sql);
    if (rows != NULL) {
        rows->next = first;
        g_hash_table_insert(db->statements, (gpointer)sql, rows);
    }
    return rows;
}

/* Binds one argument a letter of `types`. */
static int bind_all(sqlite3_stmt *statement, const char *types, va_list arguments)
{
    int result = SQLITE_OK;
    for (int at = 1; result == SQLITE_OK && types[at - 1] != '\0'; at++) {
        if (types[at - 1] == 'i') {
            result = sqlite3_bind_int64(statement, at, va_arg(arguments, gint64));
        } else if (types[at - 1] == 's') {
            const char *text = va_arg(arguments, const char *);
            result = sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
        } else {
            g_assert(types[at - 1] == 'b');
            const void *bytes = va_arg(arguments, const void *);
            size_t length = va_arg(arguments, size_t);
            result = sqlite3_bind_blob64(statement, at, bytes, length, SQLITE_STATIC);
        }
    }
    return result;
}

/* ---- running ---- */

static void read_value(struct rows *rows, int column)
{
    sqlite3_stmt *statement = rows->statement;
    struct value value = { .type = sqlite3_column_type(statement, column) };
    if (value.type == SQLITE_TEXT || value.type == SQLITE_BLOB) {
        const guint8 *bytes = value.type == SQLITE_TEXT ? sqlite3_column_text(statement, column)
                                                        : sqlite3_column_blob(statement, column);
        value.length = (guint)sqlite3_column_bytes(statement, column);
        value.number = rows->bytes->len;
        g_byte_array_append(rows->bytes, bytes, value.length);
        g_byte_array_append(rows->bytes, (const guint8 *)"", 1);
    } else {
        value.number = sqlite3_column_int64(statement, column);
    }
    g_array_append_val(rows->values, value);
}

/* Runs the statement and reads all its rows. */
static void read_all(struct rows *rows)
{
    int result = SQLITE_ROW;
    g_byte_array_set_size(rows->bytes, 0);
    g_array_set_size(rows->values, 0);
    rows->count = rows->row = 0;
    for (; (result = sqlite3_step(rows->statement)) == SQLITE_ROW; rows->count++) {
        for (int i = 0; i < rows->columns; i++) {
            read_value(rows, i);
        }
    }
    if (result != SQLITE_DONE) {
        handle_keep_error(rows->db);
    }
}

/* A statement that was run, before its first row; NULL if something failed. */
static struct rows *start(struct db *db, const char *sql, const char *types, va_list arguments)
{
    /* After a failure, or if the file could not be opened, nothing runs. */
    struct rows *rows = db->error == NULL && db->statements != NULL ? statement_for(db, sql) : NULL;
    if (rows == NULL) {
        return NULL;
    }
    g_assert(sqlite3_bind_parameter_count(rows->statement) == (int)strlen(types));
    rows->open = true;
    if (bind_all(rows->statement, types, arguments) != SQLITE_OK) {
        handle_keep_error(db);
    } else {
        read_all(rows);
    }
    sqlite3_reset(rows->statement);
    /* A secret or a letter must not linger in a kept statement. */
    sqlite3_clear_bindings(rows->statement);
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
    struct rows *rows = start(db, sql, types, arguments);
    va_end(arguments);
    return rows;
}

void db_run(struct db *db, const char *sql, const char *types, ...)
{
    const int before = db->handle != NULL ? sqlite3_total_changes(db->handle) : 0;
    va_list arguments;
    va_start(arguments, types);
    rows_end(start(db, sql, types, arguments));
    va_end(arguments);
    /* What is changed outside of a transaction is in no log. */
    g_assert(db->log.data == NULL || sqlite3_get_autocommit(db->handle) == 0 ||
             sqlite3_total_changes(db->handle) == before);
}

gint64 db_number(struct db *db, const char *sql, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    struct rows *rows = start(db, sql, types, arguments);
    va_end(arguments);
    gint64 number = rows_next(rows) ? rows_int(rows, 0) : 0;
    rows_end(rows);
    return number;
}

/* ---- rows ---- */

bool rows_next(struct rows *rows)
{
    if (rows == NULL || !rows->open) {
        return false;
    }
    if (rows->db->error == NULL && rows->row < rows->count) {
        rows->row++;
        return true;
    }
    rows_end(rows);
    return false;
}

static const struct value *value_at(const struct rows *rows, int column)
{
    return &g_array_index(rows->values, struct value,
                          (rows->row - 1) * (guint)rows->columns + (guint)column);
}

static bool has_bytes(const struct value *value)
{
    return value->type == SQLITE_TEXT || value->type == SQLITE_BLOB;
}

gint64 rows_int(struct rows *rows, int column)
{
    const struct value *value = value_at(rows, column);
    if (has_bytes(value)) {
        db_halt(rows->db, "a text stands where a number belongs: the file is damaged");
        return 0;
    }
    return value->number;
}

const char *rows_text(struct rows *rows, int column)
{
    const struct value *value = value_at(rows, column);
    if (value->type == SQLITE_NULL) {
        return NULL;
    }
    if (!has_bytes(value)) {
        db_halt(rows->db, "a number stands where a text belongs: the file is damaged");
        return "";
    }
    return (const char *)rows->bytes->data + value->number;
}

char *rows_dup(struct rows *rows, int column)
{
    return g_strdup(rows_text(rows, column));
}

GBytes *rows_bytes(struct rows *rows, int column)
{
    const char *bytes = rows_text(rows, column);
    return bytes != NULL ? g_bytes_new(bytes, value_at(rows, column)->length) : NULL;
}

void rows_end(struct rows *rows)
{
    if (rows == NULL || !rows->open) {
        return;
    }
    rows->open = false;
    if (rows->bytes->len > BYTES_KEPT || rows->values->len * sizeof(struct value) > BYTES_KEPT) {
        g_byte_array_unref(rows->bytes);
        g_array_unref(rows->values);
        rows->bytes = g_byte_array_new();
        rows->values = g_array_new(FALSE, FALSE, sizeof(struct value));
    }
}

void handle_free_rows(struct db *db)
{
    GHashTableIter every;
    gpointer first;
    if (db->statements == NULL) {
        return;
    }
    g_hash_table_iter_init(&every, db->statements);
    while (g_hash_table_iter_next(&every, NULL, &first)) {
        for (struct rows *rows = first, *next; rows != NULL; rows = next) {
            next = rows->next;
            sqlite3_finalize(rows->statement);
            g_byte_array_unref(rows->bytes);
            g_array_unref(rows->values);
            g_free(rows);
        }
    }
    g_clear_pointer(&db->statements, g_hash_table_destroy);
}
