/*
 * mail.h: the parts of `postmove mail`.
 *
 * A mail is known by its name in the spool, a letter by its number in the
 * outbox.
 */
#ifndef POSTMOVE_CLI_MAIL_H
#define POSTMOVE_CLI_MAIL_H

#include "cli/part.h"

/* What was said on the command line beside words. */
struct mail_options {
    gboolean json, yes, all;
    char *sender, *recipient; /* envelope; NULL: not told */
};

/* simulate.c: a mail read as if it came. Its options are a struct mail_options. */
part_run mail_simulate;

#endif
