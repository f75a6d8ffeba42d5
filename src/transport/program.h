/*
 * program.h: runs programs on bytes, for a limited time.
 */
#ifndef POSTMOVE_PROGRAM_H
#define POSTMOVE_PROGRAM_H

#include <glib.h>
#include <stdbool.h>

/* How long a program may tidy up between SIGTERM and SIGKILL. */
enum { PROGRAM_GRACE_MILLISECONDS = 3000 };

/* The path of a program, also in /usr/sbin, which is not in the PATH of cron and of users. NULL: it
 * is not there. Free with g_free. */
char *program_path(const char *name);

/*
 * Runs argv[0] (looked up in PATH if it has no slash), with `input` on its stdin, its output
 * to /dev/null, no other descriptor, in its own process group. A program that is not done in
 * time is killed with its whole group. If it ends by itself, processes that it started go on,
 * since a sendmail may work in the background. False with POSTMOVE_ERROR_LATER if it could not
 * be started or ended with anything but 0; the error names no argument but argv[0].
 */
bool program_run(char *const *argv, GBytes *input, int milliseconds, GError **error);

/*
 * The same with an empty stdin; returns the first `most` bytes that the program prints. Free
 * with g_bytes_unref. NULL with POSTMOVE_ERROR_LATER.
 */
GBytes *program_read(char *const *argv, size_t most, int milliseconds, GError **error);

/* Limits of a program that is asked (program_ask). */
enum {
    PROGRAM_MEMORY_MOST = 1024, /* MiB of data in each of its processes */
    PROGRAM_FILE_MOST = 16,     /* MiB of a file that it writes, its output among them */
};

/* A program that is asked something. */
struct asked_program {
    char *const *argv; /* borrowed */
    GBytes *input;     /* on its stdin; borrowed */
    int milliseconds;  /* when they are over, it is killed with its whole group */
    GBytes *printed;   /* set: the first `most` bytes that it printed; NULL: the error says why not.
                          Free with g_bytes_unref */
    GError *error;     /* set: as program_run; free with g_error_free */
};

/*
 * Runs all programs, at most `at_once` at the same time, with the limits above and one of processor
 * time. When one ends, however, all processes of its group are killed. If `stop` (NULL: never)
 * returns true, kills those that run and starts no more; then those have neither output nor error.
 */
void program_ask(struct asked_program *programs, size_t count, size_t at_once, size_t most,
                 bool (*stop)(void));

#endif
