/* setup: the lines of Postfix's main.cf and master.cf, by its own program postconf(1). */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "cli/setup.h"
#include "transport/postfix.h"
#include "transport/program.h"

/* ---- its programs ---- */

/* Runs a program of Postfix with an option and arguments behind it (NULL: none). Its messages are
 * shown. */
static bool run(const char *program, const char *option, const GPtrArray *arguments)
{
    g_autofree char *path = program_path(program);
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_ptr_array_add(argv, path);
    g_ptr_array_add(argv, (char *)option);
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
    return run("postfix", "reload", NULL);
}

/* ---- what is written for one server ---- */

/* The lists in main.cf that setup adds to. */
enum list { DOMAINS, MAILBOXES, LOCALS, ALIASES, TRANSPORTS, LISTS };

static const char *const names[LISTS] = {
    [DOMAINS] = "virtual_mailbox_domains", [MAILBOXES] = "virtual_mailbox_maps",
    [LOCALS] = "local_recipient_maps",     [ALIASES] = "virtual_alias_maps",
    [TRANSPORTS] = "transport_maps",
};

/* The parameters that are setup's alone. */
static const struct {
    const char *name, *value;
} own[] = {
    { "postmove_destination_recipient_limit", "1" },
    { "postmove_time_limit", "60s" },
};

#define SERVICE "postmove/unix"
#define DELIMITERS "recipient_delimiter"
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
    GHashTable *set;    /* what main.cf sets; then what it will */
    GHashTable *usual;  /* the defaults */
    GHashTable *meant;  /* with the parameters in them replaced by their values */
    char *service_now;  /* NULL: there is none */
    const char *domain; /* borrowed */
    /* What a server needs; NULL where the lines are taken out. */
    char *entries[LISTS]; /* one in each list */
    char *service;        /* the entry of master.cf */
};

static void lines_clear(struct lines *lines)
{
    g_clear_pointer(&lines->set, g_hash_table_unref);
    g_clear_pointer(&lines->usual, g_hash_table_unref);
    g_clear_pointer(&lines->meant, g_hash_table_unref);
    for (int i = 0; i < LISTS; i++) {
        g_free(lines->entries[i]);
    }
    g_free(lines->service_now);
    g_free(lines->service);
}

typedef struct lines Lines;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Lines, lines_clear)

/* The value of a parameter, as main.cf has it, or the default. */
static const char *now(const struct lines *lines, const char *name)
{
    return postfix_value(g_hash_table_contains(lines->set, name) ? lines->set : lines->usual, name);
}

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
    g_auto(GStrv) services = postfix_services(error);
    lines->set = services != NULL ? postfix_parameters("-n", error) : NULL;
    lines->usual = lines->set != NULL ? postfix_parameters("-d", error) : NULL;
    lines->meant = lines->usual != NULL ? postfix_parameters("-x", error) : NULL;
    for (char **service = services; service != NULL && *service != NULL; service++) {
        if (g_regex_match_simple("^postmove\\s+unix\\s", *service, G_REGEX_RAW, 0)) {
            lines->service_now = g_strdup(*service);
        }
    }
    return lines->meant != NULL;
}

/* Adds an edit, and what is shown of it: the line that is there, and the one that takes its place
 * (NULL: none). */
static void edit(struct lines *lines, enum edit edit, char *argument, const char *old,
                 const char *made)
{
    g_ptr_array_add(lines->edits->of[edit], argument);
    if (old != NULL) {
        g_string_append_printf(lines->edits->shown, "-%s\n", old);
    }
    if (made != NULL) {
        g_string_append_printf(lines->edits->shown, "+%s\n", made);
    }
}

/* Sets a parameter, or removes it (NULL). */
static void set(struct lines *lines, const char *name, const char *value)
{
    const char *before = g_hash_table_lookup(lines->set, name);
    g_autofree char *old = before != NULL ? g_strconcat(name, " = ", before, NULL) : NULL;
    char *made = value != NULL ? g_strconcat(name, " = ", value, NULL) : NULL;
    edit(lines, made != NULL ? SET : REMOVE, made != NULL ? made : g_strdup(name), old, made);
    if (value != NULL) {
        g_hash_table_replace(lines->set, g_strdup(name), g_strdup(value));
    } else {
        g_hash_table_remove(lines->set, name);
    }
}

