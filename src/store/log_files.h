/*
 * log_files.h: the folder of a commit log (store/commit_log.h): which files there are, and whose.
 */
#ifndef POSTMOVE_LOG_FILES_H
#define POSTMOVE_LOG_FILES_H

#include <glib.h>

#include "store/commit_record.h"

/* A file of a log, by its name. */
struct log_file {
    char *epoch;
    gint64 number;
    gint64 time; /* a copy's; 0: it has commits */
    char *path;
};

/* The files of logs in a folder (struct log_file), by epoch, and then by number. Files of other
 * names are left out. NULL with POSTMOVE_ERROR_LATER if the folder cannot be read. Free with
 * g_ptr_array_unref. */
GPtrArray *log_files(const char *folder, GError **error);

/* The path of such a file. Free with g_free. */
char *log_file_path(const char *folder, const struct log_file *file);

/* The newest copy of the whole database that is not later than `until`, in the last log that has
 * one; NULL: there is none. */
const struct log_file *log_files_newest_base(const GPtrArray *files, gint64 until);

/* Whose such a file is: a log by its first record, a copy by the key in it. Sets *time to when the
 * log began or the copy was made; 0: that cannot be read. If `key` is NULL, only sets *time. */
enum log_owner log_file_owner(const struct log_file *file,
                              const unsigned char key[SECRET_KEY_BYTES], gint64 *time);

#endif
