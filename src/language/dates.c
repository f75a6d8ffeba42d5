#include "language/dates.h"

#include <string.h>

#include "base/plain.h"
#include "language/vocabulary.h"

enum {
    NUMBERS_MAX = 3,
    MONTHS = 12,
    WEEKDAYS = 7,
    DAYS_MOST = 31,
    YEAR_DIGITS = 4,
    CENTURY = 2000, /* of a year of two digits */
};

/* A day as it is written; what the text leaves out is 0. */
struct written_day {
    int day, month, year;
    int weekday;    /* 1 to 7, from Monday on */
    bool relative;  /* it is some days from today; there is no day, month or weekday */
    int days_ahead; /* then: 0 for today, 1 for tomorrow */
};

/* The words still to be read, folded. */
struct words {
    char **at;
    bool month_first; /* of numbers with slashes or dashes */
};

/* ---- words ---- */

/* A text in lower case, without accents and apostrophes. Free with g_free. */
static char *folded(const char *text)
{
    g_autofree char *plain = plain_text(text, -1);
    g_autofree char *ascii = g_str_to_ascii(plain, "C");
    g_auto(GStrv) parts = g_strsplit(ascii, "'", -1);
    g_autofree char *joined = g_strjoinv(NULL, parts);
    return g_ascii_strdown(joined, -1);
}

/* Which of the parts "KIND-1", "KIND-2" ... is in a list; 0: none, or two. */
static int number_among(const char *const *parts, const char *kind)
{
    const size_t length = strlen(kind);
    int found = 0;
    for (; parts != NULL && *parts != NULL; parts++) {
        const bool fits = g_str_has_prefix(*parts, kind) && (*parts)[length] == '-';
        const int number = fits ? (int)g_ascii_strtoll(*parts + length + 1, NULL, 10) : 0;
        if (number > 0 && found > 0 && number != found) {
            return 0;
        }
        found = number > 0 ? number : found;
    }
    return found;
}

/* Takes the longest words that come next and are in the group `part`, or in one of the groups
 * "PART-1", "PART-2" ... Each may end with a stop or a comma. Returns which, or 1; 0: none is. */
static int take(struct words *words, const char *part)
{
    g_autoptr(GString) phrase = g_string_new(NULL);
    size_t most = 0, count = 0;
    int found = 0;
    for (bool longer = true; longer && words->at[count] != NULL; count++) {
        const char *word = words->at[count];
        const size_t length = strlen(word);
        const bool ends = length > 1 && strchr(".,", word[length - 1]) != NULL;
        g_string_append(phrase, count > 0 ? " " : "");
        g_string_append_len(phrase, word, (gssize)(length - (ends ? 1 : 0)));
        const char *const *parts = vocabulary_days(phrase->str);
        const int number = parts == NULL                  ? 0
                           : g_strv_contains(parts, part) ? 1
                                                          : number_among(parts, part);
        found = number > 0 ? number : found;
        most = number > 0 ? count + 1 : most;
        longer = count > 0 ? count + 1 < VOCABULARY_PHRASE_MOST
                           : parts != NULL && g_strv_contains(parts, VOCABULARY_DAY_LONGER);
    }
    words->at += most;
    return found;
}

