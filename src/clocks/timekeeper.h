/*
 * timekeeper.h: one clock with all that its arithmetic needs.
 *
 * Of use to clocks/clocks.c, clocks/timeout.c, clocks/reminders.c, clocks/claims.c and
 * clocks/clock_words.c alone.
 */
#ifndef POSTMOVE_CLOCKS_TIMEKEEPER_H
#define POSTMOVE_CLOCKS_TIMEKEEPER_H

#include "letters/run.h"
#include "match/calendar.h"
#include "match/timing.h"
#include "store/clocks.h"

enum {
    TIMEKEEPER_RESEND = 24 * 3600,  /* seconds until a letter that came back is written again */
    TIMEKEEPER_WARNING = 24 * 3600, /* he is warned so long before the end, or in the last
                                       quarter if that is later */
    TIMEKEEPER_SHORT = 8 * 3600,    /* who has less for a turn is not warned */
    TIMEKEEPER_NO_LIMIT = -1,
};

struct timekeeper {
    struct run *run;
    struct timing terms;
    struct clock clock;
    struct seat_clock shows;  /* of that seat, as stored */
    struct calendar calendar; /* of its player, from `since` on */
    gint64 unasked;           /* no reminder goes before this moment; 0: whenever one is due */
};

/* Takes the clock of a board; false if it has none. */
bool timekeeper_open(struct timekeeper *keeper, struct run *run, gint64 board);

/* The same for a turn that begins now: the seat of `clock` and its player are set.
 * `terms` is the text of the board. */
void timekeeper_begin(struct timekeeper *keeper, struct run *run, const struct clock *clock,
                      const char *terms);

void timekeeper_clear(struct timekeeper *keeper);
typedef struct timekeeper Timekeeper;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Timekeeper, timekeeper_clear)

/* The state of its clock from a moment on; it is not stored. */
void timekeeper_turn_to(struct timekeeper *keeper, enum clock_state state, gint64 since);

/* Counts what has run until a moment, here alone; the clock goes on from there, and
 * silence from where it began. */
void timekeeper_count(struct timekeeper *keeper, gint64 moment);

/* Books what has run until a moment, and how much of it was an outage, with the
 * seat, in the store; the clock goes on from there. Nothing if it stands. */
void timekeeper_book(struct timekeeper *keeper, gint64 moment);

/* Seconds that may count from `since` on; TIMEKEEPER_NO_LIMIT: any. */
gint64 timekeeper_limit(const struct timekeeper *keeper);

/* Whether more than that have counted at a moment. */
bool timekeeper_is_late(const struct timekeeper *keeper, gint64 moment);

/* Whether the others have to claim what time brings. */
bool timekeeper_needs_claim(const struct timekeeper *keeper);

/* Whether a reminder is due at a moment; a warning, since little is left. */
bool timekeeper_nags(const struct timekeeper *keeper, gint64 moment);
bool timekeeper_warns(const struct timekeeper *keeper, gint64 moment);

/* The deadline as it follows from all the rest; 0: none. */
gint64 timekeeper_deadline(const struct timekeeper *keeper);

/* Works out the deadline and when a run has something to do, and stores the clock. */
void timekeeper_store(struct timekeeper *keeper);

#endif
