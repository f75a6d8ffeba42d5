/* setup: the mail servers of this machine that can bring mail, and their own files. */
#include <errno.h>
#include <pwd.h>
#include <string.h>

#include "base/error.h"
#include "cli/setup.h"
#include "cli/setup_text.h"
#include "transport/postfix.h"

/* What the changes of one mail server's files are made from. */
struct making {
    const struct setup_plan *setup;
    const struct config *config;
    GPtrArray *changes;
    const char *etc;          /* the folder of its files */
    struct setup_word *words; /* for the examples */
};

/* ---- programs ---- */

/* The path of a program, also in /usr/sbin, which is not in everybody's PATH. NULL: it is not
 * there. Free with g_free. */
static char *way_program(const char *name)
{
    char *path = g_find_program_in_path(name);
    g_autofree char *usual = g_build_filename("/usr/sbin", name, NULL);
    return path != NULL ? path : g_find_program_in_path(usual);
}

/* Runs a command; *printed (may be NULL) is what it prints. If it fails, and `tell`, shows that. */
static bool runs(char **argv, char **printed, bool tell)
{
    g_autofree char *path = way_program(argv[0]), *out = NULL, *err = NULL;
    char *name = argv[0];
    int status = 0;
    argv[0] = path;
    const bool good =
        path != NULL &&
        g_spawn_sync(NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, &err, &status, NULL) &&
        g_spawn_check_wait_status(status, NULL);
    argv[0] = name;
    if (!good && tell) {
        const bool silent = err == NULL || *err == '\0';
        g_printerr("%s", !silent ? err : out != NULL ? out : "");
    }
    if (good && printed != NULL) {
        *printed = g_steal_pointer(&out);
    }
    return good;
}

/* ---- the examples ---- */

/* An example with the operator's own values. Free with g_free; NULL with the error. */
static char *example(const struct making *making, const char *name, GError **error)
{
    g_autofree char *templates = config_templates_beside_program();
    g_autofree char *path = g_build_filename(templates, "setup", name, NULL);
    g_autofree char *text = NULL;
    return g_file_get_contents(path, &text, NULL, error) ? setup_fill(text, making->words) : NULL;
}

/* The text of a file as it is to be, so far. NULL, with the error, if the file
 * cannot be read. */
static const char *text_of(const struct making *making, const char *path, GError **error)
{
    struct setup_change *change = setup_change_find(making->changes, path, error);
    const char *text = change != NULL ? setup_change_text(change) : NULL;
    if (change != NULL && text == NULL && making->setup->undo) {
        return "";
    }
    if (change != NULL && text == NULL) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    "there is no file %s; install the mail server first, or name the folder of its "
                    "files with --etc",
                    path);
    }
    if (text != NULL && strstr(text, "\r\n") != NULL) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    "the lines of %s end with CR LF, and setup writes LF; make them end with LF "
                    "first (sed -i 's/\\r$//' %s)",
                    path, path);
        return NULL;
    }
    return text;
}

/* ---- Postfix ---- */

/* Adds a name to those whose mail at the server's domain goes on to localhost. */
static void add_user(const struct making *making, const char *name, GHashTable *known,
                     GString *table)
{
    if (setup_is_plain(name, "") && g_ascii_strcasecmp(name, making->config->local) != 0 &&
        g_hash_table_add(known, g_ascii_strdown(name, -1))) {
        g_string_append_printf(table, "%s{%s@%s = %s@localhost}", table->len > 0 ? ", " : "", name,
                               making->config->host, name);
    }
}

/* The table for the people who log in to this machine and for its aliases; NULL: there are none.
 * The example has those that every domain needs. Free with g_free. */