/* Takes a name, which may be shortened, if it means only one of them. Returns which; 0: none. */
static int take_name(struct words *words, const char *kind)
{
    const int whole = take(words, kind);
    const char *word = whole == 0 && *words->at != NULL ? *words->at : "";
    g_autofree char *name = g_strndup(word, strcspn(word, ".,"));
    g_autofree char *cut = g_strconcat(VOCABULARY_DAY_SHORT, kind, NULL);
    const int found = number_among(vocabulary_days(name), cut);
    words->at += found > 0 ? 1 : 0;
    return whole + found;
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

/* Takes the day of a month: "24", "24.", "24th", "twenty-fourth". Returns it; 0: none. */
static int take_day_number(struct words *words)
{
    static const char *const endings[] = { "st", "nd", "rd", "th", "er", "o", "e", NULL };
    int numbers[NUMBERS_MAX];
    const char *word = *words->at != NULL ? *words->at : "";
    const size_t digits = strspn(word, "0123456789");
    g_autofree char *ending = g_strdup(word + digits);
    ending[strcspn(ending, ",")] = '\0';
    int day = take(words, "ordinal");
    if (day == 0 && ((digits >= 1 && digits <= 2 && g_strv_contains(endings, ending)) ||
                     numbers_in(word, ".,", numbers) == 1)) {
        day = (int)g_ascii_strtoll(word, NULL, 10);
        words->at += day <= DAYS_MOST ? 1 : 0;
    }
    return day <= DAYS_MOST ? day : 0;
}

/* ---- a day ---- */

/* "2026-12-24", "24.12.2026", "24.12.", "12/24/26": a word of only numbers. */
static bool take_numbers(struct words *words, struct written_day *day)
{
    int numbers[NUMBERS_MAX];
    const char *word = *words->at;
    const size_t first = strspn(word, "0123456789");
    const bool dotted = word[first] == '.';
    const int count = numbers_in(word, dotted ? "." : word[first] == '/' ? "/" : "-", numbers);
    const bool year_first = count == 3 && first == YEAR_DIGITS;
    /* A day and a month with a dash between them may be two days. */
    if (count < 2 || (count == 2 && word[first] == '-')) {
        return false;
    }
    const bool turned = !year_first && (dotted ? numbers[1] > MONTHS : words->month_first);
    day->day = numbers[year_first ? 2 : turned ? 1 : 0];
    day->month = numbers[turned ? 0 : 1];
    day->year = count < 3 ? 0 : numbers[year_first ? 0 : 2];
    const bool has_year = count == 3 && day->year > 0;
    day->year += has_year && day->year < 100 ? CENTURY : 0;
    words->at++;
    /* set() refuses impossible days later. */
    return day->day > 0 && day->month > 0 && (count < 3 || has_year);
}

/* Takes the year behind day and month. */
static void take_year(struct words *words, struct written_day *day)
{
    int numbers[NUMBERS_MAX];
    take(words, "of");
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
    struct words ahead = *words;
    day->month = take_name(&ahead, "month");
    day->day = take_day_number(&ahead);
    if (day->day == 0) {
        day->month = 0;
        return false;
    }
    *words = ahead;
    if (day->month == 0) {
        take(&ahead, "of");
        day->month = take_name(&ahead, "month");
        words->at = day->month > 0 ? ahead.at : words->at;
    }
    if (day->month > 0) {
        ahead = *words;
        take_year(&ahead, day);
        words->at = day->year > 0 ? ahead.at : words->at;
    }
    return true;
}

/* Takes a day, with the weekday that may stand before it. */
static bool take_day(struct words *words, struct written_day *day)
{
    *day = (struct written_day){ .relative = take(words, "today") > 0 };
    if (!day->relative && take(words, "tomorrow") > 0) {
        *day = (struct written_day){ .relative = true, .days_ahead = 1 };
    }
    if (day->relative || *words->at == NULL) {
        return day->relative;
    }
    if (take_day_of_month(words, day) || take_numbers(words, day)) {
        return true;
    }
    day->weekday = take_name(words, "weekday");
    struct words behind = *words;
    while (take(&behind, "before") > 0) {
    }
    if (day->weekday > 0 && *behind.at != NULL &&
        (take_numbers(&behind, day) || take_day_of_month(&behind, day))) {
        words->at = behind.at;
    }
    return day->weekday > 0;
}

/* "ten days", "two weeks": sets how many days there are. */
static bool take_span(struct words *words, int *days)
{
    enum { DIGITS_MOST = 2 };
    struct words ahead = *words;
    take(&ahead, "for");
    int count = take(&ahead, "count");
    const size_t digits = *ahead.at != NULL ? strspn(*ahead.at, "0123456789") : 0;
    if (count == 0 && digits >= 1 && digits <= DIGITS_MOST && (*ahead.at)[digits] == '\0') {
        count = (int)g_ascii_strtoll(*ahead.at, NULL, 10);
        ahead.at++;
    }
    *days = count > 0 ? count * take(&ahead, "unit") : 0;
    words->at = *days > 0 ? ahead.at : words->at;
    return *days > 0;
}

/* ---- in the calendar ---- */

static bool set(GDate *date, int day, int month, int year)
{
    bool can = year >= DATES_YEAR_LEAST && year <= DATES_YEAR_MOST && month >= 1 &&
               month <= MONTHS && day >= 1 && day <= DAYS_MOST &&
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
        first->month = before ? (last->month + 10) % MONTHS + 1 : last->month;
    }
    if (last->day > 0 && last->month == 0 && first->month > 0) {
        const bool behind = last->day < first->day;
        last->month = behind ? first->month % MONTHS + 1 : first->month;
        last->year =
            first->year == 0 ? 0 : first->year + (behind && first->month == MONTHS ? 1 : 0);
    }
    if (last->year > 0 && first->month > 0 && first->year == 0) {
        const bool before =
            first->month > last->month || (first->month == last->month && first->day > last->day);
        first->year = last->year - (before ? 1 : 0);
    }
}

/* ---- a text ---- */

/* Where a sign joins two days without a blank: the dash of "3-10 dec" and "24.12.-31.12.", the
 * slash of "2026-12-24/2027-01-06". NULL: nowhere. */
static char *joint_in(char *word)
{
    char *dash = strchr(word, '-');
    char *slash = strchr(word, '/');
    char *sign = dash != NULL && strchr(dash + 1, '-') == NULL                     ? dash
                 : dash != NULL && slash != NULL && strchr(slash + 1, '/') == NULL ? slash
                                                                                   : NULL;
    return sign != NULL && g_ascii_isdigit(*word) && g_ascii_isdigit(sign[1]) ? sign : NULL;
}

/* The words of a text, folded. A sign that joins two days is a dash of its own. Free with
 * g_strfreev. */