/* ---- lists ---- */

/* True if setup has put the entry into a list, perhaps for another address. */
static bool is_ours(const char *entry)
{
    return g_regex_match_simple("^inline:{ ([^ ]+=postmove:?|"
                                "{postmaster@[^ ]+ = [^ ]+}, {abuse@[^ ]+ = [^ ]+}, "
                                "{root@[^ ]+ = [^ ]+}, {[^ ]+@[^ ]+ = [^ ]+}) }$",
                                entry, 0, 0);
}

/* Takes our entries out of a list, and puts another in (NULL: none). */
static void edit_list(struct lines *lines, enum list list, const char *added)
{
    const char *name = names[list];
    /* The value of a new Postfix often names older parameters, which are empty. */
    g_auto(GStrv) entries =
        postfix_entries(*postfix_value(lines->meant, name) == '\0' ? "" : now(lines, name));
    g_auto(GStrv) usual = postfix_entries(postfix_value(lines->usual, name));
    g_autoptr(GStrvBuilder) kept = g_strv_builder_new();
    const bool there = added != NULL && g_strv_contains((const char *const *)entries, added);
    for (char **entry = entries; *entry != NULL; entry++) {
        if ((there && strcmp(*entry, added) == 0) || !is_ours(*entry)) {
            g_strv_builder_add(kept, *entry);
        }
    }
    if (added != NULL && !there) {
        g_strv_builder_add(kept, added);
    }
    g_auto(GStrv) changed = g_strv_builder_end(kept);
    if (!g_strv_equal((const char *const *)changed, (const char *const *)entries)) {
        const bool is_usual = changed[0] == NULL || g_strv_equal((const char *const *)changed,
                                                                 (const char *const *)usual);
        g_autofree char *text = g_strjoinv(", ", changed);
        set(lines, name, is_usual ? NULL : text);
    }
}

/* Finds out whether mail for the domain goes to the users of this machine. False with the error if
 * Postfix knows another way for it. */
static bool check_domain(const struct lines *lines, bool *of_users, GError **error)
{
    static const char *const ways[] = { "virtual_alias_domains", "relay_domains" };
    *of_users = postfix_lists(postfix_value(lines->meant, "mydestination"), lines->domain);
    for (size_t i = 0; i < G_N_ELEMENTS(ways) && !*of_users; i++) {
        if (postfix_lists(postfix_value(lines->meant, ways[i]), lines->domain)) {
            return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                              "%s (\"%s\") lists %s already, and Postfix handles a domain in "
                              "one way only; take it out there, or let the server's address "
                              "be in a domain of its own",
                              ways[i], now(lines, ways[i]), lines->domain);
        }
    }
    return true;
}

/* True if the server's address has to be in that list: a domain whose mail goes to the users of
 * this machine stays theirs, and a list that takes any address stays so. */
static bool is_needed(const struct lines *lines, enum list list, bool of_users)
{
    if (list == DOMAINS) {
        return !of_users;
    }
    if (list != LOCALS && list != MAILBOXES) {
        return true;
    }
    const bool takes_any = *now(lines, names[list]) == '\0' &&
                           strcmp(now(lines, names[DOMAINS]), lines->entries[DOMAINS]) != 0;
    return of_users == (list == LOCALS) && !takes_any;
}

/* ---- the service ---- */

/* An entry of master.cf with one blank between its words, without the options (-o) that the
 * operator has added. Free with g_free. */
static char *service_words(const char *entry)
{
    g_autoptr(GRegex) gaps = g_regex_new("\\s+(-o\\s+\\S+\\s+)*", G_REGEX_RAW, 0, NULL);
    return g_regex_replace_literal(gaps, entry != NULL ? entry : "", -1, 0, " ", 0, NULL);
}