static char *table_of_users(const struct making *making)
{
    enum { PERSON_FIRST = 1000, PERSON_LAST = 59999 }; /* of the numbers of users */
    static const char *const served[] = { "postmaster", "abuse", "root" };
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GString) table = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(served); i++) {
        g_hash_table_add(known, g_strdup(served[i]));
    }
    g_hash_table_add(known, g_strdup(making->setup->answers[SETUP_RUN_AS]));
    setpwent();
    for (const struct passwd *entry; (entry = getpwent()) != NULL;) {
        if (entry->pw_uid >= PERSON_FIRST && entry->pw_uid <= PERSON_LAST) {
            add_user(making, entry->pw_name, known, table);
        }
    }
    endpwent();
    g_autofree char *maps = postfix_value_in(making->etc, "alias_maps");
    g_auto(GStrv) files = postfix_entries(maps != NULL ? maps : "");
    g_autoptr(GRegex) alias = g_regex_new("^([\\w.-]+)[ \t]*:", G_REGEX_MULTILINE, 0, NULL);
    for (char **file = files; *file != NULL; file++) {
        const char *path = strchr(*file, '/');
        g_autofree char *text = NULL;
        g_autoptr(GMatchInfo) match = NULL;
        if (path == NULL || !g_file_get_contents(path, &text, NULL, NULL)) {
            continue;
        }
        for (g_regex_match(alias, text, 0, &match); g_match_info_matches(match);
             g_match_info_next(match, NULL)) {
            g_autofree char *name = g_match_info_fetch(match, 1);
            add_user(making, name, known, table);
        }
    }
    return table->len > 0 ? g_strdup_printf("inline:{ %s }", table->str) : NULL;
}

/* What a file was before setup changed it first; NULL: nobody knows. Free with g_free. */
static char *text_before(const char *path)
{
    g_autofree char *kept = g_strconcat(path, SETUP_KEPT, NULL);
    char *text = NULL;
    return g_file_get_contents(kept, &text, NULL, NULL) ? text : NULL;
}

static bool change_postfix(const struct making *making, GError **error)
{
    g_autofree char *main_cf = g_build_filename(making->etc, "main.cf", NULL);
    g_autofree char *master_cf = g_build_filename(making->etc, "master.cf", NULL);
    g_autofree char *hostname = postfix_value_in(making->etc, "myhostname");
    g_autofree char *mydomain = postfix_value_in(making->etc, "mydomain");
    g_autofree char *users = table_of_users(making);
    g_autofree char *address = g_ascii_strdown(making->config->address, -1);
    const struct setup_postfix postfix = { address, making->config->host,
                                           hostname != NULL ? hostname : "",
                                           mydomain != NULL ? mydomain : "", users };
    const bool undo = making->setup->undo;
    const char *old = text_of(making, main_cf, error);
    g_autofree char *lines = old != NULL ? example(making, "postfix-main.cf", error) : NULL;
    if (lines == NULL) {
        return false;
    }
    g_autofree char *before = undo ? text_before(main_cf) : NULL;
    g_autofree char *main_text = undo ? setup_unset_main(old, before, lines, &postfix)
                                      : setup_set_main(old, lines, &postfix);
    if (!setup_change_add(making->changes, main_cf, main_text, error)) {
        return false;
    }
    old = text_of(making, master_cf, error);
    g_autofree char *entry = old != NULL ? example(making, "postfix-master.cf", error) : NULL;
    if (entry == NULL) {
        return false;
    }
    g_autofree char *master_text =
        undo ? setup_unset_service(old, entry) : setup_set_service(old, entry);
    return setup_change_add(making->changes, master_cf, master_text, error);
}

static char *etc_of_postfix(void)
{
    char *folder = postfix_value("config_directory", NULL);
    return folder != NULL ? folder : g_strdup("/etc/postfix");
}

/* ---- blocks in files ---- */

