/*
 * preferences.h: what a player has set (language/settings.h lists what can be set).
 */
#ifndef POSTMOVE_LETTERS_PREFERENCES_H
#define POSTMOVE_LETTERS_PREFERENCES_H

#include "letters/run.h"

/* The value that holds for a player, as the table writes it: the first of the key
 * where he has set none. For keys whose values are a list. */
const char *preference_value(const struct run *run, gint64 player, const char *key);

/* The name of his time zone; "UTC" where he has set none. The caller's. */
char *preference_zone(const struct run *run, gint64 player);

/* Whether a setting of on and off is on for the player. */
bool preference_is_on(const struct run *run, gint64 player, const char *key);

/* "autoplay=off, flip=usual", all of a player's; the caller's. */
char *preference_text(const struct run *run, gint64 player);

#endif
