#include "mail/bounce.h"

#include <glib.h>
#include <string.h>

#include "mail/headers.h"
#include "mail/reply.h"

/* ---- codes ---- */

/* How many of one to three digits stand there; 0 if more. */
static size_t few_digits(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits <= 3 ? digits : 0;
}

/* The length of the RFC 3463 code that begins there; 0: none does. */
static size_t status_length(const char *text)
{
    if (strchr("245", *text) == NULL || *text == '\0' || text[1] != '.') {
        return 0;
    }
    size_t subject = few_digits(text + 2);
    if (subject == 0 || text[2 + subject] != '.') {
        return 0;
    }
    size_t detail = few_digits(text + 3 + subject), length = 3 + subject + detail;
    /* A fourth number makes it an address of a machine. */
    bool goes_on = text[length] == '.' && g_ascii_isdigit(text[length + 1]);
    return detail == 0 || goes_on || g_ascii_isalpha(text[length]) ? 0 : length;
}

/* Whether a number or a name may begin at `at` in `text`. */
static bool begins_word(const char *text, const char *at)
{
    return at == text || (!g_ascii_isalnum(at[-1]) && at[-1] != '.' && at[-1] != '-');
}

/* The first code in a line; NULL: none. */
static const char *find_status(const char *line)
{
    for (const char *c = line; *c != '\0'; c++) {
        /* The middle number has one digit in all that RFC 3463 lists; in a version of a
         * program it often has two. */
        if (begins_word(line, c) && status_length(c) > 0 && c[3] == '.') {
            return c;
        }
    }
    return NULL;
}

/* Replies that a mail server gives to a letter it does not take. Those to
 * commands it does not know (500 to 504) are round numbers of anything. */
static const int replies[] = { 421, 432, 450, 451, 452, 454, 455, 510, 511, 512, 521, 523,
                               530, 535, 540, 541, 550, 551, 552, 553, 554, 555, 556, 571 };

/* The first such number in a line; NULL: none. */
static const char *find_reply(const char *line)
{
    for (const char *c = line; *c != '\0'; c++) {
        if (!begins_word(line, c) || strspn(c, "0123456789") != 3 ||
            (c[3] != ' ' && c[3] != '-' && c[3] != '\0')) {
            continue;
        }
        int number = (int)g_ascii_strtoll(c, NULL, 10);
        for (size_t i = 0; i < G_N_ELEMENTS(replies); i++) {
            if (replies[i] == number) {
                return c;
            }
        }
    }
    return NULL;
}

static enum bounce_kind kind_of(char class)
{
    return class == '5' ? BOUNCE_HARD : BOUNCE_SOFT;
}

/* A failure with that code; `status` points at it. */
static struct bounce failed_with(const char *status)
{
    struct bounce bounce = { .kind = kind_of(*status) };
    memcpy(bounce.status, status, status_length(status));
    return bounce;
}

/* Whether the code says nothing but its class. */
static bool is_vague(const char *status)
{
    return g_str_has_prefix(status + 1, ".0.0");
}

/* What mail servers say without a code of RFC 3463 when they refuse the sender, case
 * folded. */
static const char *const policies[] = {
    "unauthenticated",
    "not authenticated",
    "authentication failed",
    "authentication required",
    "dmarc",
    "dkim",
    "spf ",
    "spf-",
    "sender policy framework",
    "blacklist",
    "blocklist",
    "blocked using",
    "spamhaus",
    "poor reputation",
    "classified as spam",
    "spam message",
    "looks like spam",
    "unsolicited",
};

static bool holds_any(const char *folded, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strstr(folded, words[i]) != NULL) {
            return true;
        }
    }
    return false;
}

/* A failure as the line tells it; false if it tells none. */
static bool failure_in(const char *line, struct bounce *bounce)
{
    const char *status = find_status(line), *reply = status == NULL ? find_reply(line) : NULL;
    if (status != NULL && *status != '2') {
        *bounce = failed_with(status);
    } else if (reply != NULL) {
        *bounce = (struct bounce){ .kind = kind_of(*reply) };
    } else {
        return false;
    }
    g_autofree char *folded = g_ascii_strdown(line, -1);
    bool vague = bounce->status[0] == '\0' || is_vague(bounce->status);
    if (vague && holds_any(folded, policies, G_N_ELEMENTS(policies))) {
        g_strlcpy(bounce->status, bounce->kind == BOUNCE_HARD ? "5.7.0" : "4.7.0",
                  sizeof(bounce->status));
    }
    return true;
}

bool bounce_is_policy(const char *status)
{
    return (status[0] == '4' || status[0] == '5') && g_str_has_prefix(status + 1, ".7.");
}

bool bounce_well_formed(int kind, const char *status)
{
    size_t length = strlen(status);
    return kind >= BOUNCE_NONE && kind <= BOUNCE_HARD && length < BOUNCE_STATUS_BYTES &&
           status_length(status) == length;
}

/* ---- reports ---- */

