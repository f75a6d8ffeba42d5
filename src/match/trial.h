/*
 * trial.h: a line of text, tried on a copy of the position.
 *
 * Private to src/match. A line is decisions with blanks, `,`, `;` or `!`
 * between and behind them.
 */
#ifndef POSTMOVE_TRIAL_H
#define POSTMOVE_TRIAL_H

#include "match/match.h"

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

/* Whether the decisions taken are a whole turn. */
bool trial_complete(const struct trial *trial);

/* Takes a decision that is known to be legal. */
void trial_take(struct trial *trial, const struct move *move);

/* Reads decisions until the turn is complete or the text ends. Not
 * VERDICT_PLAYED: the ruling says why. */
enum verdict trial_read(struct trial *trial, struct scan *scan, struct ruling *ruling);

/* Reads a text that is one whole turn and nothing else. */
enum verdict trial_turn(struct trial *trial, const char *text, struct ruling *ruling);

/* Where the text stops reading as decisions, legal or not; NULL if it reads
 * as them to its end. */
const char *line_unread(const struct game *game, const struct position *position, const char *text);

/* Begins a ruling anew: no choices, VERDICT_PLAYED. */
void ruling_begin(struct ruling *ruling, const struct position *position);

/* Rules against the line; returns `verdict`. */
enum verdict ruling_against(struct ruling *ruling, enum verdict verdict, const struct note *note,
                            const struct position *position);

/* Fills the choices: what may be decided now, nearest to `typed` first. A lone
 * square of which no move can begin gets words of its own, and the verdict that
 * it deserves. */
void ruling_choose(struct ruling *ruling, const struct trial *trial, const char *typed);

#endif
