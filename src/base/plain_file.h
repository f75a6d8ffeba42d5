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

/* If root calls it and there is no file `path`, makes one (0600) that belongs to the owner of the
 * file or folder `like`, so that the server's user can go on where root's command ended. Does
 * nothing if another user calls it, if there is no `like`, or if the file exists. Reports no
 * failure: the next one to open the file gets the same error. */
void plain_file_prepare(const char *path, const char *like);

#endif
