/*
 * spool_folder.h: the folders of the spool and the names in them; for the files
 * of the spool alone.
 */
#ifndef POSTMOVE_SPOOL_FOLDER_H
#define POSTMOVE_SPOOL_FOLDER_H

#include <sys/stat.h>

#include "transport/spool.h"

/* What to do where a folder of the spool is missing: one that is made anew lacks the mails that
 * wait in the old one. */
#define SPOOL_MISSING                                                                              \
    "mount its disk or put it back; on a new server \"postmove init\" makes it, on any other "     \
    "\"postmove doctor\" tells how"

/* The last second of the year 9999: what a Date header can say. */
#define SPOOL_LAST_SECOND G_GINT64_CONSTANT(253402300799)

/* Every name in a folder of the spool but "." and "..": all of them or, with an
 * error, none, since mail is taken in order. char *. */
GPtrArray *spool_names_in(const char *spool, const char *folder, GError **error);

/* The first bytes of a plain file, at most `limit`, and what fstat says of it. NULL with
 * errno; ELOOP for whatever is not a plain file: a symbolic link is not followed, and
 * nothing that could keep us waiting is read. */
GByteArray *spool_file_bytes(const char *path, size_t limit, struct stat *status);

/* A valid name for a file whose own name is not valid: SPOOL_MISNAMED_PREFIX and the old
 * name, in which "_" and two hexadecimal digits stand for each byte that a name cannot
 * have. A long one ends in a hash instead. Free with g_free. */
char *spool_misnamed(const char *file);

/* True if the file is to be left alone: its name begins with a dot and it is younger than
 * SPOOL_RUBBISH_HOURS, so that another program may still be writing it. */
bool spool_is_hidden(const char *spool, const char *folder, const char *name);

#endif
