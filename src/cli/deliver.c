/* Sends the letters of the outbox through the hook. */
#include "cli/steps.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "base/log.h"
#include "cli/workspace.h"
#include "clocks/clocks.h"
#include "letters/html.h"
#include "store/logins.h"
#include "store/outbox.h"
#include "transport/credential.h"
#include "transport/delivered.h"
#include "transport/hook.h"

enum {
    BATCH_LEAST = 50, /* letters a batch */
    BATCH_MOST = 500,
    BATCH_SOON = 1000,     /* milliseconds: after a batch that took less, the next is larger */
    BATCH_LONG = 4000,     /* milliseconds: what is left of a batch then goes with the next */
    DELIVER_FAILURES = 10, /* so many one after the other: the rest is left for the next run */
};

_Static_assert((int)BATCH_MOST <= (int)DELIVERED_SLOTS, "a slot for each letter of a batch");

/* The result of one delivery attempt. */
struct attempt {
    bool made; /* false: the letter was not tried */
    enum delivery delivery;
    bool in_doubt; /* it went out whole, and nobody said whether it was taken */
    char *word;    /* as hook_send has it; NULL: none */
    char *reason;  /* why it was not delivered */
};

/* One of the ways on which letters go out at the same time (transport/hook.h). */
struct lane {
    guint next;    /* the first letter of the batch that may be its next */
    GBytes *ready; /* its next letter, put together while another one is under way; NULL: none */
    guint number;  /* of that letter */
    bool busy;     /* a letter is under way on it */
    bool open;     /* its last letter went out, and its connection is kept */
};

struct sending {
    const struct config *config;
    const struct words *words;
    struct hook *hook;
    struct delivered *delivered; /* the file beside the database */
    struct lock *lock; /* of senders: whoever waits for it wants nothing more to be sent */
    bool by_hand;
    struct pictures *pictures; /* NULL: no picture was drawn yet, or none can be */
    bool undrawn;              /* pictures cannot be drawn here, which has been logged */

    /* The batch at hand. */
    int size;           /* letters in it, at most */
    GPtrArray *letters; /* struct outbox_letter */
    GArray *attempts;   /* struct attempt, one for each letter */
    GHashTable
        *behind;   /* recipients (borrowed) whose letter did not go out: those behind it wait */
    int failures;  /* letters, one after the other, that were not taken for now */
    bool hopeless; /* it is of no use to go on: the service is down, or has refused one letter
                      after the other for now; or it could not be noted that one was sent */

    bool answered; /* the server, on the first lane: it is not down */
    bool one_lane; /* the server takes no second connection */
    guint lanes;   /* in use for this batch */
    struct lane lane[CONFIG_CONNECTIONS_MAX];
};

static void attempt_clear(gpointer data)
{
    struct attempt *attempt = data;
    g_free(attempt->word);
    g_free(attempt->reason);
}

/* ---- sending ---- */

/* The letter as it is sent: with its HTML, and pictures of its boards if they can be drawn. Free
 * with g_bytes_unref. */
static GBytes *whole_letter(struct sending *sending, const struct outbox_letter *letter)
{
    const struct config *config = sending->config;
    if (letter->parts == NULL) {
        return g_bytes_ref(letter->bytes);
    }
    if (config->pictures && sending->pictures == NULL && !sending->undrawn &&
        html_has_picture(letter->parts)) {
        g_autoptr(GError) error = NULL;
        sending->pictures = pictures_new(sending->words, &error);
        sending->undrawn = sending->pictures == NULL;
        if (sending->undrawn) {
            log_line("boards go out as text, because no picture can be drawn: %s", error->message);
        }
    }
    g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT "@%s", letter->id, config->host);
    return html_letter(letter->bytes, letter->parts, sending->pictures, name);
}

/* Each batch costs a transaction; what a killed sender leaves unrecorded should be little. */
static void find_size(struct sending *sending, gint64 milliseconds)
{
    if (sending->letters->len < (guint)sending->size) {
        return; /* the time says little: it was the last batch, or the letters were long */
    }
    sending->size = milliseconds < BATCH_SOON ? MIN(2 * sending->size, BATCH_MOST)
                                              : MAX(sending->size / 2, BATCH_LEAST);
}

