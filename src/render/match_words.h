/*
 * match_words.h: what is said of options, of a move that was not played, and of the time terms of
 * a match; groups "match" and "time" of templates/.
 */
#ifndef POSTMOVE_MATCH_WORDS_H
#define POSTMOVE_MATCH_WORDS_H

#include "match/match.h"
#include "match/timing.h"
#include "render/words.h"

/* The refusal of a word in full, by the key that options_word gave: what the option may be, the
 * nearest name and all names, or how many may play. Free with g_free. */
char *option_words_refusal(const struct words *words, const struct game *game, const char *word,
                           const char *key);

/* By how many the game is played: "2, 3 or 4". Free with g_free. */
char *option_words_seats(const struct words *words, const struct game *game);

/* Why the line was not played, and the choices there are; by the key `ruling-` and the verdict,
 * which is not VERDICT_PLAYED. `line` is what was typed; `seat_names` as for words_note. Free with
 * g_free. */
char *ruling_words(const struct words *words, const struct game *game, const struct ruling *ruling,
                   const char *line, const char *const *seat_names);

/* A span by its two greatest units: "10 days", "1 day 12 hours", "12 hours 5 minutes";
 * less than a minute is "1 minute", nothing "no time". Free with g_free. */
char *timing_words_span(const struct words *words, gint64 seconds);

/* What was agreed to, a sentence a term, in a row: "Each player has 10 days for the whole match,
 * and 12 hours more with each turn. A player who runs out of time forfeits." Without any term: what
 * silence brings all the same. Free with g_free. */
char *timing_words(const struct words *words, const struct timing *timing);

/* The refusal of a word by the key that timing_word or timing_fits gave. Free with g_free. */
char *timing_words_refusal(const struct words *words, const char *word, const char *key);

#endif
