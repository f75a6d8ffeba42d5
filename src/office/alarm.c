/* What the operator is told by letter. */
#include "base/clock.h"
#include "office/letters.h"
#include "store/inbox.h"
#include "store/outbox_review.h"

void office_tell_failed(struct office *office, const char *spool_name)
{
    if (notice_count(office->db, spool_name, "failed-mail", (struct clock_span){ 0, G_MAXINT64 }) >
        0) {
        return;
    }
    notice_add(office->db, spool_name, "failed-mail", office->now);
    letter_plain(office, 0, office->config->operator, "letters/failed-mail", "subject-failed-mail",
                 pairs("name", spool_name, NULL), NULL, NULL, NULL);
}

void office_tell_parked(struct office *office)
{
    static const char kind[] = "parked-letters";
    const char *operator= office->config->operator;
    gint64 count = outbox_untold(office->db, operator);
    if (count == 0 ||
        notice_count(office->db, operator, kind, clock_span(office->now, CLOCK_DAY - 1)) > 0) {
        return;
    }
    notice_add(office->db, operator, kind, office->now);
    outbox_told(office->db, office->now);
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, count);
    letter_plain(office, 0, operator, "letters/parked-letters", "subject-parked-letters",
                 pairs("count", number, NULL), NULL, NULL, NULL);
}
