/*
 * flowed.h: format=flowed (RFC 3676), undone.
 */
#ifndef POSTMOVE_FLOWED_H
#define POSTMOVE_FLOWED_H

#include <glib.h>
#include <stdbool.h>

/*
 * The text with its paragraphs joined and its space-stuffing taken off, each
 * quoted line beginning with one `>` a level and a blank. Lines of different
 * levels, blank lines and the signature's `-- ` are never joined. `delsp`:
 * the blank at a flowed line's end is none of the text. The caller's.
 */
char *flowed_join(const char *text, bool delsp);

#endif