/* All letters to one recipient go by one lane, so they keep their order. The first letter of a
 * batch goes by the first lane. */
static guint lane_of(const struct sending *sending, const struct outbox_letter *letter)
{
    const struct outbox_letter *first = sending->letters->pdata[0];
    return (g_str_hash(letter->recipient) - g_str_hash(first->recipient)) % sending->lanes;
}

/* True if an earlier letter of the batch to the same recipient did not go out. */
static bool must_wait(const struct sending *sending, guint number)
{
    const struct outbox_letter *letter = sending->letters->pdata[number];
    return g_hash_table_contains(sending->behind, letter->recipient) != FALSE;
}

/* Puts the next letter of a lane together. Returns false if it has none left. */
static bool make_ready(struct sending *sending, guint number_of_lane)
{
    struct lane *lane = &sending->lane[number_of_lane];
    if (lane->ready != NULL && must_wait(sending, lane->number)) {
        g_clear_pointer(&lane->ready, g_bytes_unref);
    }
    while (lane->ready == NULL && lane->next < sending->letters->len) {
        const struct outbox_letter *letter = sending->letters->pdata[lane->next];
        if (lane_of(sending, letter) == number_of_lane && !must_wait(sending, lane->next)) {
            lane->ready = whole_letter(sending, letter);
            lane->number = lane->next;
        }
        lane->next++;
    }
    return lane->ready != NULL;
}

static void begin(struct sending *sending, guint number_of_lane)
{
    struct lane *lane = &sending->lane[number_of_lane];
    const struct outbox_letter *letter = sending->letters->pdata[lane->number];
    g_autoptr(GBytes) whole = g_steal_pointer(&lane->ready);
    const struct delivery_letter handed = { letter->id, letter->sender, letter->recipient, whole };
    lane->busy = true;
    hook_begin(sending->hook, number_of_lane, sending->lanes == 1, lane->number, &handed);
}

/* Writes beside the database that the letter of that number was sent. */
static bool note_delivered(const struct sending *sending, guint number, GError **error)
{
    const struct outbox_letter *letter = sending->letters->pdata[number];
    g_autofree char *hash = delivered_hash(letter->recipient, letter->bytes);
    const struct delivered_entry entry = {
        .id = letter->id,
        .time = clock_now(),
        .hash = hash,
        .word = g_array_index(sending->attempts, struct attempt, number).word,
    };
    return delivered_add(sending->delivered, &entry, error);
}

/* True if a letter that did not go out counts as not tried: we were asked to stop, since the signal
 * may have gone to the hook as well; or the server has answered on another lane, but takes no new
 * connection on this: then it goes out with the next batch. One that may have arrived all the same
 * was tried. */
static bool counts_as_untried(struct sending *sending, const struct hook_result *result,
                              bool was_open)
{
    if (result->delivery == DELIVERY_DONE || result->in_doubt) {
        return false;
    }
    const bool no_lane = result->delivery == DELIVERY_DOWN && sending->lanes > 1 &&
                         sending->answered && !was_open && !stop_asked();
    sending->one_lane |= no_lane;
    return no_lane || stop_asked();
}

/* Keeps a result. A server that has dropped the connection twice where it should have said that it
 * took the letter is not given it a third time. True if the letter went out. */
