/* doctor: does the Postfix on this machine run, has it the lines that setup has written, and can
 * letters leave by it? What becomes of a mail there, the letter of --mail shows. */
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "cli/checkup.h"
#include "cli/setup.h"
#include "transport/dns.h"
#include "transport/postfix.h"
#include "transport/reach.h"

enum {
    LISTENS_MILLISECONDS = 2000, /* until this machine's Postfix answers */
    LEAVES_MILLISECONDS = 5000,  /* until a mail server elsewhere answers */
    DNS_SECONDS = 5,
    SERVERS_MAX = 2, /* mail servers of a domain that are tried */
};

/* The parameters of main.cf that are looked at. */
enum parameter {
    DESTINATION,
    MAILBOX_DOMAINS,
    ALIAS_DOMAINS,
    INTERFACES,
    RELAY,
    DEFAULT,
    RESTRICTIONS, /* the first of the lists by which smtpd takes or refuses mail */
    PARAMETERS = RESTRICTIONS + 5
};
static const char *const names[PARAMETERS] = {
    [DESTINATION] = "mydestination",
    [MAILBOX_DOMAINS] = "virtual_mailbox_domains",
    [ALIAS_DOMAINS] = "virtual_alias_domains",
    [INTERFACES] = "inet_interfaces",
    [RELAY] = "relayhost",
    [DEFAULT] = "default_transport",
    [RESTRICTIONS] = "smtpd_client_restrictions",
    "smtpd_helo_restrictions",
    "smtpd_sender_restrictions",
    "smtpd_relay_restrictions",
    "smtpd_recipient_restrictions",
};

/* The HOST of "[HOST]:PORT", "HOST:PORT", "[HOST]" or "HOST"; *port becomes the port, or 25. Free
 * both with g_free. */
static char *split(const char *text, char **port)
{
    const gsize bracket = *text == '[' ? 1 : 0;
    const gsize length = strcspn(text + bracket, bracket > 0 ? "]" : ":");
    const char *colon = strchr(text + bracket + length, ':');
    *port = g_strdup(colon != NULL ? colon + 1 : "25");
    return g_strndup(text + bracket, length);
}

/* Does anything listen at [ADDRESS:]PORT, as smtpd should? */
static bool listens(const char *listener, const char *interfaces)
{
    g_autofree char *host = NULL, *port = NULL;
    g_auto(GStrv) own = postfix_entries(interfaces);
    if (strchr(listener, ':') != NULL) {
        host = split(listener, &port);
        return reach_port(host, port, LISTENS_MILLISECONDS, NULL);
    }
    const bool named = own[0] != NULL && strcmp(own[0], "all") != 0;
    return reach_port(named ? own[0] : "localhost", listener, LISTENS_MILLISECONDS, NULL);
}

static void look_at_way_in(struct checkup *checkup, const char *interfaces)
{
    if (strcmp(interfaces, "loopback-only") == 0 || strcmp(interfaces, "localhost") == 0) {
        checkup_tell(checkup, "!postfix-local", .detail = interfaces);
        return;
    }
    g_auto(GStrv) listeners = postfix_listeners();
    for (char **listener = listeners; *listener != NULL; listener++) {
        if (listens(*listener, interfaces)) {
            return;
        }
    }
    checkup_tell(checkup, listeners[0] == NULL ? "!postfix-closed" : "!postfix-stopped",
                 .detail = listeners[0]);
}

/* Does one of the lists refuse whoever writes from elsewhere? What a table, or another word that
 * may permit, decides is not known. */
static void look_at_restrictions(struct checkup *checkup, char *const *values)
{
    static const char *const own[] = { "permit_mynetworks", "permit_sasl_authenticated",
                                       "permit_tls_clientcerts", NULL };
    for (int i = RESTRICTIONS; i < PARAMETERS; i++) {
        g_auto(GStrv) entries = postfix_entries(values[i]);
        char **entry = entries;
        while (*entry != NULL &&
               (g_strv_contains(own, *entry) || g_str_has_prefix(*entry, "reject_"))) {
            entry++;
        }
        if (*entry != NULL && (strcmp(*entry, "reject") == 0 || strcmp(*entry, "defer") == 0)) {
            checkup_tell(checkup, "!postfix-rejects", .path = names[i], .detail = *entry);
        }
    }
}

