/* setup: the lines of Postfix's main.cf and master.cf, by its own program postconf(1). */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "cli/setup.h"
#include "transport/postfix.h"
#include "transport/program.h"

/* ---- its programs ---- */

/* Runs a program of Postfix for the files in `folder`, with an option and arguments behind it
 * (NULL: none). Its messages are shown. */
static bool run(const char *program, const char *folder, const char *option,
                const GPtrArray *arguments)
{
    g_autofree char *path = program_path(program);
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    const char *const begin[] = { path, "-c", folder, option };
    for (size_t i = 0; i < G_N_ELEMENTS(begin); i++) {
        g_ptr_array_add(argv, (char *)begin[i]);
    }
    for (guint i = 0; arguments != NULL && i < arguments->len; i++) {
        g_ptr_array_add(argv, arguments->pdata[i]);
    }
    g_ptr_array_add(argv, NULL);
    int status = 0;
    return path != NULL &&
           g_spawn_sync(NULL, (char **)argv->pdata, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL,
                        &status, NULL) &&
           g_spawn_check_wait_status(status, NULL);
}

const char *setup_postfix_folder(void)
{
    const char *folder = g_getenv("MAIL_CONFIG");
    return folder != NULL ? folder : "/etc/postfix";
}

bool setup_postfix_reload(void)
{
    return run("postfix", setup_postfix_folder(), "reload", NULL);
}

/* ---- what is written for one server ---- */

/* The parameters of main.cf that setup adds to: lists, and one text of characters. */
enum parameter { DOMAINS, MAILBOXES, LOCALS, ALIASES, TRANSPORTS, LISTS, DELIMITERS = LISTS, ALL };

static const char *const names[ALL] = {
    [DOMAINS] = "virtual_mailbox_domains", [MAILBOXES] = "virtual_mailbox_maps",
    [LOCALS] = "local_recipient_maps",     [ALIASES] = "virtual_alias_maps",
    [TRANSPORTS] = "transport_maps",       [DELIMITERS] = "recipient_delimiter",
};

/* Those that are setup's alone. */
static const struct {
    const char *name, *value;
} own[] = {
    { "postmove_destination_recipient_limit", "1" },
    { "postmove_time_limit", "60s" },
};

#define SERVICE "postmove/unix"
#define DELIMITER "postmove_delimiter" /* behind the delimiters that others have set */

/* The edits, in an order in which the lines never name a service that is not there. */
enum edit { ADD_SERVICE, SET, REMOVE, REMOVE_SERVICE };
static const char *const edit_options[SETUP_EDITS] = {
    [ADD_SERVICE] = "-Me",
    [SET] = "-e",
    [REMOVE] = "-X",
    [REMOVE_SERVICE] = "-MX",
};

/* What is there, and what it is to be. */
struct lines {
    struct setup_edits *edits;
    const char *domain; /* borrowed */
    char *now[ALL];     /* as main.cf has them, or the default; then as the edits make them */
    char *usual[ALL];   /* the defaults */
    char *meant[ALL];   /* with the parameters in them replaced by their values */
    char *service_now;  /* "": there is none */
    /* What a server needs; NULL where the lines are taken out. */
    char *entries[LISTS]; /* one in each list */
    char *service;        /* the entry of master.cf */
};

static void lines_clear(struct lines *lines)
{
    for (int i = 0; i < ALL; i++) {
        g_free(lines->now[i]);
        g_free(lines->usual[i]);
        g_free(lines->meant[i]);
    }
    for (int i = 0; i < LISTS; i++) {
        g_free(lines->entries[i]);
    }
    g_free(lines->service_now);
    g_free(lines->service);
}

typedef struct lines Lines;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Lines, lines_clear)

/* Every domain needs postmaster and abuse (RFC 2142); programs of this machine write to root and to
 * the server's user. */
static void lines_make(struct lines *lines, const struct config *config, const char *user)
{
    const char *host = config->host, *person = config->operator_address;
    g_autofree char *address = g_ascii_strdown(config->address, -1);
    g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *bin =
        g_path_get_dirname(program != NULL ? program : "/usr/local/bin/postmove");
    lines->entries[DOMAINS] = g_strdup_printf("inline:{ %s=postmove }", host);
    lines->entries[MAILBOXES] = g_strdup_printf("inline:{ %s=postmove }", address);
    lines->entries[LOCALS] = g_strdup(lines->entries[MAILBOXES]);
    lines->entries[ALIASES] = g_strdup_printf(
        "inline:{ {postmaster@%s = %s}, {abuse@%s = %s}, {root@%s = %s}, {%s@%s = %s} }", host,
        person, host, person, host, person, user, host, person);
    lines->entries[TRANSPORTS] = g_strdup_printf("inline:{ %s=postmove: }", address);
    lines->service =
        g_strdup_printf("postmove unix - n n - 4 pipe flags=DRXq user=%s null_sender= "
                        "argv=%s/postmove-receive -d %s -f ${sender} -r ${original_recipient}",
                        user, bin, config->spool);
}

