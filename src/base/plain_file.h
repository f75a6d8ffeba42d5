/*
 * plain_file.h: reading a file that somebody has named, and nothing that would
 * keep us waiting.
 */
#ifndef POSTMOVE_PLAIN_FILE_H
#define POSTMOVE_PLAIN_FILE_H

#include <glib.h>
#include <stdbool.h>

/* Whether there is something of that name that is neither a file nor a folder: a
 * FIFO, a device. To open it might never come back. */
bool plain_file_is_not(const char *path);

/* As g_file_get_contents, but refuses those with G_FILE_ERROR_INVAL. */
bool plain_file_contents(const char *path, char **text, gsize *length, GError **error);

/* Root alone: makes the file `path` (0600) where there is none, for the owner of the file or
 * folder `like`, so that the server's user can go on with what a command of root's has begun.
 * Does nothing for anybody else, nor without `like`, nor to a file that is there; a failure is
 * not reported, since whoever opens the file next meets it. */
void plain_file_prepare(const char *path, const char *like);

#endif
