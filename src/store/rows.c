/*
 * Statements and their rows (db.h).
 *
 * All rows of a query are read when it is run. A statement keeps those that it gave for the last
 * arguments. When it is prepared, SQLite tells
 * which tables it reads and writes; changes are counted, and rows that were read before the last
 * change of one of their tables are not used again, so none is ever out of date. That holds because
 * nobody else writes to the file meanwhile: a writer holds the writers' lock as long as its handle
 * lives, and a reader keeps rows within a transaction alone.
 */
#include <string.h>

#include "store/handle.h"

enum {
    VALUES_KEPT = 1024,     /* at most of an answer */
    ANSWERS_KEPT = 16,      /* of a statement: with so many different arguments */
    BYTES_KEPT = 16 * 1024, /* about, at most, of the texts of an answer */
    TABLES_KNOWN = 63,      /* those beyond count as one */
    OWN_TABLES = 1, /* a bit for SQLite's own, which change with whatever writes to others */
};

/* A value of a row. */
struct value {
    int type;
    guint length;  /* of a text, which a NUL follows, or of bytes */
    gint64 number; /* what it is; of a text or bytes where in `bytes` they begin */
};

/* What a statement gave for some arguments. */
struct answer {
    GByteArray *bytes; /* the arguments, then texts and bytes; NULL: nothing is kept */
    guint arguments;   /* how many of the bytes are those of the arguments; 0: it is not kept */
    GArray *values;    /* struct value: of all rows, one after the other */
    guint count;       /* rows */
    guint64 changes;   /* as many statements had changed something when it was read */
};

/* A prepared statement, kept until the handle is closed. */
struct rows {
    struct db *db;
    sqlite3_stmt *statement;
    struct rows *next; /* another of the same text: one was open when it was needed again */
    guint64 reads;     /* tables, as bits */
    guint64 writes;
    bool keeps; /* its rows may be kept */
    bool open;  /* between db_query and its end */
    int columns;
    guint row;             /* the current one, from 1; 0: before the first */
    struct answer *answer; /* while it is open */
    struct answer answers[ANSWERS_KEPT];
    guint oldest; /* of these: the next to be replaced */
};

struct statements {
    GHashTable *prepared;              /* address of the text to struct rows * */
    GHashTable *tables;                /* name to number */
    struct rows *preparing;            /* what SQLite tells of its tables is noted here */
    GByteArray *arguments;             /* of the query that begins */
    guint64 changes;                   /* statements that have changed something */
    guint64 changed[TABLES_KNOWN + 1]; /* by table: the number of the last one that changed it */
};