static bool keep_result(struct sending *sending, struct hook_result *result)
{
    struct outbox_letter *letter = sending->letters->pdata[result->number];
    struct lane *lane = &sending->lane[result->lane];
    const bool twice = result->in_doubt && letter->doubted && result->delivery == DELIVERY_LATER;
    const enum delivery delivery = twice ? DELIVERY_DONE : result->delivery;
    const bool was_open = lane->open;
    lane->busy = false;
    lane->open = result->delivery == DELIVERY_DONE;
    if (delivery != DELIVERY_DONE && delivery != DELIVERY_REFUSED) {
        g_hash_table_add(sending->behind, letter->recipient);
    }
    if (counts_as_untried(sending, result, was_open)) {
        return false;
    }
    if (twice) {
        log_line("letter %" G_GINT64_FORMAT " counts as sent, because the server dropped the "
                 "connection twice where it should have said that it took it: %s",
                 letter->id, result->error->message);
    }
    struct attempt *attempt = &g_array_index(sending->attempts, struct attempt, result->number);
    *attempt = (struct attempt){
        .made = true,
        .delivery = delivery,
        .in_doubt = result->in_doubt,
        .word = twice ? g_strdup("no answer, twice") : g_steal_pointer(&result->word),
        .reason = result->error != NULL ? g_strdup(result->error->message) : NULL,
    };
    sending->answered = sending->answered || delivery != DELIVERY_DOWN;
    /* That a letter fails once more says nothing of the service. */
    const bool later = delivery == DELIVERY_LATER;
    sending->failures = !later ? 0 : letter->failed ? sending->failures : sending->failures + 1;
    sending->hopeless =
        sending->hopeless || delivery == DELIVERY_DOWN || sending->failures == DELIVER_FAILURES;
    return delivery == DELIVERY_DONE;
}

/* Waits for a result, and notes it with all others that are there by then. */
static void end(struct sending *sending)
{
    g_autoptr(GError) fault = NULL;
    bool sent = false, noted = true;
    g_autoptr(HookResult) result = hook_result(sending->hook, true);
    while (result != NULL) {
        if (keep_result(sending, result)) {
            sent = true;
            noted = note_delivered(sending, result->number, noted ? &fault : NULL) && noted;
        }
        hook_result_free(result);
        result = hook_result(sending->hook, false);
    }
    noted = (!sent || delivered_sync(sending->delivered, noted ? &fault : NULL)) && noted;
    if (!noted) {
        log_line("%s", fault->message);
        sending->hopeless = true;
    }
}

/* The first lane shows whether the server takes letters at all, before another one is used. A lane
 * that got no connection is not used again in this batch, or a letter would overtake the one that
 * was left. */
static bool may_use(const struct sending *sending, guint lane)
{
    if (sending->lanes == 1) {
        return true;
    }
    return lane == 0 ? !sending->one_lane || sending->lane[0].open
                     : sending->answered && !sending->one_lane;
}

/* Ends the connections of lanes that have no letter left, as long as another lane waits for one:
 * perhaps the server serves no more connections at a time. */
static void let_others_in(struct sending *sending)
{
    bool waits = sending->one_lane && !sending->lane[0].open;
    for (guint i = 0; i < sending->lanes; i++) {
        waits = waits || (sending->lane[i].busy && !sending->lane[i].open);
    }
    for (guint i = 0; waits && i < CONFIG_CONNECTIONS_MAX; i++) {
        struct lane *lane = &sending->lane[i];
        if (!lane->busy && lane->open) {
            hook_rest(sending->hook, i);
            lane->open = false;
        }
    }
}

/* Prepares for the batch. */
static void begin_batch(struct sending *sending)
{
    sending->lanes = sending->one_lane ? 1 : hook_lanes(sending->hook, sending->letters->len);
    for (guint i = 0; i < CONFIG_CONNECTIONS_MAX; i++) {
        struct lane *lane = &sending->lane[i];
        g_clear_pointer(&lane->ready, g_bytes_unref);
        lane->next = 0;
        lane->busy = false;
    }
    sending->failures = 0;
    g_hash_table_remove_all(sending->behind);
    g_array_set_size(sending->attempts, sending->letters->len);
}

/* Sends the letters, on each lane one after the other, until we are asked to stop, or nothing can
 * be sent to anybody. Each delivery is noted beside the database before the next letter of its lane
 * is sent. While letters are under way, those that follow them are put together; so more of them
 * have arrived when we look, and are brought to disk together. */
