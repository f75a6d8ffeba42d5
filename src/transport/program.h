/*
 * program.h: runs a program on bytes, for a limited time.
 */
#ifndef POSTMOVE_PROGRAM_H
#define POSTMOVE_PROGRAM_H

#include <glib.h>
#include <stdbool.h>

/* How long a program may tidy up between SIGTERM and SIGKILL. */
enum { PROGRAM_GRACE_MILLISECONDS = 3000 };

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

#endif
