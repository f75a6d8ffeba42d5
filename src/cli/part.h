/*
 * part.h: a subcommand of several parts, as in `mail list` and `match end`.
 *
 * Each part is a row of a table: its word, the words behind it, and which of the
 * subcommand's options it takes. An option of another part is refused, lest
 * somebody believe that it was heeded.
 */
#ifndef POSTMOVE_PART_H
#define POSTMOVE_PART_H

#include "cli/workspace.h"

/* Gets the words behind its own, ended by NULL, and whatever the subcommand's
 * options were read into; gives the exit code. */
typedef int part_run(const struct server *server, char **words, const void *options);

struct part {
    const char *name;
    int least, most;     /* words behind it; most -1: any number */
    const char *options; /* long names of those it takes, with blanks between; "": none */
    part_run *run;
};

/* The parts of a subcommand, with its options as cli_options takes them: switches
 * and texts, which must have been FALSE and NULL. */
struct parts {
    const char *name;
    const struct part *part;
    size_t count;
    const GOptionEntry *entries;
};

/* Runs the part that words[0] names. Gives its exit code, or that of what is
 * wrong with the words, the options or the configuration. */
int parts_run(const struct parts *parts, const struct invocation *invocation, char **words,
              const void *options);

/* A number of a board or letter, from 1; 0 if the word is none. */
gint64 part_number(const char *word);

#endif