static bool lines_read(struct lines *lines, GError **error)
{
    lines->service_now = postfix_conf("-M", SERVICE, error);
    return lines->service_now != NULL && postfix_values(NULL, names, ALL, lines->now, error) &&
           postfix_values("-d", names, ALL, lines->usual, error) &&
           postfix_values("-x", names, ALL, lines->meant, error);
}

static void edit(struct lines *lines, enum edit edit, char *argument)
{
    g_ptr_array_add(lines->edits->of[edit], argument);
}

/* Sets a parameter, or removes it if that is its default. */
static void set(struct lines *lines, const char *name, const char *value, bool is_usual)
{
    edit(lines, is_usual ? REMOVE : SET,
         is_usual ? g_strdup(name) : g_strconcat(name, " = ", value, NULL));
}

/* ---- lists ---- */

/* True if setup has put the entry there, perhaps for another address. */
static bool is_ours(enum parameter list, const char *entry)
{
    static const char *const forms[LISTS] = {
        [DOMAINS] = "^inline:{ [^ ]+=postmove }$",
        [MAILBOXES] = "^inline:{ [^ ]+=postmove }$",
        [LOCALS] = "^inline:{ [^ ]+=postmove }$",
        [ALIASES] = ("^inline:{ {postmaster@[^ ]+ = [^ ]+}, {abuse@[^ ]+ = [^ ]+}, "
                     "{root@[^ ]+ = [^ ]+}, {[^ ]+@[^ ]+ = [^ ]+} }$"),
        [TRANSPORTS] = "^inline:{ [^ ]+@[^ =]+=postmove: }$",
    };
    return g_regex_match_simple(forms[list], entry, 0, 0);
}

/* Takes our entries out of a list, and puts another in (NULL: none). */
static void edit_list(struct lines *lines, enum parameter list, const char *added)
{
    /* The value of a new Postfix often names older parameters, which are empty. */
    g_auto(GStrv) entries = postfix_entries(*lines->meant[list] == '\0' ? "" : lines->now[list]);
    g_auto(GStrv) usual = postfix_entries(lines->usual[list]);
    g_autoptr(GStrvBuilder) kept = g_strv_builder_new();
    const bool there = added != NULL && g_strv_contains((const char *const *)entries, added);
    for (char **entry = entries; *entry != NULL; entry++) {
        if ((there && strcmp(*entry, added) == 0) || !is_ours(list, *entry)) {
            g_strv_builder_add(kept, *entry);
        }
    }
    if (added != NULL && !there) {
        g_strv_builder_add(kept, added);
    }
    g_auto(GStrv) changed = g_strv_builder_end(kept);
    if (!g_strv_equal((const char *const *)changed, (const char *const *)entries)) {
        g_free(lines->now[list]);
        lines->now[list] = g_strjoinv(", ", changed);
        set(lines, names[list], lines->now[list],
            changed[0] == NULL ||
                g_strv_equal((const char *const *)changed, (const char *const *)usual));
    }
}

/* Finds out whether mail for the domain goes to the users of this machine. False with the error if
 * that cannot be known, or if Postfix knows another way for it: of several it takes one, in this
 * order. */
static bool check_domain(const char *domain, bool *of_users, GError **error)
{
    static const char *const ways[] = { "mydestination", "virtual_alias_domains",
                                        "virtual_mailbox_domains", "relay_domains" };
    char *values[G_N_ELEMENTS(ways)];
    bool good = postfix_values("-x", ways, G_N_ELEMENTS(ways), values, error);
    *of_users = false;
    for (size_t i = 0; i < G_N_ELEMENTS(ways) && good && !*of_users; i++) {
        const enum postfix_answer answer = postfix_lists(values[i], domain);
        *of_users = answer == POSTFIX_YES && i == 0;
        if (answer == POSTFIX_UNKNOWN) {
            good = cli_refuse(error, POSTMOVE_ERROR_NO,
                              "nobody can say whether %s lists %s, since a file or table of "
                              "\"%s\" cannot be read (`postmap -q %s TABLE` says why); repair it, "
                              "or take it out of that list",
                              ways[i], domain, values[i], domain);
        } else if (answer == POSTFIX_YES && !*of_users && strcmp(ways[i], names[DOMAINS]) != 0) {
            good = cli_refuse(error, POSTMOVE_ERROR_USAGE,
                              "%s (\"%s\") lists %s already, and Postfix handles a domain in "
                              "one way only; take it out there, or let the server's address "
                              "be in a domain of its own",
                              ways[i], values[i], domain);
        }
    }
    for (size_t i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_free(values[i]);
    }
    return good;
}

