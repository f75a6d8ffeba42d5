/*
 * leaving.h: a player leaves boards, signs off, or is forgotten.
 */
#ifndef POSTMOVE_COMMANDS_LEAVING_H
#define POSTMOVE_COMMANDS_LEAVING_H

#include "commands/request.h"

/* The word behind `signoff` that resigns all running matches. */
#define LEAVING_RESIGN "resign"

/* The headings, one in each line, of the running matches, challenges and seeks that a player would
 * give up when forgotten; "" if there are none. Free with g_free. */
char *forget_running(struct run *run, gint64 player);

/* The same of the running matches that `signoff` waits for. */
char *leaving_running(struct run *run, gint64 player);

/* Resigns all matches of a player, withdraws and declines their challenges, forgets the player, and
 * tells them by letter. */
void forget_player(struct run *run, const struct player *who);

/* Signs a player on again who had signed off and now does something. */
void signoff_return(struct request *request, const struct player *who);

#endif