static char **words_of(const char *text)
{
    g_autofree char *lower = folded(text);
    const size_t length = strlen(lower);
    if (length > 0 && strchr(".!,;", lower[length - 1]) != NULL) {
        lower[length - 1] = '\0';
    }
    GPtrArray *list = g_ptr_array_new();
    g_auto(GStrv) parts = g_strsplit_set(lower, " \t", 0);
    for (char **part = parts; *part != NULL; part++) {
        char *sign = joint_in(*part);
        if (sign != NULL) {
            g_ptr_array_add(list, g_strndup(*part, (gsize)(sign - *part)));
            g_ptr_array_add(list, g_strdup("-"));
            g_ptr_array_add(list, g_strdup(sign + 1));
        } else if (**part != '\0') {
            g_ptr_array_add(list, g_strdup(*part));
        }
    }
    g_ptr_array_add(list, NULL);
    return (char **)g_ptr_array_free(list, FALSE);
}

/* What a text says: `count` days, or a first day and how many days there are. */
struct written_span {
    int count; /* 1 or DATES_MOST */
    struct written_day first, last;
    int days; /* 0: `last` says it */
};

/* True if a day can be found in the calendar. */
static bool is_whole(const struct written_day *day)
{
    return day->day == 0 || day->month > 0;
}

/* Reads the last day, or how many days there are. The word of `joint` must stand before it if one
 * of the days is not whole. */
static bool take_end(struct words *words, const char *joint, struct written_span *span)
{
    if (take_span(words, &span->days)) {
        return true;
    }
    const bool joined = take(words, joint) > 0;
    while (take(words, "before") > 0) {
    }
    return take_day(words, &span->last) &&
           (joined || (is_whole(&span->first) && is_whole(&span->last)));
}

/* Sets the week that begins with the next Monday. */
static void set_next_week(struct written_span *span, const GDate *today)
{
    span->first.days_ahead = WEEKDAYS + 1 - (int)g_date_get_weekday(today);
    span->days = WEEKDAYS;
}

/* Reads a text; false if it has other words, or no day, or too many. */
static bool read_span(struct words words, const GDate *today, struct written_span *span)
{
    *span = (struct written_span){ .count = DATES_MOST, .first = { .relative = true } };
    const bool week = take(&words, "next-week") > 0;
    if (week) {
        set_next_week(span, today);
    }
    if (week || take_span(&words, &span->days)) {
        return *words.at == NULL;
    }
    while (take(&words, "before") > 0) {
    }
    const bool two = take(&words, "between") > 0;
    const bool until = take(&words, "joint") > 0;
    while (take(&words, "before") > 0) {
    }
    if (!take_day(&words, until ? &span->last : &span->first)) {
        return false;
    }
    if (!until && *words.at == NULL) {
        span->count = 1;
        return is_whole(&span->first);
    }
    if (!until && !take_end(&words, two ? "and" : "joint", span)) {
        return false;
    }
    share(&span->first, &span->last);
    return *words.at == NULL && is_whole(&span->first) && is_whole(&span->last);
}

/* Reads a text with the month before the day, or behind it. */
static bool read_as(struct words words, const GDate *today, struct dates *dates)
{
    struct written_span span;
    GDate *day = dates->day;
    if (!read_span(words, today, &span) || !set_written(&day[0], &span.first, today, today)) {
        return false;
    }
    dates->count = span.count;
    if (span.count == 1) {
        day[1] = day[0];
    } else if (span.days > 0) {
        day[1] = day[0];
        g_date_add_days(&day[1], (guint)(span.days - 1));
    }
    if (span.count == DATES_MOST && span.days == 0 &&
        !set_written(&day[1], &span.last, today, &day[0])) {
        return false;
    }
    /* "10 Nov to 20 Nov", written on 14 November, has begun. */
    GDate begun = day[0];
    g_date_subtract_years(&begun, 1);
    if (g_date_compare(&day[1], &day[0]) < 0 && span.first.year == 0 &&
        g_date_compare(&begun, today) <= 0) {
        day[0] = begun;
    }
    return true;
}

int dates_read(const char *text, const GDate *today, struct dates readings[DATES_READINGS])
{
    int count = 0;
    g_auto(GStrv) list = strlen(text) <= DATES_LINE_MAX ? words_of(text) : NULL;
    for (int turn = 0; list != NULL && turn < DATES_READINGS; turn++) {
        struct dates *dates = &readings[count];
        const struct words words = { .at = list, .month_first = turn == 1 };
        const bool good = read_as(words, today, dates);
        const bool other = count == 0 || g_date_compare(&dates->day[0], &readings[0].day[0]) != 0 ||
                           g_date_compare(&dates->day[1], &readings[0].day[1]) != 0;
        count += good && other ? 1 : 0;
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

bool dates_are_named(const char *text)
{
    bool named = strpbrk(text, "0123456789") != NULL;
    g_auto(GStrv) list = strlen(text) <= DATES_LINE_MAX ? words_of(text) : NULL;
    for (char **at = list; at != NULL && *at != NULL && !named; at++) {
        struct words month = { .at = at }, weekday = { .at = at };
        named = strlen(*at) > VOCABULARY_DAY_LEAST && /* "may" is another word, too */
                (take(&month, "month") > 0 || take(&weekday, "weekday") > 0);
    }
    return named;
}

bool dates_are_meant(const char *text)
{
    return dates_are_named(text) || dates_are_days(text);
}
