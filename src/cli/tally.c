#include "cli/tally.h"

#include "base/clock.h"
#include "cli/mark.h"
#include "cli/workspace.h"
#include "store/hold.h"
#include "store/outages.h"
#include "transport/spool.h"

static void count_spool(struct tally *tally, const char *spool)
{
    g_autoptr(GPtrArray) waiting = spool_list(spool, &tally->spool_unread);
    g_auto(GStrv) failed = waiting != NULL ? spool_failed(spool, &tally->spool_unread) : NULL;
    for (guint i = 0; failed != NULL && i < waiting->len; i++) {
        gint64 received = ((const struct spool_entry *)waiting->pdata[i])->received;
        if (received > 0 && (tally->oldest_mail == 0 || received < tally->oldest_mail)) {
            tally->oldest_mail = received;
        }
    }
    tally->mails_waiting = failed != NULL ? waiting->len : 0;
    tally->mails_failed = failed != NULL ? g_strv_length(failed) : 0;
}

void tally_take(struct tally *tally, const struct config *config)
{
    *tally = (struct tally){ 0 };
    struct workspace workspace;
    if (workspace_open(&workspace, config, NULL, DB_READ, "stats", &tally->database_unread)) {
        stats_read(workspace.db, workspace.run.now, &tally->stats);
        tally->held = hold_since(workspace.db);
        tally->last_fetch = attendance_read(workspace.db).fetched;
        if (db_failed(workspace.db)) { /* the commit tells what failed */
            db_commit(workspace.db, &tally->database_unread);
        }
        workspace_close(&workspace);
    }
    tally->now = clock_now();
    struct mark ran = mark_read(config->database, BESIDE_RAN);
    tally->last_run = ran.time;
    tally->run_unread = ran.unread;
    g_free(ran.about);
    struct mark saved = mark_read(config->database, BESIDE_SAVED);
    tally->last_backup = saved.time;
    g_free(saved.about);
    count_spool(tally, config->spool);
}

void tally_clear(struct tally *tally)
{
    stats_clear(&tally->stats);
    g_clear_error(&tally->database_unread);
    g_clear_error(&tally->spool_unread);
}

void tally_figures(const struct tally *tally, struct tally_figure figures[TALLY_FIGURES])
{
    const struct stats *stats = &tally->stats;
    const struct tally_figure all[TALLY_FIGURES] = {
        { "players", "players", stats->players, false },
        { "active", "players active in 30 days", stats->active, false },
        { "suspended", "players suspended", stats->suspended, false },
        { "mails", "mails processed", stats->mails, false },
        { "mails_today", "mails processed today", stats->mails_today, false },
        { "mails_waiting", "mails waiting", tally->mails_waiting, true },
        { "mails_failed", "mails failed", tally->mails_failed, true },
        { "letters", "letters sent in 30 days", stats->letters, false },
        { "letters_today", "letters sent today", stats->letters_today, false },
        { "letters_waiting", "letters waiting", stats->waiting, false },
        { "letters_parked", "letters parked", stats->parked, false },
    };
    for (size_t i = 0; i < TALLY_FIGURES; i++) {
        figures[i] = all[i];
    }
}
