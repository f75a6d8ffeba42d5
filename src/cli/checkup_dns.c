/* doctor: does DNS say of the server's domain where its mail goes, and that its letters are its
 * own?
 */
#include "cli/checkup.h"
#include "transport/dns.h"

struct inquiry {
    struct checkup *checkup;
    const char *host; /* the server's domain */
    bool silent;      /* a question got no answer, so nothing more is asked */
};

/* What the records of a type at a name say. Free with g_ptr_array_unref. */
static GPtrArray *ask(struct inquiry *inquiry, const char *name, enum dns_type type)
{
    GPtrArray *values = inquiry->silent ? NULL : dns_ask(name, type);
    inquiry->silent = values == NULL;
    return values != NULL ? values : g_ptr_array_new();
}

/* Reports what is wrong at a name, unless DNS gave no answer. */
static void report(const struct inquiry *inquiry, const char *key, const char *name,
                   const char *detail)
{
    const struct service *relay = inquiry->checkup->server.config->hook_service;
    if (!inquiry->silent) {
        checkup_tell(inquiry->checkup, key, .path = name, .detail = detail,
                     .reason = relay != NULL ? relay->host : NULL);
    }
}

/* Mail goes to the machines of the MX records, or else to the address of the domain itself
 * (RFC 5321 section 5.1). */
static void look_at_mail(struct inquiry *inquiry)
{
    g_autoptr(GPtrArray) servers = ask(inquiry, inquiry->host, DNS_MX);
    if (servers->len == 1 && *(const char *)servers->pdata[0] == '\0') {
        report(inquiry, "!dns-mail-refused", inquiry->host, NULL);
    } else if (servers->len == 0) {
        g_autoptr(GPtrArray) four = ask(inquiry, inquiry->host, DNS_A);
        g_autoptr(GPtrArray) six = ask(inquiry, inquiry->host, DNS_AAAA);
        if (four->len + six->len == 0) {
            report(inquiry, "!dns-mail-nowhere", inquiry->host, NULL);
        }
    }
}

/* Reports `key` if none of the texts at a name is like the pattern. */
static void look_at_texts(struct inquiry *inquiry, const char *name, const char *pattern,
                          const char *key, const char *detail)
{
    g_autoptr(GPtrArray) texts = ask(inquiry, name, DNS_TXT);
    bool found = false;
    for (guint i = 0; i < texts->len; i++) {
        found = found ||
                g_regex_match_simple(pattern, texts->pdata[i], G_REGEX_CASELESS | G_REGEX_RAW, 0);
    }
    if (!found) {
        report(inquiry, key, name, detail);
    }
}

void checkup_dns(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    const char *host = config->host, *selector = config->dkim_selector;
    const guint before = checkup->findings->len;
    if (dns_is_reserved(config->host)) {
        checkup_tell(checkup, "dns-reserved", .path = host);
        return;
    }
    struct inquiry inquiry = { .checkup = checkup, .host = host };
    look_at_mail(&inquiry);
    look_at_texts(&inquiry, host, "^v=spf1( |$)", "?dns-spf-none", NULL);
    if (selector != NULL) {
        g_autofree char *name = g_strconcat(selector, "._domainkey.", host, NULL);
        look_at_texts(&inquiry, name, "(^|;)\\s*p\\s*=\\s*[^;\\s]", "?dns-dkim-none", selector);
    }
    if (inquiry.silent) {
        checkup_tell(checkup, "?dns-silent", .path = host);
    } else if (checkup->findings->len == before) {
        checkup_tell(checkup, "dns-ok", .path = host, .detail = selector);
    }
}
