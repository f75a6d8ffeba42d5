/*
 * words.h: the texts of templates/, in each language there is.
 *
 * templates/LANG/ has what is said in a language, LANG being its tag (RFC 5646): "de". What it
 * lacks is said in English. What stands in templates/ itself is for the operator alone, in English.
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

/* Words of a folder that are still to be loaded: there are none of them until words_ready was true.
 * It loads them, unless they are; the same error. Most runs say nothing to anybody. */
struct words *words_later(const char *folder);
bool words_ready(struct words *words, GError **error);

/* Loads an operator's own folder. Words that it lacks, or that ask for a value they do not get,
 * are taken from `whole`, the words of the program. Takes `whole`, also if it fails. */
struct words *words_load_over(const char *folder, struct words *whole, GError **error);
void words_free(struct words *words);

/* The words of a language (NULL: English). English if there is no such language, or if its words
 * are faulty, which the log says. They belong to `words`, which are in English. */
const struct words *words_in(const struct words *words, const char *tag);

/* The tag of the language that words are in. */
const char *words_tag(const struct words *words);

/* The tags of all languages, sorted: those of the program and those of an operator's own folder.
 * Free with g_strfreev. */
char **words_languages(const struct words *words);

/* Reads a language afresh, whether or not words_in has read it. NULL with the first fault if its
 * words are faulty. `words` must outlive it. Free with words_free. */
struct words *words_load_language(const struct words *words, const char *tag, GError **error);

typedef struct words Words;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Words, words_free)

/* The words for a key, or NULL. */
const char *words_get(const struct words *words, const char *group, const char *key);

/* The same (`group` NULL: a page); *words are then those that have it, maybe of another language.
 */
const char *words_get_from(const struct words **words, const char *group, const char *key);

/* The text of NAME.txt, or NULL. Names with a slash reach into folders. */
const char *words_page(const struct words *words, const char *name);

/* The page of a game's lessons (render/lessons.h); NULL if it has none. */
const char *words_lessons(const struct words *words, const struct game *game);

/* The words that stand in for those, where they lack something; NULL: none. */
const struct words *words_behind(const struct words *words);

/* All texts of a language that words_load_language has read, by their names, in order: "GROUP KEY",
 * and "PAGE.txt". They belong to it. Free with g_tree_unref. */
GTree *words_texts(const struct words *language);

#endif
