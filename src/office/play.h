/*
 * play.h: what the rest of the office needs of play.c beside its handlers.
 */
#ifndef POSTMOVE_PLAY_H
#define POSTMOVE_PLAY_H

#include "office/desk.h"

/* What a ruling that is no VERDICT_PLAYED says, in words, with the choices;
 * `line` is what was typed. The caller's. */
char *play_ruling_words(struct desk *desk, const struct ruling *ruling, const char *line);

#endif
