/*
 * turn.h: a turn as a series of decisions, and as text.
 *
 * The rest of src/match and src/think use this; other folders use match.h.
 */
#ifndef POSTMOVE_TURN_H
#define POSTMOVE_TURN_H

#include <glib.h>
#include <stdbool.h>

#include "games/game.h"
#include "match/match.h"

enum { TURN_TEXT_MAX = 128 }; /* bytes of the text of one decision, its NUL included */

/* Copies the bytes of a position that a game uses. */
void turn_copy(const struct game *game, struct position *to, const struct position *from);

/* True if `seat`, whose turn it was, has nothing left to decide. */
bool turn_complete(const struct game *game, const struct position *position, int seat);

/* True if the next decision, whichever it is, completes the turn. */
bool turn_final(const struct game *game, const struct position *position);

/* Appends all legal decisions to an array of struct move and returns their number. So one
 * array can be the stack of a search. */
guint turn_decisions(const struct game *game, const struct position *position, GArray *moves);

/* Appends the text of a decision, after a comma if `text` is not empty. */
void turn_print(const struct game *game, const struct position *position, const struct move *move,
                GString *text);

/* Called by turn_each with a whole turn and the position after it. True if it wants no more
 * turns. */
typedef bool turn_visitor(const char *text, const struct position *after, void *data);

/* Visits the legal turns of the seat to move, or its single decisions; in
 * the order of the game. */
void turn_each(const struct game *game, const struct position *position, bool decisions,
               turn_visitor *visit, void *data);

/* ---- turns that give away what nobody gives away on purpose ----
 *
 * The game knows these turns (`costly` of its table). Such a turn is legal; but a slip of the
 * pen cannot be taken back over weeks of mail, so the player must confirm it. */

/* True if the whole turn of `seat` from `before` to `after` is costly; the note says what it
 * gave away. */
bool costly_turn(const struct game *game, const struct position *before,
                 const struct position *after, int seat, struct note *note);

/* True if the seat to move has a turn that is not costly. */
bool costly_avoidable(const struct game *game, const struct position *position);

/* Completes a half-played turn: `text` has the decisions that led from `before` to `now`;
 * appends the first ones that make a turn which is not costly, and goes forward if one does (the
 * `distance` of its game), or, if all are costly, the first ones. Appends nothing if nobody is to
 * move. */
void costly_avoid(const struct game *game, const struct position *before,
                  const struct position *now, GString *text);

/*
 * ---- a line of text, tried on a copy of the position ----
 *
 * Only for files of src/match. A line is decisions with blanks, `,`, `;` or `!` between and behind
 * them.
 */

struct trial {
    const struct game *game;
    int seat;            /* whose turn is tried */
    struct position now; /* after the decisions taken so far */
    struct move move[TURN_DECISIONS_MAX];
    size_t count;
    GString *text; /* canonical, of the decisions taken so far */
};

void trial_init(struct trial *trial, const struct game *game, const struct position *position,
                int seat);
void trial_clear(struct trial *trial);

typedef struct trial Trial;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Trial, trial_clear)

/* True if the decisions taken are a whole turn. */
bool trial_complete(const struct trial *trial);

/* Takes a decision that is known to be legal. */
void trial_take(struct trial *trial, const struct move *move);

/* Reads decisions until the turn is complete or the text ends. If the result is not
 * VERDICT_PLAYED, the ruling says why. */
enum verdict trial_read(struct trial *trial, struct scan *scan, struct ruling *ruling);

/* Reads a text that is one whole turn and nothing else. */
enum verdict trial_turn(struct trial *trial, const char *text, struct ruling *ruling);

/* The place where the text stops being decisions, legal or not; NULL if all of it is
 * decisions. */
const char *line_unread(const struct game *game, const struct position *position, const char *text);

/* Begins a ruling anew: no choices, VERDICT_PLAYED. */
void ruling_begin(struct ruling *ruling, const struct position *position);

/* Sets the ruling against the line. Returns `verdict`. */
enum verdict ruling_against(struct ruling *ruling, enum verdict verdict, const struct note *note,
                            const struct position *position);

/* Fills the choices: the decisions that are possible now, nearest to `typed` first. A lone
 * square that no move starts from gets a note of its own; it is refused if no move ends there
 * either. */
void ruling_choose(struct ruling *ruling, const struct trial *trial, const char *typed);

#endif
