/*
 * body.h: finds the text in a mail's tree of parts (RFC 2045, 2046).
 */
#ifndef POSTMOVE_BODY_H
#define POSTMOVE_BODY_H

#include <glib.h>
#include <stdbool.h>

/* Parts, and levels of them, that are read; lines of a mail that look like the headers and
 * boundaries of parts, its own headers among them. */
enum { BODY_PARTS_MAX = 100, BODY_DEPTH_MAX = 20, BODY_LINES_MAX = 10000 };

/* What was found in the tree of parts of a mail. */
struct body {
    char *text;    /* never NULL; LF lines, valid UTF-8, no control characters except LF and tab */
    bool whole;    /* nothing of the text is missing; false: the mail is truncated within the part
                      that the text is from */
    bool doubtful; /* the text is from HTML that may hide, move or replace words (parse/html.h) */
    const char *machine; /* one word for a part that programs write: "calendar" (an answer to an
                            invitation), "receipt" (RFC 8098) or AUTOMATIC_ABUSE (RFC 5965);
                            NULL if no part is one */
    GByteArray *report;  /* the decoded first message/delivery-status part that is not inside a
                            forwarded mail (RFC 3464, 6533); NULL if no part is one */
};

/*
 * Reads the first text that a reader would be shown. Attachments and forwarded mails are
 * skipped; of alternatives plain text is preferred to HTML, and a text to a blank one. A part
 * with a name, but without a disposition of attachment, is the text if it is the first one and
 * there is no text without a name; else it is an attachment. Plain text that pictures divide
 * is one text. Free `text` with g_free and
 * `report` with g_byte_array_unref.
 */
void body_read(const void *bytes, size_t length, bool truncated, struct body *body);

/*
 * The text of a format=flowed part (RFC 3676) with its paragraphs joined and its
 * space-stuffing removed; each quoted line begins with one `>` a level and a blank. Lines of
 * different levels, blank lines and the signature's `-- ` are never joined. `delsp`: the blank
 * at the end of a flowed line does not belong to the text. Free with g_free.
 */
char *flowed_join(const char *text, bool delsp);

#endif
