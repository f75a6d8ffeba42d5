#include "transport/hook.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/error.h"
#include "base/files.h"
#include "base/plain.h"
#include "transport/program.h"
#include "transport/smtp.h"

struct hook {
    const struct config *config;
    transfer_stop *stop;
    struct smtp *smtp; /* NULL: the hook is not a server, or was not asked yet */
};

/* ---- the folder ---- */

/* If the same letter is sent again, it gives the same file again. */
static bool send_to_folder(const char *folder, const struct delivery_letter *letter, GError **error)
{
    if (g_mkdir_with_parents(folder, 0700) != 0) {
        return file_fault(folder, "cannot make the folder", error);
    }
    gint64 id = letter->id;
    g_autofree char *unfinished = g_strdup_printf("%s/.%08" G_GINT64_FORMAT ".tmp", folder, id);
    g_autofree char *finished = g_strdup_printf("%s/%08" G_GINT64_FORMAT ".eml", folder, id);
    g_autofree char *envelope =
        g_strdup_printf("Return-Path: <%s>\nDelivered-To: %s\n", letter->sender, letter->recipient);
    /* A sender that was killed may have left this file: it is made anew, not written over. */
    g_unlink(unfinished);
    return file_put(unfinished, finished, envelope, letter->bytes, error) &&
           file_sync_folder(finished, error);
}

/* ---- the command ---- */

/* Replaces {sender} and {recipient}. In one pass, since an address may contain braces. */
static char *fill_in(const char *argument, const char *sender, const char *recipient)
{
    g_auto(GStrv) parts = g_regex_split_simple("\\{(sender|recipient)\\}", argument, 0, 0);
    for (guint i = 1; i < g_strv_length(parts); i += 2) {
        const char *address = g_str_equal(parts[i], "sender") ? sender : recipient;
        g_free(parts[i]);
        parts[i] = g_strdup(address);
    }
    return g_strjoinv("", parts);
}

static bool send_to_command(char *const *hook, const struct delivery_letter *letter, GError **error)
{
    g_autoptr(GStrvBuilder) arguments = g_strv_builder_new();
    for (; *hook != NULL; hook++) {
        g_autofree char *argument = fill_in(*hook, letter->sender, letter->recipient);
        g_strv_builder_add(arguments, argument);
    }
    g_auto(GStrv) argv = g_strv_builder_end(arguments);
    return program_run(argv, letter->bytes, HOOK_SECONDS * 1000, error);
}

/* ---- the hook ---- */

struct hook *hook_open(const struct config *config, transfer_stop *stop)
{
    struct hook *hook = g_new0(struct hook, 1);
    hook->config = config;
    hook->stop = stop;
    return hook;
}

void hook_close(struct hook *hook)
{
    if (hook != NULL) {
        smtp_free(hook->smtp);
        g_free(hook);
    }
}

enum delivery hook_send(struct hook *hook, const struct delivery_letter *letter, char **word,
                        GError **error)
{
    const struct config *config = hook->config;
    static const char fit[] = "^(?!-)[!-;=?-~]*\\z";
    if (!pattern_fits(letter->sender, fit) || !pattern_fits(letter->recipient, fit) ||
        letter->recipient[0] == '\0') {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                    "its envelope is not fit for sending");
        return DELIVERY_REFUSED;
    }
    if (config->hook_service != NULL) {
        if (hook->smtp == NULL) {
            hook->smtp = smtp_new(config->hook_service, config->host, hook->stop, error);
        }
        return hook->smtp != NULL ? smtp_send(hook->smtp, letter, word, error) : DELIVERY_DOWN;
    }
    bool sent = config->hook_folder != NULL ? send_to_folder(config->hook_folder, letter, error)
                                            : send_to_command(config->hook_argv, letter, error);
    return sent ? DELIVERY_DONE : DELIVERY_LATER;
}

bool hook_in_doubt(const struct hook *hook)
{
    return hook->smtp != NULL && smtp_in_doubt(hook->smtp);
}

bool hook_login_refused(const struct hook *hook)
{
    return hook->smtp != NULL && smtp_login_refused(hook->smtp);
}
