/*
 * disk.h: files and folders of mail, written so that they stay.
 *
 * Errors are POSTMOVE_ERROR_LATER and name the path.
 */
#ifndef POSTMOVE_DISK_H
#define POSTMOVE_DISK_H

#include <glib.h>
#include <stdbool.h>

/* The error of a system call that has just failed, by errno: "PATH: cannot VERB:
 * REASON". Returns false. */
bool disk_fault(const char *path, const char *verb, GError **error);

/* Writes all of these bytes; false with errno if not. */
bool disk_write(int file, const char *bytes, size_t length);

/* Brings the names in a folder to disk. */
bool disk_sync_folder(const char *path, GError **error);

#endif
