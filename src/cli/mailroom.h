/*
 * mailroom.h: the parts of `postmove mail`.
 *
 * A mail is known by its name in the spool, a letter by its number in the
 * outbox. Each part gets the words behind its own, and gives the exit code.
 */
#ifndef POSTMOVE_MAILROOM_H
#define POSTMOVE_MAILROOM_H

#include <stdbool.h>

#include "cli/session.h"

/* What was said on the command line beside words. */
struct mailroom_options {
    gboolean json, yes, all;
    char *sender, *recipient; /* envelope; NULL: not told */
};

typedef int mailroom(const struct server *server, char **words,
                     const struct mailroom_options *options);

/* mail_list.c: all that waits, failed or is parked; one mail or letter, whole. */
mailroom mailroom_list, mailroom_show;

/* simulate.c: a mail read as if it came. */
mailroom mailroom_simulate;

/* The number of a letter; 0 if the word is none. */
gint64 mailroom_number(const char *word);

/* Prints any bytes: what could play with a terminal is shown as '?'. */
void mailroom_print(const char *bytes, gsize length);

#endif
