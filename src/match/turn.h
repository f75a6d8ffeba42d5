/*
 * turn.h: a turn as a run of decisions, and as text.
 *
 * What the rest of this room builds on; other rooms use match.h.
 */
#ifndef POSTMOVE_TURN_H
#define POSTMOVE_TURN_H

#include <glib.h>
#include <stdbool.h>

#include "games/game.h"

enum { TURN_TEXT_MAX = 128 }; /* bytes of the text of one decision, its NUL included */

/* Copies what a game uses of a position. */
void turn_copy(const struct game *game, struct position *to, const struct position *from);

/* Whether nothing is left to decide for `seat`, whose turn it was. */
bool turn_complete(const struct game *game, const struct position *position, int seat);

/* Whether the next decision, whichever it is, completes the turn. */
bool turn_final(const struct game *game, const struct position *position);

/* Appends all legal decisions to an array of struct move and gives their
 * number. Appending lets one array serve as the stack of a search. */
guint turn_decisions(const struct game *game, const struct position *position, GArray *moves);

/* Appends the text of a decision, after a comma if `text` is not empty. */
void turn_print(const struct game *game, const struct position *position, const struct move *move,
                GString *text);

/* What turn_each calls: a whole turn and the position after it. */
typedef void turn_visitor(const char *text, const struct position *after, void *data);

/* Visits the legal turns of the seat to move, or its single decisions; in
 * the order of the game. */
void turn_each(const struct game *game, const struct position *position, bool decisions,
               turn_visitor *request, void *data);

/* Orders two strings of a GPtrArray as LC_ALL=C does. */
gint turn_compare(gconstpointer a, gconstpointer b);

#endif
