/*
 * signoff.h: coming back after having signed off.
 */
#ifndef POSTMOVE_SIGNOFF_H
#define POSTMOVE_SIGNOFF_H

#include "office/visit.h"

/* Lists a player who had signed off again, since something was done for him; he is
 * told with the answer. */
void signoff_return(struct visit *visit, const struct player *who);

#endif
