/*
 * delivery.h: a letter with its envelope, and the result of one delivery attempt.
 */
#ifndef POSTMOVE_DELIVERY_H
#define POSTMOVE_DELIVERY_H

#include <glib.h>

/*
 * A letter to be sent; all is borrowed. Its envelope is fit to be sent if no byte in it is
 * below 0x21, above 0x7e or one of <>, no address begins with `-`, and there is a recipient.
 * Any other envelope could end a header line, an SMTP command or an option, or begin one, and
 * no player has such an address. The empty sender is the null sender.
 */
struct delivery_letter {
    gint64 id;                      /* its number in the outbox */
    const char *sender, *recipient; /* envelope */
    GBytes *bytes;                  /* RFC 5322; lines end in LF or CRLF */
};

enum delivery {
    DELIVERY_DONE,    /* a mail server, command or folder has taken it */
    DELIVERY_LATER,   /* not this time; the next letter may succeed */
    DELIVERY_REFUSED, /* never: the server refused this letter or its recipient for good */
    DELIVERY_DOWN,    /* the service cannot be reached or takes no letter at all */
};

#endif
