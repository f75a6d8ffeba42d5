/*
 * budgets.h: counts how often a player did on a day what has a limit.
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
    BUDGET_LETTERS = 11, /* letters to one reader that report neither a turn nor the beginning or
                            end of a match */
    /* answers to a player that no command carried out has caused: */
    BUDGET_ANSWERS = 12,          /* to mails that prove their writer */
    BUDGET_ANSWERS_UNPROVEN = 13, /* to all others */
    /* wrong passwords for a player, by how far the rest of the mail shows who gives it: */
    BUDGET_WRONG_STRANGER = 14, /* it comes from an address that is not the player's */
    BUDGET_WRONG_ADDRESS = 15,  /* from an address of the player's, which anybody can forge */
    BUDGET_WRONG_PROVEN = 16,   /* it proves the player in another way, too */
};

/* How much a player has used of a budget on a day (days since 1970); and adds `count` to it.
 * `about` is a board or a reader; 0: the budget is for all of them together. */
int budget_used(struct db *db, enum budget kind, gint64 player, gint64 about, gint64 day);
void budget_use(struct db *db, enum budget kind, gint64 player, gint64 about, gint64 day,
                int count);

/* Forgets the wrong passwords: the player has another password. */
void budget_forget_wrong(struct db *db, gint64 player);

/* Forgets all budgets of a player, and those for letters to them. */
void budget_forget(struct db *db, gint64 player);

#endif
