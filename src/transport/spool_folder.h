/*
 * spool_folder.h: the folders of the spool and the names in them; only for the files spool*.c.
 */
#ifndef POSTMOVE_SPOOL_FOLDER_H
#define POSTMOVE_SPOOL_FOLDER_H

#include "transport/spool.h"

/* Every name in a folder of the spool except "." and ".."; char *. NULL with the error if not
 * all of them can be read, since mail is taken in order. */
GPtrArray *spool_names_in(const char *spool, const char *folder, GError **error);

/* A valid name for a file whose own name is not valid: SPOOL_MISNAMED_PREFIX and the old
 * name, in which "_" and two hexadecimal digits stand for each byte that a name cannot
 * have. A long one ends in a hash instead. Free with g_free. */
char *spool_misnamed(const char *file);

/* True if the file is to be left alone: its name begins with a dot and it is younger than
 * SPOOL_RUBBISH_HOURS, so that another program may still be writing it. */
bool spool_is_hidden(const char *spool, const char *folder, const char *name);

#endif
