#include "cli/deliver.h"

#include <stdbool.h>

#include "base/clock.h"
#include "base/log.h"
#include "cli/held.h"
#include "cli/session.h"
#include "cli/stop.h"
#include "office/clocks.h"
#include "post/hook.h"
#include "store/outbox.h"

/* What came of a letter. */
struct attempt {
    enum delivery delivery;
    char *word;   /* as hook_send has it; NULL: none */
    char *reason; /* why it is not done */
};

struct batch {
    GPtrArray *letters; /* struct outbox_letter */
    GArray *attempts;   /* struct attempt, one a letter; it ends where the tried ones end */
};

static void attempt_clear(gpointer data)
{
    struct attempt *attempt = data;
    g_free(attempt->word);
    g_free(attempt->reason);
}

static void batch_init(struct batch *batch)
{
    batch->letters = g_ptr_array_new();
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
 * now from letter after letter. */
static bool is_hopeless(const struct batch *batch)
{
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

/* Sends one after the other until we are asked to stop, or nothing can be sent
 * to anybody. */
static void send_each(struct hook *hook, struct batch *batch)
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
    }
}

/* ---- writing down ---- */

static void record_refused(struct db *db, const struct outbox_letter *letter,
                           const struct attempt *attempt)
{
    outbox_refused(db, letter->id, attempt->word, attempt->reason);
    log_line("letter %" G_GINT64_FORMAT " is parked, since it will not be taken: %s", letter->id,
             attempt->reason);
}

/* Of a service that is down we hear at every run; it is said once. */
static void record_down(struct db *db, const struct outbox_letter *letter, const char *reason)
{
    bool known = outbox_knows_reason(db, reason);
    bool parked = outbox_failed(db, letter->id, reason, clock_now());
    if (parked) {
        log_line("letter %" G_GINT64_FORMAT " is parked after three days: %s", letter->id, reason);
    } else if (!known) {
        log_line("no letter can be sent now; they are tried again: %s", reason);
    }
}

static void record_later(struct db *db, const struct outbox_letter *letter, const char *reason)
{
    if (outbox_failed(db, letter->id, reason, clock_now())) {
        log_line("letter %" G_GINT64_FORMAT " is parked after three days: %s", letter->id, reason);
    } else if (!letter->failed) {
        log_line("letter %" G_GINT64_FORMAT " could not be sent, and will be tried again: %s",
                 letter->id, reason);
    }
}

static void record(struct office *office, const struct outbox_letter *letter,
                   const struct attempt *attempt)
{
    struct db *db = office->db;
    switch (attempt->delivery) {
    case DELIVERY_DONE:
        outbox_sent(db, letter->id, attempt->word, clock_now());
        clocks_sent(office, letter->id);
        break;
    case DELIVERY_LATER:
        record_later(db, letter, attempt->reason);
        break;
    case DELIVERY_REFUSED:
        record_refused(db, letter, attempt);
        break;
    case DELIVERY_DOWN:
        record_down(db, letter, attempt->reason);
        break;
    }
}

static void record_each(struct office *office, const struct batch *batch)
{
    for (guint i = 0; i < batch->letters->len; i++) {
        const struct outbox_letter *letter = batch->letters->pdata[i];
        if (i < batch->attempts->len) {
            record(office, letter, &g_array_index(batch->attempts, struct attempt, i));
        } else {
            outbox_untried(office->db, letter->id, clock_now());
        }
    }
}

/* Writes down what came of a batch and takes the next, in one transaction; an
 * empty one when there is no more to do. */
static bool turn_over(const struct config *config, struct batch *batch, GError **error)
{
    struct session session;
    if (!session_open(&session, config, NULL, DB_WRITE, "send", error)) {
        return false;
    }
    db_begin(session.db);
    record_each(&session.office, batch);
    bool over = stop_asked() || held_now(session.db) || is_hopeless(batch);
    int limit = over ? 0 : DELIVER_BATCH;
    GPtrArray *next = outbox_take(session.db, clock_now(), limit);
    bool done = db_commit(session.db, error);
    session_close(&session);
    g_ptr_array_unref(batch->letters);
    batch->letters = next;
    g_array_set_size(batch->attempts, 0);
    return done;
}

bool deliver_letters(const struct config *config, GError **error)
{
    g_autoptr(Hook) hook = hook_open(config, stop_asked);
    g_auto(Batch) batch;
    batch_init(&batch);
    do {
        send_each(hook, &batch);
        if (!turn_over(config, &batch, error)) {
            return false;
        }
    } while (batch.letters->len > 0);
    return true;
}
