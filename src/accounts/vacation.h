/*
 * vacation.h: which time counts for a player, by their time zone and vacations; and vacations in
 * words.
 */
#ifndef POSTMOVE_ACCOUNTS_VACATION_H
#define POSTMOVE_ACCOUNTS_VACATION_H

#include "match/timing.h"
#include "play/session.h"

/* Makes the calendar by which a player's clocks run: in their time zone, without their vacations,
 * and without weekends if `weekends_off`. Spans can be added to it. Free with calendar_clear. */
void vacation_calendar(const struct run *run, gint64 player, bool weekends_off,
                       struct calendar *calendar);

/* The players of a board who are on vacation now, in sentences for the player of `seat`. NULL if
 * nobody is, or for an onlooker (-1), who is not told. Free with g_free. */
char *vacation_words(const struct session *session, int seat);

/* The date of a day counted from 1970-01-01. */
GDate vacation_date(gint64 day);

/* A day counted from 1970-01-01, for people: "24 Dec 2026". Free with g_free. */
char *vacation_day(const struct run *run, gint64 day);

#endif
