/*
 * dns.h: asks DNS, by the resolver of the C library and the name servers in /etc/resolv.conf.
 */
#ifndef POSTMOVE_DNS_H
#define POSTMOVE_DNS_H

#include "transport/dns_records.h"

/* What the records of that type at `name` say, as dns_values gives it; `name` is taken as a whole
 * name. NULL if no name server gave an answer within some seconds, or one that does not fit into a
 * packet. Free with g_ptr_array_unref. */
GPtrArray *dns_ask(const char *name, enum dns_type type);

#endif
