/*
 * own_needs.h: what this room itself says, for words_require.
 */
#ifndef POSTMOVE_RENDER_OWN_NEEDS_H
#define POSTMOVE_RENDER_OWN_NEEDS_H

#include "render/words.h"

extern const struct words_need own_needs[];
extern const size_t own_needs_count;

#endif
