/* doctor: does the Postfix on this machine bring the server its mail, and no other mail? */
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/checkup.h"
#include "transport/postfix.h"

/* The parameters of main.cf that decide it. */
enum parameter {
    DESTINATION,
    MAILBOX_DOMAINS,
    MAILBOX_MAPS,
    ALIAS_DOMAINS,
    ALIAS_MAPS,
    LOCAL_ALIASES,
    LOCAL_RECIPIENTS,
    TRANSPORT,
    TRANSPORT_MAPS,
    DELIMITER,
    PARAMETERS,
};

static const char *const names[PARAMETERS] = {
    [DESTINATION] = "mydestination",         [MAILBOX_DOMAINS] = "virtual_mailbox_domains",
    [MAILBOX_MAPS] = "virtual_mailbox_maps", [ALIAS_DOMAINS] = "virtual_alias_domains",
    [ALIAS_MAPS] = "virtual_alias_maps",     [LOCAL_ALIASES] = "alias_maps",
    [TRANSPORT] = "virtual_transport",       [TRANSPORT_MAPS] = "transport_maps",
    [DELIMITER] = "recipient_delimiter",     [LOCAL_RECIPIENTS] = "local_recipient_maps",
};

struct view {
    struct checkup *checkup;
    const struct config *config;
    char *values[PARAMETERS];
    bool mailboxes; /* the domain is one of virtual_mailbox_domains */
};

static void tell(const struct view *view, const char *key, const char *detail, const char *reason)
{
    checkup_tell(view->checkup, key, .path = view->config->host, .detail = detail,
                 .reason = reason);
}

/* ---- which addresses are taken ---- */

/* Do the tables have LOCAL at the server's domain, or all of that domain? */
static enum postfix_answer has(const struct view *view, enum parameter tables, const char *local)
{
    g_autofree char *whole = g_strconcat("@", view->config->host, NULL);
    g_autofree char *address = g_strconcat(local, whole, NULL);
    enum postfix_answer answer = postfix_find(view->values[tables], address, NULL);
    return answer == POSTFIX_YES ? answer
                                 : MAX(answer, postfix_find(view->values[tables], whole, NULL));
}

/* Does Postfix take mail for LOCAL at the server's domain? */
static enum postfix_answer takes(const struct view *view, const char *local)
{
    enum postfix_answer alias = has(view, ALIAS_MAPS, local);
    if (alias == POSTFIX_YES || !view->mailboxes) {
        return alias;
    }
    /* Without a table it takes mail for everybody. */
    bool all = view->values[MAILBOX_MAPS][0] == '\0';
    enum postfix_answer mailbox = all ? POSTFIX_YES : has(view, MAILBOX_MAPS, local);
    return mailbox == POSTFIX_NO ? alias : mailbox;
}

/* Every domain must have these (RFC 2142). */
static const char *const demanded[] = { "postmaster", "abuse" };

/* Is mail for LOCAL brought to a user of this machine, or by its aliases? */
static bool is_local(const struct view *view, const char *local)
{
    return getpwnam(local) != NULL ||
           postfix_find(view->values[LOCAL_ALIASES], local, NULL) != POSTFIX_NO;
}

/* The mail of the domain goes to users of this machine; that for the server's address may go to a
 * service. */
static void look_at_users(const struct view *view, bool served)
{
    g_autofree char *local = g_ascii_strdown(view->config->local, -1);
    if (served && view->values[LOCAL_RECIPIENTS][0] != '\0' &&
        has(view, LOCAL_RECIPIENTS, local) == POSTFIX_NO && !is_local(view, local)) {
        tell(view, "!postfix-refused", view->config->address, NULL);
    } else if (!served && !is_local(view, local)) {
        tell(view, "!postfix-user", local, NULL);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(demanded); i++) {
        if (!is_local(view, demanded[i]) && has(view, ALIAS_MAPS, demanded[i]) == POSTFIX_NO) {
            tell(view, "?postfix-alias", demanded[i], view->config->operator_address);
        }
    }
}

static void look_at_addresses(const struct view *view)
{
    const struct config *config = view->config;
    g_autofree char *local = g_ascii_strdown(config->local, -1);
    if (takes(view, local) == POSTFIX_NO) {
        tell(view, "!postfix-refused", config->address, NULL);
    }
    if (takes(view, "no-such-address") == POSTFIX_YES) {
        tell(view, "!postfix-anybody", config->address, NULL);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(demanded); i++) {
        if (has(view, ALIAS_MAPS, demanded[i]) == POSTFIX_NO) {
            tell(view, "!postfix-forward", demanded[i], config->operator_address);
        }
    }
    /* If the server gets the operator's mail itself, the operator's address is of no use. */
    const char *at = strrchr(config->operator_address, '@');
    g_autofree char *person =
        g_ascii_strdown(config->operator_address, at - config->operator_address);
    if (g_ascii_strcasecmp(at + 1, config->host) == 0 &&
        has(view, ALIAS_MAPS, person) == POSTFIX_NO) {
        tell(view, "!postfix-operator", config->operator_address, config->path);
    }
}

/* ---- where their mail goes ---- */

enum { SERVICE_COMMAND = 7 };       /* the place of its program in an entry of master.cf */
static const char argv[] = "argv="; /* before the command that pipe(8) starts */