/* False with the error if the service that is there brings mail elsewhere. */
static bool check_service(const struct lines *lines, const char *spool, GError **error)
{
    g_autofree char *ours = g_strconcat(" -d ", spool, " ", NULL);
    return lines->service_now == NULL || strstr(lines->service_now, ours) != NULL ||
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
    if (!check_domain(lines, &of_users, error)) {
        return false;
    }
    g_autofree char *service_now = service_words(lines->service_now);
    if (strcmp(service_now, lines->service) != 0) {
        edit(lines, ADD_SERVICE, g_strconcat(SERVICE "=", lines->service, NULL), lines->service_now,
             lines->service);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(own); i++) {
        if (strcmp(now(lines, own[i].name), own[i].value) != 0) {
            set(lines, own[i].name, own[i].value);
        }
    }
    for (enum list i = 0; i < LISTS; i++) {
        edit_list(lines, i, is_needed(lines, i, of_users) ? lines->entries[i] : NULL);
    }
    if (strchr(postfix_value(lines->meant, DELIMITERS), '+') == NULL) {
        g_autofree char *more = g_strconcat(now(lines, DELIMITERS), "$" DELIMITER, NULL);
        set(lines, DELIMITER, "+");
        set(lines, DELIMITERS, more);
    }
    return true;
}

/* Takes them out again. */
static void edit_out(struct lines *lines)
{
    for (enum list i = 0; i < LISTS; i++) {
        edit_list(lines, i, NULL);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(own); i++) {
        if (g_hash_table_contains(lines->set, own[i].name)) {
            set(lines, own[i].name, NULL);
        }
    }
    if (g_str_has_suffix(now(lines, DELIMITERS), "$" DELIMITER)) {
        g_autofree char *others = g_strdup(now(lines, DELIMITERS));
        others[strlen(others) - strlen("$" DELIMITER)] = '\0';
        set(lines, DELIMITERS, *others != '\0' ? others : NULL);
        set(lines, DELIMITER, NULL);
    }
    if (lines->service_now != NULL) {
        edit(lines, REMOVE_SERVICE, g_strdup(SERVICE), lines->service_now, NULL);
    }
}

void setup_edits_clear(struct setup_edits *edits)
{
    for (int i = 0; i < SETUP_EDITS; i++) {
        g_clear_pointer(&edits->of[i], g_ptr_array_unref);
    }
    if (edits->shown != NULL) {
        g_string_free(edits->shown, TRUE);
    }
}

bool setup_postfix_find(const struct config *config, const char *user, struct setup_edits *edits,
                        GError **error)
{
    g_auto(Lines) lines = { .edits = edits, .domain = config->host };
    for (int i = 0; i < SETUP_EDITS; i++) {
        edits->of[i] = g_ptr_array_new_with_free_func(g_free);
    }
    edits->shown = g_string_new(NULL);
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

/* ---- in files ---- */

/* Ends the last line of a file: postconf adds its lines right behind the last byte. */
static bool end_line(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;
    if (!g_file_get_contents(path, &text, &length, error)) {
        return false;
    }
    if (length == 0 || text[length - 1] == '\n') {
        return true;
    }
    const int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    const bool ended = (file >= 0 && write(file, "\n", 1) == 1) ||
                       file_fault(path, "cannot end its last line", error);
    if (file >= 0) {
        close(file);
    }
    return ended;
}

bool setup_postfix_put(const struct config *config, const char *user, GError **error)
{
    static const char *const files[] = { "main.cf", "master.cf" };
    g_auto(SetupEdits) edits = { 0 };
    bool good = setup_postfix_find(config, user, &edits, error);
    for (size_t i = 0; i < G_N_ELEMENTS(files) && good; i++) {
        g_autofree char *path = g_build_filename(setup_postfix_folder(), files[i], NULL);
        good = end_line(path, error);
    }
    if (!good) {
        return false;
    }
    for (int i = 0; i < SETUP_EDITS && good; i++) {
        good = edits.of[i]->len == 0 || run("postconf", edit_options[i], edits.of[i]);
    }
    return good || cli_refuse(error, POSTMOVE_ERROR_NO,
                              "postconf fails; its messages are above, and `postmove setup --undo` "
                              "takes out what it has written");
}

bool setup_postfix_was_set_up(void)
{
    g_autofree char *path = g_build_filename(setup_postfix_folder(), "main.cf", NULL), *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) &&
           g_regex_match_simple("= .*inline:{ ({postmaster@|[^ ]+=postmove: |[^ @]+=postmove )",
                                text, G_REGEX_RAW, 0);
}
