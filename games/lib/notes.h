/*
 * notes.h: refusing, in one line. All of these write the note and return false.
 */
#ifndef POSTMOVE_GAMES_NOTES_H
#define POSTMOVE_GAMES_NOTES_H

#include "games/game.h"

bool refuse(struct note *, const char *key);
bool refuse_number(struct note *, const char *key, int number);

/* With the first `count` arguments of a list. */
bool refuse_with(struct note *, const char *key, const struct argument *, size_t count);

#endif
