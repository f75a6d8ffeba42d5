/* doctor: does DNS say of the server's domain what other mail servers want to know? */
#include <string.h>

#include "cli/checkup.h"
#include "transport/dns.h"

enum {
    PATIENCE = 6,      /* seconds for all questions together */
    PARENTS_MAX = 8,   /* domains that are asked for DMARC */
    SERVERS_MAX = 4,   /* mail servers of the domain that are looked at */
    ADDRESSES_MAX = 4, /* addresses of a mail server whose names are asked for */
};

struct inquiry {
    struct checkup *checkup;
    const char *host;  /* the server's domain */
    const char *relay; /* the mail server elsewhere that sends the letters; NULL: this machine */
    gint64 until;
    bool silent; /* a question got no answer, so nothing more is asked */
    struct dns_answer answer;
};

/* What the doctor says of each record, by the verdict. The doctor says nothing of a verdict that is
 * not in the table. */
static const char *const spf_findings[DNS_VERDICTS] = {
    [DNS_NONE] = "?dns-spf-none",       [DNS_SEVERAL] = "?dns-several",
    [DNS_BROKEN] = "?dns-spf-broken",   [DNS_OPEN] = "?dns-spf-open",
    [DNS_ENDLESS] = "?dns-spf-endless",
};
static const char *const dmarc_findings[DNS_VERDICTS] = {
    [DNS_NONE] = "?dns-dmarc-none",
    [DNS_SEVERAL] = "?dns-several",
    [DNS_BROKEN] = "?dns-dmarc-broken",
};
static const char *const dkim_findings[DNS_VERDICTS] = {
    [DNS_NONE] = "?dns-dkim-none",
    [DNS_SEVERAL] = "?dns-several",
    [DNS_BROKEN] = "?dns-dkim-broken",
    [DNS_REVOKED] = "?dns-dkim-revoked",
};
static const char *const mail_findings[DNS_VERDICTS] = {
    [DNS_NONE] = "?dns-mail-nowhere",
    [DNS_REFUSED] = "?dns-mail-refused",
};

/* Asks, unless an earlier question got no answer. */
static void ask(struct inquiry *inquiry, const char *name, enum dns_type type)
{
    inquiry->answer.length = 0;
    inquiry->silent =
        inquiry->silent || dns_ask(name, type, inquiry->until, &inquiry->answer) == DNS_SILENT;
}

/* The texts at a name. Free with g_ptr_array_unref. */
static GPtrArray *ask_texts(struct inquiry *inquiry, const char *name)
{
    ask(inquiry, name, DNS_TXT);
    return dns_texts(inquiry->answer.bytes, inquiry->answer.length);
}

/* Reports what was found of `record` at a name, unless DNS gave no answer. */
static void judge(const struct inquiry *inquiry, const char *const *findings,
                  enum dns_verdict verdict, const char *name, const char *record)
{
    if (!inquiry->silent && findings[verdict] != NULL) {
        checkup_tell(inquiry->checkup, findings[verdict], .path = name, .detail = record,
                     .reason = inquiry->relay);
    }
}

/* ---- mail servers ---- */

/* What the records of a type at `name` name. Free with g_ptr_array_unref. */
static GPtrArray *ask_values(struct inquiry *inquiry, const char *name, enum dns_type type)
{
    ask(inquiry, name, type);
    return dns_values(inquiry->answer.bytes, inquiry->answer.length, type);
}

/* The addresses of a machine, of both types. Free with g_ptr_array_unref. */
static GPtrArray *addresses_of(struct inquiry *inquiry, const char *name)
{
    GPtrArray *addresses = ask_values(inquiry, name, DNS_A);
    g_ptr_array_extend_and_steal(addresses, ask_values(inquiry, name, DNS_AAAA));
    return addresses;
}

static bool has(const GPtrArray *texts, const char *wanted)
{
    return g_ptr_array_find_with_equal_func((GPtrArray *)texts, wanted, g_str_equal, NULL);
}

/* An address must have a name that has this address: mail servers believe no other machine. */
static void look_at_name(struct inquiry *inquiry, const char *server, const char *address)
{
    g_autofree char *reverse = dns_reverse(address);
    g_autoptr(GPtrArray) names = ask_values(inquiry, reverse, DNS_PTR);
    bool proven = false;
    for (guint i = 0; i < names->len && i < SERVERS_MAX && !proven; i++) {
        g_autoptr(GPtrArray) addresses = addresses_of(inquiry, names->pdata[i]);
        proven = has(addresses, address);
    }
    if (!inquiry->silent && !proven) {
        checkup_tell(inquiry->checkup, names->len == 0 ? "?dns-ptr-none" : "?dns-ptr-apart",
                     .path = server, .detail = address, .reason = reverse);
    }
}

