/*
 * run, process, clocks, send: mail is fetched, played and answered, letters are sent; when all are
 * sent, the programs that play are asked, and their answers lead to more letters.
 *
 * Mails are played in the order of their arrival. One mail is one savepoint; a transaction
 * holds many. A mail that an earlier run left in work/ has a transaction of its own, so that
 * only the mail that kills us uses up its attempts. The parsing child is one mail ahead of us.
 *
 * A mail that cannot be parsed or carried out is tried again at once; after three attempts it
 * goes to failed/, and the mails behind it are played. A file that is not a mail goes to
 * failed/ without an attempt. A file that this user may not read stays where it is, and what
 * came after it waits: the operator is told once a day.
 */
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "bots/bots.h"
#include "cli/mark.h"
#include "cli/steps.h"
#include "cli/workspace.h"
#include "clocks/clocks.h"
#include "commands/chores.h"
#include "commands/timeouts.h"
#include "language/line.h"
#include "letters/letters.h"
#include "mail/child.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "transport/spool.h"

enum {
    DRAIN_BATCH = 50, /* mails a transaction */
    ASKING_MOST = 300 /* seconds in which a run asks programs */
};

/* What one of these commands does, and what it has found. */
struct work {
    const struct server *server;
    bool all;      /* letters are sent, clocks run, programs are asked: not only mail is played */
    bool others;   /* another run held the lock, and does our work */
    bool opened;   /* the database could be opened */
    bool programs; /* matches wait for programs, or may */

    /* The round at hand. */
    struct workspace workspace;
    struct child *child;              /* NULL: nothing waited when we began */
    const struct spool_entry *parsed; /* borrowed: the mail that the child has; NULL: none */
    struct spool_mail mail;           /* that mail */
    GPtrArray *batch;      /* struct spool_entry *, borrowed: carried out, not yet committed */
    bool letters;          /* letters are due */
    GError *stuck;         /* why a mail and those behind it are not played; NULL: all are */
    struct portions plans; /* boards with plans that are due in this run */
};

static const char *spool_of(const struct work *work)
{
    return work->server->config->spool;
}

/* ---- one mail ---- */

/* Puts a mail that is not at fault back into new/, as if it had not been taken up. If that fails
 * the attempt stays counted. No other mail overtakes it: work/ and new/ are listed together. */
static void put_back(struct work *work, struct spool_entry *entry)
{
    g_autoptr(GError) fault = NULL;
    if (!spool_return(spool_of(work), entry, &fault)) {
        log_line("%s", fault->message);
    }
}

/* Gives a mail to the child, which parses it while we work; if it has another one, that is
 * forgotten. No attempt is counted for this: a mail that is only parsed can kill the child, but not
 * us. */
static bool parse_ahead(struct work *work, const struct spool_entry *entry, GError **error)
{
    message_free(work->parsed != NULL ? child_take(work->child) : NULL);
    spool_mail_clear(&work->mail);
    work->parsed = NULL;
    if (!spool_read(spool_of(work), entry, &work->mail, error)) {
        return false;
    }
    gsize length;
    const void *bytes = g_bytes_get_data(work->mail.bytes, &length);
    const bool given =
        child_give(work->child, bytes, length, work->mail.truncated, work->mail.sender, error);
    work->parsed = given ? entry : NULL;
    return given;
}

/* Carries out a mail that was taken up; `next` (NULL: none) is parsed meanwhile. False if it could
 * not be carried out: by its own fault, which is logged; or by ours, then with the error, or
 * db_failed. */
