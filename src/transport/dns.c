#include "transport/dns.h"

#include <arpa/nameser.h>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#include <string.h>

enum {
    WAIT = 1,  /* seconds for the first answer of a name server */
    TRIES = 2, /* of each name server */
    ANSWER_MAX = 4096,
};

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
