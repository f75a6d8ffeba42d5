/*
 * preferences.h: what a player has set with `set`. The table of settings is language/settings.h.
 */
#ifndef POSTMOVE_LETTERS_PREFERENCES_H
#define POSTMOVE_LETTERS_PREFERENCES_H

#include "letters/run.h"

/* The player's value of a setting, as the table writes it; the first of its values if the player
 * has set none. Only for settings whose values are a list. Not to be freed. */
const char *preference_value(const struct run *run, gint64 player, const char *key);

/* The name of the player's time zone; "UTC" if they have set none. Free with g_free. */
char *preference_zone(const struct run *run, gint64 player);

/* True if a setting with the values on and off is on for the player. */
bool preference_is_on(const struct run *run, gint64 player, const char *key);

/* "autoplay=off, flip=usual": all settings of a player. Free with g_free. */
char *preference_text(const struct run *run, gint64 player);

#endif
