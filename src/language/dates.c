#include "language/dates.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"

enum { WEEKDAYS = 7, DAYS_MOST = 31 };

/* The parts of a day, in the order in which a word is tried. */
enum part { MONTH, WEEKDAY, DAY, YEAR, PARTS };

/* The words for a number, and what it may be in digits; `most` 0: it has only words. */
struct number {
    const char *kind;
    guint64 least, most;
};

/* Weekdays are 1 to 7, from Monday on. */
static const struct number parts[PARTS] = {
    [MONTH] = { "month", 0, 0 },
    [WEEKDAY] = { "weekday", 0, 0 },
    [DAY] = { "ordinal", 1, DAYS_MOST },
    [YEAR] = { "year", DATES_YEAR_LEAST, DATES_YEAR_MOST },
};

/* A day as it is written; what the text leaves out is 0. */
struct written_day {
    int part[PARTS];
};

/* What a text says: `count` days, or a first day and how many days there are. */
struct written_span {
    int count; /* 1 or DATES_MOST */
    struct written_day first, last;
    int days; /* 0: `last` says it */
};

/* ---- words ---- */

/* What is replaced in a text, in this order: a date of numbers by words ("24.12." by "month-12
 * 24"), and the signs at the end of a word. Numbers with other signs between them may have the
 * month first. */
static const struct {
    const char *pattern, *by[2]; /* the second one: with the month first */
} replaced[] = {
    { "\\b(\\d{4})([-./])(\\d\\d?)\\2(\\d\\d?)\\b", { "month-\\3 \\4 \\1" } },
    { "\\b(\\d\\d?)\\.(\\d\\d?)(?:\\.(\\d{4}|\\d\\d))?\\b", { "month-\\2 \\1 year-\\3" } },
    { "\\b(\\d\\d?)(?|-(\\d\\d?)-(\\d{4}|\\d\\d)|/(\\d\\d?)(?:/(\\d{4}|\\d\\d))?)\\b",
      { "month-\\2 \\1 year-\\3", "month-\\1 \\2 year-\\3" } },
    { "year-(\\d\\d)\\b", { "20\\1" } },
    { "'| year-(?!\\d)|year-|(?<=\\d)(st|nd|rd|th|er|o|e)\\b|[.,;!]+(?=[-/ ]|$)", { "" } },
    { "(?<=\\d)[-/]", { " - " } },
};

/* The words of a text, folded; numbers have only digits. Free with g_strfreev. */
static char **words_of(const char *text, bool month_first)
{
    g_autofree char *plain = plain_text(text, -1);
    g_autofree char *folded = vocabulary_fold(plain);
    for (size_t i = 0; i < G_N_ELEMENTS(replaced); i++) {
        const char *const *by = replaced[i].by;
        const GRegex *regex = pattern_kept(replaced[i].pattern, G_REGEX_RAW);
        char *next = g_regex_replace(regex, folded, -1, 0, by[month_first && by[1] != NULL ? 1 : 0],
                                     0, NULL);
        g_free(folded);
        folded = next;
    }
    return g_regex_split_simple(" +", g_strstrip(folded), G_REGEX_RAW, 0);
}

/* Which of the parts "KIND-1", "KIND-2" ... words are, 1 for the part KIND; 0: none, or two. */
static int part_of(const char *words, const char *kind)
{
    const char *const itself[] = { words, NULL }, *const *groups = vocabulary_days(words);
    guint64 found = 0;
    for (groups = groups != NULL ? groups : itself; *groups != NULL; groups++) {
        const char *rest = g_str_has_prefix(*groups, kind) ? *groups + strlen(kind) : "?";
        guint64 number = *rest == '\0' ? 1 : 0;
        if (*rest == '-') {
            g_ascii_string_to_unsigned(rest + 1, 10, 1, DAYS_MOST, &number, NULL);
        }
        if (number > 0 && found > 0 && number != found) {
            return 0;
        }
        found = MAX(found, number);
    }
    return (int)found;
}

