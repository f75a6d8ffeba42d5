/*
 * cli.h: what all subcommands share.
 *
 * A subcommand is one file and one table (cli/workspace.h). Its `--help` is the page cli/NAME of
 * templates/. It prints its errors on stderr. Its exit code is 0 done, 1 the answer is no, 2
 * usage or configuration, 75 try again.
 */
#ifndef POSTMOVE_CLI_H
#define POSTMOVE_CLI_H

#include <glib.h>
#include <stdbool.h>

#include "base/config.h"
#include "base/error.h"
#include "render/speech.h"

/* Prints the page cli/NAME on stdout. Returns the exit code. */
int cli_page(const char *name);

/* Prints "postmove: " and the error on stderr. Returns the error's exit code. */
int cli_fail(const GError *error);

/* Sets the error, and returns false. */
bool cli_refuse(GError **error, enum postmove_error code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Refuses a value for an option that takes none: GLib would leave it out, and --yes=no would be a
 * yes. `words` is the command line, up to a NULL. */
bool cli_switches_are_bare(const GOptionEntry *entries, char **words, GError **error);

/* True if a new file may take that name: nothing is there, or a file. What else is there, such as
 * /dev/null, must stay; then an error, POSTMOVE_ERROR_NO. */
bool cli_replaceable(const char *name, GError **error);

/* Reads the configuration of that path. Free with config_free. */
struct config *cli_config(const char *path, GError **error);

/* Asks `question` at the terminal. True if the person there says yes; false without a
 * terminal. */
bool cli_ask(const char *question);

/* True with `yes`, or if a person at the terminal says yes to the question. Else false with an
 * error, POSTMOVE_ERROR_USAGE, that begins with `kept`: what was not done. */
bool cli_confirm(bool yes, const char *kept, GError **error, const char *question, ...)
    G_GNUC_PRINTF(4, 5);

/* Reads a line of standard input, all its bytes but the line feed; at a terminal it is not shown.
 * NULL at the end. Free with g_free. */
char *cli_hidden_line(void);

/* Prints any bytes; those that could control a terminal are shown as '?'. */
void cli_print_any(const char *bytes, gsize length);

/* The words of the configuration's templates, or, with NULL, of those beside the program. */
struct words *cli_words(const struct config *config, GError **error);

/* The same for a command that mostly needs none: those of the program are loaded when they are
 * first asked for (render/words.h). The operator's own are loaded now: who changes them learns of a
 * fault from the next run. */
struct words *cli_words_later(const struct config *config, GError **error);

/* After stop_heed, a signal to end (SIGTERM, SIGINT, SIGHUP) no longer ends the process: it is
 * only noted, and stop_asked is true from then on. The process ends between two mails or two
 * letters, never in the middle of one. */
void stop_heed(void);
bool stop_asked(void);

#endif
