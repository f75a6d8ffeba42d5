#include "commands/chores.h"

#include "clocks/clocks.h"
#include "commands/bounces.h"
#include "commands/changes.h"
#include "commands/digests.h"
#include "commands/proposals.h"
#include "letters/alarm.h"

static void tell_operator(struct run *run, const char *const *failed)
{
    alarm_failed(run, failed);
    bounces_count_refused(run);
    alarm_parked(run);
    alarm_logins(run);
}

/* True if no challenge is left. */
static bool end_stale(struct run *run, struct portions *challenges)
{
    const gint64 reached = watermark_reached(run);
    if (challenges->all == NULL) {
        challenges->all =
            board_stale_challenges(run->db, (gint64)LIMIT_CHALLENGE_DAYS * CLOCK_DAY, reached);
    }
    const gint64 *board;
    while ((board = portions_next(challenges)) != NULL) {
        g_autoptr(MatchSession) session = session_open(run, *board, NULL);
        if (session != NULL) {
            challenge_lapse(session, -1);
        }
    }
    if (!portions_are_over(challenges)) {
        return false;
    }
    expire_rows(run->db, reached, run->now / CLOCK_DAY);
    return true;
}

bool chores_do(struct run *run, gint64 until, struct chores *chores)
{
    chores->challenges.until = chores->talk.until = chores->digests.until = until;
    if (chores->challenges.all == NULL) {
        tell_operator(run, chores->failed);
    }
    const bool over = end_stale(run, &chores->challenges) &&
                      changes_send_talk(run, &chores->talk) && digests_send(run, &chores->digests);
    if (over) {
        watermark_end(run);
    }
    return over;
}

void chores_clear(struct chores *chores)
{
    g_clear_pointer(&chores->challenges.all, g_array_unref);
    g_clear_pointer(&chores->talk.all, g_array_unref);
    g_clear_pointer(&chores->digests.all, g_array_unref);
}
