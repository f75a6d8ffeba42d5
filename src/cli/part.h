/*
 * part.h: a subcommand of several parts, as in `mail list` and `match end`.
 *
 * Each part is a row of a table: its word, the words behind it, and which of the subcommand's
 * options it takes. An option that the part does not take is refused, so that nobody believes
 * that it had an effect.
 */
#ifndef POSTMOVE_PART_H
#define POSTMOVE_PART_H

#include "cli/workspace.h"

/* Each gets the words behind its own, ended by NULL, and the struct that the subcommand's
 * options were read into. A part has either `run`, which does all of its work; or `look`,
 * which reads the database; or `act`, which changes it. `may` is called before `look` or
 * `act`, without the database: it asks for confirmation, or refuses the words. */
typedef int part_run(const struct server *server, char **words, void *options); /* exit code */
typedef int part_may(char **words, void *options); /* CLI_GO_ON, or the exit code */
typedef bool part_act(struct act *act);            /* else act->error says why not */

struct part {
    const char *name;
    int least, most;     /* words behind it; most -1: any number */
    const char *options; /* long names of the options it takes, with blanks between; "": none */
    bool numbered;       /* the first word must be a number: act->number */
    part_run *run;
    part_may *may;
    part_act *look, *act;
};

/* The parts of a subcommand, with its options as cli_options takes them: booleans and texts,
 * which must be FALSE and NULL before. */
struct parts {
    const char *name;
    const struct part *part;
    size_t count;
    const GOptionEntry *entries;
};

/* Runs the part that words[0] names. Returns its exit code, or that of an error in the words,
 * the options or the configuration. */
int parts_run(const struct parts *parts, const struct invocation *invocation, char **words,
              void *options);

/* Returns CLI_GO_ON with `yes`, or if a person at the terminal says yes to the question. Else
 * prints `kept` on stderr, which says that nothing was done, and returns the exit code. */
int part_confirm(const char *name, bool yes, const char *kept, const char *question, ...)
    G_GNUC_PRINTF(4, 5);

/* The number of a board or letter, from 1; 0 if the word is not such a number. */
gint64 part_number(const char *word);

#endif
