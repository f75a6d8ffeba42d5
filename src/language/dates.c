#include "language/dates.h"

#include <string.h>

#include "base/plain.h"
#include "language/vocabulary.h"

enum {
    MONTHS = 12,
    WEEKDAYS = 7,
    DAYS_MOST = 31,
};

/* A day as it is written; what the text leaves out is 0. */
struct written_day {
    int day, month, year;
    int weekday; /* 1 to 7, from Monday on */
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
    { "\\b(\\d\\d?)\\.(1[3-9]|[23]\\d)(?:\\.(\\d{4}|\\d\\d))?\\b", { "month-\\1 \\2 year-\\3" } },
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
    static GRegex *regex[G_N_ELEMENTS(replaced)];
    g_autofree char *plain = plain_text(text, -1);
    g_autofree char *folded = vocabulary_fold(plain);
    for (size_t i = 0; i < G_N_ELEMENTS(replaced); i++) {
        const char *const *by = replaced[i].by;
        regex[i] =
            regex[i] != NULL ? regex[i] : g_regex_new(replaced[i].pattern, G_REGEX_RAW, 0, NULL);
        char *next = g_regex_replace(regex[i], folded, -1, 0,
                                     by[month_first && by[1] != NULL ? 1 : 0], 0, NULL);
        g_free(folded);
        folded = next;
    }
    return g_regex_split_simple(" +", g_strstrip(folded), G_REGEX_RAW, 0);
}

