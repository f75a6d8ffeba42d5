/*
 * row.h: tells at which row of a table a test failed.
 *
 * An assertion in a loop over rows names only itself. A row that is written as ROW(...) knows
 * its line in the file; row_begins says which row is tested, and if the test fails there,
 * prints the place: "# tests/unit/x.c:12".
 *
 *     static const struct {
 *         int at;
 *         const char *text;
 *     } rows[] = { ROW("a1"), ROW("b2") };
 *     for (...) {
 *         row_begins(__FILE__, rows[i].at);
 */
#ifndef POSTMOVE_TEST_ROW_H
#define POSTMOVE_TEST_ROW_H

#include <glib.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define ROW(...)                                                                                   \
    {                                                                                              \
        __LINE__, __VA_ARGS__                                                                      \
    }

static char row_now[256];

/* A failed assertion aborts. */
static inline void row_tell(int number)
{
    (void)number;
    if (write(STDERR_FILENO, row_now, strlen(row_now)) < 0) {
        _exit(1);
    }
}

static inline void row_begins(const char *file, int line)
{
    g_snprintf(row_now, sizeof row_now, "# %s:%d\n", file, line);
    signal(SIGABRT, row_tell); /* this aborts all the same when row_tell returns */
}

#endif
