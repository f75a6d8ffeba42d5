/* setup: the lines of Postfix's main.cf and master.cf, by its own program postconf(1). */
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "cli/setup.h"
#include "transport/postfix.h"
#include "transport/program.h"

/* ---- its programs ---- */

/* Runs a program of Postfix with the arguments up to NULL, for the files in `folder`; *printed (may
 * be NULL) is what it prints. If it fails and `told`, its messages are shown. */
static bool runs(const char *program, const char *folder, bool told, char **printed, ...)
{
    g_autofree char *path = program_path(program), *out = NULL;
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_ptr_array_add(argv, path);
    g_ptr_array_add(argv, (char *)"-c");
    g_ptr_array_add(argv, (char *)folder);
    va_list arguments;
    va_start(arguments, printed);
    char *argument;
    do {
        argument = va_arg(arguments, char *);
        g_ptr_array_add(argv, argument);
    } while (argument != NULL);
    va_end(arguments);
    int status = 0;
    const bool good = path != NULL &&
                      g_spawn_sync(NULL, (char **)argv->pdata, NULL,
                                   told ? G_SPAWN_DEFAULT : G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                                   &out, NULL, &status, NULL) &&
                      g_spawn_check_wait_status(status, NULL);
    if (good && printed != NULL) {
        *printed = g_strchomp(g_steal_pointer(&out));
    }
    return good;
}

/* The folder of its files, which Postfix finds in the same way. */
static const char *folder_of_files(void)
{
    const char *folder = g_getenv("MAIL_CONFIG");
    return folder != NULL ? folder : "/etc/postfix";
}

bool setup_postfix_check(void)
{
    return runs("postfix", folder_of_files(), true, NULL, "check", NULL);
}

bool setup_postfix_reload(void)
{
    return runs("postfix", folder_of_files(), false, NULL, "reload", NULL);
}

/* ---- what is written for one server ---- */

enum list { DOMAINS, MAILBOXES, LOCALS, ALIASES, TRANSPORTS, LISTS };

static const char *const names[LISTS] = {
    [DOMAINS] = "virtual_mailbox_domains", [MAILBOXES] = "virtual_mailbox_maps",
    [LOCALS] = "local_recipient_maps",     [ALIASES] = "virtual_alias_maps",
    [TRANSPORTS] = "transport_maps",
};

#define SERVICE "postmove/unix"
#define LIMIT "postmove_destination_recipient_limit"
#define TIME "postmove_time_limit"
#define DELIMITERS "recipient_delimiter"
#define POSTCONF_FAILS "postconf fails; its messages are above"

struct lines {
    const char *domain;   /* borrowed */
    char *entries[LISTS]; /* one in each list */
    char *service;        /* the entry of master.cf */
};

static void lines_clear(struct lines *lines)
{
    for (int i = 0; i < LISTS; i++) {
        g_free(lines->entries[i]);
    }
    g_free(lines->service);
}

typedef struct lines Lines;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Lines, lines_clear)

static char *path_of_receive(void)
{
    g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *bin =
        g_path_get_dirname(program != NULL ? program : "/usr/local/bin/postmove");
    return g_build_filename(bin, "postmove-receive", NULL);
}

/* Every domain needs postmaster and abuse (RFC 2142); programs of this machine write to root and to
 * the server's user. */
static void lines_make(struct lines *lines, const struct config *config, const char *user)
{
    const char *host = config->host, *person = config->operator_address;
    g_autofree char *address = g_ascii_strdown(config->address, -1);
    g_autofree char *receive = path_of_receive();
    lines->domain = host;
    lines->entries[DOMAINS] = g_strdup_printf("inline:{ %s=postmove }", host);
    lines->entries[MAILBOXES] = g_strdup_printf("inline:{ %s=postmove }", address);
    lines->entries[LOCALS] = g_strdup(lines->entries[MAILBOXES]);
    lines->entries[ALIASES] = g_strdup_printf(
        "inline:{ {postmaster@%s = %s}, {abuse@%s = %s}, {root@%s = %s}, {%s@%s = %s} }", host,
        person, host, person, host, person, user, host, person);
    lines->entries[TRANSPORTS] = g_strdup_printf("inline:{ %s=postmove: }", address);
    lines->service =
        g_strdup_printf(SERVICE "=postmove unix - n n - 4 pipe flags=DRXq user=%s null_sender= "
                                "argv=%s -d %s -f ${sender} -r ${original_recipient}",
                        user, receive, config->spool);
}

/* ---- a draft: copies of the two files, in a folder of their own ---- */

struct draft {
    char *folder, *main_cf, *master_cf;
    bool silent; /* postconf has not answered a question */
};

