#include "clocks/watermark.h"

#include "clocks/clocks.h"
#include "store/boards.h"
#include "store/pending.h"
#include "store/tokens.h"

/* The moment up to which all mail is here: later mail may still be in a mailbox. */
static gint64 reached(const struct run *run, const struct attendance *attendance)
{
    return run->config->mailboxes->len > 0 ? MIN(attendance->fetched, run->now) : run->now;
}

/* The system clock was put back: drops all moments in the future. */
static void drop_future(struct run *run, struct attendance *attendance)
{
    clocks_drop_future(run->db, run->now);
    outages_drop_future(run->db, run->now);
    pending_drop_future(run->db, run->now);
    tokens_drop_future(run->db, run->now);
    boards_drop_future(run->db, run->now);
    attendance->fetched = MIN(attendance->fetched, run->now);
    attendance->served = MIN(attendance->served, run->now);
}

void watermark_begin(struct run *run)
{
    struct attendance attendance = attendance_read(run->db);
    gint64 here = reached(run, &attendance);
    if (attendance.served > run->now || attendance.fetched > run->now) {
        drop_future(run, &attendance);
        attendance.quiet = true;
        clocks_all_changed(run);
    } else if (attendance.served != 0 && here - attendance.served > run->config->outage) {
        clocks_credit(run, attendance.served, here, OUTAGE_STOOD_STILL);
        attendance.served = here;
        attendance.quiet = true;
    }
    attendance_write(run->db, &attendance);
}

void watermark_end(struct run *run)
{
    struct attendance attendance = attendance_read(run->db);
    attendance.served = MAX(attendance.served, reached(run, &attendance));
    attendance_write(run->db, &attendance);
}

void watermark_held(struct run *run, gint64 since)
{
    struct attendance attendance = attendance_read(run->db);
    if (attendance.served != 0 && since - attendance.served > run->config->outage) {
        clocks_credit(run, attendance.served, since, OUTAGE_STOOD_STILL);
    }
    clocks_credit(run, since, run->now, OUTAGE_HELD);
    attendance.served = attendance.served != 0 ? run->now : 0;
    attendance.quiet = true;
    attendance_write(run->db, &attendance);
}

void watermark_fetched(struct run *run, gint64 moment)
{
    struct attendance attendance = attendance_read(run->db);
    attendance.fetched = moment;
    attendance_write(run->db, &attendance);
}

gint64 watermark_reached(struct run *run)
{
    struct attendance attendance = attendance_read(run->db);
    return reached(run, &attendance);
}

gint64 watermark_settled(struct run *run)
{
    struct attendance attendance = attendance_read(run->db);
    if (attendance.quiet) {
        return 0;
    }
    return run->arrived != 0 ? MIN(run->arrived, reached(run, &attendance)) : attendance.served;
}

void watermark_calm(struct run *run)
{
    struct attendance attendance = attendance_read(run->db);
    attendance.quiet = false;
    attendance_write(run->db, &attendance);
}
