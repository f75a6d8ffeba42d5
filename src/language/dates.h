/*
 * dates.h: reads the days of a vacation, as people write them.
 *
 *   2026-12-24       24.12.2026      24 Dec 2026     Dec 24, 2026     24. Dezember
 *   12/24/2026       24/12/26        le 24 décembre  Fri, 4 December  10 to 20 December
 *   today            tomorrow        until friday    next week        24 Dec for two weeks
 *
 * The names and other words are those of templates/LANG/, of all languages at once. Months and
 * weekdays may be shortened to three letters or more. A day may leave out its year and, if the
 * other day has it, its month. Without a year it is the next such day, behind a first day that has
 * a year the next from there on; a weekday alone is the next one from today on, or from the first
 * day on; a weekday before a date must fit that date. Words such as "from" may stand before a day;
 * "to", "until" or a dash may stand between two, and must where one of them has no month. Instead
 * of the last day, or of both, the text may say how many days or weeks there are; if it names no
 * first day, today is the first.
 *
 * Of two numbers with a slash or a dash between them either may be the day. If only one reading is
 * possible, it is the one; else there are two.
 */
#ifndef POSTMOVE_DATES_H
#define POSTMOVE_DATES_H

#include <glib.h>
#include <stdbool.h>

enum {
    DATES_MOST = 2,
    DATES_READINGS = 2,
    DATES_LINE_MAX = 120, /* bytes of a text; a longer one has no days */
    DATES_YEAR_LEAST = 1970,
    DATES_YEAR_MOST = 9998,
};

/* What a text says: one day or two. */
struct dates {
    int count;
    GDate day[DATES_MOST];
};

/* Reads all days of a text, `today` being the day it was written on. Returns the number of its
 * readings, the first with the day before the month; 0 if a part of the text is no day, or there is
 * no day, or more than two. */
int dates_read(const char *text, const GDate *today, struct dates readings[DATES_READINGS]);

/* True if a text has such a reading, whatever day it was written on. */
bool dates_are_days(const char *text);

#endif
