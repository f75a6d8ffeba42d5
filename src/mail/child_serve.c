/* The child's side of mail/child.h. */
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/error.h"
#include "mail/child.h"
#include "mail/child_wire.h"
#include "mail/mime.h"

static bool limit(__rlimit_resource_t resource, rlim_t most)
{
    const struct rlimit value = { .rlim_cur = most, .rlim_max = most };
    return setrlimit(resource, &value) == 0;
}

/*
 * Nothing from outside has been read yet when this returns. A parent that
 * died before the first prctl leaves a socket at its end, which ends the
 * child as well.
 */
static bool enter_sandbox(void)
{
    closefrom(STDERR_FILENO + 1);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        !limit(RLIMIT_CORE, 0) || !limit(RLIMIT_FSIZE, 0)) {
        return false;
    }
    /* Opens the files that parsing needs, before none can be opened. */
    mime_init();
    if (CHILD_SANITIZED) {
        return true;
    }
    return prctl(PR_SET_DUMPABLE, 0) == 0 && limit(RLIMIT_NPROC, 0) && limit(RLIMIT_NOFILE, 0) &&
           limit(RLIMIT_AS, (rlim_t)256 * 1024 * 1024);
}

static bool receive_all(void *bytes, size_t length)
{
    char *at = bytes;
    while (length > 0) {
        ssize_t received = recv(STDIN_FILENO, at, length, MSG_WAITALL);
        if (received == 0 || (received < 0 && errno != EINTR)) {
            return false;
        }
        if (received > 0) {
            at += received;
            length -= (size_t)received;
        }
    }
    return true;
}

static bool send_all(const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        ssize_t sent = send(STDIN_FILENO, at, length, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        if (sent > 0) {
            at += sent;
            length -= (size_t)sent;
        }
    }
    return true;
}

static bool send_answer(const void *bytes, size_t length)
{
    const struct answer answer = { .mark = CHILD_READY, .length = (guint32)length };
    g_autoptr(GByteArray) all = g_byte_array_sized_new((guint)(sizeof(answer) + length));
    g_byte_array_append(all, (const guint8 *)&answer, sizeof(answer));
    g_byte_array_append(all, bytes, (guint)length);
    return send_all(all->data, all->len);
}

/* Answers one mail; false when there are no more. */
static bool serve_one(void)
{
    struct question question;
    if (!receive_all(&question, sizeof(question)) || question.length > MIME_BYTES_MAX ||
        question.sender_length > CHILD_SENDER_MAX || question.id_length > CHILD_ID_MAX) {
        return false;
    }
    g_autofree char *sender = g_malloc0(question.sender_length + 1);
    g_autofree char *authserv_id = g_malloc0(question.id_length + 1);
    g_autofree char *bytes = g_malloc(question.length + 1);
    if (!receive_all(sender, question.sender_length) ||
        !receive_all(authserv_id, question.id_length) || !receive_all(bytes, question.length)) {
        return false;
    }
    g_autoptr(Message) message = mime_parse(bytes, question.length, question.truncated != 0,
                                            question.sender_known != 0 ? sender : NULL);
    if (question.id_length > 0) {
        mime_weigh(message, bytes, question.length, authserv_id);
    }
    g_autoptr(GVariant) variant = message_to_variant(message);
    return send_answer(g_variant_get_data(variant), g_variant_get_size(variant));
}

int child_serve(void)
{
    if (!enter_sandbox() || !send_answer(NULL, 0)) {
        return POSTMOVE_ERROR_LATER;
    }
    while (serve_one()) {
    }
    return 0;
}
