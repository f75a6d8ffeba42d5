/*
 * tournament_words.h: what is said of a tournament, and letters about one.
 */
#ifndef POSTMOVE_COMMANDS_TOURNAMENT_WORDS_H
#define POSTMOVE_COMMANDS_TOURNAMENT_WORDS_H

#include "commands/sections.h"
#include "letters/letters.h"

/* Adds {{title}} and {{number}} to values, and returns them. */
struct values *tournament_values(struct values *values, const struct tournament *tournament);

/* "Chess, knockout (time=10d)": what is played, and how, on one line. */
struct phrase *tournament_terms(const struct tournament *tournament);

/* When it starts, or how far it is, or who has won, in one line. */
struct phrase *tournament_status(struct run *run, const struct tournament *tournament);

/* The names of those who stand first in a section and have not left; NULL: nobody. */
struct phrase *tournament_firsts(const struct section *section);

/* The names of those who have won a tournament that is over: who stand first in the sections of its
 * last stage; NULL: nobody. */
struct phrase *tournament_winners(struct db *db, const struct tournament *tournament,
                                  const GPtrArray *entrants);

/* Adds the table of a section, in the order of ranks by numbered lines: with two at a board and at
 * most TABLE_CROSSES players what each did against each other; and points, matches won and played.
 */
enum { TABLE_CROSSES = 8 };
void tournament_add_table(GPtrArray *rows, const struct section *section);

/* The values that sentences may have of a section, for an entrant, who may have no place in it. */
struct values *section_values(const struct section *section, const struct entrant *entrant);

/* Adds a link that sends a command about a tournament: the command and the number. */
void tournament_link(struct entry *entry, const char *command, const struct tournament *tournament);

/* Sends a player a letter about a tournament, unless none may go to them: the sentence `key` with
 * `values`, which are taken (NULL: none), {{title}} and {{number}}; the `table` of a section below
 * it (NULL: none), or a list of these `boards` that run (gint64; NULL: none), of which it shows the
 * first at which they are to move; a reply can play at all of them. */
void tournament_letter(struct run *run, const struct tournament *tournament, gint64 player,
                       const char *key, struct values *values, const struct section *table,
                       const GArray *boards);

#endif
