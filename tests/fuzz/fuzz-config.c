/* Any bytes as a configuration: followed, or refused in words with a place. */
#include <stdint.h>
#include <string.h>

#include "base/config.h"
#include "base/error.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_address(const char *address)
{
    const char *at = strchr(address, '@');
    g_assert_true(at != NULL && at > address && address[0] != '-');
    for (const char *c = address; *c != '\0'; c++) {
        g_assert_true(*c > ' ' && *c <= '~' && strchr("<>(),;:\\\"", *c) == NULL);
    }
}

static void check_mailbox(const struct mailbox *mailbox)
{
    g_assert_true(strlen(mailbox->name) >= 1 && strlen(mailbox->name) <= MAILBOX_NAME_MAX);
    g_assert_true((mailbox->service == NULL) == (mailbox->kind == MAILBOX_MAILDIR));
    g_assert_true((mailbox->folder == NULL) == (mailbox->kind == MAILBOX_POP3));
    g_assert_true(mailbox->service == NULL || mailbox->service->user != NULL);
    if (mailbox->kind == MAILBOX_MAILDIR) {
        g_assert_true(g_path_is_absolute(mailbox->folder));
    }
    if (mailbox->kind == MAILBOX_IMAP) {
        g_assert_true(strpbrk(mailbox->folder, "\r\n\t") == NULL);
        g_assert_true(mailbox->done != MAILBOX_MOVE || mailbox->done_folder != NULL);
    }
}

static void check_config(const struct config *config)
{
    check_address(config->address);
    check_address(config->operator_address);
    g_autofree char *joined = g_strdup_printf("%s@%s", config->local, config->host);
    g_assert_cmpstr(config->address, ==, joined);
    g_assert_true(strlen(config->local) <= CONFIG_LOCAL_MAX);
    g_assert_true(g_path_is_absolute(config->database) && g_path_is_absolute(config->spool) &&
                  g_path_is_absolute(config->templates));
    g_assert_true(config->delimiter == '+' || config->delimiter == '-');
    int hooks = (config->hook_folder != NULL) + (config->hook_argv != NULL) +
                (config->hook_service != NULL);
    g_assert_cmpint(hooks, ==, 1);
    for (guint i = 0; i < config->mailboxes->len; i++) {
        check_mailbox(config->mailboxes->pdata[i]);
    }
    g_assert_true(config->hook_folder == NULL || g_path_is_absolute(config->hook_folder));
    g_assert_true(config->hook_argv == NULL || config->hook_argv[0][0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Config) config = config_parse("/etc/p.conf", (const char *)data, size, &error);
    if (config != NULL) {
        g_assert_no_error(error);
        check_config(config);
    } else {
        g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
        g_assert_true(g_str_has_prefix(error->message, "/etc/p.conf:"));
    }
    return 0;
}
