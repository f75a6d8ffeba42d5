#include "letters/weekly.h"

#include "letters/letters.h"
#include "store/stats.h"

/* Adds a number for a part of the page that is left out if it is 0. */
static void add_fault(struct values *values, const char *name, gint64 number)
{
    g_autofree char *text = number != 0 ? say_number(number) : NULL;
    values_add(values, name, text);
}

/* Adds what happened in the span. */
static void add_week(struct values *values, const struct stats_span *week)
{
    values_add_number(values, "mails", week->mails);
    values_add_number(values, "letters", week->letters);
    values_add_number(values, "returned", week->returned);
    values_add_number(values, "joined", week->joined);
    values_add_number(values, "active", week->active);
    values_add_number(values, "begun", week->begun);
    values_add_number(values, "ended", week->ended);
    values_add_number(values, "running", week->running);
}

/* Adds what needs attention. False if nothing does. */
static bool add_faults(struct run *run, struct values *values, const struct stats *stats,
                       guint failed, gint64 saved)
{
    const bool old_backup = saved < run->now - WEEK;
    const bool late = stats->oldest != 0 && stats->oldest < run->now - CLOCK_DAY;
    add_fault(values, "failed", failed);
    add_fault(values, "parked", stats->parked);
    add_fault(values, "kept-back", stats->kept_back);
    add_fault(values, "late", late ? stats->waiting : 0);
    values_add_switch(values, "no-backup", old_backup);
    const bool any = failed > 0 || stats->parked > 0 || stats->kept_back > 0 || late || old_backup;
    values_add_switch(values, "any", any);
    return any;
}

void weekly_write(struct run *run, guint failed, gint64 saved)
{
    struct watermark mark = watermark_read(run->db);
    const gint64 since = mark.weekly;
    mark.weekly = run->now;
    watermark_write(run->db, &mark);
    if (since == 0 || since > run->now) {
        return;
    }
    struct stats_span week;
    struct stats stats;
    stats_since(run->db, since, &week);
    stats_read(run->db, run->now, &stats);
    g_autofree char *from = moment_bare(run, 0, since);
    g_autofree char *until = moment_in_words(run, 0, run->now);
    struct values *values = pairs("from", from, "until", until, NULL);
    add_week(values, &week);
    const bool amiss = add_faults(run, values, &stats, failed, saved);
    stats_clear(&stats);
    if (!amiss && week.mails == 0 && week.begun == 0 && week.ended == 0) {
        values_unref(values);
        return;
    }
    letter_plain(run, &(struct letter_draft){ .address = run->config->operator_address,
                                              .subject = "subject-weekly",
                                              .page = "letters/weekly",
                                              .values = values });
}
