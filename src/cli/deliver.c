#include "cli/deliver.h"

#include <stdbool.h>

#include "base/clock.h"
#include "base/log.h"
#include "cli/session.h"
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

/* Sends each; failures[i] is why letter i could not be sent, or NULL. */
static GPtrArray *send_each(const struct config *config, GPtrArray *letters)
{
    GPtrArray *failures = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < letters->len; i++) {
        const struct outbox_letter *letter = letters->pdata[i];
        g_autoptr(GError) error = NULL;
        bool sent =
            hook_send(config, letter->id, letter->sender, letter->recipient, letter->bytes, &error);
        g_ptr_array_add(failures, sent ? NULL : g_strdup(error->message));
    }
    return failures;
}

static void record_each(struct db *db, GPtrArray *letters, GPtrArray *failures)
{
    for (guint i = 0; i < letters->len; i++) {
        const struct outbox_letter *letter = letters->pdata[i];
        const char *failure = failures->pdata[i];
        if (failure == NULL) {
            outbox_sent(db, letter->id, clock_now());
        } else if (outbox_failed(db, letter->id, failure, clock_now())) {
            log_line("letter %" G_GINT64_FORMAT " is parked after three days: %s", letter->id,
                     failure);
        } else if (letter->attempts == 0) {
            log_line("letter %" G_GINT64_FORMAT " could not be sent, and will be tried again: %s",
                     letter->id, failure);
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
    for (;;) {
        g_autoptr(GPtrArray) letters = take(config, error);
        if (letters == NULL) {
            return false;
        }
        if (letters->len == 0) {
            return true;
        }
        g_autoptr(GPtrArray) failures = send_each(config, letters);
        if (!record(config, letters, failures, error)) {
            return false;
        }
    }
}
