/*
 * position.h: the position a command line asks for.
 *
 * Shared by bot try, moves, perft, play, playout and show, which are all called as
 *   NAME GAME [-opt ...] [--from POSITION] [--after "MOVE ..."] ...
 */
#ifndef POSTMOVE_CLI_POSITION_H
#define POSTMOVE_CLI_POSITION_H

#include <glib.h>

#include "match/match.h"
#include "match/options.h"

/* What the position is for. */
enum position_use {
    POSITION_NONE,    /* the subcommand needs none */
    POSITION_COUNTED, /* the rules of the game alone count: no repetition, no limit of turns */
    POSITION_SHOWN,   /* as in a match; the last turn may be half played */
    POSITION_PLAYED,  /* a match goes on from there, so the last turn must be whole */
};

/* GAME with its options. */
struct position_game {
    const struct game *game; /* NULL: the command line names none */
    struct options options;
};

/* Finds GAME and takes the words between it and a word `--` that are its options out of argv, since
 * GOption would read `-size=10` as seven short options. `entries` are the options that GOption
 * reads. */
bool position_take_game(struct position_game *named, const GOptionEntry *entries, int *argc,
                        char **argv, GError **error);

/* The match of --from and --after (NULL: not given; changed). NULL with the error. Free with
 * match_free. */
struct match *position_match(const struct position_game *named, const char *from, char *after,
                             enum position_use use, GError **error);

#endif
