#include "clocks/watermark.h"

#include "clocks/clocks.h"
#include "store/boards.h"
#include "store/pending.h"
#include "store/tokens.h"

/* The moment up to which all mail is here: later mail may still be in a mailbox. */
static gint64 reached(const struct run *run, const struct watermark *mark)
{
    return run->config->mailboxes->len > 0 ? MIN(mark->fetched, run->now) : run->now;
}

/* The system clock was put back: drops all moments in the future. */
static void drop_future(struct run *run, struct watermark *mark)
{
    clocks_drop_future(run->db, run->now);
    outages_drop_future(run->db, run->now);
    pending_drop_future(run->db, run->now);
    tokens_drop_future(run->db, run->now);
    boards_drop_future(run->db, run->now);
    mark->fetched = MIN(mark->fetched, run->now);
    mark->served = MIN(mark->served, run->now);
}

void watermark_begin(struct run *run)
{
    struct watermark mark = watermark_read(run->db);
    gint64 here = reached(run, &mark);
    if (mark.served > run->now || mark.fetched > run->now) {
        drop_future(run, &mark);
        mark.quiet = true;
        clocks_all_changed(run);
    } else if (mark.served != 0 && here - mark.served > run->config->outage) {
        clocks_credit(run, mark.served, here, OUTAGE_STOOD_STILL);
        mark.served = here;
        mark.quiet = true;
    }
    watermark_write(run->db, &mark);
}

void watermark_end(struct run *run)
{
    struct watermark mark = watermark_read(run->db);
    mark.served = MAX(mark.served, reached(run, &mark));
    watermark_write(run->db, &mark);
}

void watermark_held(struct run *run, gint64 since)
{
    struct watermark mark = watermark_read(run->db);
    if (mark.served != 0 && since - mark.served > run->config->outage) {
        clocks_credit(run, mark.served, since, OUTAGE_STOOD_STILL);
    }
    clocks_credit(run, since, run->now, OUTAGE_HELD);
    mark.served = mark.served != 0 ? run->now : 0;
    mark.quiet = true;
    watermark_write(run->db, &mark);
}

void watermark_fetched(struct run *run, gint64 moment)
{
    struct watermark mark = watermark_read(run->db);
    mark.fetched = moment;
    watermark_write(run->db, &mark);
}

gint64 watermark_reached(struct run *run)
{
    struct watermark mark = watermark_read(run->db);
    return reached(run, &mark);
}

gint64 watermark_settled(struct run *run)
{
    struct watermark mark = watermark_read(run->db);
    if (mark.quiet) {
        return 0;
    }
    return run->arrived != 0 ? MIN(run->arrived, reached(run, &mark)) : mark.served;
}

void watermark_calm(struct run *run)
{
    struct watermark mark = watermark_read(run->db);
    mark.quiet = false;
    watermark_write(run->db, &mark);
}