/* Takes the longest words that come next and are of a kind. Returns which part of it, or 0. */
static int take(char ***words, const char *kind)
{
    g_autoptr(GString) phrase = g_string_new(NULL);
    size_t taken = 0;
    int found = 0;
    for (size_t i = 0; i < VOCABULARY_PHRASE_MOST && (*words)[i] != NULL; i++) {
        g_string_append_printf(phrase, "%s%s", i > 0 ? " " : "", (*words)[i]);
        const int part = part_of(phrase->str, kind);
        taken = part > 0 ? i + 1 : taken;
        found = part > 0 ? part : found;
    }
    *words += taken;
    return found;
}

/* Takes a number in digits, or in words. Returns it, or 0. */
static int take_number(char ***words, const struct number *form)
{
    guint64 number = 0;
    if (form->most == 0 || **words == NULL ||
        !g_ascii_string_to_unsigned(**words, 10, form->least, form->most, &number, NULL)) {
        return take(words, form->kind);
    }
    (*words)++;
    return (int)number;
}

/* ---- a day ---- */

/* The day that many days after a date. */
static struct written_day day_after(const GDate *date, int days)
{
    GDate later = *date;
    g_date_add_days(&later, (guint)days);
    return (struct written_day){ .part = { [DAY] = g_date_get_day(&later),
                                           [MONTH] = (int)g_date_get_month(&later),
                                           [YEAR] = g_date_get_year(&later) } };
}

/* Takes a day, with the words that may stand before it and between its parts: "Friday, the 24th of
 * Dec", "Dec 24, 2026". */
static bool take_day(char ***words, const GDate *today, struct written_day *day)
{
    while (take(words, "before") > 0) {
    }
    const int ahead = take(words, "today") > 0 ? 1 : take(words, "tomorrow") > 0 ? 2 : 0;
    *day = ahead > 0 ? day_after(today, ahead - 1) : (struct written_day){ 0 };
    for (bool more = ahead == 0; more;) {
        char **at = *words;
        take(&at, day->part[DAY] > 0 ? "of" : day->part[MONTH] > 0 ? "" : "before");
        more = false;
        for (int i = 0; i < PARTS && !more; i++) {
            const bool open = day->part[i] == 0 && (i != WEEKDAY || at == *words);
            day->part[i] = open ? take_number(&at, &parts[i]) : day->part[i];
            more = open && day->part[i] > 0;
        }
        *words = more ? at : *words;
    }
    return day->part[DAY] > 0 || day->part[WEEKDAY] > 0;
}

/* "ten days", "for two weeks": returns how many days there are, or 0. */
static int take_length(char ***words)
{
    static const struct number counts = { "count", 1, 99 };
    char **ahead = *words;
    take(&ahead, "for");
    const int count = take_number(&ahead, &counts);
    const int days = count * take(&ahead, "unit");
    *words = days > 0 ? ahead : *words;
    return days;
}

/* ---- a span ---- */

/* True if a day can be found in the calendar: it has a month, maybe that of the other day of a
 * span (NULL: none), or is a weekday alone. */
static bool is_whole(const struct written_day *day, const struct written_day *other)
{
    const bool month = day->part[MONTH] > 0;
    return day->part[DAY] > 0 ? month || (other != NULL && other->part[MONTH] > 0)
                              : !month && day->part[YEAR] == 0;
}

/* Reads a text; false if it has other words, or no day, or too many. */
static bool read_span(char **words, const GDate *today, struct written_span *span)
{
    const bool week = take(&words, "next-week") > 0;
    const int ahead = week ? WEEKDAYS + 1 - (int)g_date_get_weekday(today) : 0;
    *span = (struct written_span){ .count = DATES_MOST,
                                   .first = day_after(today, ahead),
                                   .days = week ? WEEKDAYS : take_length(&words) };
    if (span->days > 0) {
        return *words == NULL;
    }
    while (take(&words, "before") > 0) {
    }
    const char *joint = take(&words, "between") > 0 ? "and" : "joint";
    bool joined = false;
    if (take(&words, "joint") == 0) {
        if (!take_day(&words, today, &span->first)) {
            return false;
        }
        if (*words == NULL) {
            span->count = 1;
            span->last = span->first;
            return is_whole(&span->first, NULL);
        }
        span->days = take_length(&words);
        joined = span->days == 0 && take(&words, joint) > 0;
    }
    if (span->days == 0 && !take_day(&words, today, &span->last)) {
        return false;
    }
    return *words == NULL && is_whole(&span->first, joined ? &span->last : NULL) &&
           (span->days > 0 || is_whole(&span->last, joined ? &span->first : NULL));
}

