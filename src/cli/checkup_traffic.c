/* doctor: does Postfix run, has its queue room, and can mail leave this machine? */
#include <string.h>
#include <sys/statvfs.h>

#include "cli/checkup.h"
#include "transport/dns.h"
#include "transport/postfix.h"
#include "transport/reach.h"

enum {
    LISTENS_MILLISECONDS = 2000, /* until this machine's Postfix answers */
    LEAVES_MILLISECONDS = 5000,  /* until a mail server elsewhere answers */
    DNS_SECONDS = 5,
    RELAYS_MAX = 2, /* mail servers of a domain that are tried */
    MEBIBYTE = 1 << 20,
};

/* The parameters of main.cf that are looked at. */
enum parameter {
    INTERFACES,
    QUEUE,
    SIZE,
    MINFREE,
    RELAY,
    DEFAULT,
    RESTRICTIONS, /* the first of the lists by which smtpd takes or refuses mail */
    PARAMETERS = RESTRICTIONS + 5,
};
static const char *const names[PARAMETERS] = {
    [INTERFACES] = "inet_interfaces",
    [QUEUE] = "queue_directory",
    [SIZE] = "message_size_limit",
    [MINFREE] = "queue_minfree",
    [RELAY] = "relayhost",
    [DEFAULT] = "default_transport",
    [RESTRICTIONS] = "smtpd_client_restrictions",
    "smtpd_helo_restrictions",
    "smtpd_sender_restrictions",
    "smtpd_relay_restrictions",
    "smtpd_recipient_restrictions",
};

/* Splits "[HOST]:PORT", "HOST:PORT" and the like; a part that is missing becomes "". True if HOST
 * was in brackets. Free both with g_free. */
static bool split(const char *text, char **host, char **port)
{
    const char *end = *text == '[' ? strchr(text, ']') : NULL;
    const char *colon = strrchr(end != NULL ? end : text, ':');
    const size_t length = colon != NULL ? (size_t)(colon - text) : strlen(text);
    *host = end != NULL ? g_strndup(text + 1, (gsize)(end - text - 1)) : g_strndup(text, length);
    *port = g_strdup(colon != NULL ? colon + 1 : "");
    return end != NULL;
}

/* ---- in ---- */

/* The address at which a service without an address of its own listens. Free with g_free. */
static char *own_address(char *const *values)
{
    g_auto(GStrv) each = postfix_entries(values[INTERFACES]);
    const bool named = each[0] != NULL && strcmp(each[0], "all") != 0 &&
                       strcmp(each[0], "loopback-only") != 0 && strchr(each[0], '$') == NULL;
    return g_strdup(named ? each[0] : "localhost");
}

static bool listens(char *const *values, const char *listener)
{
    g_autofree char *host = NULL, *port = NULL, *own = own_address(values);
    split(listener, &host, &port);
    if (*port == '\0') { /* a lone word is a port */
        return reach_port(own, host, LISTENS_MILLISECONDS, NULL);
    }
    return reach_port(host, port, LISTENS_MILLISECONDS, NULL);
}

static void look_at_listeners(struct checkup *checkup, char *const *values)
{
    g_auto(GStrv) listeners = postfix_listeners();
    const char *from = values[INTERFACES];
    if (listeners[0] == NULL) {
        checkup_tell(checkup, "!postfix-closed", 0);
    } else if (strcmp(from, "loopback-only") == 0 || strcmp(from, "localhost") == 0) {
        checkup_tell(checkup, "!postfix-local", .detail = from);
    }
    for (char **listener = listeners; *listener != NULL; listener++) {
        if (listens(values, *listener)) {
            return;
        }
    }
    if (listeners[0] != NULL) {
        checkup_tell(checkup, "!postfix-stopped", .detail = listeners[0]);
    }
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

/* ---- the queue ---- */

/* Postfix takes no mail by SMTP if less is free than one and a half times the largest mail, or than
 * queue_minfree. */
static void look_at_queue(struct checkup *checkup, char *const *values)
{
    static const char *const folders[] = { ".", "maildrop", "incoming" };
    guint64 largest = 0, minimum = 0;
    g_ascii_string_to_unsigned(values[SIZE], 10, 0, G_MAXUINT64 / 2, &largest, NULL);
    g_ascii_string_to_unsigned(values[MINFREE], 10, 0, G_MAXUINT64, &minimum, NULL);
    const guint64 least = MAX(minimum, largest + largest / 2);
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_canonicalize_filename(folders[i], values[QUEUE]);
        struct statvfs there;
        if (statvfs(path, &there) != 0) {
            continue;
        }
        const guint64 left = (guint64)there.f_bavail * there.f_frsize;
        /* Some file systems count no inodes. */
        if (left < least || (there.f_files > 0 && there.f_favail == 0)) {
            checkup_tell(checkup, "!postfix-full", .path = path,
                         .count = (gint64)(left / MEBIBYTE));
            return;
        }
    }
}

