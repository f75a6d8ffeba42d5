/*
 * direction.h: lines whose signs of direction make them read otherwise than they are written.
 *
 * A program shows what stands behind U+202E from the right to the left: who sees `a1-b1` has
 * written `1b-1a`.
 */
#ifndef POSTMOVE_DIRECTION_H
#define POSTMOVE_DIRECTION_H

#include <stddef.h>

/* Where the first sign of direction stands in a line in which such signs may change the order its
 * parts are seen in; NULL: they do not, or it has letters of its own that run leftwards. `length`
 * bytes of UTF-8. */
const char *direction_turn(const char *line, size_t length);

#endif
