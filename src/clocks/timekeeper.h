/*
 * timekeeper.h: one clock with all that its arithmetic needs.
 *
 * Only for clocks/clocks.c and, in commands/, for timeouts.c, offers.c and settings.c.
 */
#ifndef POSTMOVE_CLOCKS_TIMEKEEPER_H
#define POSTMOVE_CLOCKS_TIMEKEEPER_H

#include "letters/run.h"
#include "match/timing.h"
#include "store/clocks.h"

enum {
    TIMEKEEPER_RESEND = 24 * 3600,  /* seconds until a letter that bounced is written again */
    TIMEKEEPER_WARNING = 24 * 3600, /* the warning is due so long before the deadline, or in
                                       the last quarter if that is later */
    TIMEKEEPER_SHORT = 8 * 3600,    /* no warning if a turn has less time than this */
    TIMEKEEPER_NO_LIMIT = -1,
};

struct timekeeper {
    struct run *run;
    struct timing terms;
    struct clock clock;
    struct seat_clock shows;  /* of the clock's seat */
    struct calendar calendar; /* of the seat's player, from `since` on */
    gint64 unasked;           /* no reminder before this moment; 0: whenever one is due */
};

/* Reads the clock of a board; false if it has none. Free with timekeeper_clear. */
bool timekeeper_open(struct timekeeper *keeper, struct run *run, gint64 board);

/* The same for a turn that begins now: `clock` has its seat and player, `shows` is what the clock
 * of that seat shows, `terms` is the board's time control as text. */
void timekeeper_begin(struct timekeeper *keeper, struct run *run, const struct clock *clock,
                      const struct seat_clock *shows, const char *terms);

void timekeeper_clear(struct timekeeper *keeper);
typedef struct timekeeper Timekeeper;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Timekeeper, timekeeper_clear)

/* Changes the state of the clock from a moment on; nothing is stored. */
void timekeeper_turn_to(struct timekeeper *keeper, enum clock_state state, gint64 since);

/* Counts the time that has run until a moment, without storing it. The clock goes on from there;
 * the time without a move still counts from where it began. */
void timekeeper_count(struct timekeeper *keeper, gint64 moment);

/* Counts the same, and stores it with the seat, and how much of it was an outage. Does nothing if
 * the clock stands. */
void timekeeper_book(struct timekeeper *keeper, gint64 moment);

/* Seconds that may count from `since` on; TIMEKEEPER_NO_LIMIT if there is no limit. */
gint64 timekeeper_limit(const struct timekeeper *keeper);

/* True if more than that has counted at a moment. */
bool timekeeper_is_late(const struct timekeeper *keeper, gint64 moment);

/* How many excused days of a player are left in the calendar year (UTC) of a moment; 0 if they have
 * set excused=off. */
int timekeeper_days_left(const struct run *run, gint64 player, gint64 moment);

/* If the clock is late at a moment, takes excused days of its player until it is not, or until they
 * have no more, each in the year of its deadline; each puts the deadline off by a day that counts:
 * a clock shows a day more, and the player may be silent for a day longer. Stores all that. Returns
 * how many it took.
 * None is taken for a program, for a turn of which the player is not told, once the others were
 * told that they may claim, or as long as the player has not decided one turn of any match: nobody
 * waits two weeks for somebody who was never there. */
int timekeeper_excuse(struct timekeeper *keeper, gint64 moment);

/* The player was never told of this turn, whose time was given back: so are the excused days that
 * it took, and their time is taken off the clock. */
void timekeeper_give_back(struct timekeeper *keeper);

/* True if the other players have to claim when time is over. */
bool timekeeper_needs_claim(const struct timekeeper *keeper);

/* True if at a moment a reminder is due, or a warning that little time is left. */
bool timekeeper_nags(const struct timekeeper *keeper, gint64 moment);
bool timekeeper_warns(const struct timekeeper *keeper, gint64 moment);

/* The deadline as it follows from all the rest; 0 if there is none. */
gint64 timekeeper_deadline(const struct timekeeper *keeper);

/* Works out the deadline and when a run next has something to do, and stores the clock. */
void timekeeper_store(struct timekeeper *keeper);

#endif