static void draft_clear(struct draft *draft)
{
    if (draft->folder != NULL) {
        unlink(draft->main_cf);
        unlink(draft->master_cf);
        rmdir(draft->folder);
    }
    g_free(draft->folder);
    g_free(draft->main_cf);
    g_free(draft->master_cf);
}

typedef struct draft Draft;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Draft, draft_clear)

/* Writes a file of the draft. postconf(1) adds its lines right behind the last byte. */
static bool write_whole_lines(const char *path, const char *text, GError **error)
{
    const bool ends = *text == '\0' || g_str_has_suffix(text, "\n");
    g_autofree char *lines = g_strconcat(text, ends ? "" : "\n", NULL);
    return g_file_set_contents(path, lines, -1, error);
}

static bool draft_make(struct draft *draft, const char *main_text, const char *master_text,
                       GError **error)
{
    draft->folder = g_dir_make_tmp("postmove-XXXXXX", error);
    if (draft->folder == NULL) {
        return false;
    }
    draft->main_cf = g_build_filename(draft->folder, "main.cf", NULL);
    draft->master_cf = g_build_filename(draft->folder, "master.cf", NULL);
    return write_whole_lines(draft->main_cf, main_text, error) &&
           write_whole_lines(draft->master_cf, master_text, error);
}

/* Runs postconf on the draft. It waits a second or two before it reads a file that has just
 * changed, in case somebody still writes; nobody but us writes this one. */
static bool postconf(const struct draft *draft, bool told, char **printed, const char *option,
                     const char *what)
{
    const struct timespec long_ago[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };
    return utimensat(AT_FDCWD, draft->main_cf, long_ago, 0) == 0 &&
           runs("postconf", draft->folder, told, printed, option, what, NULL);
}

/* What postconf prints of a parameter. Free with g_free. */
static char *ask(struct draft *draft, const char *option, const char *name)
{
    char *value = NULL;
    const bool good = postconf(draft, false, &value, option, name);
    draft->silent = draft->silent || !good;
    return good ? value : g_strdup("");
}

/* Does a list, with its parameters replaced by their values, name the domain? */
static enum postfix_answer names_domain(struct draft *draft, const char *name, const char *domain)
{
    g_autofree char *value = ask(draft, "-hx", name);
    g_auto(GStrv) parts = g_strsplit(value, draft->folder, -1); /* $config_directory */
    g_autofree char *list = g_strjoinv(folder_of_files(), parts);
    return postfix_lists(list, domain);
}

static bool edit(const struct draft *draft, const char *option, const char *what)
{
    return postconf(draft, true, NULL, option, what);
}

static bool set(const struct draft *draft, const char *name, const char *value)
{
    g_autofree char *line = g_strconcat(name, " = ", value, NULL);
    return edit(draft, "-e", line);
}

/* True if setup has put the entry there, perhaps for another address. */
static bool is_ours(enum list list, const char *entry)
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
static bool edit_list(struct draft *draft, enum list list, const char *added)
{
    g_autofree char *value = ask(draft, "-h", names[list]);
    g_autofree char *usual = ask(draft, "-dh", names[list]);
    /* The value of a new Postfix often names older parameters, which are empty. */
    g_autofree char *meant = ask(draft, "-hx", names[list]);
    g_auto(GStrv) entries = postfix_entries(*meant == '\0' ? "" : value);
    g_auto(GStrv) usual_entries = postfix_entries(usual);
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
    if (g_strv_equal((const char *const *)changed, (const char *const *)entries)) {
        return true;
    }
    g_autofree char *text = g_strjoinv(", ", changed);
    const bool is_usual = changed[0] == NULL || g_strv_equal((const char *const *)changed,
                                                             (const char *const *)usual_entries);
    return is_usual ? edit(draft, "-X", names[list]) : set(draft, names[list], text);
}

/* Finds out whether mail for the domain goes to the users of this machine. False with the error if
 * that cannot be known, or if Postfix knows another way for it: of several it takes one, in this
 * order. */
