/*
 * remains.h: finds files that show that there was a database where none is now.
 */
#ifndef POSTMOVE_REMAINS_H
#define POSTMOVE_REMAINS_H

#include <glib.h>

/* The names in its folder that begin with the name of the database and show that there was one:
 * logs, databases that a restore has put aside, copies. Not its locks, nor what an init that was
 * cut short leaves. Sorted, ended by NULL. Free with g_strfreev. */
char **remains_beside(const char *database);

#endif
