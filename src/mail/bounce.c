#include "mail/bounce.h"

#include <glib.h>
#include <string.h>

#include "base/plain.h"
#include "mail/headers.h"
#include "mail/reply.h"

/* ---- codes ---- */

/* A number found within a line, and a code of RFC 3463, must not follow one of these
 * characters; a fourth number would make the code a machine's address. */
#define WORD "(?<![A-Za-z0-9.-])"
#define CODE(subject) "[245]\\.[0-9]" subject "\\.[0-9]{1,3}(?![A-Za-z0-9]|\\.[0-9])"

/* A code at the beginning. */
static const char status_first[] = "^" CODE("{1,3}");

/* A code within a line. The middle number has one digit in all codes that RFC 3463 lists; in
 * the version of a program it often has two. */
static const char status_within[] = WORD CODE("");

/* A reply by which a mail server refuses a letter. Replies about unknown commands (500 to 504)
 * are left out, since round numbers may mean anything. */
static const char reply_within[] =
    WORD "(421|432|45[01245]|51[012]|52[13]|53[05]|54[01]|55[0-6]|571)(?=[ -]|\\z)";

static enum bounce_kind kind_of(char digit)
{
    return digit == '5' ? BOUNCE_HARD : BOUNCE_SOFT;
}

/* A failure with that code. */
static struct bounce failed_with(const char *status)
{
    struct bounce bounce = { .kind = kind_of(*status) };
    g_strlcpy(bounce.status, status, sizeof(bounce.status));
    return bounce;
}

/* True if the code tells nothing but its class. */
static bool is_vague(const char *status)
{
    return *status == '\0' || g_str_has_prefix(status + 1, ".0.0");
}

/* What mail servers say without a code of RFC 3463 if they refuse the sender. */
static const char policies[] =
    "unauthenticated|not authenticated|authentication (failed|required)|dmarc|dkim|spf[ -]|"
    "sender policy framework|blacklist|blocklist|blocked using|spamhaus|poor reputation|"
    "classified as spam|spam message|looks like spam|unsolicited";

/* Reads a failure from the line; false if it has none. */
static bool failure_in(const char *line, struct bounce *bounce)
{
    g_autofree char *status = pattern_find(line, status_within);
    g_autofree char *reply = status == NULL ? pattern_find(line, reply_within) : NULL;
    if (status != NULL && *status != '2') {
        *bounce = failed_with(status);
    } else if (reply != NULL) {
        *bounce = (struct bounce){ .kind = kind_of(*reply) };
    } else {
        return false;
    }
    if (is_vague(bounce->status) && pattern_fits(line, policies)) {
        g_strlcpy(bounce->status, bounce->kind == BOUNCE_HARD ? "5.7.0" : "4.7.0",
                  sizeof(bounce->status));
    }
    return true;
}

bool bounce_is_policy(const char *status)
{
    return (status[0] == '4' || status[0] == '5') && g_str_has_prefix(status + 1, ".7.");
}

/* ---- reports ---- */

static struct bounce failed(const struct headers *group)
{
    const char *field = headers_first(group, "Status");
    const char *diagnostic = headers_first(group, "Diagnostic-Code");
    g_autofree char *status =
        field != NULL && *field != '2' ? pattern_find(field, status_first) : NULL;
    struct bounce bounce = { .kind = BOUNCE_SOFT }, told;
    if (status != NULL) {
        bounce = failed_with(status);
    }
    if (is_vague(bounce.status) && diagnostic != NULL && failure_in(diagnostic, &told) &&
        (status == NULL || told.status[0] != '\0' || told.kind != bounce.kind)) {
        return told;
    }
    return bounce;
}

/* Reads what a group says of its recipient; false if it is not about one. */
static bool judge(const struct headers *group, struct bounce *bounce)
{
    const char *action = headers_first(group, "Action");
    *bounce = (struct bounce){ .kind = BOUNCE_NONE };
    if (action == NULL ||
        !pattern_fits(action, "^(failed|delayed|delivered|relayed|expanded)(?![a-z])")) {
        return false;
    }
    if (pattern_fits(action, "^failed")) {
        *bounce = failed(group);
    } else if (pattern_fits(action, "^delayed")) {
        bounce->kind = BOUNCE_DELAYED;
    }
    return true;
}

struct bounce bounce_of_report(const char *bytes, size_t length)
{
    struct bounce mildest = { .kind = BOUNCE_NONE };
    bool any = false;
    if (length == 0) {
        return mildest; /* `bytes` may be NULL */
    }
    const char *end = bytes + MIN(length, BOUNCE_REPORT_MAX);
    for (int groups = 0; bytes < end && groups < BOUNCE_GROUPS_MAX;) {
        g_autoptr(Headers) group = headers_read(bytes, (size_t)(end - bytes));
        struct bounce bounce;
        if (judge(group, &bounce) && (!any || bounce.kind < mildest.kind)) {
            mildest = bounce;
            any = true;
        }
        groups += group->fields->len > 0;
        /* A line that is not a field ends a group before its blank line does. */
        const char *next = bytes + group->length;
        const char *feed = memchr(bytes, '\n', (size_t)(end - bytes));
        bytes = group->length > 0 ? next : feed != NULL ? feed + 1 : end;
    }
    return mildest;
}

/* ---- words ---- */

/* What a server says that is still trying. */
static const char delays[] =
    "delayed|has not yet been delivered|warning message only|do not need to resend|"
    "will continue to try|will keep trying|attempts will continue|will be retried|"
    "still being retried|could not send message for past";

/* The words above a copy of the letter, and the beginnings of the copy. */
static const char copies[] =
    "copy of (the|your) message|original message|unsent message follows|message headers follow|"
    "returned message|^received:|^return-path:|" REPLY_MARKER_END "|\\(postmove\\) ===";

struct bounce bounce_of_text(const char *subject, const char *text)
{
    struct bounce bounce = { .kind = pattern_fits(subject, delays) ? BOUNCE_DELAYED : BOUNCE_SOFT };
    g_autofree char *start = g_strndup(text, BOUNCE_TEXT_MAX);
    g_auto(GStrv) lines = g_strsplit(start, "\n", BOUNCE_LINES_MAX + 1);
    bool numbered = false;
    for (int i = 0; lines[i] != NULL && i < BOUNCE_LINES_MAX && bounce.kind != BOUNCE_DELAYED;
         i++) {
        struct bounce told;
        if (pattern_fits(lines[i], copies)) {
            break;
        }
        if (pattern_fits(lines[i], delays)) {
            bounce = (struct bounce){ .kind = BOUNCE_DELAYED };
        } else if (bounce.status[0] == '\0' && failure_in(lines[i], &told) &&
                   (!numbered || told.status[0] != '\0')) {
            bounce = told;
            numbered = true;
        }
    }
    return bounce;
}
