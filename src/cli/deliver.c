#include "cli/deliver.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "base/log.h"
#include "cli/workspace.h"
#include "clocks/clocks.h"
#include "store/logins.h"
#include "store/outbox.h"
#include "transport/credential.h"
#include "transport/delivered.h"
#include "transport/hook.h"

_Static_assert((int)DELIVER_BATCH <= (int)DELIVERED_SLOTS, "a slot for each letter of a batch");

/* What came of a letter. */
struct attempt {
    enum delivery delivery;
    char *word;   /* as hook_send has it; NULL: none */
    char *reason; /* why it is not done */
};

struct sending {
    const struct config *config;
    const struct hook *hook;
    bool by_hand;
};

struct batch {
    GPtrArray *letters; /* struct outbox_letter */
    GArray *attempts;   /* struct attempt, one a letter; it ends where the tried ones end */
    bool unnoted;       /* a delivery could not be noted in the file beside the database */
};

static void attempt_clear(gpointer data)
{
    struct attempt *attempt = data;
    g_free(attempt->word);
    g_free(attempt->reason);
}

static void batch_init(struct batch *batch)
{
    *batch = (struct batch){ .letters = g_ptr_array_new() };
    batch->attempts = g_array_new(FALSE, FALSE, sizeof(struct attempt));
    g_array_set_clear_func(batch->attempts, attempt_clear);
}

static void batch_clear(struct batch *batch)
{
    g_ptr_array_unref(batch->letters);
    g_array_unref(batch->attempts);
}

typedef struct batch Batch;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Batch, batch_clear)

/* ---- sending ---- */

/* Whether it is of no use to go on: the service is down, or takes nothing for
 * now from letter after letter; or it could not be noted that a letter was sent. */
static bool is_hopeless(const struct batch *batch)
{
    if (batch->unnoted) {
        return true;
    }
    int failures = 0;
    for (guint i = 0; i < batch->attempts->len; i++) {
        enum delivery delivery = g_array_index(batch->attempts, struct attempt, i).delivery;
        failures = delivery == DELIVERY_LATER ? failures + 1 : 0;
        if (delivery == DELIVERY_DOWN || failures == DELIVER_FAILURES) {
            return true;
        }
    }
    return false;
}

/* Notes a delivery beside the database, before the next letter is sent. */
static void note(struct delivered *delivered, struct batch *batch,
                 const struct outbox_letter *letter, const struct attempt *attempt)
{
    g_autofree char *hash = delivered_hash(letter->recipient, letter->bytes);
    const struct delivered_entry entry = {
        .id = letter->id,
        .time = clock_now(),
        .hash = hash,
        .word = attempt->word,
    };
    g_autoptr(GError) fault = NULL;
    if (!delivered_add(delivered, &entry, &fault)) {
        log_line("%s", fault->message);
        batch->unnoted = true;
    }
}

/* Sends one after the other until we are asked to stop, or nothing can be sent
 * to anybody. */
static void send_each(struct hook *hook, struct delivered *delivered, struct batch *batch)
{
    for (guint i = 0; i < batch->letters->len && !stop_asked() && !is_hopeless(batch); i++) {
        const struct outbox_letter *letter = batch->letters->pdata[i];
        struct attempt attempt = { 0 };
        g_autoptr(GError) error = NULL;
        const struct delivery_letter handed = {
            letter->id,
            letter->sender,
            letter->recipient,
            letter->bytes,
        };
        attempt.delivery = hook_send(hook, &handed, &attempt.word, &error);
        if (attempt.delivery != DELIVERY_DONE && stop_asked()) {
            break; /* the signal may have gone to the hook as well */
        }
        attempt.reason = error != NULL ? g_strdup(error->message) : NULL;
        g_array_append_val(batch->attempts, attempt);
        if (attempt.delivery == DELIVERY_DONE) {
            note(delivered, batch, letter, &attempt);
        }
    }
}

/* ---- writing down ---- */

static void record_refused(struct db *db, const struct outbox_letter *letter,
                           const struct attempt *attempt)
{
    outbox_refused(db, letter->id, attempt->word, attempt->reason);
    log_line("letter %" G_GINT64_FORMAT " is parked, because it will never be accepted: %s",
             letter->id, attempt->reason);
}

/* Of a service that is down we hear at every run; it is said once. */
static void record_down(struct run *run, const struct outbox_letter *letter, const char *reason)
{
    struct db *db = run->db;
    bool known = outbox_knows_reason(db, reason);
    bool parked = outbox_failed(db, letter->id, reason, clock_now(), watermark_reached(run));
    if (parked) {
        log_line("letter %" G_GINT64_FORMAT " is parked after three days: %s", letter->id, reason);
    } else if (!known) {
        log_line("no letter can be sent now; all will be tried again: %s", reason);
    }
}

static void record_later(struct run *run, const struct outbox_letter *letter, const char *reason)
{
    if (outbox_failed(run->db, letter->id, reason, clock_now(), watermark_reached(run))) {
        log_line("letter %" G_GINT64_FORMAT " is parked after three days: %s", letter->id, reason);
    } else if (!letter->failed) {
        log_line("letter %" G_GINT64_FORMAT " could not be sent, and will be tried again: %s",
                 letter->id, reason);
    }
}

