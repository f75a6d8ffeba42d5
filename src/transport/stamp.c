#include "transport/stamp.h"

#include <string.h>

/* The text still to be read. */
struct rest {
    const char *at, *end;
};

/* ---- dates ---- */

static bool take(struct rest *rest, char c)
{
    bool there = rest->at < rest->end && *rest->at == c;
    rest->at += there;
    return there;
}

/* Blanks, and the line ends of a folded field. */
static void skip_blanks(struct rest *rest)
{
    while (rest->at < rest->end && strchr(" \t\r\n", *rest->at) != NULL && *rest->at != '\0') {
        rest->at++;
    }
}

static bool read_number(struct rest *rest, int least, int most, int *number)
{
    int digits = 0;
    for (*number = 0; rest->at < rest->end && g_ascii_isdigit(*rest->at); rest->at++) {
        if (++digits > most) {
            return false;
        }
        *number = *number * 10 + g_ascii_digit_value(*rest->at);
    }
    return digits >= least;
}

static const char months[12][4] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };

static bool read_month(struct rest *rest, int *month)
{
    for (*month = 1; rest->end - rest->at >= 3 && *month <= 12; (*month)++) {
        if (g_ascii_strncasecmp(rest->at, months[*month - 1], 3) == 0) {
            rest->at += 3;
            return true;
        }
    }
    return false;
}

static void skip_weekday(struct rest *rest)
{
    struct rest after = *rest;
    while (after.at < after.end && g_ascii_isalpha(*after.at)) {
        after.at++;
    }
    if (take(&after, ',')) {
        *rest = after;
    }
}

/* Skips what separates day, month and year. */
static bool skip_joint(struct rest *rest)
{
    const char *before = rest->at;
    if (!take(rest, '-')) {
        skip_blanks(rest);
    }
    return rest->at > before;
}

static bool read_day(struct rest *rest, int *year, int *month, int *day)
{
    if (!read_number(rest, 1, 2, day) || !skip_joint(rest) || !read_month(rest, month) ||
        !skip_joint(rest) || !read_number(rest, 2, 4, year)) {
        return false;
    }
    /* Years of two and three digits: RFC 5322 section 4.3. */
    *year += *year < 50 ? 2000 : *year < 1000 ? 1900 : 0;
    return true;
}

static bool read_time(struct rest *rest, int *hour, int *minute, int *second)
{
    *second = 0;
    return read_number(rest, 1, 2, hour) && take(rest, ':') && read_number(rest, 2, 2, minute) &&
           (!take(rest, ':') || read_number(rest, 2, 2, second));
}

/* Seconds east of UTC. */
static gint64 read_zone(struct rest *rest)
{
    bool west = rest->at < rest->end && *rest->at == '-';
    int zone;
    if ((!take(rest, '+') && !take(rest, '-')) || !read_number(rest, 4, 4, &zone) ||
        zone % 100 >= 60 || zone >= 2400) {
        return 0;
    }
    gint64 seconds = (gint64)(zone / 100) * 3600 + (gint64)(zone % 100) * 60;
    return west ? -seconds : seconds;
}

bool stamp_read(const char *text, size_t length, gint64 *seconds)
{
    struct rest rest = { text, text + length };
    int year, month, day, hour, minute, second;
    skip_blanks(&rest);
    skip_weekday(&rest);
    skip_blanks(&rest);
    if (!read_day(&rest, &year, &month, &day)) {
        return false;
    }
    skip_blanks(&rest);
    if (!read_time(&rest, &hour, &minute, &second)) {
        return false;
    }
    skip_blanks(&rest);
    gint64 zone = read_zone(&rest);
    /* A leap second counts as the second before it. */
    g_autoptr(GDateTime) there =
        g_date_time_new_utc(year, month, day, hour, minute, second == 60 ? 59 : second);
    *seconds = there != NULL ? g_date_time_to_unix(there) - zone : -1;
    return *seconds >= 0 && *seconds <= G_GINT64_CONSTANT(253402300799);
}

char *stamp_day(gint64 seconds)
{
    g_autoptr(GDateTime) moment = g_date_time_new_from_unix_utc(seconds);
    return g_strdup_printf("%d-%s-%d", g_date_time_get_day_of_month(moment),
                           months[g_date_time_get_month(moment) - 1], g_date_time_get_year(moment));
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

/* The date that begins at `text`, before `end`; 0 if no date begins there. */
static gint64 date_in(const char *text, const char *end)
{
    gint64 seconds;
    return stamp_read(text, (size_t)(end - text), &seconds) ? seconds : 0;
}

gint64 stamp_of_mail(const char *mail, size_t length)
{
    size_t field;
    const char *received = find_field(mail, length, "Received:", &field);
    /* The date is behind the last semicolon. */
    const char *semicolon = received != NULL ? memrchr(received, ';', field) : NULL;
    return semicolon != NULL ? date_in(semicolon + 1, received + field) : 0;
}

gint64 stamp_of_writer(const char *mail, size_t length)
{
    static const char name[] = "Date:";
    size_t field;
    const char *date = find_field(mail, length, name, &field);
    return date != NULL ? date_in(date + strlen(name), date + field) : 0;
}
