#include "store/schema.h"

#include <string.h>

#include "store/handle.h"

/* All but the indexes and tables that SQLite makes for itself. Anything else may have a name
 * that begins with "sqlite_", too, if a file was made by hand. */
#define SELECT_SCHEMA                                                                              \
    "SELECT type, name, IFNULL(tbl_name, '') || ': ' || IFNULL(sql, '') FROM sqlite_schema"        \
    " WHERE NOT (type = 'index' AND sql IS NULL AND name GLOB 'sqlite_autoindex_*')"               \
    " AND NOT (type = 'table' AND name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'))"    \
    " ORDER BY type, name"

/* "table players" to "players: CREATE TABLE players ...". */
static GHashTable *read_schema(struct db *db)
{
    GHashTable *schema = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    struct rows *rows = db_query(db, SELECT_SCHEMA, "");
    while (rows_next(rows)) {
        const char *type = rows_text(rows, 0), *name = rows_text(rows, 1);
        g_hash_table_insert(
            schema, g_strconcat(type != NULL ? type : "", " ", name != NULL ? name : "", NULL),
            rows_dup(rows, 2));
    }
    return schema;
}

/* True if it can be dropped without running code of its own. The module of a virtual table
 * would run. */
static bool can_be_left_out(const char *thing, const char *text)
{
    static const char *const types[] = { "index ", "table ", "trigger ", "view " };
    bool droppable = false;
    for (size_t i = 0; i < G_N_ELEMENTS(types) && !droppable; i++) {
        droppable =
            g_str_has_prefix(thing, types[i]) &&
            g_ascii_strncasecmp(thing + strlen(types[i]), "sqlite_", strlen("sqlite_")) != 0;
    }
    g_autofree char *upper = g_ascii_strup(text, -1);
    return droppable && strstr(upper, ": CREATE VIRTUAL") == NULL;
}

static int by_text(gconstpointer one, gconstpointer other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/* The things of a schema in order. They belong to `schema`. */
static GPtrArray *things_of(GHashTable *schema)
{
    g_autoptr(GList) keys = g_hash_table_get_keys(schema);
    GPtrArray *things = g_ptr_array_new();
    for (const GList *key = keys; key != NULL; key = key->next) {
        g_ptr_array_add(things, key->data);
    }
    g_ptr_array_sort(things, by_text);
    return things;
}

static void note_altered(struct schema_changes *changes, const char *thing, const char *how)
{
    if (changes->altered == NULL) {
        changes->altered = g_strconcat(thing, how, NULL);
    }
}

static void compare(GHashTable *schema, GHashTable *ours, struct schema_changes *changes)
{
    g_autoptr(GPtrArray) things = things_of(schema), expected = things_of(ours);
    for (guint i = 0; i < expected->len; i++) {
        const char *text = g_hash_table_lookup(schema, expected->pdata[i]);
        if (g_strcmp0(text, g_hash_table_lookup(ours, expected->pdata[i])) != 0) {
            note_altered(changes, expected->pdata[i],
                         text == NULL ? " is missing" : " is not as we make it");
        }
    }
    for (guint i = 0; i < things->len; i++) {
        const char *thing = things->pdata[i];
        if (g_hash_table_contains(ours, thing)) {
            continue;
        }
        if (can_be_left_out(thing, g_hash_table_lookup(schema, thing))) {
            g_ptr_array_add(changes->added, g_strdup(thing));
        } else {
            note_altered(changes, thing, " cannot be left out");
        }
    }
}

void schema_compare(struct db *db, struct schema_changes *changes)
{
    *changes = (struct schema_changes){ .added = g_ptr_array_new_with_free_func(g_free) };
    g_autoptr(Db) model = handle_model();
    g_autoptr(GHashTable) schema = read_schema(db), ours = read_schema(model);
    if (model->error != NULL && db->error == NULL) {
        db->error = g_error_copy(model->error);
    }
    if (db->error == NULL) {
        compare(schema, ours, changes);
    }
}

void schema_changes_clear(struct schema_changes *changes)
{
    g_clear_pointer(&changes->added, g_ptr_array_unref);
    g_clear_pointer(&changes->altered, g_free);
}

void schema_leave_out(struct db *db, const GPtrArray *added)
{
    for (guint i = 0; i < added->len; i++) {
        const char *thing = added->pdata[i], *name = strchr(thing, ' ') + 1;
        /* An index or a trigger may have gone with its table already. */
        char *sql =
            sqlite3_mprintf("DROP %.*s IF EXISTS \"%w\"", (int)(name - thing - 1), thing, name);
        handle_execute(db, sql);
        sqlite3_free(sql);
    }
}
