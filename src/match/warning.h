/*
 * warning.h: what a player should know about a position.
 *
 * The game warns of what is its own; this file adds what all games share.
 *
 * Notes of this folder, group "match" in templates/; {{turn}} is `turns`:
 *   warn-only              the seat to move has this one legal turn
 *   warn-repeating         after one of these turns the match is drawn by repetition
 *   warn-repeated          the position has been on the board {{1}} times, and {{2}} make a draw
 *   warn-repeated-last     the same, and once more makes a draw
 *   warn-repetition-drawn  the match is over, since the position has been there {{1}} times
 *   warn-maxply            after {{1}} more turns the match is drawn
 *   warn-maxply-last       after one more turn
 */
#ifndef POSTMOVE_WARNING_H
#define POSTMOVE_WARNING_H

#include <glib.h>

#include "match/match.h"

enum {
    WARNING_TURNS_MAX = 3, /* turns that a warning lists */
    WARNING_PLIES = 10,    /* a warning about the ply limit begins when so many turns are left */
};

struct warning {
    struct note note; /* its key is looked up under the game, then under "match" */
    char *turns;      /* "e4-e5, e4-d4"; NULL: the note is about no turns */
};

/* The warnings for `seat` now, whichever seat is to move; for -1, an onlooker, those for
 * everybody. An array of struct warning, the most important first; usually empty. Free with
 * g_ptr_array_unref. */
GPtrArray *match_warnings(const struct match *match, int seat);

#endif
