#include "mail/message.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/sanitized.h"
#include "mail/mime.h"

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
    GVariant *variant = g_variant_new(
        "(ms^asbmss^as^as^assbmssuis)", message->from, message->possible,
        (gboolean)message->headers_whole, message->message_id, message->subject,
        message->references, message->recipients, message->delivered, message->text,
        (gboolean)message->text_whole, message->automatic, message->digest,
        (guint32)message->verdict, (gint32)message->bounce.kind, message->bounce.status);
    return g_variant_ref_sink(variant);
}

static bool fits(const char *string, size_t most)
{
    return string == NULL || strlen(string) <= most;
}

static bool list_fits(char **list, guint most)
{
    guint count = 0;
    while (list[count] != NULL) {
        if (count == most || !fits(list[count], MESSAGE_FIELD_MAX)) {
            return false;
        }
        count++;
    }
    return true;
}

static bool message_fits(const struct message *message)
{
    return fits(message->from, MESSAGE_FIELD_MAX) && fits(message->subject, MESSAGE_FIELD_MAX) &&
           fits(message->message_id, MESSAGE_FIELD_MAX) &&
           fits(message->automatic, MESSAGE_FIELD_MAX) &&
           fits(message->digest, MESSAGE_FIELD_MAX) && fits(message->text, MESSAGE_TEXT_MAX) &&
           message->verdict <= SENDER_DISOWNED &&
           list_fits(message->possible, MESSAGE_POSSIBLE_MAX) &&
           list_fits(message->references, MESSAGE_REFERENCES_MAX) &&
           list_fits(message->recipients, MESSAGE_RECIPIENTS_MAX) &&
           list_fits(message->delivered, MESSAGE_DELIVERED_MAX);
}

struct message *message_from_variant(GVariant *variant)
{
    if (!g_variant_is_of_type(variant, G_VARIANT_TYPE(MESSAGE_VARIANT)) ||
        !g_variant_is_normal_form(variant)) {
        return NULL;
    }
    g_autoptr(Message) message = g_new0(struct message, 1);
    gboolean headers_whole = FALSE, whole = FALSE;
    guint32 verdict = SENDER_UNKNOWN;
    gint32 kind = 0;
    const char *status = NULL;
    g_variant_get(variant, "(ms^asbmss^as^as^assbmssui&s)", &message->from, &message->possible,
                  &headers_whole, &message->message_id, &message->subject, &message->references,
                  &message->recipients, &message->delivered, &message->text, &whole,
                  &message->automatic, &message->digest, &verdict, &kind, &status);
    message->headers_whole = headers_whole;
    message->text_whole = whole;
    message->verdict = (enum sender_verdict)verdict;
    if (!bounce_well_formed(kind, status)) {
        return NULL;
    }
    message->bounce.kind = (enum bounce_kind)kind;
    g_strlcpy(message->bounce.status, status, sizeof(message->bounce.status));
    return message_fits(message) ? g_steal_pointer(&message) : NULL;
}

/* ---- child ---- */

enum {
    /* For a mail, as struct patience counts. With a sanitizer each growth of a buffer is a
     * copy. */
    CHILD_SECONDS = SANITIZED ? 20 : 5,
    CHILD_START_SECONDS = 30, /* until it is ready */
    CHILD_SENDER_MAX = 4096,
    FRAME_MAX = 4 * 1024 * 1024,
    FRAME_MARK = 0x706d6f76,
};

/* ---- what parent and child send each other ---- */

/* A mail: whether it is truncated, its envelope sender, whose verdicts are believed, its
 * bytes. The answer is a message, or nothing: the mail needs a child that is fully equipped. The
 * child's first word, CHILD_READY, says that it is ready. */
#define CHILD_QUESTION "(bmaymayay)"
#define CHILD_ANSWER "m" MESSAGE_VARIANT
#define CHILD_READY "()"

/* Sent before each GVariant, in the form that it has in memory. */
struct frame {
    guint32 mark; /* FRAME_MARK */
    guint32 length;
};

/* ---- the parent ---- */

struct child {
    pid_t pid; /* 0: no child is running */
    int socket;
    bool equipped;      /* it reads HTML and all character sets; not before a mail needs that */
    GVariant *question; /* the mail that was given, and whose message is not yet taken; or NULL */
    char *authserv_id;  /* NULL: none */
};