static bool check_domain(struct draft *draft, const char *domain, bool *of_users, GError **error)
{
    static const char *const ways[] = { "mydestination", "virtual_alias_domains",
                                        "virtual_mailbox_domains", "relay_domains" };
    *of_users = false;
    for (size_t i = 0; i < G_N_ELEMENTS(ways) && !*of_users; i++) {
        const enum postfix_answer answer = names_domain(draft, ways[i], domain);
        g_autofree char *value = answer != POSTFIX_NO ? ask(draft, "-h", ways[i]) : NULL;
        *of_users = answer == POSTFIX_YES && i == 0;
        if (answer == POSTFIX_UNKNOWN) {
            return cli_refuse(
                error, POSTMOVE_ERROR_NO,
                "nobody can say whether %s lists %s, since a file or table of "
                "\"%s\" cannot be read (`postmap -q %s TABLE` says why); repair it, or take "
                "it out of that list",
                ways[i], domain, value, domain);
        }
        if (answer == POSTFIX_YES && !*of_users && strcmp(ways[i], names[DOMAINS]) != 0) {
            return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                              "%s (\"%s\") lists %s already, and Postfix handles a domain in "
                              "one way only; take it out there, or let the server's address "
                              "be in a domain of its own",
                              ways[i], value, domain);
        }
    }
    return true;
}

/* True if the server's address has to be in that list: a domain whose mail goes to the users of
 * this machine stays theirs, and a list that takes any address stays so. */
static bool is_needed(struct draft *draft, enum list list, const struct lines *lines, bool of_users)
{
    if (list == DOMAINS) {
        return !of_users;
    }
    if (list != LOCALS && list != MAILBOXES) {
        return true;
    }
    g_autofree char *value = ask(draft, "-h", names[list]);
    g_autofree char *domains = ask(draft, "-h", names[DOMAINS]);
    const bool takes_any = *value == '\0' && strcmp(domains, lines->entries[DOMAINS]) != 0;
    return of_users == (list == LOCALS) && !takes_any;
}

/* False with the error if the service brings mail elsewhere. */
static bool check_service(struct draft *draft, const char *spool, GError **error)
{
    g_autofree char *entry = ask(draft, "-M", SERVICE);
    g_auto(GStrv) words = postfix_entries(entry);
    char **word = words;
    while (*word != NULL && strcmp(*word, "-d") != 0) {
        word++;
    }
    return *entry == '\0' || (*word != NULL && g_strcmp0(word[1], spool) == 0) ||
           cli_refuse(error, POSTMOVE_ERROR_USAGE,
                      "the service postmove in master.cf does not bring mail to %s, and one "
                      "Postfix brings mail to one server; if it is this server's, change that "
                      "path there, or set a second server up by hand, with a service of "
                      "another name (postmove(1), EXAMPLES)",
                      spool);
}

/* Sets the entry of master.cf; options (-o) that the operator has added to it stay. */
static bool set_service(struct draft *draft, const char *service)
{
    g_autofree char *text = ask(draft, "-P", SERVICE "/*");
    g_auto(GStrv) options = g_strsplit(text, "\n", -1);
    bool good = edit(draft, "-Me", service);
    for (char **option = options; *option != NULL && good; option++) {
        good = **option == '\0' || edit(draft, "-Pe", *option);
    }
    return good;
}

/* Puts the lines of a server into the draft, in place of those for another address. */
static bool draft_set(struct draft *draft, const struct lines *lines, GError **error)
{
    bool of_users;
    if (!check_domain(draft, lines->domain, &of_users, error)) {
        return false;
    }
    bool good =
        set_service(draft, lines->service) && set(draft, LIMIT, "1") && set(draft, TIME, "60s");
    for (int i = 0; i < LISTS && good; i++) {
        const bool needed = is_needed(draft, i, lines, of_users);
        good = edit_list(draft, i, needed ? lines->entries[i] : NULL);
    }
    g_autofree char *delimiters = ask(draft, "-h", DELIMITERS);
    g_autofree char *more = g_strconcat(delimiters, "+", NULL);
    good =
        good && !draft->silent && (strchr(delimiters, '+') != NULL || set(draft, DELIMITERS, more));
    return good || cli_refuse(error, POSTMOVE_ERROR_NO, "%s", POSTCONF_FAILS);
}

/* Takes them out again. */
static bool draft_unset(struct draft *draft)
{
    bool good = edit(draft, "-MX", SERVICE) && edit(draft, "-X", LIMIT) && edit(draft, "-X", TIME);
    for (int i = 0; i < LISTS && good; i++) {
        good = edit_list(draft, i, NULL);
    }
    return good && !draft->silent;
}

/* ---- the changes ---- */

/* What a file was before setup changed it first; NULL: nobody knows. Free with g_free. */
static char *text_before(const char *path)
{
    g_autofree char *kept = g_strconcat(path, SETUP_KEPT, NULL);
    char *text = NULL;
    return g_file_get_contents(kept, &text, NULL, NULL) ? text : NULL;
}

/* If a file is still what setup made of the one before, gives that back, byte by byte. */
static void restore(struct setup_change *change, const char *made, const char *before)
{
    g_autofree char *text = NULL;
    if (before != NULL && g_file_get_contents(made, &text, NULL, NULL) &&
        strcmp(text, change->old) == 0) {
        g_free(change->made);
        change->made = g_strdup(before);
    }
}

