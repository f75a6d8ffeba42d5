#include "store/logins.h"

#include "base/clock.h"
#include "store/inbox.h"

static const char kind[] = "login";

bool logins_wait(struct db *db, const char *identity, gint64 now)
{
    static const gint64 pauses[] = { 0, 300, 900, 3600 }; /* seconds */
    int count = notice_count(db, identity, kind, clock_span(now, CLOCK_DAY));
    gint64 pause = pauses[MIN(count, (int)G_N_ELEMENTS(pauses) - 1)];
    return pause > 0 && notice_count(db, identity, kind, clock_span(now, pause - 1)) > 0;
}

void logins_refused(struct db *db, const char *identity, gint64 now)
{
    notice_add(db, identity, kind, now);
}

bool logins_were_refused(struct db *db, const char *identity, gint64 now)
{
    return notice_count(db, identity, kind, clock_span(now, CLOCK_DAY)) > 0;
}

void logins_accepted(struct db *db, const char *identity)
{
    db_run(db, "DELETE FROM notices WHERE folded = ? AND kind = ?", identity, kind);
}