/* Puts an example into a file, between two lines that say that it is ours. */
static bool change_block(const struct making *making, const char *file, const char *name,
                         const char *place, bool before, GError **error)
{
    g_autofree char *path = g_build_filename(making->etc, file, NULL);
    const char *old = text_of(making, path, error);
    g_autofree char *lines = old != NULL ? example(making, name, error) : NULL;
    if (lines == NULL) {
        return false;
    }
    g_autofree char *begin = setup_say(making->setup, "block-begin", pairs("name", name, NULL));
    g_autofree char *end = setup_say(making->setup, "block-end", pairs("name", name, NULL));
    const struct setup_block block = { begin, end, place, before };
    g_autofree char *new =
        making->setup->undo ? setup_unset_block(old, &block) : setup_set_block(old, &block, lines);
    if (new == NULL) {
        const bool cut = strstr(old, begin) != NULL;
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    cut ? "%s has the line \"%s\", but not \"%s\" behind it; put that line back"
                        : "%s has no line like %s, where the lines of postmove belong; put them "
                          "in by hand: they are %s of the examples",
                    path, cut ? begin : place, cut ? end : name);
        return false;
    }
    return setup_change_add(making->changes, path, new, error);
}

/* Puts an example into a file of its own, in the same way: what the operator has added stays. */
static bool change_own_file(const struct making *making, const char *file, const char *name,
                            GError **error)
{
    g_autofree char *path = g_build_filename(making->etc, file, NULL);
    struct setup_change *change = setup_change_find(making->changes, path, error);
    if (change != NULL && setup_change_text(change) == NULL) {
        if (making->setup->undo) {
            return true;
        }
        change->new = g_strdup("");
    }
    return change != NULL && change_block(making, file, name, NULL, false, error);
}

/* ---- Exim ---- */

/* The value of the last line NAME=VALUE of a file for the shell, without quotes around it. NULL:
 * the file has no such line. */
static const char *shell_value(const char *text, const char *name, size_t *length)
{
    const char *found = NULL;
    while (*text != '\0') {
        text += strspn(text, " \t");
        if (g_str_has_prefix(text, name) && text[strlen(name)] == '=') {
            const char *value = text + strlen(name) + 1;
            const bool quoted = *value == '\'' || *value == '"';
            const char end[] = { quoted ? *value : ' ', '\n', '\0' };
            found = value + (quoted ? 1 : 0);
            *length = strcspn(found, end);
        }
        text += strcspn(text, "\n");
        text += *text == '\n' ? 1 : 0;
    }
    return found;
}

/* Adds the server's domain to those that Debian's configuration takes mail for. */
static bool change_exim_names(const struct making *making, const char *path, GError **error)
{
    static const char key[] = "dc_other_hostnames";
    const char *host = making->config->host;
    const char *old = text_of(making, path, error);
    size_t length = 0;
    const char *at = old != NULL ? shell_value(old, key, &length) : NULL;
    if (at == NULL) {
        const char *feed = old != NULL && *old != '\0' && !g_str_has_suffix(old, "\n") ? "\n" : "";
        g_autofree char *new =
            old != NULL ? g_strconcat(old, feed, key, "='", host, "'\n", NULL) : NULL;
        return new != NULL &&setup_change_add(making->changes, path, new, error);
    }
    g_autofree char *before = g_strndup(old, (gsize)(at - old));
    g_autofree char *names = g_strndup(at, length);
    g_auto(GStrv) each = g_strsplit_set(names, ":; ", -1);
    const bool there = g_strv_contains((const char *const *)each, host);
    if (there != making->setup->undo) {
        return true;
    }
    if (there) { /* the last one, as setup has put it there */
        g_autofree char *names_before = text_before(path);
        g_autofree char *entry = g_strconcat(length > strlen(host) ? ":" : "", host, NULL);
        const bool ours = names_before != NULL && g_str_has_suffix(names, entry);
        const size_t left = ours ? length - strlen(entry) : length;
        g_autofree char *cut = g_strdup_printf("%s%.*s%s", before, (int)left, names, at + length);
        return setup_change_add(making->changes, path, cut, error);
    }
    g_autofree char *new =
        g_strconcat(before, names, length > 0 ? ":" : "", host, at + length, NULL);
    return setup_change_add(making->changes, path, new, error);
}

