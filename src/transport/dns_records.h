/*
 * dns_records.h: judges what DNS says of a domain that sends and gets mail.
 *
 * Bytes and texts go in, a verdict comes out; nothing is asked here (dns.h asks). The bytes are
 * those of strangers, so any bytes are allowed: what is no record is passed over.
 */
#ifndef POSTMOVE_DNS_RECORDS_H
#define POSTMOVE_DNS_RECORDS_H

#include <glib.h>
#include <stdbool.h>

enum {
    DNS_TEXTS_MAX = 100, /* TXT records that are read */
    DNS_TEXT_MAX = 4096, /* bytes that are kept of one */
};

/* The types of records (RFC 1035 section 3.2.2, RFC 3596). */
enum dns_type { DNS_A = 1, DNS_MX = 15, DNS_TXT = 16, DNS_AAAA = 28 };

enum dns_verdict {
    DNS_GOOD,
    DNS_NONE,    /* there is no such record */
    DNS_SEVERAL, /* there are several, where only one may be */
    DNS_BROKEN,  /* a mail server cannot use it */
    DNS_OPEN,    /* SPF: every machine may send */
    DNS_ENDLESS, /* SPF: nothing is said of the machines that it does not name */
    DNS_REVOKED, /* DKIM: the key is withdrawn */
    DNS_REFUSED, /* MX: the domain takes no mail */
    DNS_VERDICTS,
};

/* True for a name that no public DNS knows: reserved for tests, documentation and one machine
 * (RFC 2606, RFC 6761, RFC 6762), or of one label. `host` is in lower case. */
bool dns_is_reserved(const char *host);

/* The texts of the TXT records in an answer (RFC 1035 section 4.1), the strings of each joined (RFC
 * 7208 section 3.3), as many as the limits allow; a NUL becomes `?`. Free with g_ptr_array_unref.
 */
GPtrArray *dns_texts(const unsigned char *answer, size_t length);

/* What the records of that type in an answer name, as many as the limits allow: addresses (DNS_A,
 * DNS_AAAA) as text, or names in lower case (DNS_MX, the preferred first). Free with
 * g_ptr_array_unref. */
GPtrArray *dns_values(const unsigned char *answer, size_t length, enum dns_type type);

/* The MX records in an answer: good, none, or refused by a null MX (RFC 7505). */
enum dns_verdict dns_judge_mx(const unsigned char *answer, size_t length);

/* Texts at the domain: which machines send its mail (SPF, RFC 7208). */
enum dns_verdict dns_judge_spf(const GPtrArray *texts);

/* Texts at SELECTOR._domainkey.DOMAIN: the key of signatures (DKIM, RFC 6376). */
enum dns_verdict dns_judge_dkim(const GPtrArray *texts);

#endif
