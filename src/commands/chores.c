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

/* Finds out what there is to do. */
static void begin(struct run *run, struct chores *chores)
{
    const gint64 reached = watermark_reached(run);
    chores->reached = chores->waiting != 0 ? MIN(reached, chores->waiting - 1) : reached;
    chores->challenges.all =
        board_stale_challenges(run->db, (gint64)LIMIT_CHALLENGE_DAYS * CLOCK_DAY, chores->reached);
    tell_operator(run, chores->failed);
}

/* True if no challenge is left. Since the first portion others may have accepted or ended one. */
static bool end_stale(struct run *run, struct portions *challenges)
{
    const gint64 *board;
    while ((board = portions_next(challenges)) != NULL) {
        g_autoptr(MatchSession) session = session_open(run, *board, NULL);
        if (session != NULL && board_is_open(session->board)) {
            challenge_lapse(session, -1);
        }
    }
    return portions_are_over(challenges);
}

bool chores_do(struct run *run, gint64 until, struct chores *chores)
{
    portions_begin(&chores->challenges, until);
    portions_begin(&chores->talk, until);
    portions_begin(&chores->digests, until);
    if (chores->challenges.all == NULL) {
        begin(run, chores);
    }
    if (!end_stale(run, &chores->challenges)) {
        return false;
    }
    if (!chores->expired) {
        chores->expired = expire_rows(run->db, chores->reached, run->now / CLOCK_DAY);
    }
    if (!chores->expired) {
        return false;
    }
    const bool over = changes_send_talk(run, &chores->talk) && digests_send(run, &chores->digests);
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
