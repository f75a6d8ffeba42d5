/*
 * plain.h: typographic characters made plain.
 *
 * Word processors and telephones write dashes, quotes and blanks that no
 * command is written with; this is the one place that takes them for what was
 * typed.
 */
#ifndef POSTMOVE_PLAIN_H
#define POSTMOVE_PLAIN_H

#include <glib.h>

/* Valid UTF-8 of at most `length` bytes (-1: up to its NUL): odd blanks and
 * tabs become a blank, dashes and quotes their ASCII, full-width forms fold,
 * zero-width and direction marks vanish. The caller's. */
char *plain_text(const char *text, gssize length);

#endif
