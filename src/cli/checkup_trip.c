/* doctor --mail: a letter goes out as all letters do, and has to come back as mail does. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
static char *one_line(const char *text, gsize length)
{
    g_autofree char *bytes = g_strndup(text, length);
    g_autofree char *whole = g_utf8_make_valid(bytes, -1);
    g_autoptr(GString) line = g_string_new(NULL);
    for (const char *c = whole; *c != '\0'; c++) {
        const bool blank = *c == ' ' || g_ascii_iscntrl(*c);
        if (!blank) {
            g_string_append_c(line, *c);
        } else if (line->len > 0 && line->str[line->len - 1] != ' ') {
            g_string_append_c(line, ' ');
        }
    }
    g_strchomp(line->str);
    return g_utf8_substring(line->str, 0, MIN(g_utf8_strlen(line->str, -1), REASON_MOST));
}

/* ---- out ---- */

static char *words_of(const struct trip *trip, const char *key)
{
    return words_say(trip->checkup->server.words, "doctor", key,
                     pairs("path", trip->config->address, NULL));
}

static GBytes *letter_of(const struct trip *trip)
{
    const struct config *config = trip->config;
    g_autofree char *subject = words_of(trip, "mail-subject"), *text = words_of(trip, "mail-text");
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

/* What a mail server says in a letter that it sends back; "" if nothing is found. Free with
 * g_free. */
static char *reason_in(const char *bytes, gsize length)
{
    static const char field[] = "\nDiagnostic-Code:";
    const char *found = g_strstr_len(bytes, (gssize)length, field);
    if (found == NULL) {
        return g_strdup("");
    }
    found += strlen(field);
    const gsize rest = length - (gsize)(found - bytes);
    gsize end = 0; /* the field goes on while lines begin with a blank (RFC 5322 section 2.2.3) */
    while (end < rest && (found[end] != '\n' ||
                          (end + 1 < rest && (found[end + 1] == ' ' || found[end + 1] == '\t')))) {
        end++;
    }
    return one_line(found, end);
}

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
        *reason = reason_in(bytes, length);
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
static enum end look(const struct trip *trip, GHashTable *seen, char **reason)
{
    const char *spool = trip->config->spool;
    g_autoptr(GPtrArray) entries = spool_list(spool, NULL);
    enum end end = END_NONE;
    for (guint i = 0; entries != NULL && i < entries->len && end == END_NONE; i++) {
        const struct spool_entry *entry = entries->pdata[i];
        struct spool_mail mail = { 0 };
        if (entry->fault == SPOOL_SOUND && g_hash_table_add(seen, g_strdup(entry->name)) &&
            spool_read(spool, entry, &mail, NULL)) {
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
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    gint64 fetched = 0;
    enum end end = look(trip, seen, reason);
    while (end == END_NONE && g_get_monotonic_time() < until) {
        if (trip->config->mailboxes->len > 0 &&
            g_get_monotonic_time() - fetched > FETCH_SECONDS * (gint64)G_USEC_PER_SEC) {
            bool amiss = false;
            fetch_mailboxes(trip->config, FETCH_FOR_CRON, 0, &amiss, NULL);
            fetched = g_get_monotonic_time();
        }
        g_usleep(LOOK_MICROSECONDS);
        end = look(trip, seen, reason);
    }
    return end;
}

/* Why the letter still waits in the queue of this machine's mail server: the words in parentheses
 * that mailq prints above its recipient. "" if there are none; NULL if it does not wait there, or
 * nobody can tell. Free with g_free. */
static char *queue_reason(const struct trip *trip)
{
    g_autoptr(GBytes) printed = program_read((char *const[]){ (char *)"mailq", NULL }, QUEUE_MOST,
                                             QUEUE_MILLISECONDS, NULL);
    gsize length = 0;
    const char *bytes = printed != NULL ? g_bytes_get_data(printed, &length) : NULL;
    g_autofree char *text = bytes != NULL ? g_strndup(bytes, length) : g_strdup("");
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    const char *reason = "";
    for (char **line = lines; *line != NULL; line++) {
        const char *words = g_strstrip(*line);
        if (strstr(words, trip->token) != NULL) {
            return one_line(reason, strlen(reason));
        }
        if (*words == '(') {
            reason = words;
        } else if (strchr(words, ' ') != NULL) { /* another mail begins */
            reason = "";
        }
    }
    return NULL;
}

/* The check that has found why no mail comes in; NULL: none has. */
static const char *known_fault(const struct trip *trip)
{
    static const char *const checks[] = { "postfix", "mailboxes", "rights" };
    for (size_t i = 0; i < G_N_ELEMENTS(checks); i++) {
        if (checkup_faulted(trip->checkup, checks[i])) {
            return checks[i];
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
        const char *known = known_fault(trip);
        tell(trip,
             asks_for_time(queued) && known == NULL ? "!mail-deferred"
             : queued != NULL                       ? "!mail-queued"
             : known != NULL                        ? "!mail-lost-known"
                                                    : "!mail-lost",
             queued != NULL ? queued : known);
    }
}

/* Takes the lock of runs, so that no run processes the letter. If that fails, reports it and
 * returns NULL. */
static struct lock *keep_runs_out(const struct trip *trip)
{
    for (int i = 0; i < trip->checkup->patience; i++) {
        bool busy = false;
        g_autoptr(GError) error = NULL;
        struct lock *lock = workspace_single(trip->config, "run", &busy, &error);
        if (lock != NULL || error != NULL) {
            if (lock == NULL) {
                tell(trip, "!mail-unsent", error->message);
            }
            return lock;
        }
        g_usleep(G_USEC_PER_SEC);
    }
    tell(trip, "!mail-busy", NULL);
    return NULL;
}

void checkup_mail(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    if (config->hook_folder != NULL) {
        checkup_tell(checkup, "?mail-folder", .path = config->hook_folder);
        return;
    }
    struct stat status;
    if (stat(config->database, &status) == 0 && status.st_uid != geteuid()) {
        /* Files that we put into the spool would not belong to the server's user. */
        g_autofree char *user = checkup_user(status.st_uid);
        checkup_tell(checkup, "?mail-user", .detail = user);
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
    g_autoptr(Lock) lock = keep_runs_out(&trip);
    g_autofree char *reason = NULL;
    if (lock != NULL && send_off(&trip)) {
        const enum end end = wait_for(&trip, &reason);
        report(&trip, end, reason);
    }
}