/* True if the server's address has to be in that list: a domain whose mail goes to the users of
 * this machine stays theirs, and a list that takes any address stays so. */
static bool is_needed(const struct lines *lines, enum parameter list, bool of_users)
{
    if (list == DOMAINS) {
        return !of_users;
    }
    if (list != LOCALS && list != MAILBOXES) {
        return true;
    }
    const bool takes_any =
        *lines->now[list] == '\0' && strcmp(lines->now[DOMAINS], lines->entries[DOMAINS]) != 0;
    return of_users == (list == LOCALS) && !takes_any;
}

/* ---- the service ---- */

/* The words of an entry of master.cf, without the options (-o) that the operator has added. Free
 * with g_strfreev. */
static char **service_words(const char *entry)
{
    g_auto(GStrv) words = postfix_entries(entry);
    g_autoptr(GStrvBuilder) kept = g_strv_builder_new();
    for (char **word = words; *word != NULL; word++) {
        if (strcmp(*word, "-o") == 0 && word[1] != NULL) {
            word++;
        } else {
            g_strv_builder_add(kept, *word);
        }
    }
    return g_strv_builder_end(kept);
}

/* False with the error if the service that is there brings mail elsewhere. */
static bool check_service(const struct lines *lines, const char *spool, GError **error)
{
    g_autofree char *ours = g_strconcat(" -d ", spool, " ", NULL);
    return *lines->service_now == '\0' || strstr(lines->service_now, ours) != NULL ||
           cli_refuse(error, POSTMOVE_ERROR_USAGE,
                      "the service postmove in master.cf does not bring mail to %s, and one "
                      "Postfix brings mail to one server; if it is this server's, change that "
                      "path there, or set a second server up by hand, with a service of "
                      "another name (postmove(1), EXAMPLES)",
                      spool);
}

/* ---- all of it ---- */

/* Puts the lines of a server in, in place of those for another address. */
static bool edit_in(struct lines *lines, GError **error)
{
    bool of_users;
    if (!check_domain(lines->domain, &of_users, error)) {
        return false;
    }
    g_auto(GStrv) service = service_words(lines->service);
    g_auto(GStrv) service_now = service_words(lines->service_now);
    if (!g_strv_equal((const char *const *)service, (const char *const *)service_now)) {
        edit(lines, ADD_SERVICE, g_strconcat(SERVICE "=", lines->service, NULL));
    }
    for (size_t i = 0; i < G_N_ELEMENTS(own); i++) {
        g_autofree char *now = postfix_conf("-h", own[i].name, NULL);
        if (g_strcmp0(now, own[i].value) != 0) {
            set(lines, own[i].name, own[i].value, false);
        }
    }
    for (enum parameter i = 0; i < LISTS; i++) {
        edit_list(lines, i, is_needed(lines, i, of_users) ? lines->entries[i] : NULL);
    }
    if (strchr(lines->meant[DELIMITERS], '+') == NULL) {
        g_autofree char *more = g_strconcat(lines->now[DELIMITERS], "$" DELIMITER, NULL);
        set(lines, DELIMITER, "+", false);
        set(lines, names[DELIMITERS], more, false);
    }
    return true;
}

/* Takes them out again. */
static void edit_out(struct lines *lines)
{
    for (enum parameter i = 0; i < LISTS; i++) {
        edit_list(lines, i, NULL);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(own); i++) {
        g_autofree char *set_now = postfix_conf("-n", own[i].name, NULL);
        if (set_now != NULL && *set_now != '\0') {
            edit(lines, REMOVE, g_strdup(own[i].name));
        }
    }
    char *delimiters = lines->now[DELIMITERS];
    if (g_str_has_suffix(delimiters, "$" DELIMITER)) {
        delimiters[strlen(delimiters) - strlen("$" DELIMITER)] = '\0';
        set(lines, names[DELIMITERS], delimiters, *delimiters == '\0');
        edit(lines, REMOVE, g_strdup(DELIMITER));
    }
    if (*lines->service_now != '\0') {
        edit(lines, REMOVE_SERVICE, g_strdup(SERVICE));
    }
}

void setup_edits_clear(struct setup_edits *edits)
{
    for (int i = 0; i < SETUP_EDITS; i++) {
        g_clear_pointer(&edits->of[i], g_ptr_array_unref);
    }
}

