/*
 * mail.h: what the files of `mail`, `match`, `tournament`, `restore` and `standby` share.
 */
#ifndef POSTMOVE_CLI_MAIL_H
#define POSTMOVE_CLI_MAIL_H

#include "cli/workspace.h"

/* Prints the letters about a match that are kept, one a line, each below the mail that caused it;
 * or as JSON. False if there is no such match. */
bool mail_print_match(struct run *run, gint64 number, bool json);

/* Tells the players of all running matches and challenges that a backup from `moment` was restored,
 * or (`promoted`) that a standby took over with what it had then, and shows them their boards. */
void match_tell_restored(struct run *run, bool promoted, gint64 moment);

/* `match end` of a board, for an act with the options --winner, --draw, --void and --yes: the first
 * asks whether that is meant, the second does it. act->about is set. */
bool match_may_end(struct act *act, const char *board);
bool match_end(struct act *act, gint64 board);

/* `mail simulate`: the word is a file, or the name of a mail in the spool. */
part_act mail_simulate;

#endif