static void record(struct run *run, const struct outbox_letter *letter,
                   const struct attempt *attempt)
{
    struct db *db = run->db;
    switch (attempt->delivery) {
    case DELIVERY_DONE:
        outbox_sent(db, letter->id, attempt->word, clock_now());
        clocks_sent(run, letter->id);
        break;
    case DELIVERY_LATER:
        record_later(run, letter, attempt->reason);
        break;
    case DELIVERY_REFUSED:
        record_refused(db, letter, attempt);
        break;
    case DELIVERY_DOWN:
        record_down(run, letter, attempt->reason);
        break;
    }
}

static void record_each(struct run *run, const struct batch *batch)
{
    for (guint i = 0; i < batch->letters->len; i++) {
        const struct outbox_letter *letter = batch->letters->pdata[i];
        if (i < batch->attempts->len) {
            record(run, letter, &g_array_index(batch->attempts, struct attempt, i));
        } else {
            outbox_untried(run->db, letter->id, clock_now());
        }
    }
}

/* A letter that an earlier sender delivered and could not record: its lock was busy, its
 * disk full, or it was killed. */
static void record_delivered(struct run *run, const struct delivered_entry *delivered)
{
    g_autoptr(GBytes) bytes = NULL;
    g_autoptr(OutboxEntry) letter = outbox_entry(run->db, delivered->id, &bytes);
    if (letter == NULL || letter->state == OUTBOX_SENT || bytes == NULL) {
        return;
    }
    g_autofree char *hash = delivered_hash(letter->recipient, bytes);
    if (strcmp(hash, delivered->hash) == 0) {
        outbox_sent(run->db, delivered->id, delivered->word, delivered->time);
        clocks_sent(run, delivered->id);
    }
}

/* Writes down whether the server took our log-in, if that is news. True if no log-in
 * is to be tried now. */
static bool login_waits(struct db *db, const struct service *service, const struct hook *hook,
                        const struct batch *batch)
{
    if (service == NULL || service->user == NULL) {
        return false;
    }
    g_autofree char *identity = credential_identity(service);
    if (batch->attempts->len > 0 && hook_login_refused(hook)) {
        logins_refused(db, identity, clock_now());
    } else if (batch->attempts->len > 0 &&
               g_array_index(batch->attempts, struct attempt, 0).delivery == DELIVERY_DONE &&
               logins_were_refused(db, identity, clock_now())) {
        logins_accepted(db, identity);
    }
    return logins_wait(db, identity, clock_now());
}

/* Records the results of a batch and takes the next, in one transaction; an empty one when
 * there is no more to do. `earlier` are deliveries of an earlier sender. */
static bool turn_over(const struct sending *sending, const GPtrArray *earlier, struct batch *batch,
                      GError **error)
{
    struct workspace workspace;
    const struct config *config = sending->config;
    if (!workspace_open(&workspace, config, NULL, DB_WRITE, "send", error)) {
        return false;
    }
    db_begin(workspace.db);
    for (guint i = 0; i < earlier->len; i++) {
        record_delivered(&workspace.run, earlier->pdata[i]);
    }
    record_each(&workspace.run, batch);
    bool waits =
        login_waits(workspace.db, config->hook_service, sending->hook, batch) && !sending->by_hand;
    bool over = waits || stop_asked() || held_now(workspace.db) || is_hopeless(batch);
    int limit = over ? 0 : DELIVER_BATCH;
    GPtrArray *next = outbox_take(workspace.db, clock_now(), limit);
    bool done = db_commit(workspace.db, error);
    workspace_close(&workspace);
    g_ptr_array_unref(batch->letters);
    batch->letters = next;
    g_array_set_size(batch->attempts, 0);
    return done;
}

static struct delivered *open_delivered(const struct config *config, GError **error)
{
    g_autofree char *path = g_strconcat(config->database, BESIDE_SENT, NULL);
    plain_file_prepare(path, config->database);
    return delivered_open(path, error);
}

/* Beside a database that is missing no file is made: it would tell `init` of an older one.
 * Opening the database completes a restore that was cut short, or says what is wrong. */
static bool has_database(const struct config *config, GError **error)
{
    struct workspace workspace;
    if (access(config->database, F_OK) == 0) {
        return true;
    }
    bool opened = workspace_open(&workspace, config, NULL, DB_WRITE, "send", error);
    if (opened) {
        workspace_close(&workspace);
    }
    return opened;
}

bool deliver_letters(const struct config *config, bool by_hand, GError **error)
{
    g_autoptr(Delivered) delivered =
        has_database(config, error) ? open_delivered(config, error) : NULL;
    g_autoptr(GPtrArray) earlier = delivered != NULL ? delivered_read(delivered, error) : NULL;
    if (earlier == NULL) {
        return false;
    }
    g_autoptr(Hook) hook = hook_open(config, stop_asked);
    const struct sending sending = { .config = config, .hook = hook, .by_hand = by_hand };
    g_auto(Batch) batch;
    batch_init(&batch);
    do {
        send_each(hook, delivered, &batch);
        if (!turn_over(&sending, earlier, &batch, error) || !delivered_clear(delivered, error)) {
            return false;
        }
        g_ptr_array_set_size(earlier, 0);
    } while (batch.letters->len > 0);
    return true;
}
