/* Sends the letters of the outbox through the hook. */
#include "cli/steps.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "base/log.h"
#include "cli/wording.h"
#include "cli/workspace.h"
#include "clocks/clocks.h"
#include "letters/composing.h"
#include "letters/letters.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "transport/credential.h"
#include "transport/delivered.h"
#include "transport/hook.h"

enum {
    BATCH = 50,            /* letters, at most */
    DELIVER_FAILURES = 10, /* so many one after the other: the rest is left for the next run */
};

_Static_assert((int)BATCH <= (int)DELIVERED_SLOTS, "a slot for each letter of a batch");

/* The result of one delivery attempt. */
struct attempt {
    bool made; /* false: the letter was not tried */
    enum delivery delivery;
    bool in_doubt; /* it went out whole, and nobody said whether it was taken */
    char *word;    /* as hook_send has it; NULL: none */
    char *reason;  /* why it was not delivered */
};

struct sending {
    const struct config *config;
    struct words *words;
    struct hook *hook;
    struct delivered *delivered; /* the file beside the database */
    struct lock *lock; /* of senders: whoever waits for it wants nothing more to be sent */
    bool by_hand;

    /* The batch at hand. */
    GPtrArray *letters; /* struct outbox_letter */
    GHashTable *worded; /* what became of letters (wording_end) */
    GArray *attempts;   /* struct attempt, one for each letter */
    GHashTable
        *behind;     /* recipients (borrowed) whose letter did not go out: those behind it wait */
    bool made, sent; /* an attempt was made; a letter was sent */
    int failures;    /* letters, one after the other, that were not taken for now */
    bool hopeless;   /* it is of no use to go on: the service is down, or has refused one letter
                        after the other for now; or it could not be noted that one was sent */
};

static void attempt_clear(gpointer data)
{
    struct attempt *attempt = data;
    g_free(attempt->word);
    g_free(attempt->reason);
}

/* ---- sending ---- */

/* Writes beside the database, to disk, that the letter was sent. */
static bool note_delivered(const struct sending *sending, const struct outbox_letter *letter,
                           const char *word, GError **error)
{
    g_autofree char *hash = delivered_hash(letter->recipient, letter->letter);
    const struct delivered_entry entry = {
        .id = letter->id,
        .time = clock_now(),
        .hash = hash,
        .word = (char *)word,
    };
    return delivered_add(sending->delivered, &entry, error) &&
           delivered_sync(sending->delivered, error);
}

/* Sends a letter, unless it was not composed. A server that has dropped the connection twice where
 * it should have said that it took the letter is not given it a third time. */
static struct attempt attempt_of(struct sending *sending, const struct outbox_letter *letter)
{
    const struct delivery_letter handed = { letter->id, letter->sender, letter->recipient,
                                            letter->bytes };
    g_autoptr(GError) error = NULL;
    struct attempt attempt = { .made = true };
    if (letter->bytes == NULL) {
        const struct worded *worded = g_hash_table_lookup(sending->worded, &letter->id);
        attempt.delivery = worded->fault != NULL ? DELIVERY_LATER : DELIVERY_REFUSED;
        attempt.reason = g_strdup(worded->fault != NULL ? worded->fault
                                                        : "its row in the database cannot be read");
        return attempt;
    }
    attempt.delivery = hook_send(sending->hook, &handed, &attempt.word, &error);
    attempt.in_doubt = attempt.delivery != DELIVERY_DONE && hook_in_doubt(sending->hook);
    attempt.reason = error != NULL ? g_strdup(error->message) : NULL;
    if (attempt.in_doubt && letter->receipt != NULL && attempt.delivery == DELIVERY_LATER) {
        log_line("letter %" G_GINT64_FORMAT " counts as sent, because the server dropped the "
                 "connection twice where it should have said that it took it: %s",
                 letter->id, attempt.reason);
        attempt.delivery = DELIVERY_DONE;
        attempt.word = g_strdup(OUTBOX_NO_ANSWER);
    }
    return attempt;
}

/* Draws what follows for the next letters from an attempt that was made. */
static void draw_conclusions(struct sending *sending, const struct outbox_letter *letter,
                             const struct attempt *attempt)
{
    g_autoptr(GError) fault = NULL;
    /* That a letter fails once more says nothing of the service. */
    const bool later = attempt->delivery == DELIVERY_LATER;
    sending->made = true;
    sending->sent = sending->sent || attempt->delivery == DELIVERY_DONE;
    sending->failures = !later                   ? 0
                        : letter->reason != NULL ? sending->failures
                                                 : sending->failures + 1;
    sending->hopeless = attempt->delivery == DELIVERY_DOWN || sending->failures == DELIVER_FAILURES;
    if (attempt->delivery == DELIVERY_DONE) {
        if (!note_delivered(sending, letter, attempt->word, &fault)) {
            log_line("%s", fault->message);
            sending->hopeless = true;
        }
    }
}

/* Sends the letters one after the other, until we are asked to stop, or nothing can be sent to
 * anybody. Each delivery is noted beside the database before the next letter is sent. A letter
 * waits if one before it to the same recipient did not go out. */