static bool carry_out(struct work *work, struct spool_entry *entry, const struct spool_entry *next,
                      GError **error)
{
    g_autoptr(GError) fault = NULL;
    if (work->parsed != entry && !parse_ahead(work, entry, error)) {
        return false;
    }
    g_autoptr(Message) message = child_take(work->child);
    g_auto(SpoolMail) mail = work->mail;
    work->parsed = NULL;
    work->mail = (struct spool_mail){ 0 };
    if (message == NULL) {
        log_line("mail %s could not be parsed (attempt %d of %d)", entry->name, entry->attempt,
                 SPOOL_ATTEMPTS);
        return false;
    }
    if (next != NULL && next->fault == SPOOL_SOUND) {
        parse_ahead(work, next, NULL); /* if it fails, serving that mail says why */
    }
    db_savepoint(work->workspace.db);
    workspace_serve(&work->workspace, entry->name, &mail, message);
    const bool done = db_savepoint_end(work->workspace.db, &fault);
    if (!done && fault != NULL) {
        log_line("mail %s could not be carried out (attempt %d of %d): %s", entry->name,
                 entry->attempt, SPOOL_ATTEMPTS, fault->message);
    }
    return done;
}

/* Moves an entry to failed/: a file that is not a mail, or a mail that has used up its attempts. */
static bool give_up(struct work *work, struct spool_entry *entry, GError **error)
{
    g_autofree char *file = g_strdup(entry->file);
    if (!spool_give_up(spool_of(work), entry, error)) {
        return false;
    }
    if (entry->fault != SPOOL_SOUND) {
        log_line("%s/%s cannot be played: %s; it was moved to failed/ as %s", spool_of(work), file,
                 spool_fault_words(entry->fault), entry->name);
    }
    return true;
}

/* A file that this user may not read is most likely a whole mail. The mails behind it wait for it,
 * since playing them first could change what it does. */
static void stop_at(struct work *work, const struct spool_entry *entry)
{
    work->stuck =
        g_error_new(POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                    "%s/%s: %s; no mail that came after it is played until they may, or until it "
                    "is taken away: postmove mail drop %s",
                    spool_of(work), entry->file, spool_fault_words(entry->fault), entry->name);
    alarm_write(&work->workspace.run, ALARM_CLOSED, entry->name, pairs("file", entry->file, NULL));
}

/*
 * Serves a mail inside the open transaction. A mail that fails by its own fault is tried again at
 * once, up to its last attempt: what came after it must not be played before it, nor wait for the
 * next run. `next` comes behind it; NULL: none.
 */
static bool serve(struct work *work, struct spool_entry *entry, const struct spool_entry *next,
                  GError **error)
{
    /* A run that was killed after its commit left this mail: it is not at fault, even if that
     * was its last attempt. */
    bool done = entry->attempt > 0 && inbox_has_name(work->workspace.db, entry->name);
    while (!done && !db_failed(work->workspace.db) && !stop_asked()) {
        g_autoptr(GError) fault = NULL;
        if (entry->fault == SPOOL_CLOSED) {
            stop_at(work, entry);
            return true;
        }
        if (entry->fault != SPOOL_SOUND || entry->attempt == SPOOL_ATTEMPTS) {
            return give_up(work, entry, error) || entry->dropped;
        }
        if (!spool_begin(spool_of(work), entry, error)) {
            return entry->dropped; /* then it is passed over */
        }
        done = carry_out(work, entry, next, &fault);
        if (fault != NULL) {
            put_back(work, entry);
            g_propagate_error(error, g_steal_pointer(&fault));
            return false;
        }
    }
    if (done) {
        g_ptr_array_add(work->batch, entry);
    }
    return true;
}

/* ---- one transaction ---- */

/* Serves the entries from `*at` on in one transaction: until our share of the writers' lock is
 * over, or a mail comes that an earlier run left in work/, which has a transaction of its own. *at
 * is then the first one that was not served. */
