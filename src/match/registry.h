/*
 * registry.h: the games this program was built with.
 *
 * The list is made by the Makefile from the files in games/.
 */
#ifndef POSTMOVE_REGISTRY_H
#define POSTMOVE_REGISTRY_H

#include "games/game.h"

enum { REGISTRY_LETTERS = 3 }; /* fewest letters of a name that may stand for it */

/* All games, in order of name; NULL at the end. */
extern const struct game *const registry_games[];

/* Their names, likewise; for rooms that may not look at games. */
const char *const *registry_names(void);

/* The game of that exact name, or NULL. */
const struct game *registry_find(const char *name);

/* The game a player's word stands for, in any case: its name, or three or
 * more of its first letters that no other game shares. NULL if none or
 * several. */
const struct game *registry_meant(const char *word);

#endif
