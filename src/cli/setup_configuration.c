/* setup: the configuration that the answers make. */
#include <string.h>

#include "cli/configuration_text.h"
#include "cli/setup.h"
#include "cli/setup_text.h"

bool setup_fetches_elsewhere(const struct setup_plan *setup)
{
    return setup_is_service(setup->answers[SETUP_WAY_IN]);
}

/* Sets a key, unless the value is NULL. `text` is replaced. */
static void set(char **text, const char *group, const char *key, const char *value)
{
    if (value != NULL) {
        char *changed = setup_set_key(*text, group, key, value);
        g_free(*text);
        *text = changed;
    }
}

static void unset(char **text, const char *group, const char *key)
{
    char *changed = setup_set_key(*text, group, key, NULL);
    g_free(*text);
    *text = changed;
}

/* Sets a log-in: user and secret, or, for the user "" or NULL, neither. As long as the secret is
 * not answered, it is anything possible. */
static void set_log_in(char **text, const char *group, const char *user, const char *secret)
{
    if (user != NULL && *user != '\0') {
        set(text, group, "user", user);
        set(text, group, "secret", secret != NULL ? secret : "file:secret");
    } else {
        unset(text, group, "user");
        unset(text, group, "secret");
    }
}

static void set_mailbox(const struct setup_plan *setup, char **text)
{
    g_autofree char *group = setup_mailbox_group(setup);
    if (setup->server == NULL) {
        set(text, group, "source", setup->answers[SETUP_WAY_IN]);
        const char *user = setup->answers[SETUP_USER];
        const char *some = user == NULL && setup_fetches_elsewhere(setup) ? "anybody" : user;
        set_log_in(text, group, some, setup->answers[SETUP_SECRET]);
    }
}

static void set_hook(const struct setup_plan *setup, char **text)
{
    const char *way = setup->answers[SETUP_WAY_OUT];
    if (way == NULL) {
        return;
    }
    set(text, "send", "hook", strcmp(way, "sendmail") == 0 ? CONFIG_DEFAULT_HOOK : way);
    set_log_in(text, "send", setup->answers[SETUP_SEND_USER], setup->answers[SETUP_SEND_SECRET]);
}

char *setup_configuration(const struct setup_plan *setup, GError **error)
{
    const char *address = setup->answers[SETUP_ADDRESS], *person = setup->answers[SETUP_OPERATOR];
    const char *folder = setup->answers[SETUP_FOLDER];
    const struct configuration_values values = {
        .address = address != NULL ? address : "play@invalid",
        .operator_address = person != NULL ? person : "nobody@invalid",
        .folder = folder != NULL ? folder : "/",
        .hook = CONFIG_DEFAULT_HOOK,
    };
    g_autofree char *text =
        setup->old != NULL ? g_strdup(setup->old) : configuration_text(&values, error);
    if (text == NULL) {
        return NULL;
    }
    set(&text, "server", "address", address);
    set(&text, "server", "operator", person);
    if (setup->answers[SETUP_WAY_IN] != NULL) {
        set_mailbox(setup, &text);
    }
    set_hook(setup, &text);
    return g_steal_pointer(&text);
}

char *setup_secret_path(const struct setup_plan *setup, enum setup_question question)
{
    static const char file[] = "file:";
    const char *secret = setup->answers[question];
    g_autofree char *folder = g_path_get_dirname(setup->path);
    return secret != NULL && g_str_has_prefix(secret, file)
               ? g_canonicalize_filename(secret + strlen(file), folder)
               : NULL;
}