/* Takes the + out of the delimiters that setup has put behind those of before. */
static bool shorten_delimiters(struct draft *draft, struct draft *before)
{
    g_autofree char *value = ask(draft, "-h", DELIMITERS), *old = ask(before, "-h", DELIMITERS);
    g_autofree char *made = g_strconcat(old, "+", NULL);
    return strcmp(value, made) != 0 ||
           (*old == '\0' ? edit(draft, "-X", DELIMITERS) : set(draft, DELIMITERS, old));
}

static bool undo(struct setup_change *main_cf, struct setup_change *master_cf, struct draft *draft,
                 const struct lines *lines, GError **error)
{
    g_autofree char *main_before = text_before(main_cf->path);
    g_autofree char *master_before = text_before(master_cf->path);
    g_auto(Draft) again = { 0 };
    if (!draft_make(&again, main_before != NULL ? main_before : "",
                    master_before != NULL ? master_before : "", error)) {
        return false;
    }
    if ((main_before != NULL && !shorten_delimiters(draft, &again)) || !draft_unset(draft) ||
        !g_file_get_contents(draft->main_cf, &main_cf->made, NULL, error) ||
        !g_file_get_contents(draft->master_cf, &master_cf->made, NULL, error)) {
        return false;
    }
    if (draft_set(&again, lines, NULL)) {
        restore(main_cf, again.main_cf, main_before);
        restore(master_cf, again.master_cf, master_before);
    }
    return true;
}

/* The change of a file, which must exist. NULL with the error. */
static struct setup_change *change_of(GPtrArray *changes, const char *name, GError **error)
{
    g_autofree char *path = g_build_filename(folder_of_files(), name, NULL);
    struct setup_change *change = setup_change_find(changes, path, error);
    if (change != NULL && change->old == NULL) {
        g_autofree char *what = g_strdup_printf(
            "there is no file %s; install Postfix, or name the folder of its files in MAIL_CONFIG",
            path);
        cli_refuse(error, POSTMOVE_ERROR_NO, "%s", what);
        return NULL;
    }
    return change;
}

/* False with the error if a path that no answer names cannot be written into the lines. */
static bool check_path(const char *path, GError **error)
{
    return setup_is_plain(path, "+/") ||
           cli_refuse(error, POSTMOVE_ERROR_USAGE,
                      "%s: only letters, digits and . _ - + / may be in this path; other "
                      "characters are not safe in the files of Postfix",
                      path);
}

bool setup_postfix_changes(const struct config *config, const char *user, bool takes_out,
                           GPtrArray *changes, GError **error)
{
    g_autofree char *receive = path_of_receive();
    struct setup_change *main_cf = change_of(changes, "main.cf", error);
    struct setup_change *master_cf =
        main_cf != NULL ? change_of(changes, "master.cf", error) : NULL;
    g_auto(Draft) draft = { 0 };
    if (master_cf == NULL || !check_path(receive, error) || !check_path(config->spool, error) ||
        !draft_make(&draft, main_cf->old, master_cf->old, error) ||
        !check_service(&draft, config->spool, error)) {
        return false;
    }
    g_auto(Lines) lines = { 0 };
    lines_make(&lines, config, user);
    if (takes_out) {
        return undo(main_cf, master_cf, &draft, &lines, error) ||
               (*error == NULL && cli_refuse(error, POSTMOVE_ERROR_NO, "%s", POSTCONF_FAILS));
    }
    return draft_set(&draft, &lines, error) &&
           g_file_get_contents(draft.main_cf, &main_cf->made, NULL, error) &&
           g_file_get_contents(draft.master_cf, &master_cf->made, NULL, error);
}

bool setup_postfix_was_set_up(void)
{
    g_autofree char *path = g_build_filename(folder_of_files(), "main.cf", NULL);
    g_autofree char *kept = g_strconcat(path, SETUP_KEPT, NULL), *text = NULL;
    return access(kept, F_OK) == 0 && g_file_get_contents(path, &text, NULL, NULL) &&
           strstr(text, "=postmove") != NULL;
}

bool setup_postfix_holds(const struct config *config, const char *user, GError **error)
{
    g_autoptr(GPtrArray) changes =
        g_ptr_array_new_with_free_func((GDestroyNotify)setup_change_free);
    bool holds = setup_postfix_changes(config, user, false, changes, error);
    for (guint i = 0; i < changes->len && holds; i++) {
        holds = !setup_is_changed(changes->pdata[i]);
    }
    return holds;
}
