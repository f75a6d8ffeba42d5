#include "transport/stamp.h"

#include <string.h>
#include <time.h>

enum { DATE_MAX = 100 }; /* bytes of a date */

/* ---- dates ---- */

bool stamp_read(const char *text, size_t length, gint64 *seconds)
{
    g_autofree char *date = g_strndup(text, MIN(length, DATE_MAX));
    const char *day = date + strspn(date, " \t\r\n");
    const size_t word = strspn(day, G_CSET_A_2_Z G_CSET_a_2_z);
    day += day[word] == ',' ? word + 1 : 0; /* a day of the week, in any language */
    struct tm at = { 0 }, zone = { 0 };
    const char *rest = strptime(day, "%d-%b-%Y %H:%M", &at);
    rest = rest != NULL ? rest : strptime(day, "%d %b %Y %H:%M", &at);
    rest = rest != NULL && *rest == ':' ? strptime(rest, ":%S", &at) : rest;
    if (rest == NULL || g_ascii_isdigit(*rest) || *rest == ':') {
        return false;
    }
    if (strptime(rest, "%z", &zone) == NULL) {
        zone.tm_gmtoff = 0;
    }
    /* Years of two and three digits: RFC 5322 section 4.3. */
    int year = at.tm_year + 1900;
    year += year < 50 ? 2000 : year < 1000 ? 1900 : 0;
    /* A leap second counts as the second before it. */
    g_autoptr(GDateTime) there = g_date_time_new_utc(year, at.tm_mon + 1, at.tm_mday, at.tm_hour,
                                                     at.tm_min, MIN(at.tm_sec, 59));
    *seconds = there != NULL ? g_date_time_to_unix(there) - zone.tm_gmtoff : -1;
    return *seconds >= 0 && *seconds <= G_GINT64_CONSTANT(253402300799);
}

char *stamp_day(gint64 seconds)
{
    g_autoptr(GDateTime) moment = g_date_time_new_from_unix_utc(seconds);
    return g_date_time_format(moment, "%-d-%b-%Y");
}

/* ---- fields of a mail ---- */

/* The length of the field that begins there, including folded lines and line ends. */
static size_t field_length(const char *field, const char *end)
{
    size_t length = 0;
    do {
        const char *line = field + length, *feed = memchr(line, '\n', (size_t)(end - line));
        length = (size_t)((feed != NULL ? feed + 1 : end) - field);
    } while (field + length < end && (field[length] == ' ' || field[length] == '\t'));
    return length;
}

/* The first field of that name ("Received:") with its lines; NULL if the mail lacks it. */
static const char *find_field(const char *mail, size_t length, const char *name, size_t *field)
{
    const char *at = mail, *end = mail + MIN(length, (size_t)STAMP_HEADERS_MAX);
    while (at < end && *at != '\n' && *at != '\r') {
        *field = field_length(at, end);
        if (*field > strlen(name) && g_ascii_strncasecmp(at, name, strlen(name)) == 0) {
            return at;
        }
        at += *field;
    }
    return NULL;
}

gint64 stamp_of_mail(const char *mail, size_t length)
{
    size_t field;
    gint64 seconds;
    const char *received = find_field(mail, length, "Received:", &field);
    /* The date is behind the last semicolon. */
    const char *semicolon = received != NULL ? memrchr(received, ';', field) : NULL;
    const size_t rest = semicolon != NULL ? (size_t)(received + field - semicolon - 1) : 0;
    return semicolon != NULL && stamp_read(semicolon + 1, rest, &seconds) ? seconds : 0;
}

gint64 stamp_of_writer(const char *mail, size_t length)
{
    static const char name[] = "Date:";
    size_t field;
    gint64 seconds;
    const char *date = find_field(mail, length, name, &field);
    return date != NULL && stamp_read(date + strlen(name), field - strlen(name), &seconds) ? seconds
                                                                                           : 0;
}
