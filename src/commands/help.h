/*
 * help.h: help pages, made of templates/ and the tables of the grammar and
 * the games, so that no list is written twice.
 */
#ifndef POSTMOVE_COMMANDS_HELP_H
#define POSTMOVE_COMMANDS_HELP_H

#include "games/game.h"
#include "render/words.h"

/* The help for a topic: "help" (the index), "commands", a page of help/, a
 * command or a game (each in full or shortened). NULL if there is none; the
 * caller's. */
char *help_topic(const struct words *words, const char *topic);

/* All commands, their forms and what they do, as mdoc(7) for the manual; the
 * caller's. */
char *help_commands_mdoc(const struct words *words);

/* A game's title and its options, a line each, and those that every game has;
 * NULL: all games, each with the names of its options alone, then once what every
 * game has, and how to get the rest. The caller's. */
char *help_options(const struct words *words, const struct game *game);

/* Its options as mdoc(7), for the manual; the caller's. */
char *help_game_options_mdoc(const struct words *words, const struct game *game);

/* The options of the server (play/match_settings.h) as mdoc(7), for the manual; the
 * caller's. */
char *help_terms_mdoc(const struct words *words);

#endif
