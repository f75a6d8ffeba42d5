/*
 * signoff.h: coming back after having signed off.
 */
#ifndef POSTMOVE_ACCOUNTS_SIGNOFF_H
#define POSTMOVE_ACCOUNTS_SIGNOFF_H

#include "commands/request.h"
#include "store/players.h"

/* Lists a player who had signed off again, since something was done for him; he is
 * told with the answer. */
void signoff_return(struct request *request, const struct player *who);

#endif
