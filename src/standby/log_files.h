/*
 * log_files.h: the folder of a commit log (standby/commit_log.h): which files there are, and whose.
 */
#ifndef POSTMOVE_LOG_FILES_H
#define POSTMOVE_LOG_FILES_H

#include <glib.h>

#include "base/random.h"

/* A file of a log, by its name. */
struct log_file {
    char *epoch;  /* the name of the log: "20261126-183021-0123456789abcdef", when it began, and its
                     server */
    gint64 begun; /* when the log began, or later, if the clock had been put back */
    gint64 number;
    gint64 time; /* a copy's; 0: it has commits */
    char *path;
};

/* The name of a server in its logs. Free with g_free. */
char *log_server(const unsigned char key[SECRET_KEY_BYTES]);

/* The files of the logs in a folder (struct log_file), by epoch, and then by number: those of that
 * server; of all servers if `server` is NULL. Files of other names are left out. NULL with
 * POSTMOVE_ERROR_LATER if the folder cannot be read. Free with g_ptr_array_unref. */
GPtrArray *log_files(const char *folder, const char *server, GError **error);

/* The path of such a file. Free with g_free. */
char *log_file_path(const char *folder, const char *epoch, gint64 number, gint64 time);

/* The name of a new log, later than those of all files, and than that of the log `before` (NULL:
 * none). Free with g_free. */
char *log_new_epoch(const GPtrArray *files, const char *server, const char *before);

/* The newest copy of the whole database that was made by `until`: of the log `epoch` or, if that is
 * NULL, of the last log that has one. NULL if there is none. */
const struct log_file *log_files_newest_base(const GPtrArray *files, const char *epoch,
                                             gint64 until);

#endif
