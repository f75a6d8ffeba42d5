/*
 * words.h: the texts of templates/.
 *
 * NAME.txt files are letters and help pages (render/template.h renders them);
 * NAME.words files are GKeyFiles of short texts: group, key, words. The
 * group of a game's notes is its name; what all matches share is "match".
 */
#ifndef POSTMOVE_WORDS_H
#define POSTMOVE_WORDS_H

#include <glib.h>
#include <stdbool.h>

#include "games/game.h"
#include "render/template.h"

struct words;

/* Loads the folder; POSTMOVE_ERROR_USAGE "FILE:LINE: fault" if a template is not well formed. */
struct words *words_load(const char *folder, GError **error);

/* Loads an operator's own folder. Words that it lacks, or that ask for a value they do not get,
 * are taken from `whole`, the words of the program. Takes `whole`, also if it fails. */
struct words *words_load_over(const char *folder, struct words *whole, GError **error);
void words_free(struct words *words);
typedef struct words Words;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Words, words_free)

/* The words for a key, or NULL. */
const char *words_get(const struct words *words, const char *group, const char *key);

/* The text of NAME.txt, or NULL. Names with a slash reach into folders. */
const char *words_page(const struct words *words, const char *name);

/* The page of a game's lessons (render/lessons.h); NULL if it has none. */
const char *words_lessons(const struct words *words, const struct game *game);

/* All keys of a group, sorted; empty if there are none. Free with g_strfreev. */
char **words_keys(const struct words *words, const char *group);

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
