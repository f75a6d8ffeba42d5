/*
 * playerroom.h: the parts of `postmove player`.
 */
#ifndef POSTMOVE_PLAYERROOM_H
#define POSTMOVE_PLAYERROOM_H

#include "cli/part.h"

/* What was said on the command line beside words. */
struct player_options {
    gboolean json, yes, none, letter;
};

/* Their options are a struct player_options. */

/* player_list.c */
part_run playerroom_list, playerroom_show;

/* player_password.c */
part_run playerroom_password;

#endif
