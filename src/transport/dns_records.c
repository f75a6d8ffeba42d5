#include "transport/dns_records.h"

#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <netinet/in.h>
#include <resolv.h>
#include <string.h>

enum { MX_PREFERENCE = 2 }; /* bytes of an MX record before the name */

/* ---- names ---- */

bool dns_is_reserved(const char *host)
{
    static const char *const tails[] = { "test",  "example",     "invalid",     "localhost",
                                         "local", "example.com", "example.net", "example.org" };
    bool found = strchr(host, '.') == NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(tails); i++) {
        size_t length = strlen(host), tail = strlen(tails[i]);
        found = found || (length >= tail && strcmp(host + length - tail, tails[i]) == 0 &&
                          (length == tail || host[length - tail - 1] == '.'));
    }
    return found;
}

/* ---- messages ---- */

/* The records of an answer, one after the other. */
struct reader {
    ns_msg message;
    int records, next;
};

/* No records if the message cannot be read. */
static struct reader begin(const unsigned char *answer, size_t length)
{
    struct reader reader = { 0 };
    if (ns_initparse(answer, (int)length, &reader.message) == 0) {
        reader.records = ns_msg_count(reader.message, ns_s_an);
    }
    return reader;
}

/* Reads the next record. False after the last one, and if the rest of the message cannot be read.
 */
static bool next_record(struct reader *reader, ns_rr *record)
{
    return reader->next < reader->records &&
           ns_parserr(&reader->message, ns_s_an, reader->next++, record) == 0;
}

/* Joins the strings of a TXT record: each is a length and so many bytes (RFC 1035 section
 * 3.3.14). Free with g_free; NULL if a string is longer than the record. */
