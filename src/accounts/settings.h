/*
 * settings.h: what players have set (language/accounts/settings.h lists what they may).
 */
#ifndef POSTMOVE_ACCOUNTS_SETTINGS_H
#define POSTMOVE_ACCOUNTS_SETTINGS_H

#include "language/grammar.h"

#endif