static void send_each(struct sending *sending)
{
    sending->failures = 0;
    sending->made = sending->sent = false;
    g_hash_table_remove_all(sending->behind);
    g_array_set_size(sending->attempts, sending->letters->len);
    for (guint i = 0; i < sending->letters->len && !stop_asked() && !sending->hopeless &&
                      !lock_is_awaited(sending->lock);
         i++) {
        const struct outbox_letter *letter = sending->letters->pdata[i];
        if (g_hash_table_contains(sending->behind, letter->recipient)) {
            continue;
        }
        struct attempt attempt = attempt_of(sending, letter);
        if (attempt.delivery != DELIVERY_DONE && attempt.delivery != DELIVERY_REFUSED) {
            g_hash_table_add(sending->behind, letter->recipient);
        }
        /* The signal may have gone to the hook as well, so this letter counts as not tried. */
        if (attempt.delivery != DELIVERY_DONE && !attempt.in_doubt && stop_asked()) {
            attempt_clear(&attempt);
            return;
        }
        g_array_index(sending->attempts, struct attempt, i) = attempt;
        draw_conclusions(sending, letter, &attempt);
    }
}

/* ---- writing down ---- */

static void record_sent(struct run *run, gint64 letter, const char *word, gint64 time)
{
    outbox_sent(run->db, letter, word, time);
    clocks_sent(run, letter);
}

static void record(struct run *run, const struct outbox_letter *letter,
                   const struct attempt *attempt)
{
    struct db *db = run->db;
    const char *reason = attempt->reason;
    if (attempt->delivery == DELIVERY_DONE) {
        record_sent(run, letter->id, attempt->word, clock_now());
        return;
    }
    if (attempt->delivery == DELIVERY_REFUSED) {
        outbox_refused(db, letter->id, attempt->word, reason);
        log_line("letter %" G_GINT64_FORMAT " is parked, because it will never be accepted: %s",
                 letter->id, reason);
        return;
    }
    if (attempt->in_doubt) {
        outbox_doubted(db, letter->id);
    }
    /* If a service is down, each run meets it, and it is reported once. */
    bool down = attempt->delivery == DELIVERY_DOWN;
    bool told = down ? outbox_knows_reason(db, reason) : letter->reason != NULL;
    if (outbox_failed(db, letter->id, reason, clock_now(), watermark_reached(run))) {
        log_line("letter %" G_GINT64_FORMAT " is parked after three days: %s", letter->id, reason);
    } else if (!told && down) {
        log_line("no letter can be sent now; all will be tried again: %s", reason);
    } else if (!told) {
        log_line("letter %" G_GINT64_FORMAT " could not be sent, and will be tried again: %s",
                 letter->id, reason);
    }
}

/* Records a letter that an earlier sender delivered and could not record: its lock was busy,
 * its disk was full, or it was killed. */
static void record_delivered(struct run *run, const struct delivered_entry *delivered)
{
    g_autoptr(OutboxLetter) letter = outbox_read(run->db, delivered->id);
    if (letter == NULL || letter->state == OUTBOX_SENT) {
        return;
    }
    g_autofree char *hash = delivered_hash(letter->recipient, letter->letter);
    if (strcmp(hash, delivered->hash) == 0) {
        record_sent(run, delivered->id, delivered->word, delivered->time);
    }
}

/* Writes down whether the server took our log-in, if that is news. True if no log-in is to be
 * tried now. */
static bool login_waits(struct db *db, const struct sending *sending)
{
    const struct service *service = sending->config->hook_service;
    if (service == NULL || service->user == NULL) {
        return false;
    }
    g_autofree char *identity = credential_identity(service);
    if (sending->made && hook_login_refused(sending->hook)) {
        logins_refused(db, identity, clock_now());
    } else if (sending->sent && logins_were_refused(db, identity, clock_now())) {
        logins_accepted(db, identity);
    }
    return logins_wait(db, identity, clock_now());
}

/* Begins to put those letters into words that are due next and were never handed over, as their
 * readers read them. NULL with the error. Free with wording_free. */
static struct wording *begin_next(const struct sending *sending, GError **error)
{
    g_auto(Workspace) workspace = { 0 };
    if (!workspace_open(&workspace, sending->config, sending->words, DB_READ, "send", error)) {
        return NULL;
    }
    const int most = BATCH + (int)sending->letters->len;
    g_autoptr(GPtrArray) due = outbox_due(workspace.db, clock_now(), most);
    if (due->len > 0 && !words_ready(sending->words, error)) {
        return NULL;
    }
    GPtrArray *letters = g_ptr_array_new_with_free_func((GDestroyNotify)outbox_letter_free);
    GArray *readers = g_array_new(FALSE, TRUE, sizeof(struct letter_reader));
    g_array_set_clear_func(readers, (GDestroyNotify)letter_reader_clear);
    for (guint i = 0; i < due->len; i++) {
        struct outbox_letter *letter = due->pdata[i];
        if (letter->bytes == NULL) {
            const struct letter_reader reader =
                letter_reader_of(&workspace.run, letter->player, letter->recipient);
            g_array_append_val(readers, reader);
            g_ptr_array_add(letters, letter);
            due->pdata[i] = NULL;
        }
    }
    workspace_close(&workspace); /* a process of ours must not have it open */
    return wording_begin(sending->config, letters, readers);
}

