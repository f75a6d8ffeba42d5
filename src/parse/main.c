/*
 * postmove-parse: parses the bytes of strangers for `postmove run`, in a sandbox (mail/child.h).
 */
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/log.h"
#include "base/sanitized.h"
#include "mail/message.h"
#include "parse/mime.h"

static bool limit(__rlimit_resource_t resource, rlim_t most)
{
    const struct rlimit value = { .rlim_cur = most, .rlim_max = most };
    return setrlimit(resource, &value) == 0;
}

/* When this returns, nothing from outside has been read yet. If the parent died before the first
 * prctl, the socket is at its end, which also ends the child. */
static bool enter_sandbox(void)
{
    closefrom(STDERR_FILENO + 1);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        !limit(RLIMIT_CORE, 0) || !limit(RLIMIT_FSIZE, 0)) {
        return false;
    }
    mime_init(); /* opens the files that parsing needs, while files can still be opened */
    if (SANITIZED) {
        return true;
    }
    return prctl(PR_SET_DUMPABLE, 0) == 0 && limit(RLIMIT_NPROC, 0) && limit(RLIMIT_NOFILE, 0) &&
           limit(RLIMIT_AS, (rlim_t)192 * 1024 * 1024);
}

/* Answers one mail; false when there are no more. */
static bool serve_one(void)
{
    g_autoptr(GVariant) question = wire_hear(STDIN_FILENO, WIRE_QUESTION, NULL);
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
    g_autoptr(Message) message = mime_parse(bytes, length, truncated, sender, authserv_id);
    g_autoptr(GVariant) parsed = message_to_variant(message);
    return wire_say(STDIN_FILENO, parsed, NULL);
}

int main(void)
{
    struct stat input;
    if (fstat(STDIN_FILENO, &input) != 0 || !S_ISSOCK(input.st_mode)) {
        log_line("only postmove starts this program");
        return POSTMOVE_ERROR_USAGE;
    }
    if (!enter_sandbox() ||
        !wire_say(STDIN_FILENO, g_variant_new(WIRE_READY, POSTMOVE_VERSION), NULL)) {
        return POSTMOVE_ERROR_LATER;
    }
    while (serve_one()) {
    }
    return 0;
}
