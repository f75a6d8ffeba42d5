#include "language/dates.h"

#include <string.h>

#include "language/cell_words.h"

static const char *const months[] = { "january",   "february", "march",    "april",
                                      "may",       "june",     "july",     "august",
                                      "september", "october",  "november", "december" };
static const char *const weekdays[] = { "monday", "tuesday",  "wednesday", "thursday",
                                        "friday", "saturday", "sunday" };
static const char *const ordinals[] = {
    "first",        "second",         "third",         "fourth",        "fifth",
    "sixth",        "seventh",        "eighth",        "ninth",         "tenth",
    "eleventh",     "twelfth",        "thirteenth",    "fourteenth",    "fifteenth",
    "sixteenth",    "seventeenth",    "eighteenth",    "nineteenth",    "twentieth",
    "twenty-first", "twenty-second",  "twenty-third",  "twenty-fourth", "twenty-fifth",
    "twenty-sixth", "twenty-seventh", "twenty-eighth", "twenty-ninth",  "thirtieth",
    "thirty-first",
};
static const char *const fillers[] = { "the", "on", "from", "starting", NULL };
static const char *const joints[] = { "to", "until", "till", "through", "-", "--", "\u2013", NULL };

enum { NAME_LEAST = 3, NUMBERS_MAX = 3, DAYS_MOST = 31, YEAR_DIGITS = 4 };

/* A day as it is written; what the text leaves out is 0. */
struct written_day {
    int day, month, year;
    int weekday;    /* 1 to 7, from Monday on */
    bool relative;  /* it is today or tomorrow; there is no day, month or weekday */
    int days_ahead; /* then: 0 for today, 1 for tomorrow */
};

/* The words still to be read, in lower case. */
struct words {
    char **at;
};

/* ---- words ---- */

/* Returns which of `names` the word is, counted from 1. The word may be shortened to NAME_LEAST
 * letters. 0 if it is none of them. */
static int named(const char *word, const char *const *names, int count)
{
    const size_t length = strcspn(word, ".,");
    if (length + 1 < strlen(word)) {
        return 0;
    }
    for (int i = 0; length >= NAME_LEAST && i < count; i++) {
        if (strncmp(word, names[i], length) == 0) {
            return i + 1;
        }
    }
    return 0;
}

static int month_named(const char *word)
{
    return named(word, months, G_N_ELEMENTS(months));
}

/* Reads numbers of at most four digits, separated by one of `signs`, the same each time; one
 * sign may end the word. Returns how many, or 0 if the word is something else. */
static int numbers_in(const char *word, const char *signs, int numbers[NUMBERS_MAX])
{
    char sign = '\0';
    for (int count = 0; count < NUMBERS_MAX;) {
        size_t digits = strspn(word, "0123456789");
        if (digits < 1 || digits > YEAR_DIGITS) {
            return 0;
        }
        numbers[count++] = (int)g_ascii_strtoll(word, NULL, 10);
        word += digits;
        if (*word != '\0' && (strchr(signs, *word) == NULL || (sign != '\0' && *word != sign))) {
            return 0;
        }
        sign = *word;
        word += *word != '\0';
        if (*word == '\0') {
            return count;
        }
    }
    return 0;
}

/* The day of a month that a word names: "24", "24.", "24th", "twenty-fourth"; 0: none. */
static int day_named(const char *word)
{
    int numbers[NUMBERS_MAX];
    static const char *const endings[] = {
        "st", "nd", "rd", "th", "st,", "nd,", "rd,", "th,", NULL
    };
    const size_t digits = strspn(word, "0123456789");
    int day = 0;
    if (digits >= 1 && digits <= 2 && g_strv_contains(endings, word + digits)) {
        day = (int)g_ascii_strtoll(word, NULL, 10);
    } else if (numbers_in(word, ".,", numbers) == 1) {
        day = numbers[0];
    }
    for (int i = 0; i < DAYS_MOST; i++) {
        day = g_str_equal(word, ordinals[i]) ? i + 1 : day;
    }
    return day <= DAYS_MOST ? day : 0;
}

static bool take(struct words *words, const char *const *list)
{
    const bool found = *words->at != NULL && g_strv_contains(list, *words->at);
    words->at += found;
    return found;
}

/* ---- a day ---- */

/* "2026-12-24", "24.12.2026", "24.12.": a word of only numbers. */
static bool take_numbers(struct words *words, struct written_day *day)
{
    int numbers[NUMBERS_MAX];
    const char *word = *words->at;
    const bool year_first = numbers_in(word, "-", numbers) == 3 && word[YEAR_DIGITS] == '-';
    const int count = year_first ? 3 : numbers_in(word, ".", numbers);
    if (count < 2) {
        return false;
    }
    day->day = numbers[year_first ? 2 : 0];
    day->month = numbers[1];
    day->year = count < 3 ? 0 : numbers[year_first ? 0 : 2];
    words->at++;
    /* set() refuses impossible days later. */
    return day->day > 0 && day->month > 0 && (count < 3 || day->year > 0);
}

