/*
 * dump DATABASE: prints all rows of all tables, one a line, except how often and when a letter
 * was tried, when the last run was, how many commits there were, and to which log they went. Two
 * servers that were told the same have equal dumps.
 *
 * Reads only the file itself and nothing beside it, so its last writer must have closed it;
 * changes nothing.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void give_up(sqlite3 *database)
{
    fprintf(stderr, "dump: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static sqlite3_stmt *prepare(sqlite3 *database, const char *sql)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) {
        give_up(database);
    }
    return statement;
}

static int column_counts(const char *name)
{
    static const char *const times[] = {
        "attempts", "due", "sent", "served", "fetched", "commits"
    };
    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
        if (strcmp(name, times[i]) == 0) {
            return 0;
        }
    }
    return 1;
}

static void print_value(sqlite3_stmt *row, int column)
{
    if (sqlite3_column_type(row, column) != SQLITE_BLOB) {
        const unsigned char *text = sqlite3_column_text(row, column);
        printf("%s", text != NULL ? (const char *)text : "NULL");
        return;
    }
    const unsigned char *bytes = sqlite3_column_blob(row, column);
    for (int i = 0; i < sqlite3_column_bytes(row, column); i++) {
        printf("%02x", bytes[i]);
    }
}

static void dump_table(sqlite3 *database, const char *table)
{
    char *sql = sqlite3_mprintf("SELECT * FROM \"%w\" ORDER BY 1, 2", table);
    sqlite3_stmt *row = prepare(database, sql);
    sqlite3_free(sql);
    int state;
    while ((state = sqlite3_step(row)) == SQLITE_ROW) {
        printf("%s", table);
        for (int i = 0; i < sqlite3_column_count(row); i++) {
            if (column_counts(sqlite3_column_name(row, i))) {
                printf(" | ");
                print_value(row, i);
            }
        }
        printf("\n");
    }
    if (state != SQLITE_DONE) {
        give_up(database);
    }
    sqlite3_finalize(row);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: dump DATABASE\n");
        return 2;
    }
    char *address = sqlite3_mprintf("file:%s?immutable=1", argv[1]);
    sqlite3 *database;
    if (sqlite3_open_v2(address, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) !=
        SQLITE_OK) {
        give_up(database);
    }
    sqlite3_free(address);
    sqlite3_stmt *table = prepare(database, "SELECT name FROM sqlite_master WHERE type = 'table'"
                                            " AND name <> 'commit_log' ORDER BY name");
    while (sqlite3_step(table) == SQLITE_ROW) {
        dump_table(database, (const char *)sqlite3_column_text(table, 0));
    }
    sqlite3_finalize(table);
    sqlite3_close(database);
    return 0;
}
