/*
 * moments.h: moments and spans of time, for people.
 */
#ifndef POSTMOVE_LETTERS_MOMENTS_H
#define POSTMOVE_LETTERS_MOMENTS_H

#include "letters/run.h"

/* "Thu, 3 Dec 2026 14:00 (Europe/Berlin)": a moment in the time zone of the player
 * (0: UTC), who is told which. The caller's. */
char *moment_in_words(const struct run *run, gint64 player, gint64 seconds);

/* The same for lists, which tell the time zone once: "3 Dec 2026 14:00". The
 * caller's. */
char *moment_bare(const struct run *run, gint64 player, gint64 seconds);

/* The time zone: "Europe/Berlin", or "UTC". The caller's. */
char *moment_zone(const struct run *run, gint64 player);

/* "9 days 3 hours": the two greatest units; less than a minute is "1 minute", nothing
 * "no time". The caller's. */
char *span_in_words(const struct run *run, gint64 seconds);

#endif
