/*
 * mailroom.h: the parts of `postmove mail`.
 *
 * A mail is known by its name in the spool, a letter by its number in the
 * outbox.
 */
#ifndef POSTMOVE_MAILROOM_H
#define POSTMOVE_MAILROOM_H

#include "cli/part.h"

/* What was said on the command line beside words. */
struct mailroom_options {
    gboolean json, yes, all;
    char *sender, *recipient; /* envelope; NULL: not told */
};

/* Their options are a struct mailroom_options. */
/* mail_list.c: all that waits, failed or is parked; one mail or letter, whole. */
part_run mailroom_list, mailroom_show;

/* simulate.c: a mail read as if it came. */
part_run mailroom_simulate;

/* Prints any bytes: what could play with a terminal is shown as '?'. */
void mailroom_print(const char *bytes, gsize length);

#endif
