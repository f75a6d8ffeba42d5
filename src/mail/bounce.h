/*
 * bounce.h: what a failure notice says (RFC 3464, RFC 3463).
 *
 * Mail that could not be delivered comes back with a part that programs can read, or, from old
 * servers, with words alone. Both were written by strangers, so only a kind and a code of
 * digits are kept. The address that the notice came to tells which letter came back
 * (mail/address.h), not the recipients in the notice: the letter may have been forwarded to
 * those.
 */
#ifndef POSTMOVE_BOUNCE_H
#define POSTMOVE_BOUNCE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    BOUNCE_REPORT_MAX = 64 * 1024, /* bytes of a report that are read */
    BOUNCE_GROUPS_MAX = 100,       /* groups of fields in it */
    BOUNCE_TEXT_MAX = 8 * 1024,    /* bytes of a notice in words, and lines, that are read */
    BOUNCE_LINES_MAX = 80,
    BOUNCE_STATUS_BYTES = 12, /* "5.123.123" and its NUL */
};

/* From the mildest to the worst. */
enum bounce_kind {
    BOUNCE_NONE,    /* no failure: the notice reports none, or the letter arrived */
    BOUNCE_DELAYED, /* the server is still trying */
    BOUNCE_SOFT,    /* given up, for a reason that may pass (4.x.x) or is not understood */
    BOUNCE_HARD,    /* given up, for a reason that stays (5.x.x) */
};

struct bounce {
    enum bounce_kind kind;
    char status[BOUNCE_STATUS_BYTES]; /* "5.1.1"; "": no code was found */
};

/*
 * Reads the decoded body of a message/delivery-status part: groups of header fields between
 * blank lines. Each group with an Action is about one recipient: delivered, relayed and
 * expanded are no failure, delayed is a delay, failed is judged by Status or, if that is no
 * more exact than X.0.0, by Diagnostic-Code. All groups are about one letter to one address,
 * which works if any of the addresses behind it does: the mildest counts.
 */
struct bounce bounce_of_report(const char *bytes, size_t length);

/*
 * Reads a notice that has no such part: by words that say it is only late, else by the first
 * RFC 3463 code in it, else by the first reply code of SMTP (RFC 5321 4.2.3); else it is soft.
 * Stops where a copy of the letter begins.
 */
struct bounce bounce_of_text(const char *subject, const char *text);

/*
 * True if the letter was given up because of its sender, not because of its recipient: policy
 * or missing authentication (RFC 3463, X.7.X), such as a server whose SPF or DKIM fails. All
 * recipients there would be refused alike, until the operator acts.
 */
bool bounce_is_policy(const char *status);

#endif
