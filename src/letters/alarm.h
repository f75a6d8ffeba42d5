/*
 * alarm.h: what the operator is told by letter.
 */
#ifndef POSTMOVE_LETTERS_ALARM_H
#define POSTMOVE_LETTERS_ALARM_H

#include "letters/run.h"

/* Tells the operator, by letter, how many letters were parked since he was told
 * last; at most once a day, and not of letters to himself. */
void alarm_parked(struct run *run);

/* Tells the operator of mailboxes whose server refused our log-in within a day; once a
 * day for each. */
void alarm_logins(struct run *run);

/* Tells the operator, once a day, that mail servers refuse letters for who sends them,
 * and with which code of RFC 3463. */
void alarm_unwelcome(struct run *run, const char *status);

/* Tells the operator, by letter, that a mail provider reports a letter of ours as
 * unwanted; at most once a day. */
void alarm_unwanted(struct run *run);

/* Tells the operator that so many asked to sign up today that no more get a letter, which an
 * honest one would not see; at most once a day. */
void alarm_signups(struct run *run);

/* Tells the operator, by letter, that the mail server takes mail for an address
 * that is not this server's; at most once a day. */
void alarm_other_address(struct run *run, const char *address);

/* Tells the operator, by letter, of the mails in failed/ of which they were not told yet: what is
 * wrong with the first, and how many more there are; at most once a day. */
void alarm_failed(struct run *run, const char *const *names);

/* Tells the operator, by letter, that the server's user may not read the mail in that file of
 * the spool, for which those behind it wait; once a day for each name. */
void alarm_closed(struct run *run, const char *spool_name, const char *file);

#endif
