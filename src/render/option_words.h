/*
 * option_words.h: why an option cannot be, with what could be instead.
 */
#ifndef POSTMOVE_OPTION_WORDS_H
#define POSTMOVE_OPTION_WORDS_H

#include "games/game.h"
#include "render/words.h"

/* The refusal of a word in full, by the key that options_word gave: what the
 * option may be, the nearest name and all names, or how many may play. The
 * caller's. */
char *option_words_refusal(const struct words *words, const struct game *game, const char *word,
                           const char *key);

/* By how many the game is played: "2, 3 or 4"; the caller's. */
char *option_words_seats(const struct words *words, const struct game *game);

#endif
