/*
 * Statements and their rows, and the error that a handle keeps (db.h).
 *
 * A statement stays prepared until the handle is closed. All rows of a query are read when it is
 * run, so what is written while a caller takes them does not change them.
 */
#include <errno.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "store/handle.h"

enum { BYTES_KEPT = 16 * 1024 }; /* of memory that a statement may keep for its next rows */

/* A value of a row. A copy of SQLite's own costs a mail a tenth more time. */
struct value {
    int type;
    guint length;  /* of a text, which a NUL follows, or of bytes */
    gint64 number; /* what it is; of a text or bytes where in `bytes` they begin */
};

/* A prepared statement. */
struct rows {
    struct db *db;
    sqlite3_stmt *statement;
    struct rows *next;  /* another of the same text: one was open when it was needed again */
    bool open;          /* between db_query and its end */
    int columns;        /* how many there are */
    const char **names; /* theirs, which live as long as the program */
    int asked;          /* the column at which the next search by name begins */
    guint row;          /* the current one, from 1; 0: before the first */
    GByteArray *bytes;  /* of all rows */
    GArray *values;     /* struct value: of all rows, one after the other */
};

/* ---- the error ---- */

/* What a person can do about an error, besides SQLite's own words for the code. */
static const struct {
    int code;
    const char *advice;
} advices[] = {
    { SQLITE_BUSY, "; another process is using it, try again" },
    { SQLITE_CORRUPT, "; the file is damaged: keep a copy, and restore a sound backup" },
    { SQLITE_NOTADB, "; this is no postmove database, or its beginning is damaged" },
    { SQLITE_FULL, "; make room on the disk, then try again" },
    { SQLITE_IOERR, "; look at the disk before anything else" },
};

void db_fault(struct db *db, enum postmove_error code, bool grave, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (db->error == NULL) {
        g_autofree char *reason = g_strdup_vprintf(format, arguments);
        db->grave = grave;
        db->error = g_error_new(POSTMOVE_ERROR, (int)code, "%s: %s", db->path, reason);
    }
    va_end(arguments);
}

void db_halt_by(struct db *db, GError *error)
{
    if (db->error == NULL) {
        db->grave = true;
        db->error = error;
    } else {
        g_error_free(error);
    }
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
            advice = advices[i].advice;
        }
    }
    const bool told = (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && system != 0;
    const bool grave =
        code != SQLITE_CONSTRAINT && code != SQLITE_TOOBIG && code != SQLITE_MISMATCH;
    g_autofree char *rights = advice_on_rights(db, code);
    db_fault(db, POSTMOVE_ERROR_LATER, grave, "%s%s%s%s", sqlite3_errmsg(db->handle),
             told ? ": " : "", told ? g_strerror(system) : "", rights != NULL ? rights : advice);
}

bool db_failed(const struct db *db)
{
    return db->error != NULL;
}

/* ---- preparing ---- */

/* Each value stands where its parameter does, and ends with that one's name. */
static void check_names(sqlite3_stmt *statement, const struct db_value *values)
{
    for (int i = 0; values[i].from != NULL; i++) {
        const char *parameter = sqlite3_bind_parameter_name(statement, i + 1);
        const char *name = parameter != NULL && parameter[0] == ':' ? parameter + 1 : "";
        const size_t from = strlen(values[i].from), named = strlen(name);
        if (from < named || g_ascii_strcasecmp(values[i].from + from - named, name) != 0) {
            g_error("%s is given for %s: %s", values[i].from, parameter, sqlite3_sql(statement));
        }
    }
}

static struct rows *prepare(struct db *db, const char *sql, const struct db_value *values)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v3(db->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) !=
        SQLITE_OK) {
        handle_keep_error(db);
        return NULL;
    }
    check_names(statement, values);
    struct rows *rows = g_new(struct rows, 1);
    *rows = (struct rows){
        .db = db,
        .statement = statement,
        .columns = sqlite3_column_count(statement),
        .names = g_new(const char *, sqlite3_column_count(statement)),
        .bytes = g_byte_array_new(),
        .values = g_array_new(FALSE, FALSE, sizeof(struct value)),
    };
    for (int i = 0; i < rows->columns; i++) {
        rows->names[i] = g_intern_string(sqlite3_column_name(statement, i));
    }
    return rows;
}

/* A statement of that text which is not in use. */
static struct rows *statement_for(struct db *db, const char *sql, const struct db_value *values)
{
    struct rows *first = g_hash_table_lookup(db->statements, sql);
    for (struct rows *rows = first; rows != NULL; rows = rows->next) {
        if (!rows->open) {
            return rows;
        }
    }
    struct rows *rows = prepare(db, sql, values);
    if (rows != NULL) {
        rows->next = first;
        g_hash_table_insert(db->statements, (gpointer)sql, rows);
    }
    return rows;
}

static int bind(sqlite3_stmt *statement, int at, const struct db_value *value)
{
    return value->kind == DB_NUMBER ? sqlite3_bind_int64(statement, at, value->number)
           : value->kind == DB_TEXT
               ? sqlite3_bind_text(statement, at, value->data, -1, SQLITE_STATIC)
               : sqlite3_bind_blob64(statement, at, value->data, (sqlite3_uint64)value->number,
                                     SQLITE_STATIC);
}

/* ---- running ---- */

static bool has_bytes(const struct value *value)
{
    return value->type == SQLITE_TEXT || value->type == SQLITE_BLOB;
}

