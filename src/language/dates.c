#include "language/dates.h"

#include <string.h>

#include "language/cell_words.h"

static const char *const months[] = { "january",   "february", "march",    "april",
                                      "may",       "june",     "july",     "august",
                                      "september", "october",  "november", "december" };
static const char *const fillers[] = { "from", "to",  "until", "till", "through", "the",
                                       "on",   "and", "-",     "--",   "\u2013",  NULL };
static const char *const ordinals[] = {
    "first",        "second",         "third",         "fourth",        "fifth",
    "sixth",        "seventh",        "eighth",        "ninth",         "tenth",
    "eleventh",     "twelfth",        "thirteenth",    "fourteenth",    "fifteenth",
    "sixteenth",    "seventeenth",    "eighteenth",    "nineteenth",    "twentieth",
    "twenty-first", "twenty-second",  "twenty-third",  "twenty-fourth", "twenty-fifth",
    "twenty-sixth", "twenty-seventh", "twenty-eighth", "twenty-ninth",  "thirtieth",
    "thirty-first"
};
static const char *const weekdays[] = { "monday", "tuesday",  "wednesday", "thursday",
                                        "friday", "saturday", "sunday" };

enum { MONTH_LEAST = 3, NUMBERS_MAX = 3, DAYS_MOST = 31, WEEK = 7 };

/* The words still to be read, in lower case. */
struct words {
    char **at;
    const GDate *today;
    const GDate *after; /* the first day that was read; `today` before that */
};

/* The number of a month, 1 to 12; 0: the word is no month. */
static int month_named(const char *word)
{
    size_t length = strcspn(word, ".,");
    if (length + 1 < strlen(word)) {
        return 0;
    }
    for (int month = 0; length >= MONTH_LEAST && month < 12; month++) {
        if (strncmp(word, months[month], length) == 0) {
            return month + 1;
        }
    }
    return 0;
}

