#include "transport/replies.h"

#include <string.h>

#include "base/plain.h"
#include "transport/stamp.h"

/* The places that fit a pattern, in any case; ^ is the beginning of a line. Free with
 * g_match_info_unref. */
static GMatchInfo *matches(const char *bytes, size_t length, const char *pattern)
{
    const GRegex *regex = pattern_kept(pattern, G_REGEX_MULTILINE | G_REGEX_CASELESS | G_REGEX_RAW);
    GMatchInfo *match = NULL;
    g_regex_match_full(regex, bytes, (gssize)length, 0, 0, &match, NULL);
    return match;
}

/* The digits of a group; G_MAXUINT64 if it is larger. */
static guint64 number_in(const GMatchInfo *match, int group)
{
    g_autofree char *digits = g_match_info_fetch(match, group);
    return g_ascii_strtoull(digits, NULL, 10);
}

/* A number of 32 bits (RFC 3501 section 9) where the pattern has a group; the last one, 0: none. */
static guint32 last_number(const char *bytes, size_t length, const char *pattern)
{
    guint32 found = 0;
    g_autoptr(GMatchInfo) match = matches(bytes, length, pattern);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        const guint64 number = number_in(match, 1);
        found = number <= G_MAXUINT32 ? (guint32)number : found;
    }
    return found;
}

static bool fits(const char *bytes, size_t length, const char *pattern)
{
    g_autoptr(GMatchInfo) match = matches(bytes, length, pattern);
    return g_match_info_matches(match);
}

/* ---- IMAP ---- */

#define FLAGS "^\\* OK \\[PERMANENTFLAGS \\("

void replies_folder(const char *bytes, size_t length, struct replies_folder *folder)
{
    *folder = (struct replies_folder){
        .exists = MIN(last_number(bytes, length, "^\\* ([0-9]+) EXISTS"), REPLIES_MAILS_MAX),
        .uid_validity = last_number(bytes, length, "^\\* OK \\[UIDVALIDITY ([0-9]+)"),
        .read_only = fits(bytes, length, FLAGS "\\)"),
        .keywords =
            fits(bytes, length, FLAGS "(?:[^)\r\n]* )?(?:\\\\\\*|\\" REPLIES_KEYWORD ")[ )\r\n]"),
    };
}

void replies_search(const char *bytes, size_t length, guint most, GArray *uids)
{
    const guint end = uids->len + most;
    g_autoptr(GMatchInfo) match = matches(bytes, length, "^\\* SEARCH((?: [0-9]+)*+)");
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *numbers = g_match_info_fetch(match, 1);
        guint64 number = 0;
        for (char *at = numbers; *at != '\0' && uids->len < end && number <= G_MAXUINT32;) {
            number = g_ascii_strtoull(at, &at, 10);
            const guint32 uid = (guint32)number;
            if (number != 0 && number <= G_MAXUINT32) {
                g_array_append_val(uids, uid);
            }
        }
    }
}

void replies_dates(const char *bytes, size_t length, GHashTable *dates)
{
    g_autoptr(GMatchInfo) match = matches(
        bytes, length, "^\\* [0-9]+ FETCH \\((?=.*?UID ([0-9]+)).*?INTERNALDATE \"([^\"\r\n]*)");
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        const guint64 uid = number_in(match, 1);
        g_autofree char *date = g_match_info_fetch(match, 2);
        gint64 seconds;
        if (uid != 0 && uid <= G_MAXUINT32 && stamp_read(date, strlen(date), &seconds)) {
            g_hash_table_replace(dates, GUINT_TO_POINTER(uid),
                                 g_memdup2(&seconds, sizeof(seconds)));
        }
    }
}

/* ---- POP3 ---- */

void replies_list(const char *bytes, size_t length, bool with_uidl, GArray *mails)
{
    g_autoptr(GMatchInfo) match = matches(bytes, length, "^([0-9]+) ([!-~]*)");
    for (; g_match_info_matches(match) && mails->len < REPLIES_MAILS_MAX;
         g_match_info_next(match, NULL)) {
        const guint64 number = number_in(match, 1);
        g_autofree char *uidl = g_match_info_fetch(match, 2);
        struct replies_mail mail = { .number = (guint32)number };
        if (with_uidl && strlen(uidl) <= REPLIES_UIDL_MAX) {
            g_strlcpy(mail.uidl, uidl, sizeof mail.uidl);
        }
        if (number != 0 && number <= G_MAXUINT32) {
            g_array_append_val(mails, mail);
        }
    }
}
