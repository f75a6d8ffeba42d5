/*
 * alarm.h: letters to the operator about something they should look at.
 *
 * Each function queues at most one letter a day, except where its comment says otherwise.
 */
#ifndef POSTMOVE_LETTERS_ALARM_H
#define POSTMOVE_LETTERS_ALARM_H

#include "letters/run.h"

/* Writes how many letters have become undeliverable since the last such letter. Letters to the
 * operator do not count. */
void alarm_parked(struct run *run);

/* Writes about each mailbox whose server refused our log-in within the last day: a letter a day
 * for each mailbox. */
void alarm_logins(struct run *run);

/* Writes that mail servers refuse letters because of who sends them. `status` is the code of RFC
 * 3463 that they gave. */
void alarm_unwelcome(struct run *run, const char *status);

/* Writes that a mail provider has reported one of our letters as unwanted. */
void alarm_unwanted(struct run *run);

/* Writes that the daily limit of signup letters is used up. Whoever signs up now gets no letter,
 * and an honest person cannot see why. */
void alarm_signups(struct run *run);

/* Writes that the mail server accepts mail for `address`, which is not this server's. */
void alarm_other_address(struct run *run, const char *address);

/* Writes that the program `name` cannot play, because another player has its name. */
void alarm_bot_name(struct run *run, const char *name);

/* Writes that the program `name` has given no answer that can be carried out, so that a match
 * waits: a letter a day for each program. `why` is what is known of it: what it answered, if
 * `answered`. */
void alarm_bot_failed(struct run *run, const char *name, gint64 board, bool answered,
                      const char *why);

/* Writes about the mails in failed/ that no such letter has covered yet: what is wrong with the
 * first, and how many more there are. `names` ends with NULL. */
void alarm_failed(struct run *run, const char *const *names);

/* Writes that the server's user may not read `file` in the spool, and that all mails behind it
 * wait for it: a letter a day for each name. */
void alarm_closed(struct run *run, const char *spool_name, const char *file);

/* Writes that the log for the standby was not copied to the standby. `why` is the reason. False if
 * the operator was told of this today. */
bool alarm_standby(struct run *run, const char *why);

#endif