/* Can the programs to which master.cf gives mail be started? */
static void look_at_receivers(struct checkup *checkup)
{
    g_auto(GStrv) receivers = postfix_receivers();
    for (char **path = receivers; *path != NULL; path++) {
        if (access(*path, X_OK) != 0) {
            checkup_tell(checkup, "!postfix-receive", .path = *path);
        }
    }
}

static void look_at_lines(struct checkup *checkup)
{
    g_autoptr(GError) error = NULL;
    const struct config *config = checkup->server.config;
    uid_t id;
    g_autofree char *user = checkup_server_user(config, &id);
    g_auto(SetupEdits) edits = { 0 };
    if (user != NULL && setup_postfix_was_set_up() &&
        (!setup_postfix_find(config, user, &edits, &error) || setup_postfix_differs(&edits))) {
        const bool possible = !g_error_matches(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
        checkup_tell(checkup,
                     error == NULL ? "!postfix-lines"
                     : possible    ? "?postfix-unknown"
                                   : "!postfix-impossible",
                     .path = config->host, .reason = error != NULL ? error->message : NULL);
    }
}

/* The mail servers of a domain. Free with g_ptr_array_unref. */
static GPtrArray *servers_of(const char *domain)
{
    g_autofree struct dns_answer *answer = g_new(struct dns_answer, 1);
    const gint64 until = g_get_monotonic_time() + DNS_SECONDS * (gint64)G_USEC_PER_SEC;
    return !dns_is_reserved(domain) && dns_ask(domain, DNS_MX, until, answer) != DNS_SILENT
               ? dns_values(answer->bytes, answer->length, DNS_MX)
               : g_ptr_array_new_with_free_func(g_free);
}

/* Letters go to the relay that is set, or else to the mail servers of their recipients; the
 * operator's stand for these. */
static void look_at_way_out(struct checkup *checkup, char *const *values)
{
    static const char *const nowhere[] = { "error", "discard", "retry", "local", NULL };
    const char *way = values[DEFAULT];
    g_autofree char *transport = g_strndup(way, strcspn(way, ":"));
    if (g_strv_contains(nowhere, transport)) {
        checkup_tell(checkup, "!postfix-nowhere", .detail = way);
        return;
    }
    g_auto(GStrv) relays = postfix_entries(values[RELAY]);
    const char *to =
        relays[0] != NULL ? relays[0] : strchr(checkup->server.config->operator_address, '@') + 1;
    g_autofree char *port = NULL, *host = split(to, &port);
    g_autoptr(GPtrArray) servers = *to == '[' ? g_ptr_array_new() : servers_of(host);
    if (*to == '[') { /* the machine itself */
        g_ptr_array_add(servers, host);
    }
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < servers->len && i < SERVERS_MAX; i++) {
        g_clear_error(&error);
        if (reach_port(servers->pdata[i], port, LEAVES_MILLISECONDS, &error)) {
            return;
        }
    }
    if (error != NULL) {
        checkup_tell(checkup, "!postfix-blocked", .path = servers->pdata[0], .detail = port,
                     .reason = error->message);
    }
}

/* True if the domain's mail comes to this Postfix. */
static bool has_domain(char *const *values, const char *domain)
{
    bool has = false;
    for (int i = DESTINATION; i <= ALIAS_DOMAINS && !has; i++) {
        has = postfix_lists(values[i], domain) == POSTFIX_YES;
    }
    return has;
}

void checkup_postfix(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    char *values[PARAMETERS];
    g_autoptr(GError) error = NULL;
    if (!postfix_is_here()) {
        checkup_tell(checkup, "postfix-absent", 0);
        return;
    }
    if (!postfix_values("-x", names, PARAMETERS, values, &error)) {
        checkup_tell(checkup, "?postfix-unknown", .path = config->host, .reason = error->message);
        return;
    }
    look_at_lines(checkup);
    look_at_receivers(checkup);
    if (has_domain(values, config->host)) {
        look_at_way_in(checkup, values[INTERFACES]);
        look_at_restrictions(checkup, values);
    } else {
        checkup_tell(checkup, config->mailboxes->len == 0 ? "?postfix-elsewhere" : "postfix-unused",
                     .path = config->host);
    }
    if (config->hook_argv != NULL && g_str_has_suffix(config->hook_argv[0], "sendmail")) {
        look_at_way_out(checkup, values);
    }
    for (int i = 0; i < PARAMETERS; i++) {
        g_free(values[i]);
    }
}
