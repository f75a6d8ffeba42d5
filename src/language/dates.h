/*
 * dates.h: reads two days, as people write them.
 *
 *   2026-12-24       24.12.2026      24 Dec 2026     Dec 24, 2026     24. december
 *   the 24th of December             Fri, 4 December              10 to 20 December
 *   today            tomorrow        until friday                 24 Dec for two weeks
 *
 * Months and weekdays are in English, in full or shortened to three letters or more. A day may
 * leave out its year and, if the other day has it, its month. Without a year it is the next such
 * day; a weekday alone is the next one from today on, or from the first day on; a weekday before a
 * date must fit that date. "from", "the" and the like may stand before a day; "to", "until" or a
 * dash may stand between two, and must where one of them has no month. Instead of the last day, or
 * of both, the text may say how many days or weeks there are; if it names no first day, today is
 * the first. A day that readers may understand differently (12/24/2026) is refused.
 */
#ifndef POSTMOVE_DATES_H
#define POSTMOVE_DATES_H

#include <glib.h>
#include <stdbool.h>

enum {
    DATES_MOST = 2,
    DATES_LINE_MAX = 120, /* bytes of a text; a longer one has no days */
    DATES_YEAR_LEAST = 1970,
    DATES_YEAR_MOST = 9998,
};

/*
 * Reads all days of a text, `today` being the day it was written on. Returns their number, at
 * most DATES_MOST; -1 if a part of the text is no day, or there are more.
 */
int dates_read(const char *text, const GDate *today, GDate dates[DATES_MOST]);

/* True if a text has the form of two days, or of a span of days, and nothing else. */
bool dates_are_two(const char *text);

#endif
