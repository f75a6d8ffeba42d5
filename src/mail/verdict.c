#include "mail/verdict.h"

#include <stdbool.h>
#include <string.h>

#include "base/plain.h"
#include "mail/address.h"

/* What was found in all fields that count. */
struct findings {
    const char *domain; /* the domain in From */
    int dmarc;          /* results of dmarc */
    bool dmarc_failed;
    bool dmarc_passed; /* for From's domain, or without naming a domain */
    bool dmarc_other;  /* for another domain */
    bool dkim_aligned;
    bool malformed;
};

/* ---- the grammar (RFC 8601 section 2.2, RFC 2045 section 5.1) ---- */

#define CONTROLS "\\x00-\\x08\\x0a-\\x1f\\x7f"

/* A dot separates the two halves of a property. Servers write base64, addresses and paths as values
 * without quotes, though they should not; a sign that could end a value or a result never counts.
 */
#define GRAMMAR                                                                                    \
    "(?(DEFINE)(?<comment>\\((?:[^()\\\\" CONTROLS "]|\\\\[^" CONTROLS "]|(?&comment))*+\\))"      \
    "(?<blanks>(?:[ \\t]|(?&comment))*+)"                                                          \
    "(?<part>[!#$%&'*+0-9A-Z^_`a-z{|}~-]++)"                                                       \
    "(?<token>(?:(?&part)|\\.)++)"                                                                 \
    "(?<quoted>\"(?:[^\"\\\\" CONTROLS "]|\\\\[^" CONTROLS "])*+\")"                               \
    "(?<name>(?&part)(?&blanks)(?:\\.(?&blanks)(?&part)(?&blanks))*+)"                             \
    "(?<value>(?:[^ \\t;()\"\\\\" CONTROLS "]|(?&quoted))*+)"                                      \
    "(?<one>1(?!(?&token))(?&blanks)))"

/* The beginning of a field; `rest` is there if results, or nothing, may follow. */
static const char beginning[] = GRAMMAR "(?&blanks)(?<id>(?&quoted)|(?&token))"
                                        "(?<rest>(?&blanks)(?&one)?(?:(?=;)|\\z)"
                                        "(?:;(?&blanks)none(?&blanks)\\z)?)?";

/* `; dmarc=pass (p=none) header.from=example.org`. Servers may end the last result with a
 * semicolon, too. */
static const char result[] = GRAMMAR
    ";(?&blanks)(?:\\z|(?:(?<dmarc>dmarc(?&blanks)(?=[/=]))|(?<dkim>dkim(?&blanks)(?=[/=]))|"
    "(?&name))(?:/(?&one))?=(?&blanks)(?:(?:(?<pass>pass)|(?<fail>fail))(?!(?&token))|(?&token))"
    "(?<properties>(?:(?=[ \\t(])(?&blanks)(?&name)=(?&blanks)(?&value))*+)(?&blanks)(?=;|\\z))";

static const char property[] = GRAMMAR
    "(?&blanks)(?:header(?&blanks)\\.(?&blanks)(?:(?<from>from)|(?<signer>d))(?&blanks)(?==)|"
    "(?&name))=(?&blanks)(?<content>(?&value))";

/* True if a match has this part. */
static bool has(const GMatchInfo *match, const char *part)
{
    int start = -1, end;
    return g_match_info_fetch_named_pos(match, part, &start, &end) && start >= 0;
}

/* A part of a match without the signs that quote. Free with g_free. */
static char *unquoted(const GMatchInfo *match, const char *part)
{
    g_autofree char *written = g_match_info_fetch_named(match, part);
    return g_regex_replace(pattern_of("\\\\(.)|\""), written, -1, 0, "\\1", 0, NULL);
}

/* ---- what a result says ---- */

static bool is_aligned(const char *domain, const char *signer)
{
    size_t length = strlen(domain), above = strlen(signer);
    if (g_ascii_strcasecmp(domain, signer) == 0) {
        return true;
    }
    return above < length && strchr(signer, '.') != NULL && domain[length - above - 1] == '.' &&
           g_ascii_strcasecmp(domain + length - above, signer) == 0;
}

/* Finds the domains of header.from and header.d among properties, NULL if they are not given. False
 * if one of them is given twice. */
