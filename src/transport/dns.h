/*
 * dns.h: asks DNS, by the resolver of the C library and the name servers in /etc/resolv.conf.
 */
#ifndef POSTMOVE_DNS_H
#define POSTMOVE_DNS_H

#include "transport/dns_records.h"

enum { DNS_ANSWER_MAX = 65535 /* bytes of a message (RFC 1035 section 4.2.2) */ };

/* A message that answers a question, as it came; length 0: there is no record. */
struct dns_answer {
    size_t length;
    unsigned char bytes[DNS_ANSWER_MAX];
};

enum dns_end {
    DNS_ANSWERED, /* there are records: see the answer */
    DNS_NOTHING,  /* there is no such name, or it has no record of that type */
    DNS_SILENT,   /* no name server gave an answer in time, or none could */
};

/*
 * Asks for the records of that type at `name`, which is taken as a whole name. Takes no longer
 * than until `until`, a time of g_get_monotonic_time: a child process asks, which is ended then,
 * because the resolver itself waits without limit for a connection over TCP. Without an answer
 * `answer` has length 0.
 */
enum dns_end dns_ask(const char *name, enum dns_type type, gint64 until, struct dns_answer *answer);

#endif