/* Debian's Exim has one configuration of its own, or one made of many files, or a template. */
static bool change_exim(const struct making *making, GError **error)
{
    g_autofree char *own = g_build_filename(making->etc, "exim4.conf", NULL);
    g_autofree char *settings = g_build_filename(making->etc, "update-exim4.conf.conf", NULL);
    g_autofree char *said = NULL;
    const bool is_own = g_file_test(own, G_FILE_TEST_EXISTS);
    if (!is_own && !change_exim_names(making, settings, error)) {
        return false;
    }
    g_file_get_contents(settings, &said, NULL, NULL);
    size_t length = 0;
    const char *split =
        !is_own && said != NULL ? shell_value(said, "dc_use_split_config", &length) : NULL;
    if (split != NULL && g_str_has_prefix(split, "true") && length == strlen("true")) {
        return change_own_file(making, "conf.d/router/050_postmove", "exim-routers.conf", error) &&
               change_own_file(making, "conf.d/transport/30_postmove", "exim-transport.conf",
                               error);
    }
    const char *file = is_own ? "exim4.conf" : "exim4.conf.template";
    return change_block(making, file, "exim-routers.conf", "^begin routers\\b", false, error) &&
           change_block(making, file, "exim-transport.conf", "^begin transports\\b", false, error);
}

/* ---- OpenSMTPD and Dovecot ---- */

static bool change_opensmtpd(const struct making *making, GError **error)
{
    return change_block(making, "smtpd.conf", "smtpd.conf", "^match\\b", true, error);
}

/* True if a line of `doveconf -n` says that Dovecot serves others than the users of the machine, or
 * has a certificate of its own. What Debian's package says is no such line, nor is ours. */
static bool serves_others(const char *line, const char *certificate)
{
    static const char *const usual[] = { "mail_location = mbox:~/mail:INBOX=/var/mail/%u",
                                         "  driver = pam",
                                         "  driver = passwd",
                                         "  driver = passwd-file",
                                         "ssl_cert = </etc/dovecot/private/dovecot.pem",
                                         NULL };
    const bool telling =
        g_str_has_prefix(line, "mail_location = ") || g_str_has_prefix(line, "  driver = ") ||
        g_str_has_prefix(line, "  args = ") || g_str_has_prefix(line, "ssl_cert = ");
    return telling && strcmp(line, certificate) != 0 && strstr(line, "/postmove.users") == NULL &&
           !g_strv_contains(usual, line);
}

/* The settings of the mailbox are for the whole Dovecot, so it must not serve others. */
static bool is_free_dovecot(const struct making *making, const char *certificate, GError **error)
{
    g_autofree char *file = g_build_filename(making->etc, "dovecot.conf", NULL), *said = NULL;
    char *argv[] = { (char *)"doveconf", (char *)"-n", (char *)"-c", file, NULL };
    if (text_of(making, file, error) == NULL) {
        return false;
    }
    if (!runs(argv, &said, true)) {
        return setup_impossible(error, "doveconf cannot read %s; its messages are above", file);
    }
    g_auto(GStrv) lines = g_strsplit(said, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        if (serves_others(*line, certificate)) {
            return setup_impossible(
                error,
                "this Dovecot serves others already (\"%s\"), and the lines of setup "
                "could change that; add the server's mailbox to it by hand, and give "
                "--way-in=imaps://HOST",
                g_strstrip(*line));
        }
    }
    return true;
}

/* False with the error if the file does not exist that a line "KEY = <PATH" of the example names.
 */
static bool has_file(const char *line, GError **error)
{
    const char *path = strchr(line, '<');
    return path == NULL || g_file_test(path + 1, G_FILE_TEST_EXISTS) ||
           setup_impossible(
               error,
               "there is no file %s, and Dovecot needs it for TLS; put the certificate of "
               "the server's domain and its key there first",
               path + 1);
}

/* True if an earlier setup wrote the file for the same domain: what the operator has changed in it
 * since then stays. */
static bool is_set_up(const struct making *making, const char *file)
{
    g_autofree char *path = g_build_filename(making->etc, file, NULL);
    g_autofree char *host = g_strconcat("@", making->config->host, NULL);
    g_autofree char *before = g_key_file_get_value(making->setup->keys, "server", "address", NULL);
    return before != NULL && g_str_has_suffix(before, host) &&
           g_file_test(path, G_FILE_TEST_EXISTS);
}

