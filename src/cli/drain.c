#include "cli/drain.h"

#include "base/clock.h"
#include "base/log.h"
#include "cli/session.h"
#include "cli/stop.h"
#include "mail/child.h"
#include "office/office.h"
#include "post/spool.h"
#include "store/inbox.h"

struct drain {
    const struct config *config;
    struct session session;
    struct child *child; /* NULL: nothing waited when we began */
    GPtrArray *batch;    /* struct spool_entry *, borrowed: taken up, not yet committed */
};

/* ---- one mail ---- */

/* False if the mail could not be carried out: its own fault, or ours
 * (db_failed tells). */
static bool to_office(struct drain *drain, const struct spool_entry *entry,
                      const struct spool_mail *mail, struct message *message)
{
    struct office_mail handed = {
        .name = entry->name,
        .recipient = mail->recipient,
        .received = mail->received,
        .message = message,
    };
    session_reseed(&drain->session);
    db_savepoint(drain->session.db);
    office_mail(&drain->session.office, &handed);
    g_autoptr(GError) fault = NULL;
    if (db_savepoint_end(drain->session.db, &fault)) {
        return true;
    }
    if (fault != NULL) {
        log_line("mail %s could not be carried out (attempt %d of %d): %s", entry->name,
                 entry->attempt, SPOOL_ATTEMPTS, fault->message);
    }
    return false;
}

/* One mail of the spool, parsed and carried out. True when it is done, or
 * when its own fault leaves it in work/ for another attempt. */
static bool parse_and_serve(struct drain *drain, struct spool_entry *entry, GError **error)
{
    struct spool_mail mail = { 0 };
    if (!spool_read(drain->config->spool, entry, &mail, error)) {
        return false;
    }
    gsize length;
    const void *bytes = g_bytes_get_data(mail.bytes, &length);
    g_autoptr(Message) message = NULL;
    enum child_answer answer =
        child_parse(drain->child, bytes, length, mail.truncated, mail.sender, &message, error);
    if (answer == CHILD_DIED) {
        log_line("mail %s could not be parsed (attempt %d of %d)", entry->name, entry->attempt,
                 SPOOL_ATTEMPTS);
    } else if (answer == CHILD_PARSED && to_office(drain, entry, &mail, message)) {
        g_ptr_array_add(drain->batch, entry);
    }
    spool_mail_clear(&mail);
    return answer != CHILD_FAILED;
}

/* Takes a mail up and serves it, inside the open transaction. */
static bool serve(struct drain *drain, struct spool_entry *entry, GError **error)
{
    /* A run killed after its commit left it: it has nothing to be blamed for,
     * even if that was its last attempt. */
    if (entry->attempt > 0 && inbox_has_name(drain->session.db, entry->name)) {
        g_ptr_array_add(drain->batch, entry);
        return true;
    }
    bool failed = false;
    if (!spool_take(drain->config->spool, entry, &failed, error)) {
        return false;
    }
    if (failed) {
        return true;
    }
    if (!parse_and_serve(drain, entry, error)) {
        spool_return(drain->config->spool, entry, NULL);
        return false;
    }
    return true;
}

/* ---- one transaction ---- */

static void give_back(struct drain *drain)
{
    db_rollback(drain->session.db);
    for (guint i = 0; i < drain->batch->len; i++) {
        spool_return(drain->config->spool, drain->batch->pdata[i], NULL);
    }
    g_ptr_array_set_size(drain->batch, 0);
}

static bool commit(struct drain *drain, GError **error)
{
    if (!db_commit(drain->session.db, error)) {
        return false;
    }
    for (guint i = 0; i < drain->batch->len; i++) {
        /* Should this fail the mail is met again, known, and removed then. */
        g_autoptr(GError) ignored = NULL;
        if (!spool_done(drain->config->spool, drain->batch->pdata[i], &ignored)) {
            log_line("%s", ignored->message);
        }
    }
    g_ptr_array_set_size(drain->batch, 0);
    return true;
}

/* Serves entries `from` to before `to` in one transaction. */
static bool transact(struct drain *drain, GPtrArray *entries, guint from, guint to, GError **error)
{
    db_begin(drain->session.db);
    for (guint i = from; i < to && !stop_asked(); i++) {
        if (!serve(drain, entries->pdata[i], error)) {
            give_back(drain);
            return false;
        }
        if (db_failed(drain->session.db)) {
            spool_return(drain->config->spool, entries->pdata[i], NULL);
            break; /* the commit hands the error out */
        }
    }
    if (!commit(drain, error)) {
        give_back(drain);
        return false;
    }
    return true;
}

static bool transact_all(struct drain *drain, GPtrArray *entries, GError **error)
{
    guint at = 0;
    while (at < entries->len && !stop_asked()) {
        const struct spool_entry *entry = entries->pdata[at];
        guint count = entry->attempt > 0 ? 1 : DRAIN_BATCH;
        guint to = MIN(at + count, entries->len);
        if (!transact(drain, entries, at, to, error)) {
            return false;
        }
        at = to;
    }
    return true;
}

/* ---- what time brings ---- */

static bool keep_house(struct drain *drain, GError **error)
{
    g_auto(GStrv) failed = spool_failed(drain->config->spool, error);
    if (failed == NULL) {
        return false;
    }
    db_begin(drain->session.db);
    session_reseed(&drain->session);
    for (char **name = failed; *name != NULL; name++) {
        office_tell_failed(&drain->session.office, *name);
    }
    office_tell_parked(&drain->session.office);
    office_housekeeping(&drain->session.office);
    return db_commit(drain->session.db, error);
}

bool drain_spool(const struct config *config, const struct words *words, GError **error)
{
    g_autoptr(GPtrArray) entries =
        spool_tidy(config->spool, error) ? spool_list(config->spool, error) : NULL;
    if (entries == NULL) {
        return false;
    }
    /* The parsing child is begun before the database is opened, so that it
     * can have nothing of it. */
    g_autoptr(Child) child = entries->len > 0 ? child_start(config->authserv_id, error) : NULL;
    if (entries->len > 0 && child == NULL) {
        return false;
    }
    struct drain drain = { .config = config, .child = child, .batch = g_ptr_array_new() };
    bool done = session_open(&drain.session, config, words, DB_WRITE, "process", error);
    if (done) {
        done = transact_all(&drain, entries, error) && keep_house(&drain, error);
        session_close(&drain.session);
    }
    g_ptr_array_unref(drain.batch);
    return done;
}