bool setup_postfix_find(const struct config *config, const char *user, struct setup_edits *edits,
                        GError **error)
{
    g_auto(Lines) lines = { .edits = edits, .domain = config->host };
    for (int i = 0; i < SETUP_EDITS; i++) {
        edits->of[i] = g_ptr_array_new_with_free_func(g_free);
    }
    if (!postfix_is_here()) {
        return cli_refuse(error, POSTMOVE_ERROR_NO, "there is no Postfix on this machine");
    }
    if (!lines_read(&lines, error)) {
        g_prefix_error(error, "the files of Postfix in %s: ", setup_postfix_folder());
        return false;
    }
    if (!check_service(&lines, config->spool, error)) {
        return false;
    }
    if (user == NULL) {
        edit_out(&lines);
        return true;
    }
    lines_make(&lines, config, user);
    return edit_in(&lines, error);
}

bool setup_postfix_differs(const struct setup_edits *edits)
{
    guint count = 0;
    for (int i = 0; i < SETUP_EDITS; i++) {
        count += edits->of[i]->len;
    }
    return count > 0;
}

/* ---- in files ---- */

bool setup_show(const char *path, const char *draft, GError **error)
{
    const char *old = g_file_test(path, G_FILE_TEST_EXISTS) ? path : "/dev/null";
    const char *argv[] = { "diff", "-u", "--label", old, "--label", path, "--", old, draft, NULL };
    int status = 0;
    fflush(stdout); /* what stands before it there */
    const bool ran = g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                                  NULL, &status, NULL);
    /* It ends with 0 or 1: the two are the same, or they differ. */
    return (ran && WIFEXITED(status) && WEXITSTATUS(status) <= 1) ||
           cli_refuse(error, POSTMOVE_ERROR_LATER,
                      "%s: diff could not show what changes, so nothing is written", path);
}

static const char *const files[] = { "main.cf", "master.cf" };

/* Makes the edits in a folder. */
static bool make(const struct setup_edits *edits, const char *folder, GError **error)
{
    bool good = true;
    for (int i = 0; i < SETUP_EDITS && good; i++) {
        good = edits->of[i]->len == 0 || run("postconf", folder, edit_options[i], edits->of[i]);
    }
    return good || cli_refuse(error, POSTMOVE_ERROR_NO,
                              "postconf fails; its messages are above, and `postmove setup --undo` "
                              "takes out what it has written");
}

/* Ends the last line of a file: postconf adds its lines right behind the last byte. */
static bool end_line(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;
    if (!g_file_get_contents(path, &text, &length, error)) {
        return false;
    }
    const int file =
        length > 0 && text[length - 1] != '\n' ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
    const bool good = file < 0 || write(file, "\n", 1) == 1;
    return (file < 0 || close(file) == 0) && good;
}

/* Copies a file into a draft. postconf waits a second or two before it reads a file that has just
 * changed, in case somebody still writes; nobody but us writes this one. */
static bool copy(const char *path, const char *draft, GError **error)
{
    const struct timespec long_ago[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };
    g_autofree char *text = NULL;
    gsize length;
    return g_file_get_contents(path, &text, &length, error) &&
           g_file_set_contents(draft, text, (gssize)length, error) && end_line(draft, error) &&
           utimensat(AT_FDCWD, draft, long_ago, 0) == 0;
}

bool setup_postfix_show(const struct setup_edits *edits, GError **error)
{
    g_autofree char *folder = g_dir_make_tmp("postmove-XXXXXX", error);
    char *paths[G_N_ELEMENTS(files)], *drafts[G_N_ELEMENTS(files)];
    bool good = folder != NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(files) && folder != NULL; i++) {
        paths[i] = g_build_filename(setup_postfix_folder(), files[i], NULL);
        drafts[i] = g_build_filename(folder, files[i], NULL);
        good = good && copy(paths[i], drafts[i], error);
    }
    good = good && make(edits, folder, error);
    for (size_t i = 0; i < G_N_ELEMENTS(files) && folder != NULL; i++) {
        good = good && setup_show(paths[i], drafts[i], error);
        unlink(drafts[i]);
        g_free(paths[i]);
        g_free(drafts[i]);
    }
    if (folder != NULL) {
        rmdir(folder);
    }
    return good;
}

bool setup_postfix_put(const struct config *config, const char *user, GError **error)
{
    g_auto(SetupEdits) edits = { 0 };
    bool good = setup_postfix_find(config, user, &edits, error);
    for (size_t i = 0; i < G_N_ELEMENTS(files) && good; i++) {
        g_autofree char *path = g_build_filename(setup_postfix_folder(), files[i], NULL);
        good = end_line(path, error);
    }
    return good && make(&edits, setup_postfix_folder(), error);
}

bool setup_postfix_was_set_up(void)
{
    g_autofree char *path = g_build_filename(setup_postfix_folder(), "main.cf", NULL), *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) &&
           g_regex_match_simple("= .*inline:{ ({postmaster@|[^ ]+=postmove: |[^ @]+=postmove )",
                                text, G_REGEX_RAW, 0);
}
