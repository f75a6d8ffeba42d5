/*
 * budgets.h: counts how often a player did on a day what sends letters to others.
 *
 * auth/budget.h has the limits.
 */
#ifndef POSTMOVE_BUDGETS_H
#define POSTMOVE_BUDGETS_H

#include "store/db.h"

/* Kept as numbers in the table. */
enum budget {
    BUDGET_NONE = 0,
    /* 1 was letters of talk to a reader about a board. */
    BUDGET_MESSAGES = 2, /* messages, one for each player a message goes to */
    BUDGET_CHAT = 3,     /* `chat` at a board */
    BUDGET_OFFERS = 4,   /* draw, undo, pause, resume, reject at a board */
    BUDGET_GIVETIME = 5, /* `givetime` at a board */
    BUDGET_REMATCH = 6,  /* `rematch` of a board */
    BUDGET_SEATS = 7,    /* seats taken in seeks, of all boards together */
    BUDGET_ANALYSES = 9, /* matches analysed */
    BUDGET_MISSES = 10,  /* replies at a board that were not understood, before the page */
    BUDGET_TURNS = 8,    /* letters about turns to one player whom the match does not need */
};

/* How much a player has used of a budget on a day (days since 1970) at a board (0: the budget is
 * for all boards together); and adds `count` to it. */
int budget_used(struct db *db, enum budget kind, gint64 player, gint64 board, gint64 day);
void budget_use(struct db *db, enum budget kind, gint64 player, gint64 board, gint64 day,
                int count);

/* How many letters that are not urgent one player has caused to another on a day; and adds
 * one. */
int letters_between(struct db *db, gint64 writer, gint64 reader, gint64 day);
void letters_between_add(struct db *db, gint64 writer, gint64 reader, gint64 day);

#endif