static bool set(GDate *date, int day, int month, int year)
{
    bool can = year >= DATES_YEAR_LEAST && year <= DATES_YEAR_MOST && month >= 1 && day >= 1 &&
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

/* Reads numbers of at most four digits, separated by one of `signs`, the same each time; one
 * sign may end the word. Returns how many, or 0 if the word is something else. */
static int numbers_in(const char *word, const char *signs, int numbers[NUMBERS_MAX])
{
    char sign = '\0';
    for (int count = 0; count < NUMBERS_MAX;) {
        size_t digits = strspn(word, "0123456789");
        if (digits < 1 || digits > 4) {
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

/* Takes the year behind day and month; 0 if no year stands there. */
static int take_year(struct words *words)
{
    int numbers[NUMBERS_MAX];
    const char *word = *words->at;
    if (word != NULL && strlen(word) >= 4 && numbers_in(word, ",", numbers) == 1 &&
        numbers[0] >= DATES_YEAR_LEAST) {
        words->at++;
        return numbers[0];
    }
    return 0;
}

/* The day of a month that a word names: "24", "24.", "24th", "twenty-fourth"; 0: none. */
static int day_named(const char *word)
{
    int numbers[NUMBERS_MAX];
    static const char *const endings[] = { "st", "nd", "rd", "th", NULL };
    const size_t digits = strspn(word, "0123456789");
    if (digits >= 1 && digits <= 2 && g_strv_contains(endings, word + digits)) {
        return (int)g_ascii_strtoll(word, NULL, 10);
    }
    for (int day = 0; day < DAYS_MOST; day++) {
        if (g_str_equal(word, ordinals[day])) {
            return day + 1;
        }
    }
    return numbers_in(word, ".,", numbers) == 1 ? numbers[0] : 0;
}

/* The month of the day that follows: "20 december" lends its own to "10 to". 0: none follows. */
static int month_ahead(char **at)
{
    while (*at != NULL && g_strv_contains(fillers, *at)) {
        at++;
    }
    const bool day = *at != NULL && day_named(*at++) > 0;
    at += day && *at != NULL && g_str_equal(*at, "of") ? 1 : 0;
    return day && *at != NULL ? month_named(*at) : 0;
}

/* "24 Dec", "24th of Dec", "Dec 24": a number and a month in either order; "24" if another day of
 * the same month stands before it or follows. */
static bool take_named_month(struct words *words, GDate *date)
{
    char **at = words->at;
    const bool leads = month_named(*at) != 0;
    const int before = leads ? month_named(*at++) : 0;
    const int day = *at != NULL ? day_named(*at) : 0;
    at += day > 0;
    char **of = at + (day > 0 && !leads && *at != NULL && g_str_equal(*at, "of") ? 1 : 0);
    const int behind = day > 0 && !leads && *of != NULL ? month_named(*of) : 0;
    const int month = leads ? before : behind != 0 ? behind : day > 0 ? month_ahead(at) : 0;
    if (day > 0 && month == 0 && words->after != words->today) { /* "3 Dec to 10" */
        words->at = at;
        return set_next(date, words->after, day, (int)g_date_get_month(words->after));
    }
    if (day == 0 || month == 0) {
        return false;
    }
    words->at = behind != 0 ? of + 1 : at;
    const int year = leads || behind != 0 ? take_year(words) : 0;
    return year != 0 ? set(date, day, month, year) : set_next(date, words->today, day, month);
}

/* The next such weekday, that of today or of the first day included. */
static bool take_weekday(struct words *words, GDate *date)
{
    for (int day = 0; day < WEEK; day++) {
        if (g_str_equal(*words->at, weekdays[day])) {
            const int now = (int)g_date_get_weekday(words->after) - 1;
            *date = *words->after;
            g_date_add_days(date, (guint)((day - now + WEEK) % WEEK));
            words->at++;
            return true;
        }
    }
    return false;
}

/* "for ten days", "two weeks": sets the last day of such a span that begins with `first`. */
static bool take_span(struct words *words, const GDate *first, GDate *last)
{
    static const struct {
        const char *unit;
        int days;
    } units[] = { { "day", 1 }, { "days", 1 }, { "week", WEEK }, { "weeks", WEEK } };
    char **at = words->at + (g_str_equal(*words->at, "for") ? 1 : 0);
    const struct word number = { *at, *at != NULL ? strlen(*at) : 0 };
    const int count = *at == NULL ? 0 : g_str_equal(*at, "a") ? 1 : cell_number(number, false);
    for (size_t i = 0; i < G_N_ELEMENTS(units) && count > 0 && at[1] != NULL; i++) {
        if (g_str_equal(at[1], units[i].unit)) {
            *last = *first;
            g_date_add_days(last, (guint)(count * units[i].days - 1));
            words->at = at + 2;
            return true;
        }
    }
    return false;
}

/* "2026-12-24", "24.12.2026", "24.12.": a word of only numbers. */
static bool read_numbers(const struct words *words, GDate *date)
{
    int numbers[NUMBERS_MAX];
    const char *word = *words->at;
    if (numbers_in(word, "-", numbers) == 3 && word[4] == '-') {
        return set(date, numbers[2], numbers[1], numbers[0]);
    }
    int count = numbers_in(word, ".", numbers);
    return count == 3   ? set(date, numbers[0], numbers[1], numbers[2])
           : count == 2 ? set_next(date, words->today, numbers[0], numbers[1])
                        : false;
}

static bool take_day(struct words *words, GDate *date)
{
    bool tomorrow = g_str_equal(*words->at, "tomorrow");
    if (tomorrow || g_str_equal(*words->at, "today")) {
        words->at++;
        *date = *words->today;
        g_date_add_days(date, tomorrow);
        return true;
    }
    if (read_numbers(words, date)) {
        words->at++;
        return true;
    }
    return take_weekday(words, date) || take_named_month(words, date);
}

int dates_read(const char *text, const GDate *today, GDate dates[DATES_MOST])
{
    if (strlen(text) > DATES_LINE_MAX) {
        return -1;
    }
    g_autofree char *bare = g_ascii_strdown(text, -1);
    const size_t length = strlen(bare);
    if (length > 0 && strchr(".!,;", bare[length - 1]) != NULL) {
        bare[length - 1] = '\0';
    }
    g_auto(GStrv) list = g_strsplit_set(bare, " \t", 0);
    struct words words = { .at = list, .today = today, .after = today };
    int count = 0;
    while (*words.at != NULL) {
        if (**words.at == '\0' || g_strv_contains(fillers, *words.at)) {
            words.at++;
        } else if (count == DATES_MOST) {
            return -1;
        } else if (take_span(&words, count > 0 ? &dates[0] : today, &dates[1])) {
            dates[0] = count > 0 ? dates[0] : *today;
            count = DATES_MOST;
        } else if (!take_day(&words, &dates[count++])) {
            return -1;
        } else {
            words.after = &dates[0];
        }
    }
    return count;
}

bool dates_are_two(const char *text)
{
    GDate any_day;
    GDate dates[DATES_MOST];
    g_date_clear(&any_day, 1);
    g_date_set_dmy(&any_day, 1, G_DATE_JANUARY, 2000);
    return dates_read(text, &any_day, dates) == DATES_MOST;
}
