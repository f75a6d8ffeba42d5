/* setup: the plan, what the configuration says already, and what can be written into the lines of a
 * mail server. */
#include <pwd.h>
#include <string.h>

#include "base/error.h"
#include "base/files.h"
#include "cli/setup.h"

bool setup_begin(struct setup_plan *setup, const char *path, GError **error)
{
    setup->path = g_canonicalize_filename(path, NULL);
    setup->keys = g_key_file_new();
    setup->user = geteuid();
    setup->group = getegid();
    if (!g_file_test(setup->path, G_FILE_TEST_EXISTS)) {
        return true;
    }
    gsize length;
    g_autoptr(Config) config = config_read(setup->path, error);
    return config != NULL && plain_file_contents(setup->path, &setup->old, &length, error) &&
           g_key_file_load_from_data(setup->keys, setup->old, length, G_KEY_FILE_KEEP_TRANSLATIONS,
                                     error);
}

void setup_clear(struct setup_plan *setup)
{
    for (int i = 0; i < SETUP_QUESTIONS; i++) {
        g_free(setup->given[i]);
        g_free(setup->answers[i]);
    }
    words_free(setup->words);
    g_free(setup->path);
    g_free(setup->old);
    g_clear_pointer(&setup->keys, g_key_file_unref);
}

static const char postfix[] = "postfix";

const char *setup_server_find(const char *name)
{
    static const char *const servers[] = { postfix, "exim", "opensmtpd" };
    for (size_t i = 0; i < G_N_ELEMENTS(servers); i++) {
        if (strcmp(servers[i], name) == 0) {
            return servers[i];
        }
    }
    return NULL;
}

bool setup_writes_postfix(const struct setup_plan *setup)
{
    return g_strcmp0(setup->server, postfix) == 0;
}

char *setup_say(const struct setup_plan *setup, const char *key, struct values *values)
{
    return words_say(setup->words, "setup", key, values);
}

char *setup_mailbox_group(const struct setup_plan *setup)
{
    g_auto(GStrv) groups = g_key_file_get_groups(setup->keys, NULL);
    for (char **group = groups; *group != NULL; group++) {
        if (mailbox_is_group(*group)) {
            return g_strdup(*group);
        }
    }
    return g_strdup("mailbox provider");
}

bool setup_is_service(const char *answer)
{
    /* Not in an argument of a program. */
    const size_t scheme =
        answer != NULL ? strspn(answer, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS) : 0;
    return scheme > 0 && g_str_has_prefix(answer + scheme, "://");
}

/* ---- what is possible ---- */

/* The characters that mean nothing else in the files of these mail servers. */
#define PLAIN_SIGNS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._-"

bool setup_is_plain(const char *text, const char *more)
{
    g_autofree char *signs = g_strconcat(PLAIN_SIGNS, more, NULL);
    return text == NULL || text[strspn(text, signs)] == '\0';
}

/* Names whose mail a mail server hands to people: those that every domain needs (RFC 2142), and
 * those that programs of the machine write to. */
static bool is_taken(const struct setup_plan *setup, const char *local)
{
    const struct passwd *entry = getpwuid(setup->user);
    const char *const names[] = { "postmaster", "abuse", "root",
                                  entry != NULL ? entry->pw_name : "postmove" };
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
    if (name == NULL) {
        return true;
    }
    const char *at = strchr(address, '@');
    g_autofree char *local = g_strndup(address, (gsize)(at - address));
    g_autofree char *delimiter = g_key_file_get_value(setup->keys, "server", "delimiter", NULL);
    if (delimiter != NULL && strcmp(delimiter, "+") != 0) {
        return cli_refuse(
            error, POSTMOVE_ERROR_USAGE,
            "the configuration has delimiter = %s, and the lines for %s are only for +; "
            "remove that key, or set up %s by hand",
            delimiter, name, name);
    }
    if (setup->user == 0) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "a mail server starts no program as root; name another user of this "
                          "machine, such as postmove");
    }
    if (!setup_is_plain(local, "") || !setup_is_plain(person, "+@") ||
        !setup_is_plain(folder, "+/")) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "only letters, digits and . _ - may be in an address or a folder; other "
                          "characters are not safe in the files of %s",
                          name);
    }
    if (is_taken(setup, local)) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "mail for %s goes to the operator: every domain needs postmaster and "
                          "abuse, and programs of this machine write to root and to the server's "
                          "user; choose another name, such as play%s",
                          address, at);
    }
    if (g_ascii_strcasecmp(strchr(person, '@'), at) == 0) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "%s is in the server's own domain, for which %s takes no mail but the "
                          "server's; give an address in another domain",
                          person, name);
    }
    return true;
}
