#include "transport/dns.h"

#include <arpa/nameser.h>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#include <string.h>

#include "base/plain.h"

enum {
    MX_PREFERENCE = 2, /* bytes of an MX record before the name */
    WAIT = 1,          /* seconds for the first answer of a name server */
    TRIES = 2,         /* of each name server */
    ANSWER_MAX = 4096,
};

/* ---- names ---- */

bool dns_is_reserved(const char *host)
{
    return pattern_fits(host, "^[^.]*\\z|(?:^|\\.)(?:test|example(?:\\.(?:com|net|org))?|invalid|"
                              "localhost|local)\\z");
}

/* ---- messages ---- */

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

/* The name in an MX record, in lower case, "" for ".". Free with g_free; NULL if it cannot be read.
 */
static char *name_in(const ns_msg *message, const ns_rr *record)
{
    char name[NS_MAXDNAME];
    return ns_rr_rdlen(*record) > MX_PREFERENCE &&
                   dn_expand(ns_msg_base(*message), ns_msg_end(*message),
                             ns_rr_rdata(*record) + MX_PREFERENCE, name, sizeof name) >= 0
               ? g_ascii_strdown(name, -1)
               : NULL;
}

GPtrArray *dns_values(const unsigned char *answer, size_t length, enum dns_type type)
{
    GPtrArray *values = g_ptr_array_new_with_free_func(g_free);
    ns_msg message;
    ns_rr record;
    const int records = ns_initparse(answer, (int)length, &message) == 0
                            ? ns_msg_count(message, ns_s_an)
                            : 0; /* none if the message cannot be read */
    for (int i = 0; i < records && values->len < DNS_VALUES_MAX &&
                    ns_parserr(&message, ns_s_an, i, &record) == 0;
         i++) {
        char *value = (int)ns_rr_type(record) != (int)type ? NULL
                      : type == DNS_TXT                    ? join_strings(&record)
                      : type == DNS_MX                     ? name_in(&message, &record)
                                                           : g_strdup("");
        if (value != NULL) {
            g_ptr_array_add(values, value);
        }
    }
    return values;
}

/* ---- questions ---- */

GPtrArray *dns_ask(const char *name, enum dns_type type)
{
    _Alignas(HEADER) unsigned char bytes[ANSWER_MAX] = { 0 };
    struct __res_state state;
    memset(&state, 0, sizeof state);
    if (res_ninit(&state) != 0) {
        return NULL;
    }
    state.retrans = WAIT;
    state.retry = TRIES;
    /* Long answers come in a packet. The resolver waits without limit for a connection over TCP,
     * so none is made. */
    state.options |= RES_USE_EDNS0 | RES_IGNTC;
    const int length = res_nquery(&state, name, ns_c_in, (int)type, bytes, ANSWER_MAX);
    const int why_not = state.res_h_errno;
    res_nclose(&state);
    const HEADER *header = (const HEADER *)bytes;
    const bool answered = length > 0 || why_not == HOST_NOT_FOUND || why_not == NO_DATA;
    return answered && header->tc == 0 && length <= ANSWER_MAX
               ? dns_values(bytes, length > 0 ? (size_t)length : 0, type)
               : NULL;
}
