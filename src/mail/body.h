/*
 * body.h: the text in a mail's tree of parts (RFC 2045, 2046).
 */
#ifndef POSTMOVE_BODY_H
#define POSTMOVE_BODY_H

#include <glib.h>
#include <stdbool.h>

enum {
    BODY_PARTS_MAX = 100,
    BODY_DEPTH_MAX = 20,
    BODY_BOUNDARIES_MAX = 5000,
    BODY_FIELDS_MAX = 5000
};

/*
 * The first text a reader would be shown: attachments and forwarded mails
 * are passed over, plain text goes before HTML where they are alternatives,
 * and what is blank before what is not. Never NULL; LF lines, valid UTF-8, no
 * control characters but LF and tab. *whole says whether nothing of it is
 * missing: of a truncated mail, the part it was found in must end before the
 * bytes do. The caller's.
 */
char *body_text(const void *bytes, size_t length, bool truncated, bool *whole);

/* The decoded bytes of the first message/delivery-status part that stands in no
 * other mail (RFC 3464, 6533); NULL: there is none. The caller's. */
GByteArray *body_delivery_status(const void *bytes, size_t length);

#endif
