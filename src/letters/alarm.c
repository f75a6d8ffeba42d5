#include "letters/alarm.h"

#include "base/clock.h"
#include "letters/letters.h"
#include "store/inbox.h"
#include "store/logins.h"
#include "store/outbox.h"
#include "transport/credential.h"
#include "transport/spool.h"

/* True if no letter of this kind about `what` went to the operator today; the call counts as one
 * letter. */
static bool may_tell_about(struct run *run, const char *what, const char *kind)
{
    if (notice_count(run->db, what, kind, clock_span(run->now, CLOCK_DAY - 1)) > 0) {
        return false;
    }
    notice_add(run->db, what, kind, run->now);
    return true;
}

static bool may_tell(struct run *run, const char *kind)
{
    return may_tell_about(run, run->config->operator, kind);
}

/* Queues a letter to the operator. Takes `values`. */
static void tell(struct run *run, const char *page, const char *subject, struct values *values)
{
    letter_plain(run, &(struct plain_letter){ .address = run->config->operator,
                                              .subject = subject,
                                              .page = page,
                                              .values = values });
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
    g_autofree char *count = more > 0 ? g_strdup_printf("%u", more) : NULL;
    struct values *values = pairs("name", spool_name, "more", count, NULL);
    for (enum spool_fault each = SPOOL_SOUND; each <= SPOOL_MALFORMED; each++) {
        values_add_switch(values, reasons[each], each == fault);
    }
    return values;
}

/* The names that no letter to the operator has covered yet. The strings are borrowed. */
static GPtrArray *failed_untold(struct run *run, const char *const *names)
{
    GPtrArray *untold = g_ptr_array_new();
    for (; *names != NULL; names++) {
        if (notice_count(run->db, *names, "failed-mail", (struct clock_span){ 0, G_MAXINT64 }) ==
            0) {
            g_ptr_array_add(untold, (char *)*names);
        }
    }
    return untold;
}

void alarm_failed(struct run *run, const char *const *names)
{
    g_autoptr(GPtrArray) untold = failed_untold(run, names);
    if (untold->len == 0 || !may_tell(run, "failed-mails")) {
        return;
    }
    for (guint i = 0; i < untold->len; i++) {
        notice_add(run->db, untold->pdata[i], "failed-mail", run->now);
    }
    const char *first = untold->pdata[0];
    tell(run, "letters/failed-mail", "subject-failed-mail",
         failed_values(first, spool_failed_fault(run->config->spool, first), untold->len - 1));
}

void alarm_closed(struct run *run, const char *spool_name, const char *file)
{
    if (may_tell_about(run, spool_name, "closed-mail")) {
        tell(run, "letters/closed-mail", "subject-closed-mail",
             pairs("name", spool_name, "file", file, NULL));
    }
}

void alarm_parked(struct run *run)
{
    static const char kind[] = "parked-letters";
    const char *operator= run->config->operator;
    gint64 count = outbox_untold(run->db, operator);
    if (count == 0 ||
        notice_count(run->db, operator, kind, clock_span(run->now, CLOCK_DAY - 1)) > 0) {
        return;
    }
    notice_add(run->db, operator, kind, run->now);
    outbox_told(run->db, run->now);
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, count);
    tell(run, "letters/parked-letters", "subject-parked-letters", pairs("count", number, NULL));
}

void alarm_unwelcome(struct run *run, const char *status)
{
    if (may_tell(run, "unwelcome")) {
        tell(run, "letters/unwelcome", "subject-unwelcome", pairs("status", status, NULL));
    }
}

void alarm_unwanted(struct run *run)
{
    if (may_tell(run, "unwanted")) {
        g_autofree char *text = say(run, "unwanted", NULL);
        tell(run, "letters/notice", "subject-unwanted", pairs("text", text, NULL));
    }
}

void alarm_signups(struct run *run)
{
    if (may_tell(run, "too-many-signups")) {
        g_autofree char *text = say(run, "too-many-signups", NULL);
        tell(run, "letters/notice", "subject-too-many-signups", pairs("text", text, NULL));
    }
}

void alarm_other_address(struct run *run, const char *address)
{
    if (may_tell(run, "other-address")) {
        const struct config *config = run->config;
        tell(run, "letters/other-address", "subject-other-address",
             pairs("address", address, "own", config->address, NULL));
    }
}

void alarm_logins(struct run *run)
{
    for (guint i = 0; i < run->config->mailboxes->len; i++) {
        const struct mailbox *mailbox = run->config->mailboxes->pdata[i];
        g_autofree char *identity =
            mailbox->service != NULL ? credential_identity(mailbox->service) : NULL;
        if (identity == NULL || !logins_were_refused(run->db, identity, run->now) ||
            !may_tell_about(run, mailbox->name, "login-told")) {
            continue;
        }
        tell(run, "letters/mailbox-login", "subject-mailbox-login",
             pairs("name", mailbox->name, "host", mailbox->service->host, NULL));
    }
}

void alarm_bot_name(struct run *run, const char *name)
{
    if (may_tell_about(run, name, "bot-name")) {
        g_autofree char *text = say(run, "bot-name", pairs("name", name, NULL));
        tell(run, "letters/notice", "subject-bot", pairs("text", text, "name", name, NULL));
    }
}

void alarm_bot_failed(struct run *run, const char *name, gint64 board, bool answered,
                      const char *why)
{
    if (may_tell_about(run, name, "bot-failed")) {
        g_autofree char *number = say_number(board);
        tell(run, "letters/bot-failed", "subject-bot",
             pairs("name", name, "number", number, "why", why, "answered", answered ? "yes" : NULL,
                   NULL));
    }
}

bool alarm_standby(struct run *run, const char *why)
{
    const bool news = may_tell(run, "standby");
    if (news) {
        g_autofree char *text = say(run, "standby-failed", pairs("why", why, NULL));
        tell(run, "letters/notice", "subject-standby-failed", pairs("text", text, NULL));
    }
    return news;
}
