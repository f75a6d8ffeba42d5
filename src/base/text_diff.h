/*
 * text_diff.h: what changes in a file, in the form of `diff -u`.
 */
#ifndef POSTMOVE_TEXT_DIFF_H
#define POSTMOVE_TEXT_DIFF_H

#include <glib.h>

enum {
    TEXT_DIFF_AROUND = 3,         /* unchanged lines shown before and after a change */
    TEXT_DIFF_CELLS_MAX = 4 << 20 /* for larger changes, all changed lines are shown as replaced */
};

/* The differences as lines that `patch` understands; "" if there are none. `old` is NULL for a file
 * that does not exist. `path` names the file. Free with g_free. */
char *text_diff(const char *path, const char *old, const char *new);

#endif