/* ---- out ---- */

/* The mail servers of a domain, the preferred first; the domain itself if it names none. Empty if
 * DNS does not answer. Free with g_ptr_array_unref. */
static GPtrArray *servers_of(const char *domain)
{
    g_autofree struct dns_answer *answer = g_new(struct dns_answer, 1);
    const gint64 until = g_get_monotonic_time() + DNS_SECONDS * (gint64)G_USEC_PER_SEC;
    if (dns_ask(domain, DNS_MX, until, answer) == DNS_SILENT) {
        return g_ptr_array_new();
    }
    GPtrArray *servers = dns_values(answer->bytes, answer->length, DNS_MX);
    if (servers->len == 0) {
        g_ptr_array_add(servers, g_strdup(domain));
    }
    return servers;
}

/* Reports that none of the first of these machines can be reached. */
static void look_at_ways(struct checkup *checkup, const GPtrArray *hosts, const char *port)
{
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < hosts->len && i < RELAYS_MAX; i++) {
        g_clear_error(&error);
        if (reach_port(hosts->pdata[i], port, LEAVES_MILLISECONDS, &error)) {
            return;
        }
    }
    if (error != NULL) {
        checkup_tell(checkup, "!postfix-blocked", .path = hosts->pdata[0], .detail = port,
                     .reason = error->message);
    }
}

/* Letters go to the relay that is set, or else to the mail servers of their recipients; the
 * operator's stand for these. */
static void look_at_way_out(struct checkup *checkup, char *const *values)
{
    const struct config *config = checkup->server.config;
    g_auto(GStrv) each = postfix_entries(values[RELAY]);
    const char *way = values[DEFAULT];
    static const char *const nowhere[] = { "error", "discard", "retry", "local", NULL };
    g_autofree char *transport = g_strndup(way, strcspn(way, ":"));
    if (g_strv_contains(nowhere, transport)) {
        checkup_tell(checkup, "!postfix-nowhere", .detail = way);
        return;
    }
    g_autofree char *host = NULL, *port = NULL;
    const char *to = each[0] != NULL ? each[0] : strchr(config->operator_address, '@') + 1;
    const bool itself = split(to, &host, &port);
    g_autoptr(GPtrArray) hosts = NULL;
    if (itself) {
        hosts = g_ptr_array_new_with_free_func(g_free);
        g_ptr_array_add(hosts, g_strdup(host));
    } else {
        hosts = dns_is_reserved(host) ? g_ptr_array_new() : servers_of(host);
    }
    look_at_ways(checkup, hosts, *port != '\0' ? port : "25");
}

void checkup_traffic(struct checkup *checkup)
{
    char *values[PARAMETERS];
    if (!postfix_values(names, PARAMETERS, values, NULL)) {
        return;
    }
    const char *program =
        checkup->server.config->hook_argv != NULL ? checkup->server.config->hook_argv[0] : "";
    look_at_listeners(checkup, values);
    look_at_restrictions(checkup, values);
    look_at_queue(checkup, values);
    if (g_str_has_suffix(program, "sendmail")) {
        look_at_way_out(checkup, values);
    }
    for (int i = 0; i < PARAMETERS; i++) {
        g_free(values[i]);
    }
}
