/*
 * choice.h: what the seat to move can decide, in groups that people look through: those of one man,
 * and those that name only a place, such as a man put there, by its letters.
 */
#ifndef POSTMOVE_CHOICE_H
#define POSTMOVE_CHOICE_H

#include <glib.h>
#include <stdbool.h>

#include "games/game.h"

/* Decisions that begin alike. */
struct choice_group {
    char *name;       /* the man's square, or the letters: "e1", "d" */
    char *beginning;  /* of all its decisions: "e1-", "d" */
    bool open;        /* the game reads it as a beginning, and not as a decision of its own */
    GPtrArray *texts; /* char *: the decisions, "e1-d1", "e1-d2" */
};

enum { CHOICES_FEW = 60 /* decisions that are easily looked through */ };

/* The decisions that can follow in a position, in the order of the game, as an array of struct
 * choice_group: those behind the decisions of `begun` ("c3-c4,"), and of these the ones that begin
 * as the rest of it ("e1-", "e1"; "": all). More than CHOICES_FEW that begin so are in finer
 * groups. *count is how many decisions there are; none if `begun` is not legal. Free with
 * g_ptr_array_unref.
 */
GPtrArray *choice_groups(const struct game *game, const struct position *position,
                         const char *begun, guint *count);

#endif
