/* setup: what the server is to be: by options, by the configuration that is there, or by a guess.
 */
#include <pwd.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "cli/checkup.h"
#include "cli/setup.h"

void setup_clear(struct setup_plan *setup)
{
    g_free(setup->path);
    g_free(setup->old);
    g_free(setup->text);
    g_clear_pointer(&setup->config, config_free);
    g_free(setup->user);
}

/* What was said for an option; NULL: it was not given. */
static const char *given(const struct setup_plan *setup, const char *option)
{
    return act_text(setup->act, option);
}

/* True if the value of an option is a server to log in at, and no program with such an argument. */
static bool is_service(const char *value)
{
    const size_t scheme =
        value != NULL ? strspn(value, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS) : 0;
    return scheme > 0 && g_str_has_prefix(value + scheme, "://");
}

/* ---- the way in, and who runs the server ---- */

/* Sets the mail server, unless the mail comes into a mailbox. */
static bool find_way_in(struct setup_plan *setup, const struct config *before, GError **error)
{
    static const char *const servers[] = { "postfix", "exim", "opensmtpd" };
    const char *way = given(setup, "way-in");
    const bool has_mailbox = before != NULL && before->mailboxes->len > 0;
    if (way == NULL && !has_mailbox && setup_postfix_was_set_up()) {
        way = servers[0];
    }
    for (size_t i = 0; i < G_N_ELEMENTS(servers); i++) {
        setup->server = g_strcmp0(way, servers[i]) == 0 ? servers[i] : setup->server;
    }
    if (way != NULL && setup->server == NULL && strchr(way, ':') == NULL) {
        return cli_refuse(
            error, POSTMOVE_ERROR_USAGE,
            "setup: --way-in: \"%s\" is no way in; write postfix, exim or opensmtpd, for the mail "
            "server of this machine, or where the mailbox is: imaps://HOST, pop3s://HOST or "
            "maildir:PATH",
            way);
    }
    return true;
}

/* The server runs as the owner of its database, or as postmove; who is not root can only be
 * themselves. */
static bool find_user(struct setup_plan *setup, const struct config *before, GError **error)
{
    uid_t owner = geteuid();
    g_autofree char *owner_name =
        owner == 0 && before != NULL ? checkup_server_user(before, &owner) : NULL;
    setup->user = given(setup, "run-as") != NULL ? g_strdup(given(setup, "run-as"))
                  : owner_name != NULL           ? g_steal_pointer(&owner_name)
                  : owner != 0                   ? checkup_user(owner)
                                                 : g_strdup("postmove");
    const struct passwd *entry = getpwnam(setup->user);
    if (entry == NULL) {
        return cli_refuse(
            error, POSTMOVE_ERROR_USAGE,
            "setup: --run-as: this machine has no user %s; make one (useradd --system "
            "--create-home --home-dir /var/lib/%s %s), or name another with --run-as",
            setup->user, setup->user, setup->user);
    }
    if (geteuid() != 0 && entry->pw_uid != geteuid()) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "setup: --run-as: only root can set up a server that runs as %s",
                          setup->user);
    }
    setup->id = entry->pw_uid;
    return true;
}

/* ---- which options are missing, and which are too many ---- */

static bool check_options(const struct setup_plan *setup, const struct config *before,
                          GError **error)
{
    const bool has_mailbox = before != NULL && before->mailboxes->len > 0;
    const bool fetches = is_service(given(setup, "way-in")),
               sends = is_service(given(setup, "way-out"));
    const bool logs_in = given(setup, "user") != NULL || given(setup, "secret") != NULL;
    if (logs_in && !fetches && !sends && (given(setup, "way-in") != NULL || !has_mailbox)) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "setup: --user and --secret go only with a mailbox or a mail server to "
                          "log in to");
    }
    if (given(setup, "folder") != NULL && before != NULL) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "setup: --folder is only for a new configuration; %s names the database "
                          "and the spool",
                          setup->path);
    }
    /* A placeholder says nothing. */
    const bool fresh = before == NULL || config_is_placeholder(before);
    const struct {
        const char *option;
        bool needed;
    } answers[] = {
        { "way-in", setup->server == NULL && !has_mailbox },
        { "address", fresh },
        { "operator", fresh },
        { "user", fetches },
        { "way-out", setup->server == NULL && given(setup, "way-in") != NULL && before == NULL },
    };
    g_autoptr(GString) missing = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(answers); i++) {
        if (answers[i].needed && given(setup, answers[i].option) == NULL) {
            g_string_append_printf(missing, " --%s", answers[i].option);
        }
    }
    return missing->len == 0 ||
           cli_refuse(error, POSTMOVE_ERROR_USAGE,
                      "setup: these options are missing:%s; `postmove setup --help` tells what "
                      "they are",
                      missing->str);
}

/* ---- the configuration ---- */

/* A new configuration. Free with g_free; NULL with the error. */
static char *begin_text(const struct setup_plan *setup, GError **error)
{
    const char *folder = given(setup, "folder");
    const struct passwd *entry = getpwnam(setup->user);
    g_autofree char *usual = geteuid() == 0 && setup->id != 0 && entry != NULL
                                 ? g_strdup(entry->pw_dir)
                                 : g_path_get_dirname(setup->path);
    g_autofree char *whole = g_canonicalize_filename(folder != NULL ? folder : usual, NULL);
    return configuration_text(given(setup, "address"), given(setup, "operator"), whole, error);
}