static bool change_dovecot(const struct making *making, GError **error)
{
    static const char name[] = "dovecot.conf", file[] = "conf.d/99-postmove.conf";
    if (making->setup->undo) {
        return change_own_file(making, file, name, error);
    }
    if (is_set_up(making, file)) {
        return true;
    }
    const char *certificate = "";
    g_autofree char *text = example(making, name, error);
    g_auto(GStrv) lines = g_strsplit(text != NULL ? text : "", "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        const bool is_certificate = g_str_has_prefix(*line, "ssl_cert = ");
        certificate = is_certificate ? *line : certificate;
        if ((is_certificate || g_str_has_prefix(*line, "ssl_key = ")) && !has_file(*line, error)) {
            return false;
        }
    }
    return text != NULL && is_free_dovecot(making, certificate, error) &&
           change_own_file(making, file, name, error);
}

/* ---- the table ---- */

enum { COMMAND_WORDS = 5 };
#define ETC "{etc}" /* in a command: the folder of the mail server's files */

struct setup_way {
    const char *name;
    const char *program; /* its presence shows that the mail server is installed */
    const char *etc;     /* where its files are, unless `find_etc` tells */
    char *(*find_etc)(void);
    bool mailbox; /* it keeps the mail in a mailbox */
    bool (*change)(const struct making *making, GError **error);
    const char *check[COMMAND_WORDS]; /* checks its files; ends with 0 if they are good */
    const char *reload[COMMAND_WORDS];
};

static const struct setup_way ways[] = {
    { "postfix",
      "postconf",
      NULL,
      etc_of_postfix,
      false,
      change_postfix,
      { "postfix", "-c", ETC, "check" },
      { "postfix", "-c", ETC, "reload" } },
    { "exim",
      "exim4",
      "/etc/exim4",
      NULL,
      false,
      change_exim,
      { "update-exim4.conf" },
      { "systemctl", "reload", "exim4" } },
    { "opensmtpd",
      "smtpctl",
      "/etc",
      NULL,
      false,
      change_opensmtpd,
      { "smtpd", "-n", "-f", ETC "/smtpd.conf" },
      { "systemctl", "restart", "opensmtpd" } },
    { "dovecot",
      "doveconf",
      "/etc/dovecot",
      NULL,
      true,
      change_dovecot,
      { "doveconf", "-x", "-c", ETC "/dovecot.conf" },
      { "doveadm", "-c", ETC "/dovecot.conf", "reload" } },
};

const struct setup_way *setup_way_find(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(ways); i++) {
        if (strcmp(ways[i].name, name) == 0) {
            return &ways[i];
        }
    }
    return NULL;
}

const struct setup_way *setup_way_here(const struct setup_way *way)
{
    way = way != NULL ? way + 1 : ways;
    for (; way < ways + G_N_ELEMENTS(ways); way++) {
        g_autofree char *path = way_program(way->program);
        if (path != NULL) {
            return way;
        }
    }
    return NULL;
}

const char *setup_way_name(const struct setup_way *way)
{
    return way->name;
}

char *setup_way_names(void)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(ways); i++) {
        const char *joint = i == 0 ? "" : i + 1 < G_N_ELEMENTS(ways) ? ", " : " or ";
        g_string_append_printf(names, "%s%s", joint, ways[i].name);
    }
    return g_string_free(g_steal_pointer(&names), FALSE);
}

bool setup_way_has_mailbox(const struct setup_way *way)
{
    return way->mailbox;
}

/* ---- all of it ---- */

/* The folder of the mail server's files. Free with g_free. */
static char *etc_of(const struct setup_plan *setup)
{
    return setup->etc != NULL             ? g_canonicalize_filename(setup->etc, NULL)
           : setup->way->find_etc != NULL ? setup->way->find_etc()
                                          : g_strdup(setup->way->etc);
}