static bool transact(struct work *work, GPtrArray *entries, guint *at, GError **error)
{
    const guint from = *at, most = MIN(entries->len, from + DRAIN_BATCH);
    const bool alone = ((const struct spool_entry *)entries->pdata[from])->attempt > 0;
    bool served = true;
    db_begin(work->workspace.db);
    for (guint i = from; i < most && served && work->stuck == NULL && !stop_asked(); *at = ++i) {
        struct spool_entry *entry = entries->pdata[i];
        if (i > from &&
            (alone || entry->attempt > 0 || g_get_monotonic_time() >= work->workspace.until)) {
            break;
        }
        served = serve(work, entry, i + 1 < entries->len ? entries->pdata[i + 1] : NULL, error);
        if (db_failed(work->workspace.db)) {
            put_back(work, entry);
            break; /* the commit returns the error */
        }
    }
    /* What came before a mail that cannot be read now is kept. */
    const bool done =
        (served || work->batch->len > 0) && db_commit(work->workspace.db, served ? error : NULL);
    if (!done) {
        db_rollback(work->workspace.db);
    }
    for (guint i = 0; i < work->batch->len; i++) {
        /* If this fails the next run meets the mail again, knows it, and removes it. */
        g_autoptr(GError) fault = NULL;
        struct spool_entry *entry = work->batch->pdata[i];
        if (!done) {
            put_back(work, entry);
        } else if (!spool_done(spool_of(work), entry, &fault)) {
            log_line("%s", fault->message);
        }
    }
    g_ptr_array_set_size(work->batch, 0);
    return done && served;
}

/* ---- what time alone brings about ---- */

/* Begins a round: notes an outage of the server before any mail is looked at, and in a run the
 * plans that are due. Does nothing else if the operator holds the server. */
static bool begin_round(struct work *work, GError **error)
{
    db_begin(work->workspace.db);
    work->workspace.held = held_now(work->workspace.db);
    if (!work->workspace.held) {
        if (work->server->config->bots->len > 0) {
            bots_enrol(&work->workspace.run);
        }
        watermark_begin(&work->workspace.run);
        if (work->all && work->plans.all == NULL) {
            plans_begin(work->workspace.db);
            work->plans.all = plans_due(work->workspace.db);
        }
    }
    return db_commit(work->workspace.db, error);
}

struct house {
    bool calm; /* no mail has come, so there is time for what is rare */
    struct chores chores;
};

static bool keep_house(struct run *run, gint64 until, gpointer data)
{
    struct house *house = data;
    if (weekly_is_due(run)) {
        const struct mark saved = mark_read(run->config->database, BESIDE_SAVED);
        g_free(saved.about);
        /* If it cannot be read, it is not known to be old. */
        weekly_write(run, g_strv_length((char **)house->chores.failed),
                     saved.unread ? run->now : saved.time);
    }
    if (house->calm) {
        bots_end_analyses(run);
    }
    return chores_do(run, until, &house->chores);
}

/* Does what time alone brings about, but for the clocks. */
static bool see_to_house(struct work *work, GError **error)
{
    struct house house = { .calm = work->child == NULL };
    g_auto(GStrv) failed = spool_failed(spool_of(work), error);
    if (failed == NULL || !spool_oldest(spool_of(work), &house.chores.waiting, error)) {
        return false;
    }
    house.chores.failed = (const char *const *)failed;
    const bool done = workspace_in_portions(&work->workspace, keep_house, &house, error);
    chores_clear(&house.chores);
    return done;
}

static bool watch_clocks(struct run *run, gint64 until, gpointer data)
{
    return held_now(run->db) || timeouts_run(run, until, data);
}

/* Runs the clocks. Mail that waits in the spool counts: a player whose move may be there does not
 * time out. The caller holds the "run" lock. */
static bool see_to_clocks(struct workspace *workspace, const char *spool, GError **error)
{
    workspace->run.now = clock_now();
    /* What arrives from now on is later than every deadline that is over. */
    g_auto(Timeouts) timeouts = { 0 };
    if (!spool_oldest(spool, &timeouts.waiting, error)) {
        return false;
    }
    return workspace_in_portions(workspace, watch_clocks, &timeouts, error);
}

/* Finds out what is left, while the database is open anyway: most runs have nothing to do. */
static bool find_left(struct work *work, GError **error)
{
    struct workspace *workspace = &work->workspace;
    db_begin(workspace->db);
    work->letters = outbox_is_due(workspace->db, clock_now());
    for (enum bot_group group = BOTS_HOUSE; group <= BOTS_OTHERS && !work->programs; group++) {
        g_autoptr(GPtrArray) questions = bots_questions(&workspace->run, group, 1);
        work->programs = questions->len > 0;
    }
    return db_commit(workspace->db, error);
}

/* Does all that needs the database: plays the mails; then what time alone brings about. If a mail
 * is stuck, clocks wait: it may be somebody's move. */