static void answer_clear(struct answer *answer)
{
    g_clear_pointer(&answer->bytes, g_byte_array_unref);
    g_clear_pointer(&answer->values, g_array_unref);
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

/* SQLite calls this for each thing that a statement does, while it is prepared. */
static int note_table(void *known, int action, const char *first, const char *second,
                      const char *database, const char *trigger)
{
    (void)second;
    (void)database;
    (void)trigger;
    struct statements *statements = known;
    struct rows *rows = statements->preparing;
    if (rows == NULL) {
        return SQLITE_OK;
    }
    if (action == SQLITE_PRAGMA || (action == SQLITE_READ && g_str_has_prefix(first, "pragma_"))) {
        rows->keeps = false; /* it depends on more than tables and arguments */
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
    statements->arguments = g_byte_array_new();
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
    rows->columns = sqlite3_column_count(rows->statement);
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

/* ---- kept rows ---- */

/* Notes that a statement has changed these tables. */
static void note_changes(struct statements *statements, guint64 tables)
{
    statements->changes++;
    for (; tables != 0; tables &= tables - 1) {
        statements->changed[__builtin_ctzll(tables)] = statements->changes;
    }
}

void handle_forget_rows(struct db *db)
{
    if (db->statements != NULL) {
        note_changes(db->statements, G_MAXUINT64);
    }
}

/* True if the rows may be kept: with these arguments, and now. */
static bool may_keep(const struct rows *rows, const char *types)
{
    const struct db *db = rows->db;
    const bool others_write = db->mode == DB_READ && sqlite3_get_autocommit(db->handle) != 0;
    return rows->keeps && !others_write && strchr(types, 'b') == NULL;
}

/* Arguments as bytes, different ones as different bytes; at least one. */
static void write_arguments(GByteArray *out, const char *types, va_list arguments)
{
    g_byte_array_set_size(out, 0);
    for (; *types != '\0'; types++) {
        if (*types == 'i') {
            gint64 number = va_arg(arguments, gint64);
            g_byte_array_append(out, (const guint8 *)&number, sizeof(number));
        } else {
            const char *text = va_arg(arguments, const char *);
            g_byte_array_append(out, (const guint8 *)(text != NULL ? "t" : "n"), 1);
            g_byte_array_append(out, (const guint8 *)(text != NULL ? text : ""),
                                text != NULL ? (guint)strlen(text) + 1 : 0);
        }
    }
    g_byte_array_append(out, (const guint8 *)"", 1);
}

/* What is kept for these arguments; NULL: nothing. */
static struct answer *answer_to(struct rows *rows, const GByteArray *arguments)
{
    for (guint i = 0; i < ANSWERS_KEPT; i++) {
        struct answer *answer = &rows->answers[i];
        if (answer->bytes != NULL && answer->arguments == arguments->len &&
            memcmp(answer->bytes->data, arguments->data, arguments->len) == 0) {
            return answer;
        }
    }
    return NULL;
}

/* True if no table that the statement reads has changed since. */
static bool is_up_to_date(const struct rows *rows, const struct answer *answer)
{
    const struct statements *statements = rows->db->statements;
    for (guint64 left = rows->reads; left != 0; left &= left - 1) {
        if (statements->changed[__builtin_ctzll(left)] > answer->changes) {
            return false;
        }
    }
    return true;
}

/* An answer to be read, in the place of `old` or, if that is NULL, of the oldest; without arguments
 * it is not kept, and always the same. */
static struct answer *answer_begin(struct rows *rows, const GByteArray *arguments,
                                   struct answer *old)
{
    struct answer *answer = old != NULL          ? old
                            : arguments->len > 0 ? &rows->answers[rows->oldest++ % ANSWERS_KEPT]
                                                 : &rows->answers[0];
    if (answer->bytes == NULL) {
        answer->bytes = g_byte_array_new();
        answer->values = g_array_new(FALSE, FALSE, sizeof(struct value));
    }
    g_byte_array_set_size(answer->bytes, 0);
    g_byte_array_append(answer->bytes, arguments->data, arguments->len);
    g_array_set_size(answer->values, 0);
    answer->arguments = arguments->len;
    answer->count = 0;
    return answer;
}

static void read_value(sqlite3_stmt *statement, struct answer *answer, int column)
{
    struct value value = { .type = sqlite3_column_type(statement, column) };
    if (value.type == SQLITE_TEXT || value.type == SQLITE_BLOB) {
        const guint8 *bytes = value.type == SQLITE_TEXT ? sqlite3_column_text(statement, column)
                                                        : sqlite3_column_blob(statement, column);
        value.length = (guint)sqlite3_column_bytes(statement, column);
        value.number = answer->bytes->len;
        g_byte_array_append(answer->bytes, bytes, value.length);
        g_byte_array_append(answer->bytes, (const guint8 *)"", 1);
    } else {
        value.number = sqlite3_column_int64(statement, column);
    }
    g_array_append_val(answer->values, value);
}

/* Runs the statement and reads all its rows. */
static void read_all(struct rows *rows, struct answer *answer)
{
    int result = SQLITE_ROW;
    for (; (result = sqlite3_step(rows->statement)) == SQLITE_ROW; answer->count++) {
        for (int i = 0; i < rows->columns; i++) {
            read_value(rows->statement, answer, i);
        }
    }
    if (result != SQLITE_DONE) {
        handle_keep_error(rows->db);
    }
    answer->changes = rows->db->statements->changes;
}

/* ---- running ---- */

/* False after a failure, and if the file could not be opened. */
static bool can_run(const struct db *db)
{
    return db->error == NULL && db->statements != NULL;
}

/* A statement that was run, before its first row; NULL if something failed. */
static struct rows *start(struct db *db, const char *sql, const char *types, va_list arguments)
{
    struct rows *rows = can_run(db) ? statement_for(db, sql) : NULL;
    if (rows == NULL) {
        return NULL;
    }
    g_assert(sqlite3_bind_parameter_count(rows->statement) == (int)strlen(types));
    GByteArray *key = db->statements->arguments;
    g_byte_array_set_size(key, 0);
    if (may_keep(rows, types)) {
        va_list again;
        va_copy(again, arguments);
        write_arguments(key, types, again);
        va_end(again);
    }
    struct answer *kept = key->len > 0 ? answer_to(rows, key) : NULL;
    rows->open = true;
    rows->row = 0;
    rows->answer = kept;
    if (kept == NULL || !is_up_to_date(rows, kept)) {
        rows->answer = answer_begin(rows, key, kept);
        if (bind_all(rows->statement, types, arguments) != SQLITE_OK) {
            handle_keep_error(db);
        } else {
            read_all(rows, rows->answer);
        }
        sqlite3_reset(rows->statement);
        /* A secret or a letter must not linger in a kept statement. */
        sqlite3_clear_bindings(rows->statement);
    }
    if (db->error != NULL) {
        rows->answer->arguments = 0;
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
    int before = can_run(db) ? sqlite3_total_changes(db->handle) : 0;
    va_list arguments;
    va_start(arguments, types);
    struct rows *rows = start(db, sql, types, arguments);
    va_end(arguments);
    rows_end(rows);
    if (rows != NULL && rows->writes != 0) {
        /* A number may be used up even if no row is changed. */
        bool changed = sqlite3_total_changes(db->handle) != before;
        /* What is changed outside of a transaction is in no log. */
        g_assert(!changed || db->log.data == NULL || sqlite3_get_autocommit(db->handle) == 0);
        note_changes(db->statements, changed ? rows->writes : rows->writes & OWN_TABLES);
    }
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
    if (rows->db->error == NULL && rows->row < rows->answer->count) {
        rows->row++;
        return true;
    }
    rows_end(rows);
    return false;
}

static const struct value *value_at(const struct rows *rows, int column)
{
    return &g_array_index(rows->answer->values, struct value,
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
    return (const char *)rows->answer->bytes->data + value->number;
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
    struct answer *answer = rows->answer;
    rows->open = false;
    rows->answer = NULL;
    if (answer->values->len > VALUES_KEPT || answer->bytes->len > BYTES_KEPT) {
        answer_clear(answer);
    }
}

void handle_free_rows(struct db *db)
{
    GHashTableIter every;
    gpointer first;
    if (db->statements == NULL) {
        return;
    }
    g_hash_table_iter_init(&every, db->statements->prepared);
    while (g_hash_table_iter_next(&every, NULL, &first)) {
        for (struct rows *rows = first, *next; rows != NULL; rows = next) {
            next = rows->next;
            sqlite3_finalize(rows->statement);
            for (guint i = 0; i < ANSWERS_KEPT; i++) {
                answer_clear(&rows->answers[i]);
            }
            g_free(rows);
        }
    }
    g_hash_table_destroy(db->statements->prepared);
    g_byte_array_unref(db->statements->arguments);
    g_hash_table_destroy(db->statements->tables);
    g_clear_pointer(&db->statements, g_free);
}
