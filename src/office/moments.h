/*
 * moments.h: moments and spans of time, for people.
 */
#ifndef POSTMOVE_OFFICE_MOMENTS_H
#define POSTMOVE_OFFICE_MOMENTS_H

#include "office/office.h"

/* "Thu, 3 Dec 2026 14:00 (Europe/Berlin)": a moment in the time zone of the player
 * (0: UTC), who is told which. The caller's. */
char *moment_in_words(const struct office *office, gint64 player, gint64 seconds);

/* "9 days 3 hours": the two greatest units, less than a minute is "a minute". The
 * caller's. */
char *span_in_words(const struct office *office, gint64 seconds);

#endif
