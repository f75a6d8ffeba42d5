/*
 * matchroom.h: the parts of `postmove match`, but for `create`, whose words are
 * the game's.
 */
#ifndef POSTMOVE_MATCHROOM_H
#define POSTMOVE_MATCHROOM_H

#include "cli/part.h"
#include "store/boards.h"

/* What was said on the command line beside words. */
struct match_options {
    gboolean json, draw, void_ending, yes;
    char *winner; /* NULL: none */
};

/* Their options are a struct match_options. */

/* match_list.c */
part_run matchroom_list, matchroom_show;

/* match_act.c */
part_run matchroom_end, matchroom_adjourn, matchroom_resume, matchroom_undo, matchroom_set_clock;

/* "running". */
const char *board_state_name(enum board_state state);

/* Says that the word is no number of a board; gives exit code 2. */
int matchroom_no_number(const char *word);

#endif