static struct bounce failed(const struct headers *group)
{
    const char *status = headers_first(group, "Status");
    const char *diagnostic = headers_first(group, "Diagnostic-Code");
    bool known = status != NULL && status_length(status) > 0 && *status != '2';
    struct bounce bounce = { .kind = BOUNCE_SOFT };
    if (known) {
        bounce = failed_with(status);
    }
    if ((!known || is_vague(status)) && diagnostic != NULL) {
        struct bounce told;
        if (failure_in(diagnostic, &told) &&
            (!known || told.status[0] != '\0' || told.kind != bounce.kind)) {
            bounce = told;
        }
    }
    return bounce;
}

/* Whether the field's value begins with that word. */
static bool says(const char *value, const char *word)
{
    size_t length = strlen(word);
    return g_ascii_strncasecmp(value, word, length) == 0 && !g_ascii_isalpha(value[length]);
}

/* What a group says of its recipient; false if it is about none. */
static bool judge(const struct headers *group, struct bounce *bounce)
{
    const char *action = headers_first(group, "Action");
    *bounce = (struct bounce){ .kind = BOUNCE_NONE };
    if (action == NULL) {
        return false;
    }
    if (says(action, "failed")) {
        *bounce = failed(group);
    } else if (says(action, "delayed")) {
        bounce->kind = BOUNCE_DELAYED;
    } else {
        return says(action, "delivered") || says(action, "relayed") || says(action, "expanded");
    }
    return true;
}

struct bounce bounce_of_report(const char *bytes, size_t length)
{
    struct bounce mildest = { .kind = BOUNCE_NONE };
    bool any = false;
    if (length == 0) {
        return mildest; /* there may be no bytes to point at */
    }
    const char *end = bytes + MIN(length, BOUNCE_REPORT_MAX);
    for (int groups = 0; bytes < end && groups < BOUNCE_GROUPS_MAX;) {
        g_autoptr(Headers) group = headers_read(bytes, (size_t)(end - bytes));
        if (group == NULL) {
            break;
        }
        struct bounce bounce;
        if (judge(group, &bounce) && (!any || bounce.kind < mildest.kind)) {
            mildest = bounce;
            any = true;
        }
        groups += group->fields->len > 0;
        /* A line that is no field ends a group before its blank line does. */
        const char *next = bytes + group->length;
        const char *feed = memchr(bytes, '\n', (size_t)(end - bytes));
        bytes = group->length > 0 ? next : feed != NULL ? feed + 1 : end;
    }
    return mildest;
}

/* ---- words ---- */

/* What a server says that has not given up, case folded. */
static const char *const delays[] = {
    "delayed",
    "has not yet been delivered",
    "warning message only",
    "do not need to resend",
    "will continue to try",
    "will keep trying",
    "attempts will continue",
    "will be retried",
    "still being retried",
    "could not send message for past",
};

/* What stands above a copy of the letter. */
static const char *const copies[] = {
    "copy of the message",    "copy of your message",   "original message",
    "unsent message follows", "message headers follow", "returned message",
};

static bool is_late(const char *line)
{
    g_autofree char *folded = g_ascii_strdown(line, -1);
    return holds_any(folded, delays, G_N_ELEMENTS(delays));
}

/* Whether the letter itself follows. */
static bool opens_copy(const char *line)
{
    g_autofree char *folded = g_ascii_strdown(line, -1);
    return holds_any(folded, copies, G_N_ELEMENTS(copies)) ||
           g_str_has_prefix(folded, "received:") || g_str_has_prefix(folded, "return-path:") ||
           strstr(line, REPLY_MARKER) != NULL;
}

/* The lines of the notice itself. Free with g_strfreev. */
static char **notice_lines(const char *text)
{
    g_autofree char *start = g_strndup(text, BOUNCE_TEXT_MAX);
    char **lines = g_strsplit(start, "\n", BOUNCE_LINES_MAX + 1);
    for (int i = 0; lines[i] != NULL; i++) {
        if (i == BOUNCE_LINES_MAX || opens_copy(lines[i])) {
            for (int rest = i; lines[rest] != NULL; rest++) {
                g_clear_pointer(&lines[rest], g_free);
            }
            break;
        }
    }
    return lines;
}

static bool any_is_late(char *const *lines)
{
    for (; *lines != NULL; lines++) {
        if (is_late(*lines)) {
            return true;
        }
    }
    return false;
}

struct bounce bounce_of_text(const char *subject, const char *text)
{
    g_auto(GStrv) lines = notice_lines(text);
    struct bounce bounce = { .kind = BOUNCE_SOFT };
    if (is_late(subject) || any_is_late(lines)) {
        bounce.kind = BOUNCE_DELAYED;
        return bounce;
    }
    bool numbered = false;
    for (char **line = lines; *line != NULL && bounce.status[0] == '\0'; line++) {
        struct bounce told;
        if (failure_in(*line, &told) && (!numbered || told.status[0] != '\0')) {
            bounce = told;
            numbered = true;
        }
    }
    return bounce;
}