static bool work_through(struct work *work, GPtrArray *entries, GError **error)
{
    bool done = begin_round(work, error);
    for (guint at = 0; done && at < entries->len && work->stuck == NULL && !work->workspace.held &&
                       !stop_asked();) {
        done = transact(work, entries, &at, error) && workspace_give_way(&work->workspace, error);
    }
    if (done && work->stuck == NULL && work->plans.all != NULL) {
        done = workspace_in_portions(&work->workspace, plans_play, &work->plans, error);
    }
    if (done && work->stuck == NULL) {
        done =
            see_to_house(work, error) && (!work->all || work->workspace.held || stop_asked() ||
                                          see_to_clocks(&work->workspace, spool_of(work), error));
    }
    return done && (work->workspace.held || !work->all || find_left(work, error));
}

/* Processes the mail that waits, until it is done or we are asked to stop, and what time alone
 * brings about. If we fail by our own fault, returns the error; every mail not committed stays
 * in new/ with no attempt counted, and nothing behind it is played. While the operator holds the
 * server, does nothing. If this user may not read a mail, plays the mails before it, leaves the
 * rest and all clocks alone, and sets `stuck`. */
static bool drain_spool(struct work *work, GError **error)
{
    const struct config *config = work->server->config;
    g_autoptr(GPtrArray) entries =
        spool_tidy(config->spool, error) ? spool_list(config->spool, error) : NULL;
    if (entries == NULL) {
        workspace_explain(config, error);
        return false;
    }
    /* Nothing is taken up that we could not answer. */
    if (entries->len > 0 && work->all && !words_ready(work->server->words, error)) {
        return false;
    }
    if (entries->len > 0 && !vocabulary_ready(error)) {
        return false;
    }
    /* The parsing child begins before the database is opened, so that it has no access to it. */
    g_autoptr(Child) child = entries->len > 0 ? child_start(config->authserv_id, error) : NULL;
    g_autoptr(GPtrArray) batch = g_ptr_array_new();
    if ((entries->len > 0 && child == NULL) ||
        !workspace_open(&work->workspace, config, work->server->words, DB_WRITE, "process",
                        error)) {
        return false;
    }
    work->opened = true;
    work->child = child;
    work->batch = batch;
    work->workspace.run.logged = true;
    const bool done = work_through(work, entries, error);
    work->parsed = NULL;
    spool_mail_clear(&work->mail);
    workspace_close(&work->workspace);
    return done;
}

/* One round of processing and, perhaps, sending, with the run lock held. */
static bool round_of_work(struct work *work, GError **error)
{
    const struct server *server = work->server;
    g_autoptr(Lock) lock = workspace_single(server->config, "run", 0, &work->others, error);
    if (lock == NULL) {
        return false;
    }
    work->letters = work->programs = false;
    bool done = drain_spool(work, error) &&
                (work->workspace.held || !work->all ||
                 deliver_letters(server->config, server->words,
                                 work->letters ? DELIVER_DUE : DELIVER_UNRECORDED, error));
    if (work->stuck != NULL && done) {
        g_propagate_error(error, g_steal_pointer(&work->stuck));
        done = false;
    } else if (work->stuck != NULL) {
        log_line("%s", work->stuck->message);
        g_clear_error(&work->stuck);
    }
    return done;
}

/* Mail may arrive while we are at work; the run that was started for it then exits, because we
 * hold the lock. So we look once more when the lock is free again. If another run holds it, does
 * nothing and sets work->others. */
static bool process_and_send(struct work *work, GError **error)
{
    bool waits = true;
    work->others = work->workspace.held = false;
    while (waits && !work->workspace.held && !stop_asked()) {
        if (!round_of_work(work, error)) {
            work->programs = work->others;
            return work->others;
        }
        if (!spool_mail_waits(spool_of(work), &waits, error)) {
            return false;
        }
    }
    return true;
}

/* Asks the programs that play until no match waits for them, or until it is time for another run.
 * In between, mail is played and letters go out. */