static void send_each(struct sending *sending)
{
    const gint64 until = g_get_monotonic_time() + BATCH_LONG * (gint64)1000;
    guint begun = 0;
    begin_batch(sending);
    for (bool any = true; any;) {
        const bool goes_on = !stop_asked() && !sending->hopeless &&
                             !lock_is_awaited(sending->lock) &&
                             (begun < BATCH_LEAST || g_get_monotonic_time() < until);
        any = false;
        for (guint lane = 0; lane < sending->lanes; lane++) {
            if (goes_on && !sending->lane[lane].busy && may_use(sending, lane) &&
                make_ready(sending, lane)) {
                begin(sending, lane);
                begun++;
            }
            any = any || sending->lane[lane].busy;
        }
        let_others_in(sending);
        /* On one lane a letter is sent by now, and must be noted first. */
        const bool meanwhile = any && goes_on && sending->lanes > 1;
        for (guint lane = 0; meanwhile && lane < sending->lanes; lane++) {
            make_ready(sending, lane);
        }
        if (any) {
            end(sending);
        }
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
    bool told = down ? outbox_knows_reason(db, reason) : letter->failed;
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
    g_autoptr(GBytes) bytes = NULL;
    g_autoptr(OutboxEntry) letter = outbox_entry(run->db, delivered->id, &bytes);
    if (letter == NULL || letter->state == OUTBOX_SENT || bytes == NULL) {
        return;
    }
    g_autofree char *hash = delivered_hash(letter->recipient, bytes);
    if (strcmp(hash, delivered->hash) == 0) {
        record_sent(run, delivered->id, delivered->word, delivered->time);
    }
}

/* Writes down whether the server took our log-in, if that is news. True if no log-in is to be
 * tried now. */
static bool login_waits(struct db *db, const struct sending *sending)
{
    const struct service *service = sending->config->hook_service;
    bool made = false, sent = false;
    for (guint i = 0; i < sending->attempts->len; i++) {
        const struct attempt *attempt = &g_array_index(sending->attempts, struct attempt, i);
        made = made || attempt->made;
        sent = sent || (attempt->made && attempt->delivery == DELIVERY_DONE);
    }
    if (service == NULL || service->user == NULL) {
        return false;
    }
    g_autofree char *identity = credential_identity(service);
    if (made && hook_login_refused(sending->hook)) {
        logins_refused(db, identity, clock_now());
    } else if (sent && logins_were_refused(db, identity, clock_now())) {
        logins_accepted(db, identity);
    }
    return logins_wait(db, identity, clock_now());
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
    g_ptr_array_unref(sending->letters);
    sending->letters = outbox_take(workspace.db, clock_now(), over ? 0 : sending->size);
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

bool deliver_letters(const struct config *config, const struct words *words, enum deliver_what what,
                     GError **error)
{
    bool busy = false;
    g_autoptr(Lock) lock = workspace_single(config, "send", &busy, error);
    if (lock == NULL) {
        return busy;
    }
    g_autoptr(Delivered) delivered = open_delivered(config, error);
    g_autoptr(GPtrArray) earlier = delivered != NULL ? delivered_read(delivered, error) : NULL;
    if (earlier == NULL || (earlier->len == 0 && what == DELIVER_UNRECORDED)) {
        return earlier != NULL;
    }
    if (!words_fill(words, error)) { /* pictures have them */
        return false;
    }
    g_autoptr(Hook) hook = hook_open(config, stop_asked);
    struct sending sending = {
        .config = config,
        .words = words,
        .hook = hook,
        .delivered = delivered,
        .lock = lock,
        .by_hand = what == DELIVER_BY_HAND,
        .size = BATCH_LEAST,
        .letters = g_ptr_array_new(),
        .attempts = g_array_new(FALSE, TRUE, sizeof(struct attempt)),
        .behind = g_hash_table_new(g_str_hash, g_str_equal),
    };
    g_array_set_clear_func(sending.attempts, attempt_clear);
    bool done = true;
    do {
        const gint64 begun = g_get_monotonic_time();
        send_each(&sending);
        find_size(&sending, (g_get_monotonic_time() - begun) / 1000);
        done = turn_over(&sending, earlier, error) && delivered_clear(delivered, error);
        g_ptr_array_set_size(earlier, 0);
    } while (done && sending.letters->len > 0);
    for (guint i = 0; i < CONFIG_CONNECTIONS_MAX; i++) {
        g_clear_pointer(&sending.lane[i].ready, g_bytes_unref);
    }
    g_ptr_array_unref(sending.letters);
    g_array_unref(sending.attempts);
    g_hash_table_unref(sending.behind);
    pictures_free(sending.pictures);
    return done;
}
