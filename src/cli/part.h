/*
 * part.h: subcommands as tables: their parts, as in `mail list` and `match end`, and the options
 * that each takes.
 *
 * All options are in one struct. An option that a part does not take is refused, so that nobody
 * believes that it had an effect; it stands behind the part's own word.
 */
#ifndef POSTMOVE_PART_H
#define POSTMOVE_PART_H

#include "cli/position.h"
#include "cli/workspace.h"
#include "render/diagram.h"

/* What was said on the command line besides words. */
struct part_options {
    const char *subcommand; /* its name */
    gboolean json, yes, all, sent, none, letter, draw, void_ending, prometheus, tell, no_tell,
        as_it_is, decisions, divide, moves, analyse, testing, start_anew;
    char *player, *sender, *recipient, *winner, *to, *until, *output, *from, *after, *board,
        *picture, *address, *person; /* NULL: not given */
    int again, level;                /* G_MININT: not given */
    int seat;                        /* 0: not given */
    gint64 seed;                     /* G_MININT64: not given */
    char *password;                  /* read from standard input, by a part; NULL: none was */
};

/* One call of a part. */
struct act {
    const struct server *server;
    char **words; /* those behind the part's own word, ended by NULL */
    struct part_options *options;
    gint64 number;       /* the first word, if it must be a number */
    GError *error;       /* why it failed; NULL: that was printed */
    struct match *match; /* of the position that the words name */
    int code; /* the exit code if it failed without an error; POSTMOVE_ERROR_NO, if not set */

    /* For `look` and `act`: */
    struct workspace workspace;
    struct run *run; /* on that database; points into `workspace` */
    char *about;     /* for the journal: names and numbers, never an address or a password; NULL:
                        all the words */
    char *said;      /* for stdout, once it is committed; NULL: nothing */
};

/* False if it failed. */
typedef bool part_act(struct act *act);

/* A part has either `run`, which does all of its work; or `look`, which reads the database, in one
 * transaction; or `act`, which changes it: it is committed with a line in the journal, and rolled
 * back if it fails. `may` is called before that, without the database: it asks for confirmation, or
 * refuses the words. `then` is called after an act that was committed, when the database is closed:
 * only there are files changed. */
struct part {
    const char *name;    /* NULL: the subcommand has no parts, and this is all of it */
    int least, most;     /* words behind it; most -1: any number */
    const char *options; /* long names of the options it takes, with blanks between; "": none */
    bool numbered;       /* the first word must be a number: act->number */
    bool raw;            /* all that follows is words, also what begins with a dash */
    bool wordless;       /* it writes no letter: server->words is NULL */
    bool bare;           /* it needs no server: server->config is NULL */
    enum position_use position; /* what the position is for that the words name; it is bare, too */
    part_act *may, *run, *look, *act, *then;
};

/* A subcommand. */
struct parts {
    const char *name;
    const struct part *part;
    size_t count;
};

/* Runs the part that the command line names; argv[0] is the subcommand. Returns its exit code, or
 * that of an error in the words, the options or the configuration. */
int parts_run(const struct parts *parts, const struct invocation *invocation, int argc,
              char **argv);

/* Sets the error of a command line that makes no sense, and returns false. */
bool act_misused(struct act *act, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Sets *form to that of --board. False with the error if there is no such form. */
bool act_board_form(struct act *act, enum diagram_form *form);

/* The number of a board or letter, from 1; 0 if the word is not such a number. */
gint64 part_number(const char *word);

#endif
