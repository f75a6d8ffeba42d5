/*
 * Any bytes as terms of time, days and time zones: words of a challenge on the first
 * line, terms as the database has them on the second, two days on the third, a zone on
 * the fourth. What is taken is written down and read back as the same; what is refused
 * changes nothing. Moments and spans of the rest keep the laws of a calendar.
 */
#include "base/clock.h"
#include "fuzzed.h"
#include "language/dates.h"
#include "match/timing.h"

static void reads_back(const struct timing *timing)
{
    struct timing again;
    g_autofree char *text = timing_text(timing);
    g_assert_true(timing_read(&again, text));
    g_autofree char *same = timing_text(&again);
    g_assert_cmpstr(same, ==, text);
    g_assert_false(timing->total > 0 && timing->per_move > 0);
    g_assert_false(timing->claim && timing->forfeit > 0);
    g_assert_true((timing_cap(timing) > 0) == (timing->increment > 0));
    g_assert_true(timing_cap(timing) >= timing->total || timing->cap < timing->total);
    g_assert_cmpint(timing_left_at_start(timing), <=, TIMING_MOST);
}

static void take_words(const char *line)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    struct timing timing = { 0 };
    for (char **word = words; *word != NULL; word++) {
        g_autofree char *before = timing_text(&timing);
        const char *key = NULL;
        if (timing_word(&timing, *word, &key)) {
            g_assert_null(key);
            reads_back(&timing);
        } else {
            g_autofree char *after = timing_text(&timing);
            g_assert_nonnull(key);
            g_assert_cmpstr(after, ==, before);
        }
    }
}

static void take_days(const char *text)
{
    struct dates readings[DATES_READINGS];
    GDate today;
    g_date_clear(&today, 1);
    g_date_set_dmy(&today, 29, G_DATE_FEBRUARY, 2028);
    const int count = dates_read(text, &today, readings);
    for (int i = 0; i < count; i++) {
        g_assert_true(g_date_valid(&readings[i].day[0]) && g_date_valid(&readings[i].day[1]));
        g_assert_cmpint(g_date_get_year(&readings[i].day[0]), <=, DATES_YEAR_MOST);
    }
    g_assert_true(count == 0 || dates_are_days(text));
}

static GTimeZone *take_zone(const char *text)
{
    g_autofree char *name = zone_find(text);
    g_autofree char *again = name != NULL ? zone_find(name) : NULL;
    g_assert_cmpstr(again, ==, name);
    if (name == NULL) {
        g_autoptr(GPtrArray) near = zone_near(text);
        g_assert_cmpuint(near->len, <=, ZONES_NEAR);
    }
    return zone_open(name);
}

/* A number of so many bytes. */
static gint64 number(struct input *input, int bytes)
{
    gint64 value = 0;
    for (; bytes > 0; bytes--) {
        value = value << 8 | input_byte(input);
    }
    return value;
}

static void keep_laws(struct input *input, GTimeZone *zone)
{
    g_auto(Calendar) calendar;
    calendar_init(&calendar, zone, (input_byte(input) & 1) != 0);
    gint64 from = number(input, 4), middle = from + number(input, 3),
           to = middle + number(input, 3);
    for (int spans = input_byte(input) % 8; spans > 0; spans--) {
        gint64 begin = from + number(input, 3) - (1 << 23);
        calendar_add(&calendar, begin, begin + number(input, 3));
    }
    gint64 all = calendar_elapsed(&calendar, from, to);
    g_assert_cmpint(all, >=, 0);
    g_assert_cmpint(all, <=, to - from);
    g_assert_cmpint(calendar_elapsed(&calendar, from, middle) +
                        calendar_elapsed(&calendar, middle, to),
                    ==, all);
    gint64 seconds = number(input, 3) + 1;
    gint64 deadline = calendar_after(&calendar, from, seconds);
    g_assert_cmpint(calendar_elapsed(&calendar, from, deadline), ==, seconds);
    g_assert_cmpint(calendar_elapsed(&calendar, from, deadline - 1), ==, seconds - 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = { data, data + size };
    g_autofree char *words = input_line(&input);
    g_autofree char *stored = input_line(&input);
    g_autofree char *days = input_line(&input);
    g_autofree char *name = input_line(&input);
    struct timing timing;
    take_words(words);
    if (timing_read(&timing, stored)) {
        reads_back(&timing);
    }
    take_days(days);
    g_autoptr(GTimeZone) zone = take_zone(name);
    keep_laws(&input, zone);
    return 0;
}
