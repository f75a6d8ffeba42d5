/* setup: what can be written into the lines of a mail server, and what cannot. */
#include <pwd.h>
#include <string.h>

#include "cli/setup.h"

/* Names whose mail a mail server hands to people: those that every domain needs (RFC 2142), and
 * those that programs of the machine write to. */
static bool is_taken(const struct setup_plan *setup, const char *local)
{
    const struct passwd *entry = getpwuid(setup->user);
    const char *const names[] = { "postmaster", "abuse", "root",
                                  setup->answers[SETUP_RUN_AS] != NULL && entry != NULL
                                      ? entry->pw_name
                                      : "postmove" };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_ascii_strcasecmp(names[i], local) == 0) {
            return true;
        }
    }
    return false;
}

bool setup_is_possible(const struct setup_plan *setup, GError **error)
{
    const char *address = setup->answers[SETUP_ADDRESS], *person = setup->answers[SETUP_OPERATOR];
    const char *folder = setup->answers[SETUP_FOLDER], *name = setup->server;
    if (name == NULL || address == NULL) {
        return true;
    }
    const char *at = strchr(address, '@');
    g_autofree char *local = g_strndup(address, (gsize)(at - address));
    g_autofree char *delimiter = g_key_file_get_value(setup->keys, "server", "delimiter", NULL);
    if (delimiter != NULL && strcmp(delimiter, "+") != 0) {
        return setup_impossible(
            error,
            "the configuration has delimiter = %s, and the lines for %s are only for +; "
            "remove that key, or set up %s by hand",
            delimiter, name, name);
    }
    if (setup->answers[SETUP_RUN_AS] != NULL && setup->user == 0) {
        return setup_impossible(
            error, "a mail server starts no program as root; name another user of this "
                   "machine, such as postmove");
    }
    if (!setup_is_plain(local, "") || !setup_is_plain(person, "+@") ||
        !setup_is_plain(folder, "+/")) {
        return setup_impossible(
            error,
            "only letters, digits and . _ - may be in an address or a folder; other "
            "characters are not safe in the files of %s",
            name);
    }
    if (is_taken(setup, local)) {
        return setup_impossible(
            error,
            "mail for %s goes to the operator: every domain needs postmaster and "
            "abuse, and programs of this machine write to root and to the server's "
            "user; choose another name, such as play%s",
            address, at);
    }
    if (person != NULL && g_ascii_strcasecmp(strchr(person, '@'), at) == 0) {
        return setup_impossible(
            error,
            "%s is in the server's own domain, for which %s takes no mail but the "
            "server's; give an address in another domain",
            person, name);
    }
    return true;
}
