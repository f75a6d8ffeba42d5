/*
 * hotseat.h: a match of people who share a keyboard.
 *
 * The record of the match holds whole turns alone. Of a turn of several
 * decisions a part may be typed; it is kept beside the match until the rest
 * follows, so that nothing half done is ever in the record. Forced passes are
 * played for the seat that must pass.
 */
#ifndef POSTMOVE_CLI_HOTSEAT_H
#define POSTMOVE_CLI_HOTSEAT_H

#include <glib.h>
#include <stdbool.h>

#include "match/match.h"

struct hotseat {
    struct match *match; /* whole turns */
    struct match *ahead; /* the same, and the decisions begun with; NULL: none are */
    GString *begun;      /* those decisions as canonical text; "" where there are none */
};

/* Takes a match, its last turn whole or not. */
struct hotseat *hotseat_new(struct match *match_taken);
void hotseat_free(struct hotseat *hotseat);
typedef struct hotseat Hotseat;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Hotseat, hotseat_free)

/* The match as it lies on the table: `ahead` or `match`. Borrowed, until the next
 * change. */
const struct match *hotseat_seen(const struct hotseat *hotseat);

/*
 * Plays a line for the seat to move: a turn, or the rest of one begun. After
 * VERDICT_PLAYED the whole turn is in the record, and the passes that follow it.
 * A line whose decisions are legal but no whole turn is added to what was begun;
 * hotseat_goes_on tells. Else all is as it was. The ruling speaks of the board as
 * it lies and of this line alone. A `!` must be the line's last character.
 */
enum verdict hotseat_play(struct hotseat *hotseat, const char *line, struct ruling *ruling);

/* Whether the line that was ruled on is part of a turn now, and no whole one. */
bool hotseat_goes_on(const struct ruling *ruling);

/* Takes back so many steps: first the decisions begun with, one a step; then
 * turns, with the passes that followed them; then nothing. Gives how many. */
guint hotseat_undo(struct hotseat *hotseat, guint steps);

/* Adds an ending for the seat to move, "resign" or "draw", and drops what was
 * begun; false if the match is over. */
bool hotseat_end(struct hotseat *hotseat, const char *ending);

/* Goes back to the first position. */
void hotseat_restart(struct hotseat *hotseat);

#endif
