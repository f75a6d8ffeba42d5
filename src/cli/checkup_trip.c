/* doctor --mail: a letter goes out as all letters do, and has to come back as mail does. */
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "cli/checkup.h"
#include "cli/steps.h"
#include "mail/address.h"
#include "mail/letter.h"
#include "transport/hook.h"
#include "transport/program.h"
#include "transport/spool.h"

enum {
    LOOK_MICROSECONDS = 200000,
    FETCH_SECONDS = 10, /* between two looks into the mailboxes */
    QUEUE_MILLISECONDS = 10000,
    QUEUE_MOST = 1 << 20, /* bytes of what mailq prints */
    REASON_MOST = 300,    /* characters of a mail server's words */
};

/* The letter that is on its way. */
struct trip {
    struct checkup *checkup;
    const struct config *config;
    char *token, *recipient, *sender;
    gint64 begun; /* of g_get_monotonic_time */
    char *hook;   /* what sends letters, as people call it */
};

/* How the trip ended. */
enum end {
    END_NONE,
    END_CAME,     /* whole */
    END_PLAIN,    /* without its token in the address */
    END_RETURNED, /* a mail server has sent it back */
};

static void trip_clear(struct trip *trip)
{
    g_free(trip->token);
    g_free(trip->recipient);
    g_free(trip->sender);
    g_free(trip->hook);
}

typedef struct trip Trip;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Trip, trip_clear)

static void tell(const struct trip *trip, const char *key, const char *reason)
{
    const gint64 gone = (g_get_monotonic_time() - trip->begun) / G_USEC_PER_SEC;
    /* Asking why the letter has not come takes time, too, in which nobody waited for it. */
    checkup_tell(trip->checkup, key, .path = trip->hook, .detail = trip->recipient,
                 .reason = reason, .count = MIN(gone, trip->checkup->patience));
}

/* Words from outside as one line, without controls and not too long. Free with g_free. */
static char *one_line(const char *text)
{
    g_autofree char *whole = g_utf8_make_valid(text, -1);
    g_autoptr(GRegex) gaps = g_regex_new("[\\x00-\\x20\\x7f]+", 0, 0, NULL);
    g_autofree char *line = g_strstrip(g_regex_replace_literal(gaps, whole, -1, 0, " ", 0, NULL));
    return g_utf8_substring(line, 0, MIN(g_utf8_strlen(line, -1), REASON_MOST));
}

/* What the group of a pattern matches first, as one line; "" if nothing does. Free with g_free. */
static char *first_match(const char *pattern, const char *bytes, gsize length)
{
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_RAW, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match_full(regex, bytes, (gssize)length, 0, 0, &match, NULL);
    g_autofree char *found = g_match_info_matches(match) ? g_match_info_fetch(match, 1) : NULL;
    return found != NULL ? one_line(found) : g_strdup("");
}

/* ---- out ---- */

/* Words of the letter, which may name the server's address. Free with g_free. */
static char *letter_words(const struct trip *trip, const char *key)
{
    return words_say(trip->checkup->server.words, "doctor", key,
                     pairs("path", trip->config->address, NULL));
}

static GBytes *letter_of(const struct trip *trip)
{
    const struct config *config = trip->config;
    g_autofree char *subject = letter_words(trip, "mail-subject"),
                    *text = letter_words(trip, "mail-text");
    g_autofree char *lines = g_strconcat(text, "\n", NULL);
    g_autofree char *id = g_strconcat(trip->token, "@", config->host, NULL);
    const struct letter letter = {
        .from = config->address,
        .to = trip->recipient,
        .subject = subject,
        .message_id = id,
        .date = clock_now(),
        .language = "en",
        .instance = config->host,
        .text = lines,
    };
    return letter_bytes(&letter);
}

/* True if a mail server has answered with a code 4xx: not now, but later (RFC 5321 section 4.2.1).
 */
static bool asks_for_time(const char *reason)
{
    return reason != NULL && g_regex_match_simple(": 4[0-9]{2}[ -]", reason, 0, 0);
}

/* Hands the letter to the hook. False, and reported, if it does not take it. */
static bool send_off(const struct trip *trip)
{
    g_autoptr(GBytes) bytes = letter_of(trip);
    const struct delivery_letter handed = { 0, trip->sender, trip->recipient, bytes };
    g_autoptr(Hook) hook = hook_open(trip->config, NULL);
    g_autofree char *word = NULL;
    g_autoptr(GError) error = NULL;
    const bool sent = hook_send(hook, &handed, &word, &error) == DELIVERY_DONE;
    const char *reason = sent ? NULL : error->message;
    tell(trip,
         sent                    ? "mail-sent"
         : asks_for_time(reason) ? "!mail-deferred"
                                 : "!mail-unsent",
         reason);
    return sent;
}

/* ---- back ---- */

/* What a mail in the spool tells of our letter. If a mail server has sent the letter back, *reason
 * is what it says; free with g_free. */