/* ---- in the calendar ---- */

/* True if a date is the day that is written; a weekday before a number does not count. */
static bool is_day(const GDate *date, const struct written_day *day)
{
    const int own[PARTS] = { [MONTH] = (int)g_date_get_month(date),
                             [WEEKDAY] = (int)g_date_get_weekday(date),
                             [DAY] = g_date_get_day(date),
                             [YEAR] = g_date_get_year(date) };
    bool is = true;
    for (int i = 0; i < PARTS; i++) {
        const bool counts = day->part[i] > 0 && !(i == WEEKDAY && day->part[DAY] > 0);
        is &= !counts || day->part[i] == own[i];
    }
    return is;
}

/* Finds a day: in its year, or the next from `from` on, or with `step` -1 the last before, at most
 * a year. A weekday before a number must be that of the date. */
static bool find_day(GDate *date, const struct written_day *day, const GDate *from, int step)
{
    enum { YEAR_DAYS = 366, YEARS_MOST = 8 /* from one 29 February to the next */ };
    const int year = day->part[YEAR], weekday = day->part[WEEKDAY];
    *date = *from;
    if (year > 0) {
        g_date_set_dmy(date, 1, G_DATE_JANUARY, (GDateYear)year);
    }
    int left = year == 0 && step > 0 ? YEARS_MOST * YEAR_DAYS : YEAR_DAYS;
    for (; left > 0 && !is_day(date, day); left--) {
        g_date_set_julian(date, (guint32)((int)g_date_get_julian(date) + step));
    }
    return left > 0 && (weekday == 0 || weekday == (int)g_date_get_weekday(date));
}

static bool find_days(const struct written_span *span, const GDate *today, GDate day[DATES_MOST])
{
    enum { BEGUN_MOST = 60 /* days ago; "10 Dec to 1 Dec" began no year ago */ };
    const int *first = span->first.part, *last = span->last.part;
    if (first[DAY] > 0 && first[YEAR] == 0 && last[DAY] > 0 && last[MONTH] > 0) {
        /* "10 Nov to 20 Nov", written on 14 November, has begun. */
        return find_day(&day[1], &span->last, today, 1) &&
               find_day(&day[0], &span->first, &day[1], -1) &&
               g_date_days_between(&day[0], today) <= BEGUN_MOST;
    }
    if (!find_day(&day[0], &span->first, today, 1)) {
        return false;
    }
    day[1] = day[0];
    g_date_add_days(&day[1], (guint)MAX(span->days - 1, 0));
    const bool behind = first[YEAR] > 0 || last[DAY] == 0 || last[MONTH] == 0;
    return span->days > 0 || find_day(&day[1], &span->last, behind ? &day[0] : today, 1);
}

int dates_read(const char *text, const GDate *today, struct dates readings[DATES_READINGS])
{
    int count = 0;
    for (int turn = 0; turn < DATES_READINGS && strlen(text) <= DATES_LINE_MAX; turn++) {
        g_auto(GStrv) words = words_of(text, turn == 1);
        struct written_span span;
        GDate *day = readings[count].day;
        if (!read_span(words, today, &span) || !find_days(&span, today, day)) {
            continue;
        }
        readings[count].count = span.count;
        count += count == 0 || g_date_compare(&day[0], &readings[0].day[0]) != 0 ||
                 g_date_compare(&day[1], &readings[0].day[1]) != 0;
    }
    return count;
}

bool dates_are_days(const char *text)
{
    struct dates readings[DATES_READINGS];
    GDate any;
    g_date_clear(&any, 1);
    g_date_set_dmy(&any, 1, G_DATE_JANUARY, DATES_YEAR_LEAST);
    return dates_read(text, &any, readings) > 0;
}
