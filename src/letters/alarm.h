/*
 * alarm.h: letters to the operator about something they should look at.
 */
#ifndef POSTMOVE_LETTERS_ALARM_H
#define POSTMOVE_LETTERS_ALARM_H

#include "letters/run.h"

/* What such a letter is about, and the values that its words need. */
enum alarm {
    ALARM_PARKED,        /* {{count}} letters have become undeliverable since the last letter */
    ALARM_LOGIN,         /* the server {{host}} of the mailbox {{name}} refused our log-in */
    ALARM_UNWELCOME,     /* mail servers refuse letters because of who sends them; {{status}} is the
                            code of RFC 3463 that they gave */
    ALARM_UNWANTED,      /* a mail provider has reported one of our letters as unwanted */
    ALARM_SIGNUPS,       /* the daily limit of signup letters is used up: whoever signs up now gets
                            no letter, and an honest person cannot see why */
    ALARM_STRANGERS,     /* the daily limit of answers to strangers is used up */
    ALARM_OTHER_ADDRESS, /* the mail server accepts mail for {{address}}, which is not ours */
    ALARM_BOT_NAME,      /* the program {{name}} cannot play, because a player has its name */
    ALARM_BOT_FAILED, /* the program {{name}} has given no answer that can be carried out, so that
                         match {{number}} waits; {{why}} is what is known of it: what it
                         answered, if {{answered}} */
    ALARM_FAILED,     /* the mail {{name}} and {{more}} lie in failed/ */
    ALARM_CLOSED,     /* the server's user may not read {{file}} in the spool, and all mails
                         behind the mail {{name}} wait for it */
    ALARM_STANDBY,    /* the log was not copied to the standby; {{why}} is the reason */
};

/* Queues a letter, unless one about the same went to the operator within a day: then false.
 * `what` is the {{name}} of the mail, mailbox or program that it is about; NULL: there is only one
 * such thing. Takes `values` (NULL: none). */
bool alarm_write(struct run *run, enum alarm alarm, const char *what, struct values *values);

/* Tells how many letters to players have become undeliverable, if any have. */
void alarm_parked(struct run *run);

/* Tells of each mailbox whose server refused our log-in within the last day. */
void alarm_logins(struct run *run);

/* Tells of the mails in failed/ that no such letter has covered yet: what is wrong with the first,
 * and how many more there are. `names` ends with NULL. */
void alarm_failed(struct run *run, const char *const *names);

#endif
