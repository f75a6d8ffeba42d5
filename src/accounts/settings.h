/*
 * settings.h: what players have set (language/accounts/settings.h lists what they may).
 */
#ifndef POSTMOVE_ACCOUNTS_SETTINGS_H
#define POSTMOVE_ACCOUNTS_SETTINGS_H

#include "language/grammar.h"

/* Whether a command `set` would set something: not if it only asks, or asks
 * for what cannot be. */
bool settings_change(const struct command *command);

#endif
