/*
 * columns.h: short texts side by side.
 */
#ifndef POSTMOVE_COLUMNS_H
#define POSTMOVE_COLUMNS_H

#include <glib.h>

/* The texts (const char *), in rows from left to right, two blanks apart at
 * least, so that no row is wider than `width` unless one text is; each row ends
 * in LF, without blanks before it. The caller's; "" if there are none. */
char *columns_text(const GPtrArray *texts, int width);

#endif
