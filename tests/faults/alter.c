/* alter DATABASE SQL: does to a database what the program never would, and prints the first
 * column of each row that results. */
#include <sqlite3.h>
#include <stdio.h>

static int print_row(void *unused, int count, char **values, char **names)
{
    (void)unused;
    (void)names;
    if (count > 0) {
        puts(values[0] != NULL ? values[0] : "");
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: alter DATABASE SQL\n", stderr);
        return 2;
    }
    sqlite3 *database = NULL;
    int result = sqlite3_open_v2(argv[1], &database, SQLITE_OPEN_READWRITE, NULL);
    if (result == SQLITE_OK) {
        result = sqlite3_exec(database, argv[2], print_row, NULL, NULL);
    }
    if (result != SQLITE_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], sqlite3_errmsg(database));
    }
    sqlite3_close(database);
    return result == SQLITE_OK ? 0 : 1;
}