/* Which of the parts "KIND-1", "KIND-2" ... words are, 1 for the part KIND; 0: none, or two. */
static int part_of(const char *words, const char *kind)
{
    const char *const itself[] = { words, NULL }, *const *parts = vocabulary_days(words);
    guint64 found = 0;
    for (parts = parts != NULL ? parts : itself; *parts != NULL; parts++) {
        const char *rest = g_str_has_prefix(*parts, kind) ? *parts + strlen(kind) : "?";
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

/* Takes the longest words that come next and are of a kind. A name may be shortened, if that means
 * only one of them. Returns which part of the kind they are, or 0. */
static int take(char ***words, const char *kind)
{
    g_autofree char *cut = g_strconcat(VOCABULARY_DAY_SHORT, kind, NULL);
    g_autoptr(GString) phrase = g_string_new(NULL);
    size_t taken = 0;
    int found = 0;
    bool longer = true;
    for (size_t i = 0; longer && i < VOCABULARY_PHRASE_MOST && (*words)[i] != NULL; i++) {
        g_string_append(phrase, i > 0 ? " " : "");
        g_string_append(phrase, (*words)[i]);
        const int whole = part_of(phrase->str, kind);
        const int part = whole > 0 ? whole : part_of(phrase->str, cut);
        taken = part > 0 ? i + 1 : taken;
        found = part > 0 ? part : found;
        longer = i > 0 || part_of(phrase->str, VOCABULARY_DAY_LONGER) > 0;
    }
    *words += taken;
    return found;
}

/* Takes a number from `least` to `most` in digits, or in words of a kind. Returns it, or 0. */
static int take_number(char ***words, const char *kind, guint64 least, guint64 most)
{
    guint64 number = 0;
    if (**words == NULL || !g_ascii_string_to_unsigned(**words, 10, least, most, &number, NULL)) {
        return take(words, kind);
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
    return (struct written_day){ .day = g_date_get_day(&later),
                                 .month = (int)g_date_get_month(&later),
                                 .year = g_date_get_year(&later) };
}

/* "24 Dec", "the 24th of Dec", "Dec 24, 2026": a number and a month in either order, or the number.
 */
static bool take_date(char ***words, struct written_day *day)
{
    char **ahead = *words;
    while (take(&ahead, "before") > 0) {
    }
    const int month = take(&ahead, "month");
    day->day = take_number(&ahead, "ordinal", 1, DAYS_MOST);
    if (day->day == 0) {
        return false;
    }
    take(&ahead, "of");
    day->month = month > 0 ? month : take(&ahead, "month");
    take(&ahead, "of");
    day->year = day->month > 0 ? take_number(&ahead, "year", DATES_YEAR_LEAST, DATES_YEAR_MOST) : 0;
    *words = ahead;
    return true;
}

/* Takes a day, with the words and the weekday that may stand before it. */
static bool take_day(char ***words, const GDate *today, struct written_day *day)
{
    while (take(words, "before") > 0) {
    }
    const int ahead = take(words, "today") > 0 ? 1 : take(words, "tomorrow") > 0 ? 2 : 0;
    *day = ahead > 0 ? day_after(today, ahead - 1) : (struct written_day){ 0 };
    if (ahead > 0 || take_date(words, day)) {
        return true;
    }
    day->weekday = take(words, "weekday");
    return day->weekday > 0 && (take_date(words, day) || day->day == 0);
}

/* "ten days", "for two weeks": returns how many days there are, or 0. */
static int take_length(char ***words)
{
    enum { COUNT_MOST = 99 };
    char **ahead = *words;
    take(&ahead, "for");
    const int count = take_number(&ahead, "count", 1, COUNT_MOST);
    const int days = count * take(&ahead, "unit");
    *words = days > 0 ? ahead : *words;
    return days;
}

/* ---- a span ---- */

/* True if a day can be found in the calendar. */
static bool is_whole(const struct written_day *day)
{
    return day->day == 0 || day->month > 0;
}

/* Gives the first or last day of a span the month that only the other says. */
static void share_month(struct written_day *first, struct written_day *last)
{
    const bool wraps = last->day < first->day;
    if (!is_whole(first) && last->month > 0) {
        first->month = wraps ? (last->month + MONTHS - 2) % MONTHS + 1 : last->month;
    } else if (!is_whole(last) && first->month > 0) {
        last->month = wraps ? first->month % MONTHS + 1 : first->month;
    }
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
            return is_whole(&span->first);
        }
        span->days = take_length(&words);
        joined = span->days == 0 && take(&words, joint) > 0;
    }
    if (span->days == 0 && !take_day(&words, today, &span->last)) {
        return false;
    }
    if (joined) {
        share_month(&span->first, &span->last);
    }
    return *words == NULL && is_whole(&span->first) && is_whole(&span->last);
}

/* ---- in the calendar ---- */

/* Sets the date of a day that is whole: in its year, or the next from `from` on. With `step` -1 it
 * is the one before, at most a year. A weekday before a date must fit that date. */
static bool find_day(GDate *date, const struct written_day *day, const GDate *from, int step)
{
    enum { YEARS_MOST = 8 /* from one 29 February to the next */ };
    *date = *from;
    if (day->day == 0) {
        const int weekday = (int)g_date_get_weekday(from);
        g_date_add_days(date, (guint)(day->weekday + WEEKDAYS - weekday) % WEEKDAYS);
        return true;
    }
    const int begin = day->year > 0 ? day->year : g_date_get_year(from);
    const int most = day->year > 0 ? 0 : step > 0 ? YEARS_MOST : 1;
    bool found = false;
    for (int years = 0; years <= most && !found; years++) {
        const GDateYear year = (GDateYear)(begin + years * step);
        if (g_date_valid_dmy((GDateDay)day->day, (GDateMonth)day->month, year)) {
            g_date_set_dmy(date, (GDateDay)day->day, (GDateMonth)day->month, year);
            found = day->year > 0 || g_date_compare(date, from) * step >= 0;
        }
    }
    return found && (day->weekday == 0 || day->weekday == (int)g_date_get_weekday(date));
}

static bool find_days(const struct written_span *span, const GDate *today, GDate day[DATES_MOST])
{
    const struct written_day *first = &span->first, *last = &span->last;
    if (first->day > 0 && first->year == 0 && last->day > 0) {
        /* "10 Nov to 20 Nov", written on 14 November, has begun. */
        return find_day(&day[1], last, today, 1) &&
               (find_day(&day[0], first, &day[1], -1) || find_day(&day[0], first, today, 1));
    }
    if (!find_day(&day[0], first, today, 1)) {
        return false;
    }
    day[1] = day[0];
    g_date_add_days(&day[1], (guint)MAX(span->days - 1, 0));
    return span->days > 0 ||
           find_day(&day[1], last, first->year > 0 || last->day == 0 ? &day[0] : today, 1);
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

/* True if a text has a digit, or the whole name of one of these parts of a day. */
static bool names_part(const char *text, const char *part, const char *other)
{
    bool named = strpbrk(text, "0123456789") != NULL;
    g_auto(GStrv) words = strlen(text) <= DATES_LINE_MAX ? words_of(text, false) : NULL;
    for (char **word = words; word != NULL && *word != NULL && !named; word++) {
        named = strlen(*word) > VOCABULARY_DAY_LEAST && /* "may" is another word, too */
                (part_of(*word, part) > 0 || part_of(*word, other) > 0);
    }
    return named;
}

bool dates_are_named(const char *text)
{
    return names_part(text, "month", "month");
}

bool dates_are_meant(const char *text)
{
    return names_part(text, "month", "weekday") || dates_are_days(text);
}
