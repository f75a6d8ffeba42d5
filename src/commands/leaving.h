/*
 * leaving.h: a player leaves boards, signs off, or is forgotten.
 */
#ifndef POSTMOVE_COMMANDS_LEAVING_H
#define POSTMOVE_COMMANDS_LEAVING_H

#include "commands/request.h"

/* What a player who is forgotten would give up, a heading a line; "" if there is nothing. Free
 * with g_free. */
char *forget_running(struct run *run, gint64 player);

/* Resigns for the player, takes back and declines their challenges, and forgets them. */
void forget_player(struct run *run, const struct player *who);

/* Signs a player on again who had signed off and does something now. */
void signoff_return(struct request *request, const struct player *who);

#endif
