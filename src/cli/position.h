/*
 * position.h: the position a command line asks for.
 *
 * Shared by moves, perft, play, playout and show, which are all called as
 *   NAME GAME [-opt ...] [--from POSITION] [--after "MOVE ..."] ...
 */
#ifndef POSTMOVE_CLI_POSITION_H
#define POSTMOVE_CLI_POSITION_H

#include <glib.h>
#include <stdbool.h>

#include "match/match.h"
#include "render/diagram.h"

enum { POSITION_OWN_ENTRIES = 4 }; /* options a subcommand may add */

/* What the position is for. */
enum position_use {
    POSITION_COUNTED, /* the rules of the game alone count: no repetition, no limit of turns */
    POSITION_SHOWN,   /* as in a match; the last turn may be half played */
    POSITION_PLAYED,  /* a match goes on from there, so the last turn must be whole */
};

/*
 * Reads the command line. `own` are the further options of the subcommand (at most
 * POSITION_OWN_ENTRIES, an empty one ends them), `arguments` how many words must follow GAME;
 * they are left in argv from 2 on. Returns CLI_GO_ON with *match (free with match_free);
 * or, after printing help on stdout or the error on stderr, the exit code.
 */
int cli_position(const GOptionEntry *own, int arguments, enum position_use use, int *argc,
                 char ***argv, struct match **match);

/* The form that --board names (NULL: it was not given, and *form stays). Returns CLI_GO_ON, or
 * the exit code after printing the error on stderr. */
int cli_board_form(const char *name, enum diagram_form *form);

#endif
