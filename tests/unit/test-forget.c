/*
 * Forgetting a player: every table that has a column for a player gets a row of that
 * player, and after player_forget only their matches and what they said there are left.
 * A new table must be handled in player_forget, or be listed here with a reason.
 */
#include <string.h>

#include "store/players.h"
#include "tests/unit/scratch.h"

/* "TABLE.COLUMN" of what stays, under the name former-N. */
static const char *const stays[] = {
    "boards.challenger",    /* who began the match */
    "clocks.player",        /* who is to move in a match; the player has resigned from it before */
    "seats.player",         /* who played it */
    "substitutions.player", /* who played its first turns */
    "talk.player",          /* what was said at the board */
    "talk_waiting.speaker", /* the same, on its way to the others */
    "tournament_players.player", /* who played in it; of open ones the player is taken out before */
    "tournaments.opened_by",     /* who opened it */
    NULL,
};

/* Rows of a query of texts, each its columns with a blank between. */
static GPtrArray *texts(const char *sql)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    sqlite3_stmt *statement = NULL;
    g_assert_cmpint(sqlite3_prepare_v2(scratch_sqlite, sql, -1, &statement, NULL), ==, SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        GString *line = g_string_new((const char *)sqlite3_column_text(statement, 0));
        for (int i = 1; i < sqlite3_column_count(statement); i++) {
            g_string_append_printf(line, " %s", (const char *)sqlite3_column_text(statement, i));
        }
        g_ptr_array_add(lines, g_string_free(line, FALSE));
    }
    g_assert_cmpint(sqlite3_finalize(statement), ==, SQLITE_OK);
    return lines;
}

/* "TABLE COLUMN" wherever a player is referred to. */
static GPtrArray *references_to_players(void)
{
    return texts("SELECT tables.name, keys.\"from\" FROM sqlite_master AS tables,"
                 " pragma_foreign_key_list(tables.name) AS keys"
                 " WHERE tables.type = 'table' AND keys.\"table\" = 'players'"
                 " ORDER BY tables.name, keys.\"from\"");
}

/* A value that a column takes, whatever it is for. */
static const char *value_for(const char *type)
{
    return strcmp(type, "BLOB") == 0 ? "zeroblob(32)" : strcmp(type, "TEXT") == 0 ? "'x'" : "1";
}

/* Adds a row to a table: one column is the player, `filled` (NULL: none) has a value, and of the
 * others only those that may not be NULL. True if the table took it. */
static bool took(const char *table, const char *column, gint64 player, const char *filled)
{
    g_autofree char *query =
        g_strdup_printf("SELECT name, type, \"notnull\" FROM pragma_table_info('%s')", table);
    g_autoptr(GPtrArray) columns = texts(query);
    g_autoptr(GString) names = g_string_new(NULL);
    g_autoptr(GString) values = g_string_new(NULL);
    for (guint i = 0; i < columns->len; i++) {
        g_auto(GStrv) parts = g_strsplit(columns->pdata[i], " ", 3);
        bool is_player = strcmp(parts[0], column) == 0;
        if (is_player || g_strcmp0(parts[0], filled) == 0 || strcmp(parts[2], "1") == 0) {
            const char *sign = names->len > 0 ? ", " : "";
            g_autofree char *id = g_strdup_printf("%d", (int)player);
            g_string_append_printf(names, "%s\"%s\"", sign, parts[0]);
            g_string_append_printf(values, "%s%s", sign, is_player ? id : value_for(parts[1]));
        }
    }
    g_autofree char *sql = g_strdup_printf("INSERT OR REPLACE INTO %s (%s) VALUES (%s)", table,
                                           names->str, values->str);
    return sqlite3_exec(scratch_sqlite, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* Some tables want one of several columns filled. */
static void insert(const char *table, const char *column, gint64 player)
{
    bool done = took(table, column, player, NULL);
    g_autofree char *query = g_strdup_printf("SELECT name FROM pragma_table_info('%s')", table);
    g_autoptr(GPtrArray) columns = texts(query);
    for (guint i = 0; i < columns->len && !done; i++) {
        done = took(table, column, player, columns->pdata[i]);
    }
    g_test_message("%s.%s", table, column);
    g_assert_true(done);
}

static gint64 count(const char *table, const char *column, gint64 player)
{
    g_autofree char *sql =
        g_strdup_printf("SELECT COUNT(*) FROM %s WHERE \"%s\" = %d", table, column, (int)player);
    g_autoptr(GPtrArray) rows = texts(sql);
    return g_ascii_strtoll(rows->pdata[0], NULL, 10);
}

static void test_nothing_stays(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    player_add(scratch->db, "ann", "a@example.org", "a@example.org", NULL, 1);
    gint64 bob = player_add(scratch->db, "bob", "b@example.org", "b@example.org", "hash", 1);
    g_autoptr(GPtrArray) references = references_to_players();
    g_assert_cmpuint(references->len, >, 10);
    g_assert_cmpint(sqlite3_exec(scratch_sqlite, "PRAGMA foreign_keys = OFF", NULL, NULL, NULL), ==,
                    SQLITE_OK);
    for (guint i = 0; i < references->len; i++) {
        g_auto(GStrv) at = g_strsplit(references->pdata[i], " ", 2);
        insert(at[0], at[1], bob);
        g_assert_cmpint(count(at[0], at[1], bob), >, 0);
        scratch_begin(scratch);
        player_forget(scratch->db, bob, 1);
        scratch_commit(scratch);
        g_autofree char *name = g_strdup_printf("%s.%s", at[0], at[1]);
        gint64 left = count(at[0], at[1], bob);
        if (g_strv_contains(stays, name)) {
            g_assert_cmpint(left, >, 0);
        } else if (left != 0) {
            g_test_message("%s", name);
            g_test_fail();
        }
    }
}

/* Of the player's own row only the time of the signup is left. */
static void test_own_row(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 bob = player_add(scratch->db, "bob", "b@example.org", "b@example.org", "hash", 7);
    player_sign_off(scratch->db, bob, 9);
    player_forget(scratch->db, bob, 1);
    scratch_commit(scratch);
    g_autoptr(GPtrArray) rows =
        texts("SELECT name, folded, COALESCE(password, '-'), COALESCE(signed_off, '-'), since"
              " FROM players");
    g_assert_cmpuint(rows->len, ==, 1);
    g_assert_cmpstr(rows->pdata[0], ==, "former-1 former-1 - - 7");
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/forget/nothing-stays", test_nothing_stays);
    scratch_test("/forget/own-row", test_own_row);
    return g_test_run();
}
