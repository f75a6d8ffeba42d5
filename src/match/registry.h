/*
 * registry.h: the games this program was built with.
 *
 * The list is made by the Makefile from the files in games/.
 */
#ifndef POSTMOVE_REGISTRY_H
#define POSTMOVE_REGISTRY_H

#include "games/game.h"

/* All games, in order of name; NULL at the end. */
extern const struct game *const registry_games[];

/* Their names, likewise; for rooms that may not look at games. */
const char *const *registry_names(void);

/* The game of that exact name, or NULL. */
const struct game *registry_find(const char *name);

#endif
