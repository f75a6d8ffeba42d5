#include "cli/drain.h"

#include "base/clock.h"
#include "base/log.h"
#include "cli/held.h"
#include "cli/session.h"
#include "cli/stop.h"
#include "mail/child.h"
#include "office/office.h"
#include "office/rounds.h"
#include "post/spool.h"
#include "store/inbox.h"

struct drain {
    const struct config *config;
    struct session session;
    struct child *child;      /* NULL: nothing waited when we began */
    GPtrArray *batch;         /* struct spool_entry *, borrowed: taken up, not yet committed */
    struct spool_entry *with; /* borrowed: with the child, which parses it; NULL: none is */
    struct spool_mail mail;   /* that one, without its bytes */
};

/* ---- one mail ---- */

/* Not its fault: back to new/, as if it had not been taken up. */
static void put_back(struct drain *drain, struct spool_entry *entry)
{
    spool_return(drain->config->spool, entry, NULL);
    entry->attempt = 0;
}

/* Takes a mail up and gives it to the child. True without that if there is no
 * more to be done: it was given up. */
static bool begin_with(struct drain *drain, struct spool_entry *entry, GError **error)
{
    const char *spool = drain->config->spool;
    bool failed = false;
    if (!spool_take(spool, entry, &failed, error)) {
        return false;
    }
    if (failed) {
        return true;
    }
    struct spool_mail *mail = &drain->mail;
    if (!spool_read(spool, entry, mail, error)) {
        put_back(drain, entry);
        return false;
    }
    gsize length;
    const void *bytes = g_bytes_get_data(mail->bytes, &length);
    if (!child_give(drain->child, bytes, length, mail->truncated, mail->sender, error)) {
        put_back(drain, entry);
        spool_mail_clear(mail);
        return false;
    }
    g_clear_pointer(&mail->bytes, g_bytes_unref);
    drain->with = entry;
    return true;
}

/* False if the mail could not be carried out: its own fault, or ours
 * (db_failed tells). */
static bool to_office(struct drain *drain, const struct spool_entry *entry,
                      const struct spool_mail *mail, struct message *message)
{
    struct office_mail handed = {
        .name = entry->name,
        .recipient = mail->recipient,
        .fetched = mail->mailbox != NULL,
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

/* A mail stays for another attempt, and may have come in time: until then nobody is
 * out of time by what came after it. */
static void note_failing(struct drain *drain, const struct spool_mail *mail)
{
    struct office *office = &drain->session.office;
    gint64 received = MAX(mail->received, 1);
    office->failing = office->failing == 0 ? received : MIN(office->failing, received);
}

/* Carries out the mail that is with the child, which is given `next` (NULL:
 * none) to be at work meanwhile. A mail whose own fault it is stays in work/ for
 * another attempt. */
static void finish_with(struct drain *drain, struct spool_entry *entry, struct spool_entry *next)
{
    struct spool_mail mail = drain->mail;
    g_autoptr(Message) message = NULL;
    enum child_answer answer = child_take(drain->child, &message);
    drain->with = NULL;
    drain->mail = (struct spool_mail){ 0 };
    if (answer == CHILD_DIED) {
        log_line("mail %s could not be parsed (attempt %d of %d)", entry->name, entry->attempt,
                 SPOOL_ATTEMPTS);
        note_failing(drain, &mail);
    } else {
        if (next != NULL) {
            begin_with(drain, next, NULL); /* else its own turn will tell why not */
        }
        if (to_office(drain, entry, &mail, message)) {
            g_ptr_array_add(drain->batch, entry);
        } else {
            note_failing(drain, &mail);
        }
    }
    spool_mail_clear(&mail);
}

/* Serves a mail inside the open transaction; `next` is the one behind it there. */
static bool serve(struct drain *drain, struct spool_entry *entry, struct spool_entry *next,
                  GError **error)
{
    if (drain->with != NULL && drain->with == entry) {
        finish_with(drain, entry, next);
        return true;
    }
    /* A run killed after its commit left it: it has nothing to be blamed for,
     * even if that was its last attempt. */
    if (entry->attempt > 0 && inbox_has_name(drain->session.db, entry->name)) {
        g_ptr_array_add(drain->batch, entry);
        return true;
    }
    if (!begin_with(drain, entry, error)) {
        return false;
    }
    if (drain->with != NULL) {
        finish_with(drain, entry, next);
    }
    return true;
}

/* ---- one transaction ---- */

/* The mail with the child was taken up too early: its parent stops. */
static void give_back_parsed(struct drain *drain)
{
    if (drain->with != NULL) {
        g_autoptr(Message) unread = NULL;
        child_take(drain->child, &unread);
        put_back(drain, drain->with);
        spool_mail_clear(&drain->mail);
        drain->with = NULL;
    }
}

static void give_back(struct drain *drain)
{
    db_rollback(drain->session.db);
    for (guint i = 0; i < drain->batch->len; i++) {
        put_back(drain, drain->batch->pdata[i]);
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
    bool served = true;
    for (guint i = from; i < to && served && !stop_asked(); i++) {
        served = serve(drain, entries->pdata[i], i + 1 < to ? entries->pdata[i + 1] : NULL, error);
        if (db_failed(drain->session.db)) {
            put_back(drain, entries->pdata[i]);
            break; /* the commit hands the error out */
        }
    }
    give_back_parsed(drain);
    if (!served || !commit(drain, error)) {
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

/* A time in which the server stood still is known before any mail is looked at. */
static bool begin_round(struct drain *drain, GError **error)
{
    db_begin(drain->session.db);
    rounds_begin(&drain->session.office);
    return db_commit(drain->session.db, error);
}

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
    office_count_refused(&drain->session.office);
    office_tell_parked(&drain->session.office);
    office_housekeeping(&drain->session.office);
    if (!stop_asked()) {
        rounds_end(&drain->session.office);
    }
    return db_commit(drain->session.db, error);
}

/* Whether the operator holds the server. */
static bool is_held(struct drain *drain, bool *held, GError **error)
{
    db_begin(drain->session.db);
    *held = held_now(drain->session.db);
    return db_commit(drain->session.db, error);
}

bool drain_spool(const struct config *config, const struct words *words, bool *held, GError **error)
{
    *held = false;
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
        done = is_held(&drain, held, error) &&
               (*held || (begin_round(&drain, error) && transact_all(&drain, entries, error) &&
                          keep_house(&drain, error)));
        session_close(&drain.session);
    }
    g_ptr_array_unref(drain.batch);
    return done;
}