static char *join_strings(const ns_rr *record)
{
    g_autoptr(GString) text = g_string_new(NULL);
    const unsigned char *at = ns_rr_rdata(*record), *end = at + ns_rr_rdlen(*record);
    while (at < end) {
        const size_t length = *at++;
        if (length > (size_t)(end - at)) {
            return NULL;
        }
        const size_t kept = MIN(length, DNS_TEXT_MAX - text->len);
        g_string_append_len(text, (const char *)at, (gssize)kept);
        at += length;
    }
    for (size_t i = 0; i < text->len; i++) {
        text->str[i] = text->str[i] == '\0' ? '?' : text->str[i];
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

GPtrArray *dns_texts(const unsigned char *answer, size_t length)
{
    GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
    struct reader reader = begin(answer, length);
    ns_rr record;
    while (texts->len < DNS_TEXTS_MAX && next_record(&reader, &record)) {
        char *text = ns_rr_type(record) == ns_t_txt ? join_strings(&record) : NULL;
        if (text != NULL) {
            g_ptr_array_add(texts, text);
        }
    }
    return texts;
}

/* ---- what records name ---- */

/* A value with its preference, for sorting. */
struct preferred {
    unsigned preference;
    char *value;
};

static int compare(gconstpointer one, gconstpointer other)
{
    const struct preferred *first = one, *second = other;
    return first->preference < second->preference ? -1 : first->preference > second->preference;
}

/* The name behind the first `from` bytes of a record, in lower case. Free with g_free; NULL if it
 * cannot be read, and for the name ".". */
static char *name_in(const struct reader *reader, const ns_rr *record, int from)
{
    char name[NS_MAXDNAME];
    const bool read = ns_rr_rdlen(*record) > from &&
                      dn_expand(ns_msg_base(reader->message), ns_msg_end(reader->message),
                                ns_rr_rdata(*record) + from, name, sizeof name) >= 0;
    return read && name[0] != '\0' ? g_ascii_strdown(name, -1) : NULL;
}

static char *value_in(const struct reader *reader, const ns_rr *record)
{
    char text[INET6_ADDRSTRLEN];
    const bool old = ns_rr_type(*record) == ns_t_a;
    if (old || ns_rr_type(*record) == ns_t_aaaa) {
        return ns_rr_rdlen(*record) == (old ? NS_INADDRSZ : NS_IN6ADDRSZ)
                   ? g_strdup(inet_ntop(old ? AF_INET : AF_INET6, ns_rr_rdata(*record), text,
                                        sizeof text))
                   : NULL;
    }
    return name_in(reader, record, ns_rr_type(*record) == ns_t_mx ? MX_PREFERENCE : 0);
}

GPtrArray *dns_values(const unsigned char *answer, size_t length, enum dns_type type)
{
    GPtrArray *values = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(struct preferred));
    struct reader reader = begin(answer, length);
    ns_rr record;
    while (found->len < DNS_TEXTS_MAX && next_record(&reader, &record)) {
        char *value = (int)ns_rr_type(record) == (int)type ? value_in(&reader, &record) : NULL;
        if (value != NULL) {
            const bool mail = type == DNS_MX;
            const struct preferred one = { mail ? ns_get16(ns_rr_rdata(record)) : 0, value };
            g_array_append_val(found, one);
        }
    }
    g_array_sort(found, compare);
    for (guint i = 0; i < found->len; i++) {
        g_ptr_array_add(values, g_array_index(found, struct preferred, i).value);
    }
    return values;
}

enum dns_verdict dns_judge_mx(const unsigned char *answer, size_t length)
{
    struct reader reader = begin(answer, length);
    ns_rr record;
    enum dns_verdict verdict = DNS_NONE;
    while (next_record(&reader, &record)) {
        if (ns_rr_type(record) == ns_t_mx && ns_rr_rdlen(record) > MX_PREFERENCE) {
            bool root = ns_rr_rdata(record)[MX_PREFERENCE] == 0; /* the name "." has no label */
            verdict = root && verdict != DNS_GOOD ? DNS_REFUSED : DNS_GOOD;
        }
    }
    return verdict;
}

/* ---- SPF ---- */

/* True for a mechanism of RFC 7208 section 5, without its qualifier, or any modifier. */
static bool term_known(const char *term)
{
    static const char *const mechanisms[] = { "all", "include", "a",   "mx",
                                              "ptr", "ip4",     "ip6", "exists" };
    size_t length = strcspn(term, ":/=");
    bool known = term[length] == '=' && length > 0; /* unknown modifiers are passed over */
    for (size_t i = 0; i < G_N_ELEMENTS(mechanisms); i++) {
        known = known || (term[length] != '=' && strlen(mechanisms[i]) == length &&
                          g_ascii_strncasecmp(term, mechanisms[i], length) == 0);
    }
    return known;
}

/* Judges the one record of a domain. Behind `all` no mechanism counts, nor does redirect. */
static enum dns_verdict judge_terms(const char *text)
{
    g_auto(GStrv) terms = g_strsplit(text, " ", -1);
    enum dns_verdict verdict = DNS_ENDLESS;
    bool decided = false;
    for (char **each = terms + 1; *each != NULL; each++) {
        bool qualified = **each != '\0' && strchr("+-~?", **each) != NULL;
        const char *term = *each + qualified;
        if (**each != '\0' && !term_known(term)) {
            return DNS_BROKEN;
        }
        if (!decided && g_ascii_strcasecmp(term, "all") == 0) {
            verdict = !qualified || **each == '+' ? DNS_OPEN : DNS_GOOD;
            decided = true;
        } else if (!decided && g_ascii_strncasecmp(*each, "redirect=", 9) == 0) {
            verdict = DNS_GOOD;
        }
    }
    return verdict;
}

enum dns_verdict dns_judge_spf(const GPtrArray *texts)
{
    static const char version[] = "v=spf1";
    const char *found = NULL;
    for (guint i = 0; i < texts->len; i++) {
        const char *text = texts->pdata[i];
        size_t length = strlen(version);
        if (g_ascii_strncasecmp(text, version, length) != 0 ||
            (text[length] != ' ' && text[length] != '\0')) {
            continue;
        }
        if (found != NULL) {
            return DNS_SEVERAL;
        }
        found = text;
    }
    return found != NULL ? judge_terms(found) : DNS_NONE;
}

/* ---- DKIM ---- */

/* The value of a tag in a list such as "v=DKIM1; p=KEY" (RFC 6376 section 3.2), without the
 * blanks around it; NULL if the list lacks the tag. Free with g_free. */
static char *tag_value(const char *list, const char *tag)
{
    g_auto(GStrv) tags = g_strsplit(list, ";", -1);
    for (char **each = tags; *each != NULL; each++) {
        char *sign = strchr(*each, '=');
        if (sign != NULL) {
            *sign = '\0';
            if (strcmp(g_strstrip(*each), tag) == 0) {
                return g_strdup(g_strstrip(sign + 1));
            }
        }
    }
    return NULL;
}

/* True if the first tag of the list is v, with that value. */
static bool has_version(const char *list, const char *version)
{
    g_autofree char *first = g_strndup(list, strcspn(list, ";"));
    g_autofree char *value = tag_value(first, "v");
    return g_strcmp0(value, version) == 0;
}

/* A key is base64, in which blanks may stand (RFC 6376 section 3.6.1). */
#define KEY_SIGNS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "+/= \t\r\n"

/* Judges one text; none if it is no record of a key. */
static enum dns_verdict judge_key(const char *text)
{
    g_autofree char *version = tag_value(text, "v");
    g_autofree char *key = tag_value(text, "p");
    if (key == NULL || (version != NULL && !has_version(text, "DKIM1"))) {
        return DNS_NONE;
    }
    bool base64 = key[strspn(key, KEY_SIGNS)] == '\0';
    return *key == '\0' ? DNS_REVOKED : base64 ? DNS_GOOD : DNS_BROKEN;
}

enum dns_verdict dns_judge_dkim(const GPtrArray *texts)
{
    enum dns_verdict verdict = DNS_NONE;
    for (guint i = 0; i < texts->len; i++) {
        enum dns_verdict this = judge_key(texts->pdata[i]);
        if (this != DNS_NONE && verdict != DNS_NONE) {
            return DNS_SEVERAL;
        }
        verdict = this != DNS_NONE ? this : verdict;
    }
    return verdict;
}