/* Takes the next batch. Of letters that are sent for the first time the bytes are kept, so that
 * every further attempt sends the same. */
static void take_batch(struct sending *sending, struct db *db, int most)
{
    g_ptr_array_unref(sending->letters);
    sending->letters = outbox_take(db, clock_now(), most);
    for (guint i = 0; i < sending->letters->len; i++) {
        struct outbox_letter *letter = sending->letters->pdata[i];
        const struct worded *worded = g_hash_table_lookup(sending->worded, &letter->id);
        letter->sender = letter_sender(sending->config, db, letter->id);
        if (letter->bytes == NULL && worded == NULL) {
            /* It has become due since the batch was composed. */
            outbox_untried(db, letter->id, clock_now());
            g_ptr_array_remove_index(sending->letters, i--);
        } else if (letter->bytes == NULL && worded->bytes != NULL) {
            letter->bytes = g_bytes_ref(worded->bytes);
            outbox_keep_bytes(db, letter->id, worded->bytes);
        }
    }
}

/* Records the results of a batch and takes the next batch, in one transaction; the next is
 * empty when there is no more to do. `earlier` are deliveries of an earlier sender. */
static bool turn_over(struct sending *sending, const GPtrArray *earlier, GError **error)
{
    g_auto(Workspace) workspace = { 0 };
    if (!workspace_open(&workspace, sending->config, NULL, DB_WRITE, "send", error)) {
        return false;
    }
    db_begin(workspace.db);
    for (guint i = 0; i < earlier->len; i++) {
        record_delivered(&workspace.run, earlier->pdata[i]);
    }
    for (guint i = 0; i < sending->letters->len; i++) {
        const struct outbox_letter *letter = sending->letters->pdata[i];
        const struct attempt *attempt = &g_array_index(sending->attempts, struct attempt, i);
        if (attempt->made) {
            record(&workspace.run, letter, attempt);
        } else {
            outbox_untried(workspace.db, letter->id, clock_now());
        }
    }
    bool waits = login_waits(workspace.db, sending) && !sending->by_hand;
    bool over = waits || stop_asked() || held_now(workspace.db) || sending->hopeless ||
                lock_is_awaited(sending->lock);
    g_hash_table_remove_all(sending->behind);
    take_batch(sending, workspace.db, over ? 0 : BATCH);
    g_array_set_size(sending->attempts, 0);
    return db_commit(workspace.db, error);
}

/* Opens the file beside the database. If the database is missing no such file is made: `init`
 * would take it for the sign of an older database. Opening the database completes a restore
 * that was cut short, or says what is wrong. */
static struct delivered *open_delivered(const struct config *config, GError **error)
{
    g_auto(Workspace) workspace = { 0 };
    if (access(config->database, F_OK) != 0 &&
        !workspace_open(&workspace, config, NULL, DB_WRITE, "send", error)) {
        return NULL;
    }
    g_autofree char *path = g_strconcat(config->database, BESIDE_SENT, NULL);
    plain_file_prepare(path, config->database);
    return delivered_open(path, error);
}

bool deliver_letters(const struct config *config, struct words *words, enum deliver_what what,
                     GError **error)
{
    bool busy = false;
    g_autoptr(Lock) lock = workspace_single(config, "send", 0, &busy, error);
    if (lock == NULL) {
        return busy;
    }
    g_autoptr(Delivered) delivered = open_delivered(config, error);
    g_autoptr(GPtrArray) earlier = delivered != NULL ? delivered_read(delivered, error) : NULL;
    if (earlier == NULL || (earlier->len == 0 && what == DELIVER_UNRECORDED)) {
        return earlier != NULL;
    }
    g_autoptr(Hook) hook = hook_open(config, stop_asked);
    g_autoptr(GArray) attempts = g_array_new(FALSE, TRUE, sizeof(struct attempt));
    g_autoptr(GHashTable) behind = g_hash_table_new(g_str_hash, g_str_equal);
    g_array_set_clear_func(attempts, attempt_clear);
    struct sending sending = {
        .config = config,
        .words = words,
        .hook = hook,
        .delivered = delivered,
        .lock = lock,
        .by_hand = what == DELIVER_BY_HAND,
        .letters = g_ptr_array_new(),
        .attempts = attempts,
        .behind = behind,
    };
    bool done = true;
    do {
        /* While a batch is sent, the next one is put into words. */
        g_autoptr(Wording) next = begin_next(&sending, error);
        done = next != NULL;
        if (done) {
            send_each(&sending);
            g_clear_pointer(&sending.worded, g_hash_table_unref);
            sending.worded = wording_end(next);
        }
        done = done && turn_over(&sending, earlier, error) && delivered_clear(delivered, error);
        g_ptr_array_set_size(earlier, 0);
    } while (done && sending.letters->len > 0);
    g_ptr_array_unref(sending.letters);
    g_clear_pointer(&sending.worded, g_hash_table_unref);
    return done;
}