static void read_value(struct rows *rows, int column)
{
    sqlite3_stmt *statement = rows->statement;
    struct value value = { .type = sqlite3_column_type(statement, column) };
    if (has_bytes(&value)) {
        const guint8 *bytes = sqlite3_column_blob(statement, column);
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
    rows->row = 0;
    while ((result = sqlite3_step(rows->statement)) == SQLITE_ROW) {
        for (int i = 0; i < rows->columns; i++) {
            read_value(rows, i);
        }
    }
    if (result != SQLITE_DONE) {
        handle_keep_error(rows->db);
    }
}

struct rows *db_start(struct db *db, const char *sql, const struct db_value *values)
{
    /* After a failure, or if the file could not be opened, nothing runs. */
    struct rows *rows =
        db->error == NULL && db->statements != NULL ? statement_for(db, sql, values) : NULL;
    if (rows == NULL) {
        return NULL;
    }
    const int before = sqlite3_total_changes(db->handle);
    int count = 0;
    rows->open = true;
    for (; values[count].from != NULL; count++) {
        if (bind(rows->statement, count + 1, &values[count]) != SQLITE_OK) {
            handle_keep_error(db);
        }
    }
    g_assert(count == sqlite3_bind_parameter_count(rows->statement));
    if (db->error == NULL) {
        read_all(rows);
    }
    sqlite3_reset(rows->statement);
    /* A secret or a letter must not linger in a kept statement. */
    sqlite3_clear_bindings(rows->statement);
    /* What is changed outside of a transaction is in no log. */
    g_assert(db->log.data == NULL || sqlite3_get_autocommit(db->handle) == 0 ||
             sqlite3_total_changes(db->handle) == before);
    if (db->error != NULL) {
        rows_end(rows);
        return NULL;
    }
    return rows;
}

/* ---- rows ---- */

bool rows_next(struct rows *rows)
{
    if (rows == NULL || !rows->open) {
        return false;
    }
    if (rows->db->error == NULL && rows->row * (guint)rows->columns < rows->values->len) {
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

/* Most columns are asked for in their order. */
static const struct value *value_of(struct rows *rows, const char *column)
{
    for (int i = 0, at = rows->asked; i < rows->columns; i++, at++) {
        at = at < rows->columns ? at : 0;
        if (strcmp(rows->names[at], column) == 0) {
            rows->asked = at + 1;
            return value_at(rows, at);
        }
    }
    g_error("no column is named %s: %s", column, sqlite3_sql(rows->statement));
}

static gint64 number_of(struct rows *rows, const struct value *value)
{
    if (has_bytes(value)) {
        db_halt(rows->db, "a text stands where a number belongs: the file is damaged");
        return 0;
    }
    return value->number;
}

static const char *text_of(struct rows *rows, const struct value *value)
{
    if (value->type != SQLITE_NULL && !has_bytes(value)) {
        db_halt(rows->db, "a number stands where a text belongs: the file is damaged");
        return "";
    }
    return has_bytes(value) ? (const char *)rows->bytes->data + value->number : NULL;
}

const char *rows_column(const struct rows *rows, int column)
{
    return column < rows->columns ? rows->names[column] : NULL;
}

gint64 rows_int(struct rows *rows, const char *column)
{
    return number_of(rows, value_of(rows, column));
}

const char *rows_text(struct rows *rows, const char *column)
{
    return text_of(rows, value_of(rows, column));
}

char *rows_dup(struct rows *rows, const char *column)
{
    return g_strdup(rows_text(rows, column));
}

GBytes *rows_bytes(struct rows *rows, const char *column)
{
    const struct value *value = value_of(rows, column);
    const char *bytes = text_of(rows, value);
    return bytes != NULL ? g_bytes_new(bytes, value->length) : NULL;
}

bool rows_hash(struct rows *rows, const char *column, unsigned char hash[SECRET_HASH_BYTES])
{
    g_autoptr(GBytes) bytes = rows_bytes(rows, column);
    const bool whole = bytes != NULL && g_bytes_get_size(bytes) == SECRET_HASH_BYTES;
    if (whole) {
        memcpy(hash, g_bytes_get_data(bytes, NULL), SECRET_HASH_BYTES);
    }
    return whole;
}

struct rows *rows_first(struct rows *rows)
{
    const bool found = rows_next(rows);
    if (found) {
        rows->open = false;
    }
    return found ? rows : NULL;
}

gint64 rows_only_number(struct rows *rows)
{
    const struct rows *first = rows_first(rows);
    return first != NULL ? number_of(rows, value_at(first, 0)) : 0;
}

char *rows_only_text(struct rows *rows)
{
    const struct rows *first = rows_first(rows);
    return first != NULL ? g_strdup(text_of(rows, value_at(first, 0))) : NULL;
}

GArray *rows_all_numbers(struct rows *rows)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    while (rows_next(rows)) {
        const gint64 number = number_of(rows, value_at(rows, 0));
        g_array_append_val(numbers, number);
    }
    return numbers;
}

GPtrArray *rows_all_texts(struct rows *rows)
{
    GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
    while (rows_next(rows)) {
        g_ptr_array_add(texts, g_strdup(text_of(rows, value_at(rows, 0))));
    }
    return texts;
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
            g_free(rows->names);
            g_byte_array_unref(rows->bytes);
            g_array_unref(rows->values);
            g_free(rows);
        }
    }
    g_clear_pointer(&db->statements, g_hash_table_destroy);
}
