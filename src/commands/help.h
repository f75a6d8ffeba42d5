/*
 * help.h: help pages, made from templates/ and the tables of commands and games, so that no list is
 * written twice.
 */
#ifndef POSTMOVE_COMMANDS_HELP_H
#define POSTMOVE_COMMANDS_HELP_H

#include "render/speech.h"

/* The help for a topic: "help" (the index), "commands", a page of help/, a command or a game (in
 * full or shortened). NULL if no page of `words` has that topic. */
struct phrase *help_topic(const struct words *words, const char *topic);

/* The rows below the index: topics and games, each with a button for its page. Free with
 * g_ptr_array_unref. */
GPtrArray *help_rows(void);

/* The titles of all games, for a sentence: "Chess, Go and Mill"; and the name of one, as an
 * example. */
struct phrase *help_game_titles(void);
const char *help_game_example(void);

/* A game's title and options, one in each line, and the options of every game. With `game` NULL:
 * all games, each with the names of its options only, then the options of every game, and how to
 * get the rest. */
struct phrase *help_options(const struct game *game);

#endif
