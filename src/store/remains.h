/*
 * remains.h: finds files that show that there was a database where none is now.
 */
#ifndef POSTMOVE_REMAINS_H
#define POSTMOVE_REMAINS_H

#include <glib.h>

/* The names in its folder that begin with the name of the database and show that there was one:
 * logs, databases that a restore has put aside, copies. Not its locks, nor what an init that was
 * cut short leaves. Sorted. Free with g_ptr_array_unref. */
GPtrArray *remains_beside(const char *database);

/* The paths of files in its folder, and in the folder `backups` there, that begin like a
 * database of ours, the newest first. Free with g_ptr_array_unref. */
GPtrArray *remains_databases(const char *database);

#endif
