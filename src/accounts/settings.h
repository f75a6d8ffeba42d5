/*
 * settings.h: what players have set (language/accounts/settings.h lists what they may).
 */
#ifndef POSTMOVE_ACCOUNTS_SETTINGS_H
#define POSTMOVE_ACCOUNTS_SETTINGS_H

#include "language/grammar.h"
#include "letters/run.h"

/* The value that holds for a player, as the table writes it: the first of the key
 * where he has set none. For keys whose values are a list. */
const char *settings_value(const struct run *run, gint64 player, const char *key);

/* The name of his time zone; "UTC" where he has set none. The caller's. */
char *settings_zone(const struct run *run, gint64 player);

/* Whether a setting of on and off is on for the player. */
bool settings_is_on(const struct run *run, gint64 player, const char *key);

/* "autoplay=off, flip=usual", all of a player's; the caller's. */
char *settings_text(const struct run *run, gint64 player);

/* Whether a command `set` would set something: not if it only asks, or asks
 * for what cannot be. */
bool settings_change(const struct command *command);

#endif
