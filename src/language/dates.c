#include "language/dates.h"

#include <string.h>

static const char *const months[] = { "january",   "february", "march",    "april",
                                      "may",       "june",     "july",     "august",
                                      "september", "october",  "november", "december" };
static const char *const fillers[] = { "from", "to", "until", "till", "-", "--", "\u2013", NULL };

enum { MONTH_LEAST = 3, NUMBERS_MAX = 3 };

/* The words still to be read, in lower case. */
struct words {
    char **at;
    const GDate *today;
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

/* "24 Dec", "24. Dec", "Dec 24": a number and a month in either order. */
static bool take_named_month(struct words *words, GDate *date)
{
    int numbers[NUMBERS_MAX];
    const char *first = words->at[0];
    const char *second = words->at[1];
    if (second == NULL) {
        return false;
    }
    int month = month_named(first) != 0 ? month_named(first) : month_named(second);
    const char *number = month_named(first) != 0 ? second : first;
    if (month == 0 || numbers_in(number, ".,", numbers) != 1) {
        return false;
    }
    words->at += 2;
    int day = numbers[0], year = take_year(words);
    return year != 0 ? set(date, day, month, year) : set_next(date, words->today, day, month);
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
    return take_named_month(words, date);
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
    struct words words = { .at = list, .today = today };
    int count = 0;
    while (*words.at != NULL) {
        if (**words.at == '\0' || g_strv_contains(fillers, *words.at)) {
            words.at++;
        } else if (count == DATES_MOST || !take_day(&words, &dates[count++])) {
            return -1;
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
