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

/* The page of a game's lessons (play/lessons.h); NULL if it has none. */
const char *words_lessons(const struct words *words, const struct game *game);

/* All keys of a group, sorted; empty if there are none. Free with g_strfreev. */
char **words_keys(const struct words *words, const char *group);

/* Renders `group`/`key` with values, which are taken (NULL: none). A key
 * without words gives "[group.key]", which the tests never let pass. */
char *words_say(const struct words *words, const char *group, const char *key,
                struct values *values);

/* Texts (const char *) as a list in words, by a key of the group "view": "a, b or c" by "or". Free
 * with g_free. */
char *words_list(const struct words *words, const GPtrArray *items, const char *joiner);

/* What a seat (from 0) without a name is called: as "seat-1", "seat-2"... of the game's own group
 * say, else "player 1" by "seat" of the group "view". Free with g_free. */
char *words_seat(const struct words *words, const struct game *game, int seat);

/* Whether the game has such words of its own. Its captions then tell the sides
 * apart by themselves: they want names alone, without the signs of the men. */
bool words_names_seats(const struct words *words, const struct game *game);

/* What a kind of piece is called: "piece-NAME" of the game's own group; "" for NULL. Free with
 * g_free. */
char *words_piece(const struct words *words, const struct game *game, const struct piece *piece);

/* The cells of a note that is a row of a table: what stands between two blanks or more. Free with
 * g_strfreev. */
char **words_cells(const char *note);

/* A note of a game in words: arguments {{1}}..{{6}}, {{move}}; {{#one-2}} where the second
 * is the number one. `seat_names` (NULL: as words_seat calls them) stand for
 * ARGUMENT_SEAT. Looks under the game's name, then under "match". Free with g_free. */
char *words_note(const struct words *words, const struct game *game, const struct note *note,
                 const struct position *position, const char *const *seat_names);

#endif
