/*
 * alarm.h: letters to the operator: about something they should look at, and each week.
 */
#ifndef POSTMOVE_LETTERS_ALARM_H
#define POSTMOVE_LETTERS_ALARM_H

#include "base/clock.h"
#include "letters/run.h"
#include "store/clocks.h"

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

/*
 * ---- the letter that the operator gets each week, with figures of the week and what needs
 * attention; [server] weekly = off turns it off ----
 */

enum { WEEK = 7 * CLOCK_DAY };

/* True if the last letter is a week old, or has a time to come, as when the clock has been put
 * back. Each run asks. */
static inline bool weekly_is_due(const struct run *run)
{
    const gint64 last = run->config->weekly ? watermark_read(run->db).weekly : run->now;
    return run->now - last >= WEEK || last > run->now;
}

/* Queues the letter if anything happened since the last one or something needs attention; either
 * way it is not due for another week. The first call only begins the week of a new server, and so
 * does one after the clock was put back.
 * `failed`: how many mails lie in the folder failed/ of the spool; `saved`: when the last backup
 * was made (0: there is none). Call it in a transaction. */
void weekly_write(struct run *run, guint failed, gint64 saved);

#endif