/* The spool that the words of a command name for postmove-receive, "" if they name none, NULL if it
 * is another command; points into `words`. *program becomes the word that names postmove-receive.
 */
static const char *spool_in(char *const *words, const char **program)
{
    const char *spool = NULL;
    for (; *words != NULL; words++) {
        if (g_str_has_suffix(*words, "postmove-receive")) {
            spool = "";
            *program = *words;
        } else if (spool != NULL && strcmp(*words, "-d") == 0 && words[1] != NULL) {
            return words[1];
        }
    }
    return spool;
}

/* Mail is brought by the user that the entry names, who must own the spool. */
static void look_at_user(const struct view *view, const char *transport, char **words)
{
    static const char field[] = "user=";
    while (*words != NULL && !g_str_has_prefix(*words, field)) {
        words++;
    }
    g_autofree char *name = g_strdup(*words != NULL ? *words + strlen(field) : "");
    name[strcspn(name, ":")] = '\0'; /* a group may follow */
    const struct passwd *entry = getpwnam(name);
    struct stat spool;
    if (*words != NULL && stat(view->config->spool, &spool) == 0 &&
        (entry == NULL || entry->pw_uid != spool.st_uid)) {
        g_autofree char *owner = checkup_user(spool.st_uid);
        checkup_tell(view->checkup, "!postfix-as", .path = transport, .detail = name,
                     .reason = owner);
    }
}

static void look_at_transport(const struct view *view)
{
    const struct config *config = view->config;
    const char *const keys[] = { config->address, config->host };
    g_autofree char *found = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(keys) && found == NULL; i++) {
        g_autofree char *key = g_ascii_strdown(keys[i], -1);
        postfix_find(view->values[TRANSPORT_MAPS], key, &found);
    }
    const char *whole = found != NULL ? found : view->values[TRANSPORT];
    /* The service that the mail is handed to, as in `postmove:`. */
    g_autofree char *transport = g_strndup(whole, strcspn(whole, ":"));
    g_autofree char *entry = postfix_service(transport);
    if (entry == NULL) {
        tell(view, "!postfix-transport", transport, NULL);
        return;
    }
    g_auto(GStrv) words = g_strsplit(entry, " ", -1);
    bool pipe =
        g_strv_length(words) > SERVICE_COMMAND && strcmp(words[SERVICE_COMMAND], "pipe") == 0;
    const char *program = NULL, *spool = pipe ? spool_in(words, &program) : NULL;
    if (spool == NULL) {
        if (config->mailboxes->len == 0) {
            tell(view, "!postfix-program", transport, NULL);
        }
        return;
    }
    const char *path_of_program =
        g_str_has_prefix(program, argv) ? program + strlen(argv) : program;
    if (access(path_of_program, X_OK) != 0) {
        checkup_tell(view->checkup, "!postfix-receive", .path = transport,
                     .detail = path_of_program);
    }
    look_at_user(view, transport, words + SERVICE_COMMAND + 1);
    g_autofree char *path = g_canonicalize_filename(spool, "/");
    if (spool[0] != '\0' && strcmp(path, config->spool) != 0) {
        tell(view, "!postfix-spool", spool, config->spool);
    }
}

/* ---- all of it ---- */

static void look(struct view *view)
{
    const struct config *config = view->config;
    bool users = postfix_lists(view->values[DESTINATION], config->host) == POSTFIX_YES;
    bool aliases = postfix_lists(view->values[ALIAS_DOMAINS], config->host) == POSTFIX_YES;
    g_autofree char *local = g_ascii_strdown(config->local, -1);
    const bool served = users && has(view, TRANSPORT_MAPS, local) == POSTFIX_YES;
    view->mailboxes = postfix_lists(view->values[MAILBOX_DOMAINS], config->host) == POSTFIX_YES;
    if (users && view->mailboxes) {
        tell(view, "!postfix-destination", NULL, NULL);
    } else if (users && config->mailboxes->len == 0) {
        look_at_users(view, served);
    }
    if (!users && !view->mailboxes && !aliases) {
        tell(view, config->mailboxes->len == 0 ? "?postfix-elsewhere" : "postfix-unused", NULL,
             NULL);
        return;
    }
    checkup_traffic(view->checkup);
    if (view->mailboxes || aliases) {
        look_at_addresses(view);
    }
    if (view->mailboxes || served) {
        look_at_transport(view);
    }
    if (strchr(view->values[DELIMITER], config->delimiter) == NULL) {
        const char delimiter[] = { config->delimiter, '\0' };
        tell(view, "!postfix-delimiter", delimiter, view->values[DELIMITER]);
    }
}

void checkup_postfix(struct checkup *checkup)
{
    if (!postfix_is_here()) {
        checkup_tell(checkup, "postfix-absent", 0);
        return;
    }
    struct view view = { .checkup = checkup, .config = checkup->server.config };
    g_autoptr(GError) error = NULL;
    if (postfix_values(names, PARAMETERS, view.values, &error)) {
        look(&view);
    } else {
        checkup_tell(checkup, "?postfix-unknown", .path = view.config->host,
                     .reason = error->message);
    }
    for (int i = 0; i < PARAMETERS; i++) {
        g_free(view.values[i]);
    }
}
