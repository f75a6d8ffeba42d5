/*
 * match_words.h: what is said of options, of a move that was not played, and of the time terms of
 * a match; groups "match" and "time" of templates/.
 */
#ifndef POSTMOVE_MATCH_WORDS_H
#define POSTMOVE_MATCH_WORDS_H

#include "match/match.h"
#include "match/timing.h"
#include "render/speech.h"

/* The refusal of a word in full, by the key that options_word gave: what the option may be, the
 * nearest name and all names, or how many may play. */
struct phrase *option_words_refusal(const struct game *game, const char *word, const char *key);

/* By how many the game is played: "2, 3 or 4". */
struct phrase *option_words_seats(const struct game *game);

/* Why the line was not played, and the choices there are; by the key `ruling-` and the verdict,
 * which is not VERDICT_PLAYED. `line` is what was typed; `seat_names` as for phrase_note. */
struct phrase *ruling_words(const struct game *game, const struct ruling *ruling, const char *line,
                            struct phrase *const *seat_names);

/* What was agreed to, a sentence a term, in a row: "Each player has 10 days for the whole match,
 * and 12 hours more with each turn. A player who runs out of time forfeits." Without any term: what
 * silence brings all the same. */
struct phrase *timing_words(const struct timing *timing);

#endif