static bool let_bots_play(struct work *work, GError **error)
{
    const struct server *server = work->server;
    const gint64 until = g_get_monotonic_time() + (gint64)ASKING_MOST * G_USEC_PER_SEC;
    bool asked = true;
    while (asked && !stop_asked() && g_get_monotonic_time() < until) {
        if (!ask_bots(server, &asked, error) || (asked && !process_and_send(work, error))) {
            return false;
        }
        /* Another run may have sent its letters before ours were there. */
        if (asked && work->others &&
            !deliver_letters(server->config, server->words, DELIVER_DUE, error)) {
            return false;
        }
    }
    return true;
}

/* The clocks alone. */
static bool clocks(const struct server *server, GError **error)
{
    bool busy = false;
    g_autoptr(Lock) lock = workspace_single(server->config, "run", 0, &busy, error);
    g_auto(Workspace) workspace = { 0 };
    if (lock == NULL) {
        return busy;
    }
    return workspace_open(&workspace, server->config, server->words, DB_WRITE, "clocks", error) &&
           see_to_clocks(&workspace, server->config->spool, error);
}

/* False with POSTMOVE_ERROR_LATER if the address is a placeholder: nothing is processed or sent. */
static bool is_addressed(const struct config *config, GError **error)
{
    if (!config_is_placeholder(config)) {
        return true;
    }
    return cli_refuse(
        error, POSTMOVE_ERROR_LATER,
        "%s: `address` is %s, which stands for your own; nothing is done before you run "
        "`postmove setup`, or write it there",
        config->path, config->address);
}

/* Looks for damaged pages, if no run has come to its end today (UTC): SQLite itself notices only
 * those that it happens to read. POSTMOVE_ERROR_LATER if there are any: mail waits. A database that
 * cannot be opened is left to whoever opens it next. */
static bool is_sound(const struct config *config, GError **error)
{
    g_autofree char *ran = g_strconcat(config->database, BESIDE_RAN, NULL);
    g_autoptr(Db) db = mark_is_of_today(ran) ? NULL : db_open(config->database, DB_READ, NULL);
    g_autoptr(GPtrArray) faults = db != NULL ? db_faults(db, true) : NULL;
    if (faults == NULL || faults->len == 0) {
        return true;
    }
    db_rollback(db);
    return cli_refuse(
        error, POSTMOVE_ERROR_LATER,
        "%s: is damaged: %s; keep a copy of it with its -wal, check the disk, and restore a "
        "backup",
        config->database, (const char *)faults->pdata[0]);
}

static bool do_work(struct act *act)
{
    const struct server *server = act->server;
    GError **error = &act->error;
    const bool all = g_str_equal(act->subcommand, "run");
    stop_heed();
    struct work work = { .server = server, .all = all };
    bool amiss,
        done = is_addressed(server->config, error) && (!all || is_sound(server->config, error));
    if (done && all) { /* if a mailbox fails, mail that is here does not wait */
        done = fetch_mailboxes(server->config, false, 0, &amiss, error);
    }
    if (done) {
        done = all || g_str_equal(act->subcommand, "process") ? process_and_send(&work, error)
               : g_str_equal(act->subcommand, "clocks")
                   ? clocks(server, error)
                   : deliver_letters(server->config, server->words, DELIVER_BY_HAND, error);
    }
    if (done && all && work.programs) {
        done = let_bots_play(&work, error);
    }
    if (done && all && !work.others && !stop_asked()) {
        mark_write(server->config->database, BESIDE_RAN, clock_now(), "");
        g_autofree char *told = g_strconcat(server->config->database, BESIDE_TOLD, NULL);
        unlink(told);
    }
    if (all && server->config->standby != NULL && work.opened && !work.others && !stop_asked()) {
        standby_after_run(server);
    }
    g_clear_pointer(&work.plans.all, g_array_unref);
    /* Cron mails whatever a run says, and it may fail each minute. */
    if (!done && all && isatty(STDERR_FILENO) == 0 &&
        !mark_tells(server->config->database, (*error)->message)) {
        act->code = postmove_error_exit(*error);
        g_clear_error(error);
    }
    return done;
}

const struct part cli_run[] = { { NULL, 0, 0, "", .late = true, .run = do_work }, { 0 } };