/* How long the child may still take, in microseconds. A step in which it got some processor
 * time counts as that time: if the machine has too much to do, the mail is not to blame. A
 * step in which it got none counts in full, but at most as twice the time it should have
 * lasted: the machine itself may have stopped (a lid was closed, a virtual one paused). */
struct patience {
    gint64 left, since;
    clockid_t clock; /* of the child's processor time */
    gint64 worked;   /* what that clock showed at `since` */
};

enum { STEP_MILLISECONDS = 250 };

static gint64 time_worked(clockid_t clock)
{
    struct timespec time = { 0 };
    clock_gettime(clock, &time);
    return (gint64)time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static struct patience patience_with(const struct child *child, int seconds)
{
    struct patience patience = { .left = (gint64)seconds * G_USEC_PER_SEC,
                                 .since = g_get_monotonic_time() };
    clock_getcpuclockid(child->pid, &patience.clock);
    patience.worked = time_worked(patience.clock);
    return patience;
}

static bool has_run_out(struct patience *patience)
{
    gint64 now = g_get_monotonic_time();
    gint64 worked = time_worked(patience->clock);
    patience->left -= worked > patience->worked
                          ? worked - patience->worked
                          : MIN(now - patience->since, (gint64)2000 * STEP_MILLISECONDS);
    patience->since = now;
    patience->worked = worked;
    return patience->left <= 0;
}

/* Waits until the socket is ready for `events`; false if that takes too long. */
static bool wait_for(int fd, short events, struct patience *patience)
{
    int ready;
    do {
        struct pollfd poll_fd = { .fd = fd, .events = events };
        ready = poll(&poll_fd, 1, STEP_MILLISECONDS);
        if (has_run_out(patience) || (ready < 0 && errno != EINTR)) {
            return false;
        }
    } while (ready <= 0);
    return true;
}

/* Sends, or receives, so many bytes; false if the other side is gone, or patience (NULL:
 * without end) has run out. */
static bool send_by(int fd, const void *bytes, size_t length, struct patience *patience)
{
    const char *at = bytes;
    while (length > 0) {
        ssize_t sent = send(fd, at, length, MSG_NOSIGNAL | (patience != NULL ? MSG_DONTWAIT : 0));
        if (sent > 0) {
            at += sent;
            length -= (size_t)sent;
        } else if (errno != EINTR &&
                   (errno != EAGAIN || patience == NULL || !wait_for(fd, POLLOUT, patience))) {
            return false;
        }
    }
    return true;
}

static bool receive_by(int fd, void *bytes, size_t length, struct patience *patience)
{
    char *at = bytes;
    while (length > 0) {
        if (patience != NULL && !wait_for(fd, POLLIN, patience)) {
            return false;
        }
        ssize_t received = recv(fd, at, length, patience != NULL ? MSG_DONTWAIT : 0);
        if (received == 0 || (received < 0 && errno != EINTR && errno != EAGAIN)) {
            return false;
        }
        if (received > 0) {
            at += received;
            length -= (size_t)received;
        }
    }
    return true;
}

/* Sends one word; a floating one is consumed. */
static bool say(int fd, GVariant *word, struct patience *patience)
{
    g_autoptr(GVariant) said = g_variant_ref_sink(word);
    const struct frame frame = { .mark = FRAME_MARK, .length = (guint32)g_variant_get_size(said) };
    return send_by(fd, &frame, sizeof(frame), patience) &&
           send_by(fd, g_variant_get_data(said), frame.length, patience);
}

/* Receives the next word. Its type must be that, and is not checked further: the other side is
 * to be trusted. NULL if there is none. */
static GVariant *hear(int fd, const char *type, struct patience *patience)
{
    struct frame frame;
    if (!receive_by(fd, &frame, sizeof(frame), patience) || frame.mark != FRAME_MARK ||
        frame.length > FRAME_MAX) {
        return NULL;
    }
    g_autofree char *bytes = g_malloc(frame.length);
    if (!receive_by(fd, bytes, frame.length, patience)) {
        return NULL;
    }
    g_autoptr(GBytes) data = g_bytes_new_take(g_steal_pointer(&bytes), frame.length);
    return g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(type), data, FALSE));
}

