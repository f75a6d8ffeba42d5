#include "cli/deliver.h"

#include <stdbool.h>

#include "base/clock.h"
#include "base/log.h"
#include "cli/session.h"
#include "cli/stop.h"
#include "post/hook.h"
#include "store/outbox.h"

/* Takes the next letters that are due; NULL on failure. */
static GPtrArray *take(const struct config *config, GError **error)
{
    struct session session;
    if (!session_open(&session, config, NULL, DB_WRITE, "send", error)) {
        return NULL;
    }
    db_begin(session.db);
    GPtrArray *letters = outbox_take(session.db, clock_now(), DELIVER_BATCH);
    bool done = db_commit(session.db, error);
    session_close(&session);
    if (!done) {
        g_clear_pointer(&letters, g_ptr_array_unref);
    }
    return letters;
}

/* Sends one after the other until we are asked to stop; failures[i] is why
 * letter i could not be sent, or NULL. It ends where the tried ones end. */
static GPtrArray *send_each(const struct config *config, GPtrArray *letters)
{
    GPtrArray *failures = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < letters->len && !stop_asked(); i++) {
        const struct outbox_letter *letter = letters->pdata[i];
        g_autoptr(GError) error = NULL;
        bool sent =
            hook_send(config, letter->id, letter->sender, letter->recipient, letter->bytes, &error);
        if (!sent && stop_asked()) {
            break; /* the signal may have gone to the hook as well */
        }
        g_ptr_array_add(failures, sent ? NULL : g_strdup(error->message));
    }
    return failures;
}

static void record_failure(struct db *db, const struct outbox_letter *letter, const char *failure)
{
    if (outbox_failed(db, letter->id, failure, clock_now())) {
        log_line("letter %" G_GINT64_FORMAT " is parked after three days: %s", letter->id, failure);
    } else if (!letter->failed) {
        log_line("letter %" G_GINT64_FORMAT " could not be sent, and will be tried again: %s",
                 letter->id, failure);
    }
}

static void record_each(struct db *db, GPtrArray *letters, GPtrArray *failures)
{
    for (guint i = 0; i < letters->len; i++) {
        const struct outbox_letter *letter = letters->pdata[i];
        if (i >= failures->len) {
            outbox_untried(db, letter->id, clock_now());
        } else if (failures->pdata[i] == NULL) {
            outbox_sent(db, letter->id, clock_now());
        } else {
            record_failure(db, letter, failures->pdata[i]);
        }
    }
}

static bool record(const struct config *config, GPtrArray *letters, GPtrArray *failures,
                   GError **error)
{
    struct session session;
    if (!session_open(&session, config, NULL, DB_WRITE, "send", error)) {
        return false;
    }
    db_begin(session.db);
    record_each(session.db, letters, failures);
    bool done = db_commit(session.db, error);
    session_close(&session);
    return done;
}

bool deliver_letters(const struct config *config, GError **error)
{
    while (!stop_asked()) {
        g_autoptr(GPtrArray) letters = take(config, error);
        if (letters == NULL) {
            return false;
        }
        if (letters->len == 0) {
            break;
        }
        g_autoptr(GPtrArray) failures = send_each(config, letters);
        if (!record(config, letters, failures, error)) {
            return false;
        }
    }
    return true;
}
