/*
 * ruling_words.h: what a ruling on a move says, in words.
 */
#ifndef POSTMOVE_RULING_WORDS_H
#define POSTMOVE_RULING_WORDS_H

#include "match/match.h"
#include "render/words.h"

/* Why the line was not played, and the choices there are; of the group "match",
 * `ruling-` and the verdict. `line` is what was typed; `seat_names` as for
 * words_note. The ruling is no VERDICT_PLAYED. The caller's. */
char *ruling_words(const struct words *words, const struct game *game, const struct ruling *ruling,
                   const char *line, const char *const *seat_names);

#endif