/* The environment of the child: none of ours, except the options of a sanitizer, which a real
 * server does not have. */
static char **environment_for_child(void)
{
    static const char *const kept[] = { "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS" };
    char **environment = g_environ_setenv(NULL, "LC_ALL", "C", TRUE);
    for (size_t i = 0; i < G_N_ELEMENTS(kept); i++) {
        const char *value = g_getenv(kept[i]);
        if (value != NULL) {
            environment = g_environ_setenv(environment, kept[i], value, TRUE);
        }
    }
    return environment;
}

/* Executes this program again with `socket` as its descriptor 0. A signal to end the run, sent
 * to all of its processes, must not end the child first, since its mail would be blamed. The
 * child dies with its parent anyway. */
static int spawn(pid_t *pid, int socket, bool equipped)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t blocked;
    sigemptyset(&blocked);
    static const int ignored[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE };
    for (size_t i = 0; i < G_N_ELEMENTS(ignored); i++) {
        sigaddset(&blocked, ignored[i]);
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!SANITIZED) {
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &blocked);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    char name[] = "postmove", command[] = CHILD_COMMAND, option[] = CHILD_EQUIPPED;
    char *arguments[] = { name, command, equipped ? option : NULL, NULL };
    g_auto(GStrv) environment = environment_for_child();
    int failure = posix_spawn(pid, "/proc/self/exe", &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

static void end(struct child *child)
{
    if (child->pid != 0) {
        /* Killed first, so that it does not begin to end by itself: it has nothing to finish. */
        kill(child->pid, SIGKILL);
        close(child->socket);
        while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR) {
        }
        child->pid = 0;
    }
}

static bool begin(struct child *child, GError **error)
{
    int pair[2];
    int failure = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0 ? errno : 0;
    if (failure == 0) {
        failure = spawn(&child->pid, pair[1], child->equipped);
        close(pair[1]);
        child->socket = pair[0];
        if (failure != 0) {
            child->pid = 0;
            close(pair[0]);
        }
    }
    if (failure != 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                    "cannot start the process that parses mail: %s", g_strerror(failure));
        return false;
    }
    struct patience patience = patience_with(child, CHILD_START_SECONDS);
    g_autoptr(GVariant) ready = hear(child->socket, CHILD_READY, &patience);
    if (ready == NULL) {
        end(child);
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                    "the process that parses mail does not start; perhaps %s is missing",
                    child->equipped ? "libxml2" : "GMime");
        return false;
    }
    return true;
}

struct child *child_start(const char *authserv_id, GError **error)
{
    g_autoptr(Child) child = g_new0(struct child, 1);
    child->authserv_id = g_strdup(authserv_id);
    return begin(child, error) ? g_steal_pointer(&child) : NULL;
}

void child_stop(struct child *child)
{
    if (child != NULL) {
        end(child);
        g_clear_pointer(&child->question, g_variant_unref);
        g_free(child->authserv_id);
        g_free(child);
    }
}

/* Sends the child its question. */
static void ask(struct child *child)
{
    struct patience patience = patience_with(child, CHILD_SECONDS);
    if (!say(child->socket, child->question, &patience)) {
        end(child); /* child_take returns the result */
    }
}

/* The child's answer; NULL if it died or took too long. */
static GVariant *answer_of(const struct child *child)
{
    if (child->pid == 0) {
        return NULL;
    }
    struct patience patience = patience_with(child, CHILD_SECONDS);
    GVariant *answer = hear(child->socket, CHILD_ANSWER, &patience);
    if (answer != NULL && !g_variant_is_normal_form(answer)) {
        g_clear_pointer(&answer, g_variant_unref);
    }
    return answer;
}

