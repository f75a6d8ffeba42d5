/* doctor: does DNS say of the server's domain what other mail servers want to know? */
#include "cli/checkup.h"
#include "transport/dns.h"

enum { PATIENCE = 6 }; /* seconds for all questions together */

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

/* Mail goes to the machines of the MX records, or else to the address of the domain itself
 * (RFC 5321 section 5.1). */
static void look_at_mail(struct inquiry *inquiry)
{
    static const enum dns_type addresses[] = { DNS_A, DNS_AAAA };
    ask(inquiry, inquiry->host, DNS_MX);
    enum dns_verdict verdict = dns_judge_mx(inquiry->answer.bytes, inquiry->answer.length);
    for (size_t i = 0; i < G_N_ELEMENTS(addresses) && verdict == DNS_NONE; i++) {
        ask(inquiry, inquiry->host, addresses[i]);
        g_autoptr(GPtrArray) found =
            dns_values(inquiry->answer.bytes, inquiry->answer.length, addresses[i]);
        verdict = found->len > 0 ? DNS_GOOD : DNS_NONE;
    }
    judge(inquiry, mail_findings, verdict, inquiry->host, "MX");
}

static void look_at_spf(struct inquiry *inquiry)
{
    g_autoptr(GPtrArray) texts = ask_texts(inquiry, inquiry->host);
    judge(inquiry, spf_findings, dns_judge_spf(texts), inquiry->host, "SPF");
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
    if (config->dkim_selector != NULL) {
        look_at_dkim(&inquiry, config->dkim_selector);
    }
    if (inquiry.silent) {
        checkup_tell(checkup, "?dns-silent", .path = config->host);
    } else if (checkup->findings->len == before) {
        checkup_tell(checkup, "dns-ok", .path = config->host, .detail = config->dkim_selector);
    }
}