static enum end meaning_of(const struct trip *trip, const struct spool_mail *mail, char **reason)
{
    gsize length;
    const char *bytes = g_bytes_get_data(mail->bytes, &length);
    const bool ours = g_strstr_len(bytes, (gssize)length, trip->token) != NULL;
    const bool returned = g_strstr_len(bytes, (gssize)length, "message/delivery-status") != NULL;
    /* If all letters have the server's own address as their sender, anybody may write to it. */
    const bool to_sender =
        !trip->config->returns_to_address && g_strcmp0(mail->recipient, trip->sender) == 0;
    if (to_sender || (ours && returned)) {
        /* The field goes on while lines begin with a blank (RFC 5322 section 2.2.3). */
        *reason = first_match("\nDiagnostic-Code:((?:[^\n]|\n[ \t])*)", bytes, length);
        return END_RETURNED;
    }
    if (!ours) {
        return END_NONE;
    }
    /* A fetched mail has no envelope, so its headers tell its recipient. */
    const bool whole = mail->recipient != NULL
                           ? strstr(mail->recipient, trip->token) != NULL
                           : g_strstr_len(bytes, (gssize)length, trip->recipient) != NULL;
    return whole ? END_CAME : END_PLAIN;
}

/* Looks for the letter among the mail that waits, and takes it out of the spool. */
static enum end look(const struct trip *trip, char **reason)
{
    const char *spool = trip->config->spool;
    g_autoptr(GPtrArray) entries = spool_list(spool, NULL);
    enum end end = END_NONE;
    for (guint i = 0; entries != NULL && i < entries->len && end == END_NONE; i++) {
        const struct spool_entry *entry = entries->pdata[i];
        struct spool_mail mail = { 0 };
        if (entry->fault == SPOOL_SOUND && spool_read(spool, entry, &mail, NULL)) {
            end = meaning_of(trip, &mail, reason);
            if (end != END_NONE) {
                spool_done(spool, entry, NULL);
            }
            spool_mail_clear(&mail);
        }
    }
    return end;
}

/* Waits until the letter comes back, at most as many seconds as were asked for. Mailboxes are
 * emptied meanwhile. */
static enum end wait_for(const struct trip *trip, char **reason)
{
    const gint64 until = trip->begun + trip->checkup->patience * (gint64)G_USEC_PER_SEC;
    gint64 fetched = 0;
    enum end end = look(trip, reason);
    while (end == END_NONE && g_get_monotonic_time() < until) {
        if (trip->config->mailboxes->len > 0 &&
            g_get_monotonic_time() - fetched > FETCH_SECONDS * (gint64)G_USEC_PER_SEC) {
            bool amiss = false;
            fetch_mailboxes(trip->config, false, 0, &amiss, NULL);
            fetched = g_get_monotonic_time();
        }
        g_usleep(LOOK_MICROSECONDS);
        end = look(trip, reason);
    }
    return end;
}

/* Why the letter still waits in the queue of this machine's mail server: the words in parentheses
 * that mailq prints of it, between two empty lines. "" if there are none; NULL if it does not wait
 * there, or nobody can tell. Free with g_free. */
static char *queue_reason(const struct trip *trip)
{
    g_autoptr(GBytes) printed = program_read((char *const[]){ (char *)"mailq", NULL }, QUEUE_MOST,
                                             QUEUE_MILLISECONDS, NULL);
    gsize length = 0;
    const char *bytes = printed != NULL ? g_bytes_get_data(printed, &length) : NULL;
    g_autofree char *text = g_strndup(bytes != NULL ? bytes : "", length);
    g_auto(GStrv) mails = g_strsplit(text, "\n\n", -1);
    for (char **mail = mails; *mail != NULL; mail++) {
        if (strstr(*mail, trip->token) != NULL) {
            return first_match("\n\\s*(\\([^\n]*)", *mail, strlen(*mail));
        }
    }
    return NULL;
}

static void report(const struct trip *trip, enum end end, const char *reason)
{
    if (end == END_CAME || end == END_PLAIN) {
        tell(trip, end == END_CAME ? "mail-came" : "!mail-plain", NULL);
    } else if (end == END_RETURNED) {
        tell(trip, "!mail-returned", reason);
    } else {
        g_autofree char *queued = queue_reason(trip);
        const bool known = checkup_faulted(trip->checkup, NULL);
        tell(trip,
             asks_for_time(queued) && !known ? "!mail-deferred"
             : queued != NULL                ? "!mail-queued"
             : known                         ? "!mail-lost-known"
                                             : "!mail-lost",
             queued);
    }
}

void checkup_mail(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    if (config->hook_folder != NULL) {
        checkup_tell(checkup, "?mail-folder", .path = config->hook_folder);
        return;
    }
    g_auto(Trip) trip = { .checkup = checkup, .config = config };
    trip.begun = g_get_monotonic_time();
    trip.token = random_token();
    trip.recipient = address_with_token(config->local, config->delimiter, trip.token, config->host);
    /* A sender as other letters have, with a number that no letter has. */
    g_autofree char *returns = g_strdup_printf("b.0.%.8s", trip.token);
    trip.sender = config->returns_to_address
                      ? g_strdup(config->address)
                      : address_with_token(config->local, config->delimiter, returns, config->host);
    trip.hook =
        g_strdup(config->hook_service != NULL ? config->hook_service->host : config->hook_argv[0]);
    /* So that no run processes the letter. */
    bool busy = false;
    g_autoptr(GError) error = NULL;
    g_autoptr(Lock) lock = workspace_single(config, "run", checkup->patience, &busy, &error);
    if (lock == NULL) {
        tell(&trip, busy ? "!mail-busy" : "!mail-unsent", busy ? NULL : error->message);
    }
    g_autofree char *reason = NULL;
    if (lock != NULL && send_off(&trip)) {
        const enum end end = wait_for(&trip, &reason);
        report(&trip, end, reason);
    }
}