/* Sets a key, or removes it (NULL). `text` is replaced. */
static void set(char **text, const char *group, const char *key, const char *value)
{
    char *changed = setup_set_key(*text, group, key, value);
    g_free(*text);
    *text = changed;
}

/* Sets what `option` says, if it was given, and below it the log-in, if it is a server; `service`
 * is the one that is there (NULL: none). */
static void set_way(struct setup_plan *setup, const char *option, const char *group,
                    const char *key, const struct service *service)
{
    const char *way = given(setup, option), *user = given(setup, "user"),
               *secret = given(setup, "secret");
    g_autofree char *folder = g_path_get_dirname(setup->path);
    g_autofree char *usual = g_strconcat("file:", folder, "/secret", NULL);
    if (way != NULL) {
        set(&setup->text, group, key, strcmp(way, "sendmail") == 0 ? CONFIG_DEFAULT_HOOK : way);
    }
    if ((way != NULL && !is_service(way)) || g_strcmp0(user, "") == 0) {
        set(&setup->text, group, "user", NULL);
        set(&setup->text, group, "secret", NULL);
    } else if (way != NULL || service != NULL) {
        const bool has_secret = service != NULL && service->user != NULL;
        if (user != NULL) {
            set(&setup->text, group, "user", user);
        }
        if (secret != NULL || (user != NULL && !has_secret)) {
            set(&setup->text, group, "secret", secret != NULL ? secret : usual);
        }
    }
}

static bool make_text(struct setup_plan *setup, const struct config *before, GError **error)
{
    setup->text = setup->old != NULL ? g_strdup(setup->old) : begin_text(setup, error);
    if (setup->text == NULL) {
        return false;
    }
    for (const char *const *key = (const char *const[]){ "address", "operator", NULL };
         *key != NULL; key++) {
        if (given(setup, *key) != NULL) {
            set(&setup->text, "server", *key, given(setup, *key));
        }
    }
    if (setup->server == NULL) {
        const struct mailbox *mailbox =
            before != NULL && before->mailboxes->len > 0 ? before->mailboxes->pdata[0] : NULL;
        g_autofree char *group =
            g_strconcat("mailbox ", mailbox != NULL ? mailbox->name : "provider", NULL);
        set_way(setup, "way-in", group, "source", mailbox != NULL ? mailbox->service : NULL);
    }
    set_way(setup, "way-out", "send", "hook", before != NULL ? before->hook_service : NULL);
    setup->config = config_parse(setup->path, setup->text, strlen(setup->text), error);
    return setup->config != NULL;
}

/* ---- what is possible ---- */

/* True if a text has only characters that mean nothing else in the files of any mail server, and
 * those of `more`. */
static bool is_plain(const char *text, const char *more)
{
    g_autofree char *signs = g_strconcat(G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._-", more, NULL);
    return text[strspn(text, signs)] == '\0';
}

/* The mail for some names goes to people: those that every domain needs (RFC 2142), and those that
 * programs of the machine write to. */
static bool is_taken(const struct setup_plan *setup, const char *local)
{
    const char *const taken[] = { "postmaster", "abuse", "root", setup->user };
    for (size_t i = 0; i < G_N_ELEMENTS(taken); i++) {
        if (g_ascii_strcasecmp(taken[i], local) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_possible(const struct setup_plan *setup, GError **error)
{
    const struct config *config = setup->config;
    const char *name = setup->server, *person = config->operator_address;
    if (config->delimiter != '+') {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "setup: the configuration has delimiter = %c, and the lines for %s are "
                          "only for +; remove that key, or set up %s by hand",
                          config->delimiter, name, name);
    }
    if (setup->id == 0) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "setup: a mail server starts no program as root; name another user of "
                          "this machine, such as postmove");
    }
    if (!is_plain(config->local, "") || !is_plain(person, "+@") || !is_plain(config->spool, "+/")) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "setup: %s, %s, %s: only letters, digits and . _ - may be in an address "
                          "or a path; other characters are not safe in the files of %s",
                          config->address, person, config->spool, name);
    }
    if (is_taken(setup, config->local)) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "setup: mail for %s goes to the operator: every domain needs postmaster "
                          "and abuse, and programs of this machine write to root and to the "
                          "server's user; choose another name, such as play@%s",
                          config->address, config->host);
    }
    if (g_ascii_strcasecmp(strchr(person, '@') + 1, config->host) == 0) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "setup: %s is in the server's own domain, for which %s takes no mail but "
                          "the server's; give an address in another domain",
                          person, name);
    }
    return true;
}

bool setup_answer(struct setup_plan *setup, GError **error)
{
    gsize length;
    const bool is_new = !g_file_test(setup->path, G_FILE_TEST_EXISTS);
    g_autoptr(Config) before = is_new ? NULL : config_read(setup->path, error);
    if (!is_new &&
        (before == NULL || !plain_file_contents(setup->path, &setup->old, &length, error))) {
        return false;
    }
    return find_way_in(setup, before, error) && check_options(setup, before, error) &&
           find_user(setup, before, error) && make_text(setup, before, error) &&
           (setup->server == NULL || is_possible(setup, error));
}
