#include "transport/replies.h"

#include <string.h>

#include "transport/stamp.h"

/* A line, or what is left of it. */
struct line {
    const char *at, *end;
};

/* Takes the next line from `bytes`, without its end; false: there are no more. */
static bool next_line(struct line *bytes, struct line *line)
{
    if (bytes->at == bytes->end) {
        return false;
    }
    const char *feed = memchr(bytes->at, '\n', (size_t)(bytes->end - bytes->at));
    const char *end = feed != NULL ? feed : bytes->end;
    *line = (struct line){ bytes->at, end > bytes->at && end[-1] == '\r' ? end - 1 : end };
    bytes->at = feed != NULL ? feed + 1 : bytes->end;
    return true;
}

/* Takes that word from the line, in any case; false if the line does not begin with it. */
static bool take(struct line *line, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(line->end - line->at) < length ||
        g_ascii_strncasecmp(line->at, word, length) != 0) {
        return false;
    }
    line->at += length;
    return true;
}

/* A number of 32 bits (RFC 3501 section 9). */
static bool take_number(struct line *line, guint32 *number)
{
    guint64 value = 0;
    const char *begin = line->at;
    while (line->at < line->end && g_ascii_isdigit(*line->at) && value <= G_MAXUINT32) {
        value = value * 10 + (guint64)g_ascii_digit_value(*line->at++);
    }
    *number = (guint32)value;
    return line->at > begin && value <= G_MAXUINT32;
}

/* Finds the first `word` in the line, in any case, and what is behind it. */
static bool find(struct line line, const char *word, struct line *behind)
{
    for (; line.at < line.end; line.at++) {
        *behind = line;
        if (take(behind, word)) {
            return true;
        }
    }
    return false;
}

/* ---- IMAP ---- */

/* True if one of the flags in parentheses lets us keep our keyword. */
static bool keeps_keyword(struct line flags)
{
    const char *close = memchr(flags.at, ')', (size_t)(flags.end - flags.at));
    g_autofree char *list =
        g_strndup(flags.at, (gsize)((close != NULL ? close : flags.end) - flags.at));
    g_auto(GStrv) each = g_strsplit(list, " ", -1);
    for (char **flag = each; *flag != NULL; flag++) {
        if (strcmp(*flag, "\\*") == 0 || g_ascii_strcasecmp(*flag, REPLIES_KEYWORD) == 0) {
            return true;
        }
    }
    return false;
}

void replies_folder(const char *bytes, size_t length, struct replies_folder *folder)
{
    *folder = (struct replies_folder){ 0 };
    struct line rest = { bytes, bytes + length }, line;
    while (next_line(&rest, &line)) {
        guint32 number;
        if (!take(&line, "* ")) {
            continue;
        }
        if (take(&line, "OK [UIDVALIDITY ")) {
            folder->uid_validity = take_number(&line, &number) ? number : 0;
        } else if (take(&line, "OK [PERMANENTFLAGS (")) {
            folder->keywords = keeps_keyword(line);
            folder->read_only = line.at < line.end && *line.at == ')';
        } else if (take_number(&line, &number) && take(&line, " EXISTS")) {
            folder->exists = MIN(number, (guint32)REPLIES_MAILS_MAX);
        }
    }
}

/* "RESOURCE USED LIMIT" somewhere in the line, with less than `least` between the two. */
static bool is_used_up(struct line line, const char *resource, guint32 least)
{
    struct line at;
    guint32 used, limit;
    return find(line, resource, &at) && take_number(&at, &used) && take(&at, " ") &&
           take_number(&at, &limit) && (used >= limit || limit - used < least);
}

bool replies_full(const char *bytes, size_t length)
{
    struct line rest = { bytes, bytes + length }, line;
    bool full = false;
    while (next_line(&rest, &line)) {
        full =
            full || (take(&line, "* QUOTA ") && (is_used_up(line, "STORAGE ", REPLIES_ROOM_LEAST) ||
                                                 is_used_up(line, "MESSAGE ", 1)));
    }
    return full;
}

void replies_search(const char *bytes, size_t length, guint most, GArray *uids)
{
    struct line rest = { bytes, bytes + length }, line;
    guint end = uids->len + most;
    while (next_line(&rest, &line)) {
        guint32 uid;
        bool found = take(&line, "* SEARCH");
        while (found && uids->len < end && take(&line, " ") && take_number(&line, &uid)) {
            if (uid != 0) {
                g_array_append_val(uids, uid);
            }
        }
    }
}

void replies_dates(const char *bytes, size_t length, GHashTable *dates)
{
    struct line rest = { bytes, bytes + length }, line, uid_at, date_at;
    while (next_line(&rest, &line)) {
        guint32 number, uid;
        gint64 seconds;
        if (take(&line, "* ") && take_number(&line, &number) && take(&line, " FETCH (") &&
            find(line, "UID ", &uid_at) && take_number(&uid_at, &uid) && uid != 0 &&
            find(line, "INTERNALDATE \"", &date_at) &&
            stamp_read(date_at.at, (size_t)(date_at.end - date_at.at), &seconds)) {
            g_hash_table_replace(dates, GUINT_TO_POINTER(uid),
                                 g_memdup2(&seconds, sizeof(seconds)));
        }
    }
}

/* ---- POP3 ---- */

/* One to 70 characters from 0x21 to 0x7e, up to a blank or the end. */
static bool take_uidl(struct line *line, char uidl[REPLIES_UIDL_MAX + 1])
{
    size_t length = 0;
    while (line->at < line->end && *line->at >= '!' && *line->at <= '~') {
        if (length == REPLIES_UIDL_MAX) {
            return false;
        }
        uidl[length++] = *line->at++;
    }
    uidl[length] = '\0';
    return length > 0;
}

void replies_list(const char *bytes, size_t length, bool with_uidl, GArray *mails)
{
    struct line rest = { bytes, bytes + length }, line;
    while (next_line(&rest, &line) && mails->len < REPLIES_MAILS_MAX) {
        struct replies_mail mail = { 0 };
        if (!take_number(&line, &mail.number) || mail.number == 0 || !take(&line, " ")) {
            continue;
        }
        if (with_uidl && !take_uidl(&line, mail.uidl)) {
            mail.uidl[0] = '\0';
        }
        g_array_append_val(mails, mail);
    }
}