/* Takes the year behind day and month. */
static void take_year(struct words *words, struct written_day *day)
{
    int numbers[NUMBERS_MAX];
    const char *word = *words->at;
    if (word != NULL && strlen(word) >= YEAR_DIGITS && numbers_in(word, ",", numbers) == 1 &&
        numbers[0] >= DATES_YEAR_LEAST) {
        words->at++;
        day->year = numbers[0];
    }
}

/* "24 Dec", "24th of Dec", "Dec 24": a number and a month in either order, or only the number. */
static bool take_day_of_month(struct words *words, struct written_day *day)
{
    static const char *const of[] = { "of", NULL };
    char **at = words->at;
    day->month = *at != NULL ? month_named(*at) : 0;
    at += day->month > 0;
    day->day = *at != NULL ? day_named(*at) : 0;
    if (day->day == 0) {
        day->month = 0;
        return false;
    }
    words->at = at + 1;
    if (day->month == 0) {
        struct words behind = *words;
        take(&behind, of);
        day->month = *behind.at != NULL ? month_named(*behind.at) : 0;
        words->at = day->month > 0 ? behind.at + 1 : words->at;
    }
    if (day->month > 0) {
        take_year(words, day);
    }
    return true;
}

/* Takes a day, with the weekday that may stand before it. */
static bool take_day(struct words *words, struct written_day *day)
{
    static const char *const relative[] = { "today", "now", "tomorrow" };
    static const char *const the[] = { "the", NULL };
    *day = (struct written_day){ .day = 0 };
    for (size_t i = 0; i < G_N_ELEMENTS(relative) && *words->at != NULL; i++) {
        if (g_str_equal(*words->at, relative[i])) {
            words->at++;
            day->relative = true;
            day->days_ahead = i == 2 ? 1 : 0;
            return true;
        }
    }
    day->weekday = *words->at != NULL ? named(*words->at, weekdays, G_N_ELEMENTS(weekdays)) : 0;
    struct words behind = { words->at + (day->weekday > 0) };
    take(&behind, the);
    const bool found =
        *behind.at != NULL && (take_numbers(&behind, day) || take_day_of_month(&behind, day));
    words->at = found ? behind.at : words->at + (day->weekday > 0);
    return found || day->weekday > 0;
}

/* "ten days", "two weeks": sets how many days there are. */
static bool take_span(struct words *words, int *days)
{
    static const char *const before[] = { "for", "the", "next", NULL };
    static const struct {
        const char *unit;
        int days;
    } units[] = { { "day", 1 }, { "days", 1 }, { "week", 7 }, { "weeks", 7 } };
    struct words ahead = *words;
    while (take(&ahead, before)) {
    }
    char **at = ahead.at;
    const struct word number = { *at, *at != NULL ? strlen(*at) : 0 };
    const int count = *at == NULL ? 0 : g_str_equal(*at, "a") ? 1 : cell_number(number, false);
    for (size_t i = 0; i < G_N_ELEMENTS(units) && count > 0 && at[1] != NULL; i++) {
        if (g_str_equal(at[1], units[i].unit)) {
            *days = count * units[i].days;
            words->at = at + 2;
            return true;
        }
    }
    return false;
}

/* ---- in the calendar ---- */

static bool set(GDate *date, int day, int month, int year)
{
    bool can = year >= DATES_YEAR_LEAST && year <= DATES_YEAR_MOST && month >= 1 && month <= 12 &&
               day >= 1 && day <= DAYS_MOST &&
               g_date_valid_dmy((GDateDay)day, (GDateMonth)month, (GDateYear)year);
    if (can) {
        g_date_set_dmy(date, (GDateDay)day, (GDateMonth)month, (GDateYear)year);
    }
    return can;
}

/* Sets the next such day that is not over; the next 29 February may be years away. */
static bool set_next(GDate *date, const GDate *today, int day, int month)
{
    int year = g_date_get_year(today);
    for (int later = 0; later <= 8; later++) {
        if (set(date, day, month, year + later) && g_date_compare(date, today) >= 0) {
            return true;
        }
    }
    return false;
}

/* Sets the date of a written day that is whole; a weekday is the next one from `after` on, and a
 * weekday before a date must fit it. */
static bool set_written(GDate *date, const struct written_day *day, const GDate *today,
                        const GDate *after)
{
    *date = day->relative ? *today : *after;
    if (day->relative) {
        g_date_add_days(date, (guint)day->days_ahead);
        return true;
    }
    if (day->day == 0) {
        while ((int)g_date_get_weekday(date) != day->weekday) {
            g_date_add_days(date, 1);
        }
        return true;
    }
    const bool can = day->year != 0 ? set(date, day->day, day->month, day->year)
                                    : set_next(date, today, day->day, day->month);
    return can && (day->weekday == 0 || (int)g_date_get_weekday(date) == day->weekday);
}

