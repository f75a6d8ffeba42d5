/*
 * vacation.h: when a player's time counts: his own time zone, and his vacations.
 */
#ifndef POSTMOVE_ACCOUNTS_VACATION_H
#define POSTMOVE_ACCOUNTS_VACATION_H

#include "match/calendar.h"
#include "play/session.h"

/* His own time zone; UTC where he has set none. The caller's, to be given to
 * g_time_zone_unref. */
GTimeZone *vacation_zone(const struct run *run, gint64 player);

/* Makes the calendar by which a player's clocks run: in his zone, without his
 * vacations, and, if they are off, without his weekends. More spans may be added;
 * calendar_clear is the caller's. */
void vacation_calendar(const struct run *run, gint64 player, bool weekends_off,
                       struct calendar *calendar);

/* Who of a board is away now, in sentences for the player of `seat`; NULL: nobody, or it
 * is an onlooker (-1), who is not told. The caller's. */
char *vacation_words(const struct session *session, int seat);

/* The date of a day, counted from 1970-01-01. */
GDate vacation_date(gint64 day);

/* A day, counted from 1970-01-01, for people: "24 Dec 2026". The caller's. */
char *vacation_day(gint64 day);

#endif
