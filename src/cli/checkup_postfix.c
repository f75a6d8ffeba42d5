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
    SERVERS_MAX = 2,             /* mail servers of a domain that are tried */
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

/* Does one of the services smtpd or postscreen take mail from other machines? */
static void look_at_way_in(struct checkup *checkup, char *const *services, const char *interfaces)
{
    enum { TYPE = 1, COMMAND = 7 }; /* their places in an entry */
    if (strcmp(interfaces, "loopback-only") == 0 || strcmp(interfaces, "localhost") == 0) {
        checkup_tell(checkup, "!postfix-local", .detail = interfaces);
        return;
    }
    g_autofree char *deaf = NULL;
    for (char *const *service = services; *service != NULL; service++) {
        g_auto(GStrv) words = postfix_entries(*service);
        if (g_strv_length(words) > COMMAND && strcmp(words[TYPE], "inet") == 0 &&
            (strcmp(words[COMMAND], "smtpd") == 0 || strcmp(words[COMMAND], "postscreen") == 0)) {
            if (listens(words[0], interfaces)) {
                return;
            }
            deaf = deaf != NULL ? deaf : g_strdup(words[0]);
        }
    }
    checkup_tell(checkup, deaf == NULL ? "!postfix-closed" : "!postfix-stopped", .detail = deaf);
}

/* Does one of the lists by which smtpd takes or refuses mail refuse whoever writes from elsewhere?
 * What a table, or another word that may permit, decides is not known. */
static void look_at_restrictions(struct checkup *checkup, GHashTable *parameters)
{
    static const char *const lists[] = { "smtpd_client_restrictions", "smtpd_helo_restrictions",
                                         "smtpd_sender_restrictions", "smtpd_relay_restrictions",
                                         "smtpd_recipient_restrictions" };
    static const char *const own[] = { "permit_mynetworks", "permit_sasl_authenticated",
                                       "permit_tls_clientcerts", NULL };
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        g_auto(GStrv) entries = postfix_entries(postfix_value(parameters, lists[i]));
        char **entry = entries;
        while (*entry != NULL &&
               (g_strv_contains(own, *entry) || g_str_has_prefix(*entry, "reject_"))) {
            entry++;
        }
        if (*entry != NULL && (strcmp(*entry, "reject") == 0 || strcmp(*entry, "defer") == 0)) {
            checkup_tell(checkup, "!postfix-rejects", .path = lists[i], .detail = *entry);
        }
    }
}

/* Can the programs to which master.cf gives mail be started? */
static void look_at_receivers(struct checkup *checkup, char *const *services)
{
    g_autoptr(GRegex) form =
        g_regex_new("\\sargv=(\\S*/postmove-receive)(?:\\s|$)", G_REGEX_RAW, 0, NULL);
    for (char *const *service = services; *service != NULL; service++) {
        g_autoptr(GMatchInfo) match = NULL;
        g_autofree char *path =
            g_regex_match(form, *service, 0, &match) ? g_match_info_fetch(match, 1) : NULL;
        if (path != NULL && access(path, X_OK) != 0) {
            checkup_tell(checkup, "!postfix-receive", .path = path);
        }
    }
}

/* Are the lines of setup as it writes them? */
static void look_at_lines(struct checkup *checkup)
{
    g_autoptr(GError) error = NULL;
    const struct config *config = checkup->server.config;
    g_auto(SetupEdits) edits = { 0 };
    if (checkup->user != NULL && setup_postfix_was_set_up() &&
        (!setup_postfix_find(config, checkup->user, &edits, &error) || setup_edits_any(&edits))) {
        const bool possible = !g_error_matches(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
        checkup_tell(checkup,
                     error == NULL ? "!postfix-lines"
                     : possible    ? "?postfix-unknown"
                                   : "!postfix-impossible",
                     .path = config->host, .reason = error != NULL ? error->message : NULL);
    }
}

/* Letters go to the relay that is set, or else to the mail servers of their recipients; the
 * operator's stand for these. */
static void look_at_way_out(struct checkup *checkup, GHashTable *parameters)
{
    static const char *const nowhere[] = { "error", "discard", "retry", "local", NULL };
    const char *way = postfix_value(parameters, "default_transport");
    g_autofree char *transport = g_strndup(way, strcspn(way, ":"));
    if (g_strv_contains(nowhere, transport)) {
        checkup_tell(checkup, "!postfix-nowhere", .detail = way);
        return;
    }
    g_auto(GStrv) relays = postfix_entries(postfix_value(parameters, "relayhost"));
    const char *to =
        relays[0] != NULL ? relays[0] : strchr(checkup->server.config->operator_address, '@') + 1;
    g_autofree char *port = NULL, *host = split(to, &port);
    g_autoptr(GPtrArray) servers =
        *to == '[' || dns_is_reserved(host) ? NULL : dns_ask(host, DNS_MX);
    servers = servers != NULL ? servers : g_ptr_array_new_with_free_func(g_free);
    if (*to == '[') { /* the machine itself */
        g_ptr_array_add(servers, g_strdup(host));
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

void checkup_postfix(struct checkup *checkup)
{
    static const char *const ways_in[] = { "mydestination", "virtual_mailbox_domains",
                                           "virtual_alias_domains" };
    const struct config *config = checkup->server.config;
    g_autoptr(GError) error = NULL;
    if (!postfix_is_here()) {
        checkup_tell(checkup, "postfix-absent", 0);
        return;
    }
    g_autoptr(GHashTable) parameters = postfix_parameters("-x", &error);
    g_auto(GStrv) services = parameters != NULL ? postfix_services(&error) : NULL;
    if (services == NULL) {
        checkup_tell(checkup, "?postfix-unknown", .path = config->host, .reason = error->message);
        return;
    }
    look_at_lines(checkup);
    look_at_receivers(checkup, services);
    bool has_domain = false;
    for (size_t i = 0; i < G_N_ELEMENTS(ways_in) && !has_domain; i++) {
        has_domain = postfix_lists(postfix_value(parameters, ways_in[i]), config->host);
    }
    if (has_domain) {
        look_at_way_in(checkup, services, postfix_value(parameters, "inet_interfaces"));
        look_at_restrictions(checkup, parameters);
    } else {
        checkup_tell(checkup, config->mailboxes->len == 0 ? "?postfix-elsewhere" : "postfix-unused",
                     .path = config->host);
    }
    if (config->hook_argv != NULL && g_str_has_suffix(config->hook_argv[0], "sendmail")) {
        look_at_way_out(checkup, parameters);
    }
}
