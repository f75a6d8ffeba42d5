/*
 * moments.h: moments and spans of time as text for a reader. Free each string with g_free.
 */
#ifndef POSTMOVE_LETTERS_MOMENTS_H
#define POSTMOVE_LETTERS_MOMENTS_H

#include "letters/run.h"

/* "Thu, 3 Dec 2026 14:00 (Europe/Berlin)": a moment in the player's time zone (player 0: UTC). */
char *moment_in_words(const struct run *run, gint64 player, gint64 seconds);

/* "3 Dec 2026 14:00": for lists, which name the time zone once. */
char *moment_bare(const struct run *run, gint64 player, gint64 seconds);

/* The player's time zone: "Europe/Berlin"; "UTC" for player 0 or if they have set none. */
char *moment_zone(const struct run *run, gint64 player);

/* "9 days 3 hours": the two greatest units. Less than a minute is "1 minute"; 0 is "no time". */
char *span_in_words(const struct run *run, gint64 seconds);

#endif
