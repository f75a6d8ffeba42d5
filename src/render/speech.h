/*
 * speech.h: phrases (render/phrase.h) put into words, in the language of these words.
 *
 * The words of a game's key are those of its own group, or else of the groups "match" and "view",
 * which all games share. A key may have words in several forms, KEY.FORM: a sentence asks for one
 * of them with {{name.FORM}}, and gets the plain words where that form is missing.
 */
#ifndef POSTMOVE_RENDER_SPEECH_H
#define POSTMOVE_RENDER_SPEECH_H

#include "games/game.h"
#include "render/phrase.h"
#include "render/words.h"

/* A phrase in words, for a reader in that time zone (NULL: UTC). A key without words gives
 * "[group.key]", which the tests never let pass. NULL for NULL. Free with g_free. */
char *words_of(const struct words *words, const char *zone, const struct phrase *phrase);

/* The same, in UTC; takes the phrase. */
char *words_said(const struct words *words, struct phrase *phrase);

/* The same for the words of a key with `values`, which are taken (NULL: none). */
char *words_say(const struct words *words, const char *group, const char *key,
                struct values *values);

/* A head, and the items (char *) behind it in the order of their names, with commas between them,
 * in lines of at most `columns` where items allow it. What is carried over is indented and begins
 * with "and", so that it reads as no move. Sorts the items. Free with g_free. */
char *words_items(const struct words *words, const char *head, GPtrArray *items, int columns);

#endif
