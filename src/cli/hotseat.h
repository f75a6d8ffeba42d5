/*
 * hotseat.h: a match of people who share a keyboard.
 *
 * The record of the match holds only whole turns. If a turn has several decisions, some of
 * them can be typed first; they are kept beside the match until the rest follows, so that the
 * record never has half a turn. A seat that must pass passes by itself.
 */
#ifndef POSTMOVE_CLI_HOTSEAT_H
#define POSTMOVE_CLI_HOTSEAT_H

#include <glib.h>
#include <stdbool.h>

#include "match/match.h"

struct hotseat {
    struct match *match; /* whole turns */
    struct match *ahead; /* the same with the decisions of `begun` played; NULL if there are none */
    GString *begun;      /* the first decisions of a turn as canonical text; "" if there are none */
};

/* Takes ownership of the match; its last turn may be whole or not. */
struct hotseat *hotseat_new(struct match *match_taken);
void hotseat_free(struct hotseat *hotseat);
typedef struct hotseat Hotseat;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Hotseat, hotseat_free)

/* The match as the players see it: `ahead` if there is one, else `match`. Borrowed, until the
 * next change. */
const struct match *hotseat_seen(const struct hotseat *hotseat);

/*
 * Plays a line for the seat to move: a turn, or the rest of one that was begun. After
 * VERDICT_PLAYED the record has the whole turn and the forced passes that follow it. If the
 * decisions of the line are legal but no whole turn, they are added to `begun`;
 * hotseat_goes_on tells. After any other verdict nothing has changed. The ruling speaks of the
 * board as hotseat_seen shows it, and of this line alone. A `!` must be the line's last
 * character.
 */
enum verdict hotseat_play(struct hotseat *hotseat, const char *line, struct ruling *ruling);

/* True if the line that was ruled on was added to `begun`: it is part of a turn, and no whole
 * one. */
bool hotseat_goes_on(const struct ruling *ruling);

/* Takes back so many steps: first the decisions of `begun`, one a step; then turns, each with
 * the passes that followed it. Returns how many it took back, which is less if there are no
 * more. */
guint hotseat_undo(struct hotseat *hotseat, guint steps);

/* Adds an ending for the seat to move, "resign" or "draw", and drops what was
 * begun; false if the match is over. */
bool hotseat_end(struct hotseat *hotseat, const char *ending);

/* Goes back to the first position. */
void hotseat_restart(struct hotseat *hotseat);

#endif