bool child_give(struct child *child, const void *bytes, size_t length, bool truncated,
                const char *sender, GError **error)
{
    g_assert(child->question == NULL);
    if (child->pid == 0 && !begin(child, error)) {
        return false;
    }
    g_autofree char *from = g_strndup(sender, CHILD_SENDER_MAX);
    GVariant *mail = g_variant_new_from_data(G_VARIANT_TYPE_BYTESTRING, bytes,
                                             MIN(length, MIME_BYTES_MAX), TRUE, NULL, NULL);
    g_autoptr(GVariant) made = g_variant_ref_sink(
        g_variant_new("(bm^aym^ay@ay)", (gboolean)(truncated || length > MIME_BYTES_MAX), from,
                      child->authserv_id, mail));
    /* A copy, since another child may have to be asked when the caller's bytes are gone. */
    g_autoptr(GBytes) copy = g_variant_get_data_as_bytes(made);
    child->question =
        g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(CHILD_QUESTION), copy, TRUE));
    ask(child);
    return true;
}

enum child_answer child_take(struct child *child, struct message **message)
{
    g_assert(child->question != NULL);
    *message = NULL;
    g_autoptr(GVariant) answer = answer_of(child);
    if (answer != NULL && g_variant_n_children(answer) == 0 && !child->equipped) {
        /* The mail needs more than this child has. Those after it go to the next child, too. */
        end(child);
        child->equipped = true;
        g_clear_pointer(&answer, g_variant_unref);
        if (!begin(child, NULL)) {
            g_clear_pointer(&child->question, g_variant_unref);
            return CHILD_ABSENT;
        }
        ask(child);
        answer = answer_of(child);
    }
    if (answer != NULL && g_variant_n_children(answer) > 0) {
        g_autoptr(GVariant) found = g_variant_get_maybe(answer);
        *message = message_from_variant(found);
    }
    g_clear_pointer(&child->question, g_variant_unref);
    if (*message != NULL) {
        return CHILD_PARSED;
    }
    end(child);
    /* If no other can be started now, the next mail's turn will tell. */
    begin(child, NULL);
    return CHILD_DIED;
}

/* ---- the child ---- */

static bool limit(__rlimit_resource_t resource, rlim_t most)
{
    const struct rlimit value = { .rlim_cur = most, .rlim_max = most };
    return setrlimit(resource, &value) == 0;
}

/*
 * When this returns, nothing from outside has been read yet. If the parent died before the
 * first prctl, the socket is at its end, which also ends the child.
 */
static bool enter_sandbox(bool equipped)
{
    closefrom(STDERR_FILENO + 1);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        !limit(RLIMIT_CORE, 0) || !limit(RLIMIT_FSIZE, 0)) {
        return false;
    }
    /* Opens the files that parsing needs, while files can still be opened. */
    if (!(equipped ? mime_init() : mime_begin())) {
        return false;
    }
    if (SANITIZED) {
        return true;
    }
    return prctl(PR_SET_DUMPABLE, 0) == 0 && limit(RLIMIT_NPROC, 0) && limit(RLIMIT_NOFILE, 0) &&
           limit(RLIMIT_AS, (rlim_t)256 * 1024 * 1024);
}

/* Answers one mail; false when there are no more. */
static bool serve_one(void)
{
    g_autoptr(GVariant) question = hear(STDIN_FILENO, CHILD_QUESTION, NULL);
    if (question == NULL) {
        return false;
    }
    gboolean truncated = FALSE;
    g_autofree char *sender = NULL, *authserv_id = NULL;
    g_autoptr(GVariant) mail = NULL;
    g_variant_get(question, "(bm^aym^ay@ay)", &truncated, &sender, &authserv_id, &mail);
    gsize length = 0;
    const void *bytes = g_variant_get_fixed_array(mail, &length, 1);
    bytes = length > 0 ? bytes : "";
    g_autoptr(Message) message = mime_parse(bytes, length, truncated, sender);
    if (authserv_id != NULL) {
        mime_weigh(message, bytes, length, authserv_id);
    }
    g_autoptr(GVariant) parsed = message_to_variant(message);
    GVariant *answer =
        g_variant_new_maybe(G_VARIANT_TYPE(MESSAGE_VARIANT), mime_lacked() ? NULL : parsed);
    return say(STDIN_FILENO, answer, NULL);
}

int child_serve(bool equipped)
{
    if (!enter_sandbox(equipped) || !say(STDIN_FILENO, g_variant_new(CHILD_READY), NULL)) {
        return POSTMOVE_ERROR_LATER;
    }
    while (serve_one()) {
    }
    return 0;
}
