/*
 * weekly.h: the letter that the operator gets each week, with figures of the week and what needs
 * attention. [server] weekly = off turns it off.
 */
#ifndef POSTMOVE_WEEKLY_H
#define POSTMOVE_WEEKLY_H

#include "base/clock.h"
#include "letters/run.h"
#include "store/clocks.h"

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
