/*
 * reader.h: the reader of a letter: what they have set with `set` (the table of settings is
 * language/settings.h), time as text in their time zone, and whether letters to them are kept back.
 */
#ifndef POSTMOVE_LETTERS_READER_H
#define POSTMOVE_LETTERS_READER_H

#include "letters/run.h"

/* The player's value of a setting, as the table writes it; the first of its values if the player
 * has set none. Only for settings whose values are a list. Not to be freed. */
const char *preference_value(const struct run *run, gint64 player, const char *key);

/* The name of the player's time zone; "UTC" if they have set none. Free with g_free. */
char *preference_zone(const struct run *run, gint64 player);

/* True if a setting with the values on and off is on for the player. */
bool preference_is_on(const struct run *run, gint64 player, const char *key);

/* "autoplay=off, flip=usual": all settings of a player. Free with g_free. */
char *preference_text(const struct run *run, gint64 player);

/* "Thu, 3 Dec 2026 14:00 (Europe/Berlin)": a moment in the player's time zone (player 0: UTC). */
char *moment_in_words(const struct run *run, gint64 player, gint64 seconds);

/* "3 Dec 2026 14:00": for lists, which name the time zone once. */
char *moment_bare(const struct run *run, gint64 player, gint64 seconds);

/* The player's time zone: "Europe/Berlin"; "UTC" for player 0 or if they have set none. */
char *moment_zone(const struct run *run, gint64 player);

/* "9 days 3 hours": the two greatest units. Less than a minute is "1 minute"; 0 is "no time". */
char *span_in_words(const struct run *run, gint64 seconds);

enum { LETTERS_KEPT_BACK_AT = 4 /* points of an address whose letters came back */ };

/* True if a letter must not be written to `player` (0: to no player) at their address.
 * `answer`: it answers a mail of that player. Nothing is written to a player whom the
 * operator has suspended; letters to the operator are never kept back. */
bool letter_is_kept_back(const struct run *run, gint64 player, const char *address, bool answer);

/* True if a folded address is the operator's. */
bool letter_is_to_operator(const struct run *run, const char *folded);

#endif
