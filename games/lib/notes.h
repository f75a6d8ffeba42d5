/*
 * notes.h: refusals in one line, and lists of notes.
 */
#ifndef POSTMOVE_GAMES_NOTES_H
#define POSTMOVE_GAMES_NOTES_H

#include "games/game.h"

/* ---- refusals: all of these write the note and return false ---- */

bool refuse(struct note *, const char *key);
bool refuse_number(struct note *, const char *key, int number);
bool refuse_one(struct note *, const char *key, struct argument);
bool refuse_two(struct note *, const char *key, struct argument, struct argument);

/* With the first `count` arguments of a list. */
bool refuse_with(struct note *, const char *key, const struct argument *, size_t count);

/* ---- lists ---- */

/* Room for `cap` notes of a caller, as `warn` of game.h has it. */
struct notes {
    struct note *note; /* not owned */
    size_t cap, count;
};

/* Adds a note, if there is room. */
void notes_add(struct notes *, const struct note *);

#endif