static bool read_properties(const char *properties, char **from, char **signer)
{
    g_autoptr(GMatchInfo) match = NULL;
    for (g_regex_match(pattern_of(property), properties, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        char **domain = has(match, "from") ? from : has(match, "signer") ? signer : NULL;
        if (domain == NULL) {
            continue;
        }
        if (*domain != NULL) {
            return false;
        }
        g_autofree char *value = unquoted(match, "content");
        /* Some servers write an address into header.from. */
        const char *at = domain == from ? strrchr(value, '@') : NULL;
        g_autofree char *address = g_strconcat("a@", at != NULL ? at + 1 : value, NULL);
        g_autofree char *ascii = address_ascii(address);
        *domain = g_strdup(ascii != NULL ? ascii + strlen("a@") : "");
    }
    return true;
}

/* Adds what a result says; false if it says a thing twice. */
static bool weigh(struct findings *findings, const GMatchInfo *match)
{
    g_autofree char *properties = g_match_info_fetch_named(match, "properties");
    g_autofree char *from = NULL, *signer = NULL;
    if (!read_properties(properties != NULL ? properties : "", &from, &signer)) {
        return false;
    }
    const bool passed = has(match, "pass");
    if (has(match, "dmarc")) {
        const bool other = from != NULL && g_ascii_strcasecmp(findings->domain, from) != 0;
        findings->dmarc++;
        findings->dmarc_failed |= has(match, "fail");
        findings->dmarc_passed |= passed && !other;
        findings->dmarc_other |= passed && other;
    } else if (has(match, "dkim")) {
        findings->dkim_aligned |= passed && signer != NULL && is_aligned(findings->domain, signer);
    }
    return true;
}

/* ---- a field ---- */

/* Reads the results, which begin at `at`; false if one cannot be read. */
static bool read_results(const char *value, int at, struct findings *findings)
{
    bool good = true;
    while (good && value[at] != '\0') {
        g_autoptr(GMatchInfo) match = NULL;
        int start;
        good = g_regex_match_full(pattern_of(result), value, -1, at, G_REGEX_MATCH_ANCHORED, &match,
                                  NULL) &&
               g_match_info_fetch_pos(match, 0, &start, &at) && weigh(findings, match);
    }
    return good;
}

/* True if unfolding the bytes changed nothing else in them: a value that is cut by a NUL or a
 * lone CR could be read in two ways. */
static bool is_plain(const struct header *header)
{
    static const char plain[] = "^[^: \\t]+:(?:[^\\x00\\r]|\\r\\n)*+\\z";
    return g_regex_match_full(pattern_of(plain), header->raw, (gssize)header->raw_length, 0, 0,
                              NULL, NULL);
}

/* Adds what a field says; true if the field counts: it names our server. If it does so in a way
 * that no server writes, it is malformed. */
static bool read_field(const struct header *header, const char *authserv_id,
                       struct findings *findings)
{
    g_autoptr(GMatchInfo) match = NULL;
    if (g_ascii_strcasecmp(header->name, "Authentication-Results") != 0 ||
        !g_regex_match(pattern_of(beginning), header->value, G_REGEX_MATCH_ANCHORED, &match)) {
        return false;
    }
    g_autofree char *id = unquoted(match, "id");
    int start = 0, end = 0;
    const bool plainly = g_str_has_prefix(header->value, id);
    g_match_info_fetch_pos(match, 0, &start, &end);
    const bool ours = g_ascii_strcasecmp(id, authserv_id) == 0;
    if (ours && (!plainly || !has(match, "rest") || !is_plain(header) ||
                 strlen(header->value) > VERDICT_BYTES_MAX ||
                 !read_results(header->value, end, findings))) {
        findings->malformed = true;
    }
    return ours;
}

/* ---- all fields ---- */

static enum sender_verdict conclude(const struct findings *findings)
{
    if (findings->dmarc_failed) {
        return SENDER_DISOWNED;
    }
    if (findings->dmarc > 1 || findings->malformed || findings->dmarc_other) {
        return SENDER_UNKNOWN;
    }
    return findings->dmarc_passed || findings->dkim_aligned ? SENDER_VOUCHED : SENDER_UNKNOWN;
}

enum sender_verdict verdict_read(const struct headers *headers, const char *authserv_id,
                                 const char *domain)
{
    struct findings findings = { .domain = domain };
    guint fields = 0;
    for (guint i = 0; i < headers->fields->len; i++) {
        fields += read_field(g_ptr_array_index(headers->fields, i), authserv_id, &findings);
    }
    findings.malformed |= fields > VERDICT_FIELDS_MAX;
    return conclude(&findings);
}
