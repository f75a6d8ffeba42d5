/*
 * delivery.h: a letter with its envelope, and the result of one delivery attempt.
 */
#ifndef POSTMOVE_DELIVERY_H
#define POSTMOVE_DELIVERY_H

#include <glib.h>

/*
 * All borrowed. Its envelope is fit to be sent if no byte below 0x21 or above 0x7e and none of <>
 * is in it, no address begins with `-`, and there is a recipient. Another could end a header line,
 * an SMTP command or an option, or begin one, and was never a player's. The empty sender is the
 * null sender.
 */
struct delivery_letter {
    gint64 id;                      /* its number in the outbox */
    const char *sender, *recipient; /* envelope */
    GBytes *bytes;                  /* RFC 5322; lines end in LF or CRLF */
};

enum delivery {
    DELIVERY_DONE,    /* another has taken charge of it */
    DELIVERY_LATER,   /* not this time; the next letter may fare better */
    DELIVERY_REFUSED, /* this letter never: that was said of it, or of its recipient */
    DELIVERY_DOWN,    /* the service is not to be had, for this letter or another */
};

#endif
