/*
 * migrations.h: the schema, as the steps that lead to it.
 *
 * Step n is the n-th file of migrations/ in order of name, compiled in. A
 * database's user_version is the number of steps it has taken. A step that
 * has been released is never edited; a change is a new file.
 */
#ifndef POSTMOVE_MIGRATIONS_H
#define POSTMOVE_MIGRATIONS_H

extern const char *const migrations[];
extern const int migrations_count;

#endif
