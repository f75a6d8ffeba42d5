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

/* What a seat without a name is called: as "seat-1", "seat-2"... of the game's own group say, or of
 * the group "view". */
struct phrase *phrase_seat(const struct game *game, int seat);

/* What a game is called. */
struct phrase *phrase_title(const struct game *game);

/* Whether the game has such words of its own. Its captions then tell the sides
 * apart by themselves: they want names alone, without the signs of the men. */
bool words_names_seats(const struct words *words, const struct game *game);

/* What a kind of piece is called: "piece-NAME" of the game's own group; "" for NULL. Free with
 * g_free. */
char *words_piece(const struct words *words, const struct game *game, const struct piece *piece);

/* The cells of a note that is a row of a table: what stands between two blanks or more. Free with
 * g_strfreev. */
char **words_cells(const char *note);

/* A note of a game: arguments {{1}}..{{6}}, {{move}}. `seat_names` (NULL: as phrase_seat calls
 * them) stand for ARGUMENT_SEAT. Its words are those of the game, or else of all matches. */
struct phrase *phrase_note(const struct game *game, const struct note *note,
                           const struct position *position, struct phrase *const *seat_names);

/* The same in words. Free with g_free. */
char *words_note(const struct words *words, const struct game *game, const struct note *note,
                 const struct position *position, const char *const *seat_names);

#endif
