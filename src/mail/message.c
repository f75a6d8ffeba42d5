#include "mail/message.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#include "base/plain.h"

void message_free(struct message *message)
{
    if (message != NULL) {
        g_free(message->from);
        g_strfreev(message->possible);
        g_free(message->subject);
        g_free(message->message_id);
        g_strfreev(message->references);
        g_strfreev(message->recipients);
        g_strfreev(message->delivered);
        g_free(message->text);
        g_free(message->automatic);
        g_free(message->digest);
        g_free(message);
    }
}

GVariant *message_to_variant(const struct message *message)
{
    GVariant *variant =
        g_variant_new("(ms^asbmss^as^as^assbbmssuis)", message->from, message->possible,
                      (gboolean)message->headers_whole, message->message_id, message->subject,
                      message->references, message->recipients, message->delivered, message->text,
                      (gboolean)message->text_whole, (gboolean)message->text_doubtful,
                      message->automatic, message->digest, (guint32)message->verdict,
                      (gint32)message->bounce.kind, message->bounce.status);
    return g_variant_ref_sink(variant);
}

struct message *message_from_variant(GVariant *variant)
{
    if (!g_variant_is_of_type(variant, G_VARIANT_TYPE(MESSAGE_VARIANT)) ||
        !g_variant_is_normal_form(variant)) {
        return NULL;
    }
    g_autoptr(Message) message = g_new0(struct message, 1);
    gboolean headers_whole = FALSE, whole = FALSE, doubtful = FALSE;
    guint32 verdict = SENDER_UNKNOWN;
    gint32 kind = 0;
    const char *status = NULL;
    g_variant_get(variant, "(ms^asbmss^as^as^assbbmssui&s)", &message->from, &message->possible,
                  &headers_whole, &message->message_id, &message->subject, &message->references,
                  &message->recipients, &message->delivered, &message->text, &whole, &doubtful,
                  &message->automatic, &message->digest, &verdict, &kind, &status);
    message->headers_whole = headers_whole;
    message->text_whole = whole;
    message->text_doubtful = doubtful;
    message->verdict = (enum sender_verdict)verdict;
    if (verdict > SENDER_DISOWNED || kind < BOUNCE_NONE || kind > BOUNCE_HARD ||
        !pattern_fits(status, "^(?:[245](?:[.]\\d{1,3}){2})?\\z")) {
        return NULL;
    }
    message->bounce.kind = (enum bounce_kind)kind;
    g_strlcpy(message->bounce.status, status, sizeof(message->bounce.status));
    return g_steal_pointer(&message);
}

/* ---- on the wire ---- */

/* Bytes of a GVariant. Its length is sent before it, as it is in memory. */
enum { FRAME_MAX = 4 * 1024 * 1024 };

enum { STEP_MILLISECONDS = 250 };

static gint64 time_worked(clockid_t clock)
{
    struct timespec time = { 0 };
    clock_gettime(clock, &time);
    return (gint64)time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

struct patience patience_with(pid_t pid, int seconds)
{
    struct patience patience = { .left = (gint64)seconds * G_USEC_PER_SEC };
    clock_getcpuclockid(pid, &patience.clock);
    patience.worked = time_worked(patience.clock);
    return patience;
}

/* Waits until the socket is ready for `events`; false if that takes too long. */
static bool wait_for(int fd, short events, struct patience *patience)
{
    for (;;) {
        struct pollfd poll_fd = { .fd = fd, .events = events };
        const int ready = poll(&poll_fd, 1, STEP_MILLISECONDS);
        if (ready > 0) {
            return true;
        }
        const gint64 worked = time_worked(patience->clock) - patience->worked;
        patience->worked += worked;
        patience->left -= worked > 0 ? worked : (gint64)1000 * STEP_MILLISECONDS;
        if (patience->left <= 0 || (ready < 0 && errno != EINTR)) {
            return false;
        }
    }
}

/* Sends (POLLOUT) or receives (POLLIN) so many bytes; false if the other side is gone, or patience
 * (NULL: without end) has run out. */
static bool transfer(int fd, short events, void *bytes, size_t length, struct patience *patience)
{
    const int how = MSG_NOSIGNAL | (patience != NULL ? MSG_DONTWAIT : 0);
    char *at = bytes;
    while (length > 0) {
        if (patience != NULL && !wait_for(fd, events, patience)) {
            return false;
        }
        ssize_t done = events == POLLIN ? recv(fd, at, length, how) : send(fd, at, length, how);
        if (done == 0 || (done < 0 && errno != EINTR && errno != EAGAIN)) {
            return false;
        }
        at += MAX(done, 0);
        length -= (size_t)MAX(done, 0);
    }
    return true;
}

bool wire_say(int fd, GVariant *word, struct patience *patience)
{
    g_autoptr(GVariant) said = g_variant_ref_sink(word);
    guint32 length = (guint32)g_variant_get_size(said);
    return transfer(fd, POLLOUT, &length, sizeof(length), patience) &&
           transfer(fd, POLLOUT, (void *)g_variant_get_data(said), length, patience);
}

GVariant *wire_hear(int fd, const char *type, struct patience *patience)
{
    guint32 length;
    if (!transfer(fd, POLLIN, &length, sizeof(length), patience) || length > FRAME_MAX) {
        return NULL;
    }
    g_autofree char *bytes = g_malloc(length);
    if (!transfer(fd, POLLIN, bytes, length, patience)) {
        return NULL;
    }
    g_autoptr(GBytes) data = g_bytes_new_take(g_steal_pointer(&bytes), length);
    return g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(type), data, FALSE));
}
