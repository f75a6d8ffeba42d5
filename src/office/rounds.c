#include "office/rounds.h"

#include "office/clocks.h"
#include "store/boards.h"
#include "store/pending.h"
#include "store/tokens.h"

/* By when mail must have come to be here: what a mailbox still holds is not. */
static gint64 reached(const struct office *office, const struct attendance *attendance)
{
    return office->config->mailboxes->len > 0 ? MIN(attendance->fetched, office->now) : office->now;
}

/* The system's clock was put back. */
static void drop_future(struct office *office, struct attendance *attendance)
{
    clocks_drop_future(office->db, office->now);
    outages_drop_future(office->db, office->now);
    pending_drop_future(office->db, office->now);
    tokens_drop_future(office->db, office->now);
    boards_drop_future(office->db, office->now);
    attendance->fetched = MIN(attendance->fetched, office->now);
    attendance->served = MIN(attendance->served, office->now);
}

void rounds_begin(struct office *office)
{
    struct attendance attendance = attendance_read(office->db);
    gint64 here = reached(office, &attendance);
    if (attendance.served > office->now || attendance.fetched > office->now) {
        drop_future(office, &attendance);
        attendance.quiet = true;
        clocks_all_changed(office);
    } else if (attendance.served != 0 && here - attendance.served > office->config->outage) {
        clocks_credit(office, attendance.served, here, OUTAGE_STOOD_STILL);
        attendance.served = here;
        attendance.quiet = true;
    }
    attendance_write(office->db, &attendance);
}

void rounds_end(struct office *office)
{
    struct attendance attendance = attendance_read(office->db);
    attendance.served = MAX(attendance.served, reached(office, &attendance));
    attendance_write(office->db, &attendance);
}

void rounds_held(struct office *office, gint64 since)
{
    struct attendance attendance = attendance_read(office->db);
    if (attendance.served != 0 && since - attendance.served > office->config->outage) {
        clocks_credit(office, attendance.served, since, OUTAGE_STOOD_STILL);
    }
    clocks_credit(office, since, office->now, OUTAGE_HELD);
    attendance.served = attendance.served != 0 ? office->now : 0;
    attendance.quiet = true;
    attendance_write(office->db, &attendance);
}

void rounds_fetched(struct office *office, gint64 moment)
{
    struct attendance attendance = attendance_read(office->db);
    attendance.fetched = moment;
    attendance_write(office->db, &attendance);
}

gint64 rounds_reached(struct office *office)
{
    struct attendance attendance = attendance_read(office->db);
    return reached(office, &attendance);
}

gint64 rounds_settled(struct office *office)
{
    struct attendance attendance = attendance_read(office->db);
    if (attendance.quiet) {
        return 0;
    }
    return office->arrived != 0 ? MIN(office->arrived, reached(office, &attendance))
                                : attendance.served;
}

void rounds_calm(struct office *office)
{
    struct attendance attendance = attendance_read(office->db);
    attendance.quiet = false;
    attendance_write(office->db, &attendance);
}
