#include "mail/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/sanitized.h"

enum {
    /* For a mail, as struct patience counts. With a sanitizer each growth of a buffer is a
     * copy. */
    CHILD_SECONDS = SANITIZED ? 20 : 5,
    CHILD_START_SECONDS = 30, /* until it is ready */
};

struct child {
    pid_t pid; /* 0: no child is running */
    int socket;
    bool asked;        /* a mail was given, and its message is not yet taken */
    char *authserv_id; /* NULL: none */
};

char *child_program(void)
{
    g_autofree char *own = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *folder = g_path_get_dirname(own != NULL ? own : "");
    return g_build_filename(folder, "postmove-parse", NULL);
}

/* Executes the program with `socket` as its descriptor 0. A signal to end the run, sent to all of
 * its processes, must not end the child first, since its mail would be blamed. The child dies with
 * its parent anyway. */
static int spawn(pid_t *pid, char *program, int socket)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t blocked;
    sigfillset(&blocked);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!SANITIZED) {
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &blocked);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    /* It gets nothing of our environment, unless that has the options of a sanitizer. */
    char *arguments[] = { program, NULL }, *none[] = { NULL };
    int failure =
        posix_spawn(pid, program, &actions, &attributes, arguments, SANITIZED ? environ : none);
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

/* True if the child says that it is ready. */
static bool is_ready(const struct child *child)
{
    struct patience patience = patience_with(child->pid, CHILD_START_SECONDS);
    g_autoptr(GVariant) ready = wire_hear(child->socket, WIRE_READY, &patience);
    const char *version = NULL;
    if (ready != NULL) {
        g_variant_get(ready, "(&s)", &version);
    }
    return g_strcmp0(version, POSTMOVE_VERSION) == 0;
}

static bool begin(struct child *child, GError **error)
{
    int pair[2];
    g_autofree char *program = child_program();
    int failure = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0 ? errno : 0;
    if (failure == 0) {
        failure = spawn(&child->pid, program, pair[1]);
        close(pair[1]);
        child->socket = pair[0];
        if (failure != 0) {
            child->pid = 0;
            close(pair[0]);
        }
    }
    if (failure != 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "cannot start %s: %s", program,
                    g_strerror(failure));
        return false;
    }
    if (!is_ready(child)) {
        end(child);
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                    "%s does not begin to work: it lacks a library, or is of another version",
                    program);
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
        g_free(child->authserv_id);
        g_free(child);
    }
}

bool child_give(struct child *child, const void *bytes, size_t length, bool truncated,
                const char *sender, GError **error)
{
    g_assert(!child->asked);
    if (child->pid == 0 && !begin(child, error)) {
        return false;
    }
    GVariant *mail = g_variant_new_from_data(G_VARIANT_TYPE_BYTESTRING, bytes,
                                             MIN(length, MESSAGE_BYTES_MAX), TRUE, NULL, NULL);
    GVariant *question =
        g_variant_new("(bm^aym^ay@ay)", (gboolean)(truncated || length > MESSAGE_BYTES_MAX), sender,
                      child->authserv_id, mail);
    struct patience patience = patience_with(child->pid, CHILD_SECONDS);
    if (!wire_say(child->socket, question, &patience)) {
        end(child); /* child_take returns the result */
    }
    child->asked = true;
    return true;
}

struct message *child_take(struct child *child)
{
    g_assert(child->asked);
    child->asked = false;
    struct message *message = NULL;
    if (child->pid != 0) {
        struct patience patience = patience_with(child->pid, CHILD_SECONDS);
        g_autoptr(GVariant) answer = wire_hear(child->socket, MESSAGE_VARIANT, &patience);
        message = answer != NULL ? message_from_variant(answer) : NULL;
    }
    if (message == NULL) {
        end(child);
        /* If no other can be started now, the next mail's turn will tell. */
        begin(child, NULL);
    }
    return message;
}
