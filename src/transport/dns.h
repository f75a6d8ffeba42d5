/*
 * dns.h: asks DNS, by the resolver of the C library and the name servers in /etc/resolv.conf, and
 * reads what it says. The bytes are those of strangers, so any bytes are allowed: what is no record
 * is passed over.
 */
#ifndef POSTMOVE_DNS_H
#define POSTMOVE_DNS_H

#include <glib.h>
#include <stdbool.h>

enum {
    DNS_VALUES_MAX = 100, /* records that are read */
    DNS_TEXT_MAX = 4096,  /* bytes that are kept of one */
};

/* The types of records (RFC 1035 section 3.2.2, RFC 3596). */
enum dns_type { DNS_A = 1, DNS_MX = 15, DNS_TXT = 16, DNS_AAAA = 28 };

/* True for a name that no public DNS knows: reserved for tests, documentation and one machine
 * (RFC 2606, RFC 6761, RFC 6762), or of one label. `host` is in lower case. */
bool dns_is_reserved(const char *host);

/* What the records of that type in an answer (RFC 1035 section 4.1) say, as many as the limits
 * allow: the texts of DNS_TXT, the strings of each joined (RFC 7208 section 3.3), a NUL as `?`; the
 * names of DNS_MX in lower case, "" for a null MX (RFC 7505); "" for each address. Free with
 * g_ptr_array_unref. */
GPtrArray *dns_values(const unsigned char *answer, size_t length, enum dns_type type);

/* What the records of that type at `name` say, as dns_values gives it; `name` is taken as a whole
 * name. NULL if no name server gave an answer within some seconds, or one that does not fit into a
 * packet. Free with g_ptr_array_unref. */
GPtrArray *dns_ask(const char *name, enum dns_type type);

#endif