/* False with the error if a path that no answer names cannot be written into the lines. */
static bool check_path(const struct setup_plan *setup, const char *path, GError **error)
{
    return setup_is_plain(path, "+/") ||
           setup_impossible(error,
                            "%s: only letters, digits and . _ - + / may be in this path; other "
                            "characters are not safe in the files of %s",
                            path, setup->way->name);
}

bool setup_way_changes(const struct setup_plan *setup, const struct config *config,
                       GPtrArray *changes, GError **error)
{
    const struct setup_way *way = setup->way;
    g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *bin =
        g_path_get_dirname(program != NULL ? program : "/usr/local/bin/postmove");
    g_autofree char *receive = g_build_filename(bin, "postmove-receive", NULL);
    if (!check_path(setup, receive, error) || !check_path(setup, config->spool, error)) {
        return false;
    }
    g_autofree char *address = g_ascii_strdown(config->address, -1);
    g_autofree char *local = g_ascii_strdown(config->local, -1);
    const char *user = setup->answers[SETUP_RUN_AS];
    g_autofree char *alias = g_strconcat(user, "@", config->host, NULL);
    g_autofree char *assigned = g_strconcat("user=", user, NULL);
    g_autofree char *spaced = g_strconcat("user = ", user, NULL);
    g_autofree char *people = g_strconcat("root : ", user, NULL);
    g_autofree char *parts = g_strconcat("local_parts = ", local, NULL);
    g_autofree char *virtual = g_strconcat("\" = ", user, ",", NULL);
    struct setup_word words[] = { { "play@turns.example.org", address },
                                  { "postmove@turns.example.org", alias },
                                  { "turns.example.org", config->host },
                                  {
                                      "you@example.org",
                                      config->operator},
                                      { "/usr/local/bin/postmove-receive", receive },
                                      { "/var/lib/postmove/spool", config->spool },
                                      { "user=postmove", assigned },
                                      { "user = postmove", spaced },
                                      { "root : postmove", people },
                                      { "local_parts = play", parts },
                                      { "\" = postmove,", virtual },
                                      { NULL, NULL },
    };
    g_autofree char *etc = etc_of(setup);
    const struct making making = { setup, config, changes, etc, words };
    return way->change(&making, error);
}

/* ---- its own programs ---- */

/* The command with the folder of the files in place of {etc}. False if it works only in the usual
 * folder, and the files are in another. */
static bool fill_command(const struct setup_plan *setup, const char *const *command, char **argv)
{
    g_autofree char *etc = etc_of(setup);
    const bool usual = setup->way->etc == NULL || strcmp(etc, setup->way->etc) == 0;
    bool told = false;
    for (int i = 0; i < COMMAND_WORDS && command[i] != NULL; i++) {
        const bool here = g_str_has_prefix(command[i], ETC);
        argv[i] = here ? g_strconcat(etc, command[i] + strlen(ETC), NULL) : g_strdup(command[i]);
        told = told || here;
    }
    return told || usual;
}

static enum setup_result command_runs(const struct setup_plan *setup, const char *const *command,
                                      bool tell)
{
    char *argv[COMMAND_WORDS + 1] = { NULL };
    enum setup_result result = SETUP_NOT_TRIED;
    if (fill_command(setup, command, argv)) {
        result = runs(argv, NULL, tell) ? SETUP_DONE : SETUP_FAILED;
    }
    for (int i = 0; i < COMMAND_WORDS; i++) {
        g_free(argv[i]);
    }
    return result;
}

enum setup_result setup_way_check(const struct setup_plan *setup)
{
    static const char *const own_exim[COMMAND_WORDS] = { "exim4", "-C", ETC "/exim4.conf", "-bV" };
    g_autofree char *etc = etc_of(setup);
    g_autofree char *own = g_build_filename(etc, "exim4.conf", NULL);
    const bool is_own = setup->way->change == change_exim && g_file_test(own, G_FILE_TEST_EXISTS);
    return command_runs(setup, is_own ? own_exim : setup->way->check, true);
}

enum setup_result setup_way_reload(const struct setup_plan *setup)
{
    return command_runs(setup, setup->way->reload, false);
}
