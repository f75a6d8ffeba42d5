/*
 * error.h: the one error domain.
 *
 * The code of every GError of ours is the exit code of the program, so that main needs no
 * table.
 */
#ifndef POSTMOVE_ERROR_H
#define POSTMOVE_ERROR_H

#include <glib.h>

#define POSTMOVE_ERROR (postmove_error_quark())

/* The values are the exit codes. */
enum postmove_error {
    POSTMOVE_ERROR_NO = 1,     /* the answer is no: illegal, not found, a fault found */
    POSTMOVE_ERROR_USAGE = 2,  /* a command line or configuration we cannot follow */
    POSTMOVE_ERROR_LATER = 75, /* try again: busy, disk, database */
};

GQuark postmove_error_quark(void);

/* The exit code for an error: its own for our domain, 75 for any other
 * (a file or a library failed; nothing was lost). */
int postmove_error_exit(const GError *error);

#endif
