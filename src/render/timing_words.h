/*
 * timing_words.h: time terms and spans in words, group "time" of templates/.
 */
#ifndef POSTMOVE_TIMING_WORDS_H
#define POSTMOVE_TIMING_WORDS_H

#include "match/timing.h"
#include "render/words.h"

/* A span by its two greatest units: "10 days", "1 day 12 hours", "12 hours 5 minutes";
 * less than a minute is "1 minute", nothing "no time". The caller's. */
char *timing_words_span(const struct words *words, gint64 seconds);

/* What was agreed to, a sentence a term, in a row: "Each player has 10 days for the
 * whole match, and 12 hours more with each turn. Whose time is over is out." Without
 * any term: what silence brings all the same. The caller's. */
char *timing_words(const struct words *words, const struct timing *timing);

/* The refusal of a word by the key that timing_word or timing_fits gave; the caller's. */
char *timing_words_refusal(const struct words *words, const char *word, const char *key);

#endif