/* Looks at a machine that takes the domain's mail. The names of its addresses matter only if the
 * letters come from there. */
static void look_at_machine(struct inquiry *inquiry, const char *server)
{
    g_autoptr(GPtrArray) addresses = addresses_of(inquiry, server);
    if (!inquiry->silent && addresses->len == 0) {
        checkup_tell(inquiry->checkup, "?dns-address-none", .path = server,
                     .detail = inquiry->host);
    }
    for (guint i = 0; i < addresses->len && i < ADDRESSES_MAX && inquiry->relay == NULL; i++) {
        look_at_name(inquiry, server, addresses->pdata[i]);
    }
}

/* Mail goes to the machines of the MX records, or else to the address of the domain itself
 * (RFC 5321 section 5.1). */
static void look_at_mail(struct inquiry *inquiry)
{
    ask(inquiry, inquiry->host, DNS_MX);
    enum dns_verdict verdict = dns_judge_mx(inquiry->answer.bytes, inquiry->answer.length);
    g_autoptr(GPtrArray) servers =
        dns_values(inquiry->answer.bytes, inquiry->answer.length, DNS_MX);
    if (verdict == DNS_NONE) {
        g_autoptr(GPtrArray) addresses = addresses_of(inquiry, inquiry->host);
        verdict = addresses->len > 0 ? DNS_GOOD : DNS_NONE;
        g_ptr_array_add(servers, g_strdup(inquiry->host));
    }
    judge(inquiry, mail_findings, verdict, inquiry->host, "MX");
    for (guint i = 0; verdict == DNS_GOOD && i < servers->len && i < SERVERS_MAX; i++) {
        look_at_machine(inquiry, servers->pdata[i]);
    }
}

/* ---- texts ---- */

static void look_at_spf(struct inquiry *inquiry)
{
    g_autoptr(GPtrArray) texts = ask_texts(inquiry, inquiry->host);
    judge(inquiry, spf_findings, dns_judge_spf(texts), inquiry->host, "SPF");
}

/* The domain above, if it has two labels or more; else NULL. */
static const char *parent_of(const char *domain)
{
    const char *parent = strchr(domain, '.') + 1;
    return strchr(parent, '.') != NULL ? parent : NULL;
}

/* A domain without a record has that of a domain above (RFC 7489 section 6.6.3). Which one that
 * is only a list of public suffixes says; here it is any. */
static void look_at_dmarc(struct inquiry *inquiry)
{
    const char *domain = inquiry->host;
    for (int i = 0; i < PARENTS_MAX && domain != NULL; i++) {
        g_autofree char *name = g_strconcat("_dmarc.", domain, NULL);
        g_autoptr(GPtrArray) texts = ask_texts(inquiry, name);
        enum dns_verdict verdict = dns_judge_dmarc(texts);
        if (verdict != DNS_NONE) {
            judge(inquiry, dmarc_findings, verdict, name, "DMARC");
            return;
        }
        domain = parent_of(domain);
    }
    g_autofree char *own = g_strconcat("_dmarc.", inquiry->host, NULL);
    judge(inquiry, dmarc_findings, DNS_NONE, own, "DMARC");
}

static void look_at_dkim(struct inquiry *inquiry, const char *selector)
{
    g_autofree char *name = g_strconcat(selector, "._domainkey.", inquiry->host, NULL);
    g_autoptr(GPtrArray) texts = ask_texts(inquiry, name);
    const enum dns_verdict verdict = dns_judge_dkim(texts);
    judge(inquiry, dkim_findings, verdict, name, verdict == DNS_NONE ? selector : "DKIM");
}

void checkup_dns(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    const guint before = checkup->findings->len;
    if (dns_is_reserved(config->host)) {
        checkup_tell(checkup, "dns-reserved", .path = config->host);
        return;
    }
    struct inquiry inquiry = {
        .checkup = checkup,
        .host = config->host,
        .relay = config->hook_service != NULL ? config->hook_service->host : NULL,
        .until = g_get_monotonic_time() + PATIENCE * (gint64)G_USEC_PER_SEC,
    };
    look_at_mail(&inquiry);
    look_at_spf(&inquiry);
    look_at_dmarc(&inquiry);
    if (config->dkim_selector != NULL) {
        look_at_dkim(&inquiry, config->dkim_selector);
    }
    if (inquiry.silent) {
        checkup_tell(checkup, "?dns-silent", .path = config->host);
    } else if (checkup->findings->len == before) {
        checkup_tell(checkup, "dns-ok", .path = config->host, .detail = config->dkim_selector);
    }
}
