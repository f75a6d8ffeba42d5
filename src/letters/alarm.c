#include "letters/alarm.h"

#include "base/clock.h"
#include "letters/letters.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/stats.h"
#include "transport/credential.h"
#include "transport/spool.h"

/* The kind of notice by which each is counted, its Subject, and what it says: a page, or else a
 * sentence. */
static const struct {
    const char *kind, *subject, *page, *sentence;
} alarms[] = {
    [ALARM_PARKED] = { "parked-letters", "subject-parked-letters", "letters/parked-letters", NULL },
    [ALARM_LOGIN] = { "login-told", "subject-mailbox-login", "letters/mailbox-login", NULL },
    [ALARM_UNWELCOME] = { "unwelcome", "subject-unwelcome", "letters/unwelcome", NULL },
    [ALARM_UNWANTED] = { "unwanted", "subject-unwanted", NULL, "unwanted" },
    [ALARM_SIGNUPS] = { "too-many-signups", "subject-too-many-signups", NULL, "too-many-signups" },
    [ALARM_STRANGERS] = { "too-many-strangers", "subject-too-many-strangers", NULL,
                          "too-many-strangers" },
    [ALARM_OTHER_ADDRESS] = { "other-address", "subject-other-address", "letters/other-address",
                              NULL },
    [ALARM_BOT_NAME] = { "bot-name", "subject-bot", NULL, "bot-name" },
    [ALARM_BOT_FAILED] = { "bot-failed", "subject-bot", "letters/bot-failed", NULL },
    [ALARM_FAILED] = { "failed-mails", "subject-failed-mail", "letters/failed-mail", NULL },
    [ALARM_CLOSED] = { "closed-mail", "subject-closed-mail", "letters/closed-mail", NULL },
    [ALARM_STANDBY] = { "standby", "subject-standby-failed", NULL, "standby-failed" },
};

bool alarm_write(struct run *run, enum alarm alarm, const char *what, struct values *values)
{
    const char *person = run->config->operator_address;
    const char *page = alarms[alarm].page;
    g_autoptr(Values) own = values != NULL ? values : values_new();
    if (!notice_once(run->db, what != NULL ? what : person, alarms[alarm].kind,
                     clock_span(run->now, CLOCK_DAY - 1))) {
        return false;
    }
    if (what != NULL) {
        values_add(own, "name", what);
    }
    if (page == NULL) {
        g_autofree char *text = say(run, alarms[alarm].sentence, values_ref(own));
        values_add(own, "text", text);
    }
    letter_plain(run, &(struct letter_draft){ .address = person,
                                              .subject = alarms[alarm].subject,
                                              .page = page != NULL ? page : "letters/notice",
                                              .values = g_steal_pointer(&own) });
    return true;
}

/* The values of the letter: the name of the mail, a switch for what is wrong with it, and how many
 * more mails there are. Free with values_unref. */
static struct values *failed_values(const char *spool_name, enum spool_fault fault, guint more)
{
    static const char *const reasons[] = {
        [SPOOL_SOUND] = "attempts",
        [SPOOL_CLOSED] = "closed",
        [SPOOL_MALFORMED] = "malformed",
    };
    g_autofree char *count = more > 0 ? say_number(more) : NULL;
    struct values *values = pairs("name", spool_name, "more", count, NULL);
    for (enum spool_fault each = SPOOL_SOUND; each <= SPOOL_MALFORMED; each++) {
        values_add_switch(values, reasons[each], each == fault);
    }
    return values;
}

void alarm_failed(struct run *run, const char *const *names)
{
    static const char kind[] = "failed-mail";
    const struct clock_span ever = { 0, G_MAXINT64 };
    g_autoptr(GPtrArray) untold = g_ptr_array_new();
    for (; *names != NULL; names++) {
        if (notice_count(run->db, *names, kind, ever) == 0) {
            g_ptr_array_add(untold, (char *)*names);
        }
    }
    if (untold->len == 0) {
        return;
    }
    const char *first = untold->pdata[0];
    const enum spool_fault fault = spool_failed_fault(run->config->spool, first);
    if (alarm_write(run, ALARM_FAILED, NULL, failed_values(first, fault, untold->len - 1))) {
        for (guint i = 0; i < untold->len; i++) {
            notice_add(run->db, untold->pdata[i], kind, run->now);
        }
    }
}

void alarm_parked(struct run *run)
{
    const gint64 count = outbox_untold(run->db, run->config->operator_address);
    g_autofree char *number = say_number(count);
    if (count != 0 && alarm_write(run, ALARM_PARKED, NULL, pairs("count", number, NULL))) {
        outbox_told(run->db, run->now);
    }
}

void alarm_logins(struct run *run)
{
    for (guint i = 0; i < run->config->mailboxes->len; i++) {
        const struct mailbox *mailbox = run->config->mailboxes->pdata[i];
        g_autofree char *identity =
            mailbox->service != NULL ? credential_identity(mailbox->service) : NULL;
        if (identity != NULL && logins_were_refused(run->db, identity, run->now)) {
            alarm_write(run, ALARM_LOGIN, mailbox->name,
                        pairs("host", mailbox->service->host, NULL));
        }
    }
}

/* ---- each week ---- */

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