/* Gives the first or last day of a span what only the other says: its month, its year. */
static void share(struct written_day *first, struct written_day *last)
{
    if (first->day > 0 && first->month == 0 && last->month > 0) {
        const bool before = first->day > last->day;
        first->month = before ? (last->month + 10) % 12 + 1 : last->month;
    }
    if (last->day > 0 && last->month == 0 && first->month > 0) {
        const bool behind = last->day < first->day;
        last->month = behind ? first->month % 12 + 1 : first->month;
        last->year = first->year == 0 ? 0 : first->year + (behind && first->month == 12 ? 1 : 0);
    }
    if (last->year > 0 && first->month > 0 && first->year == 0) {
        const bool before =
            first->month > last->month || (first->month == last->month && first->day > last->day);
        first->year = last->year - (before ? 1 : 0);
    }
}

/* ---- a text ---- */

/* The words of a text. A dash that joins two days without a blank is a word of its own: "3-10 dec",
 * "24.12.-31.12.". Free with g_strfreev. */
static char **words_of(const char *text)
{
    g_autofree char *lower = g_ascii_strdown(text, -1);
    const size_t length = strlen(lower);
    if (length > 0 && strchr(".!,;", lower[length - 1]) != NULL) {
        lower[length - 1] = '\0';
    }
    GPtrArray *list = g_ptr_array_new();
    g_auto(GStrv) parts = g_strsplit_set(lower, " \t", 0);
    for (char **part = parts; *part != NULL; part++) {
        char *dash = strchr(*part, '-');
        const bool splits = dash != NULL && strchr(dash + 1, '-') == NULL &&
                            g_ascii_isdigit(**part) && g_ascii_isdigit(dash[1]);
        if (splits) {
            g_ptr_array_add(list, g_strndup(*part, (gsize)(dash - *part)));
            g_ptr_array_add(list, g_strdup("-"));
            g_ptr_array_add(list, g_strdup(dash + 1));
        } else if (**part != '\0') {
            g_ptr_array_add(list, g_strdup(*part));
        }
    }
    g_ptr_array_add(list, NULL);
    return (char **)g_ptr_array_free(list, FALSE);
}

/* What a text says: `count` days, or a first day and how many days there are. */
struct written_span {
    int count; /* 0, 1 or DATES_MOST */
    struct written_day first, last;
    int days; /* 0: `last` says it */
};

/* True if a day can be found in the calendar. */
static bool is_whole(const struct written_day *day)
{
    return day->day == 0 || day->month > 0;
}

/* Reads the last day, or how many days there are. One of the words of `joint` must stand before it
 * if one of the days is not whole. */
static bool take_end(struct words *words, const char *const *joint, struct written_span *span)
{
    if (take_span(words, &span->days)) {
        return true;
    }
    const bool joined = take(words, joint);
    while (take(words, fillers)) {
    }
    return take_day(words, &span->last) &&
           (joined || (is_whole(&span->first) && is_whole(&span->last)));
}

/* Reads a text; false if it has other words, or too many days. */
static bool read_span(char **list, struct written_span *span)
{
    static const char *const between[] = { "between", NULL }, *const and[] = { "and", NULL };
    static const struct written_day today = { .relative = true };
    struct words words = { list };
    *span = (struct written_span){ .count = DATES_MOST, .first = today };
    if (take_span(&words, &span->days)) {
        return *words.at == NULL;
    }
    while (take(&words, fillers)) {
    }
    const bool two = take(&words, between);
    const bool until = take(&words, joints);
    while (take(&words, fillers)) {
    }
    if (*words.at == NULL) {
        span->count = 0;
        return true;
    }
    if (!take_day(&words, until ? &span->last : &span->first)) {
        return false;
    }
    if (!until && *words.at == NULL) {
        span->count = 1;
        return is_whole(&span->first);
    }
    if (!until && !take_end(&words, two ? and : joints, span)) {
        return false;
    }
    share(&span->first, &span->last);
    return *words.at == NULL && is_whole(&span->first) && is_whole(&span->last);
}

int dates_read(const char *text, const GDate *today, GDate dates[DATES_MOST])
{
    struct written_span span;
    g_auto(GStrv) list = strlen(text) <= DATES_LINE_MAX ? words_of(text) : NULL;
    if (list == NULL || !read_span(list, &span) ||
        (span.count > 0 && !set_written(&dates[0], &span.first, today, today))) {
        return -1;
    }
    if (span.count == DATES_MOST && span.days > 0) {
        dates[1] = dates[0];
        g_date_add_days(&dates[1], (guint)(span.days - 1));
    } else if (span.count == DATES_MOST && !set_written(&dates[1], &span.last, today, &dates[0])) {
        return -1;
    }
    return span.count;
}

bool dates_are_two(const char *text)
{
    struct written_span span;
    g_auto(GStrv) list = strlen(text) <= DATES_LINE_MAX ? words_of(text) : NULL;
    return list != NULL && read_span(list, &span) && span.count == DATES_MOST;
}
