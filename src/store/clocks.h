/*
 * clocks/clocks.h: the clocks of running matches, as they are stored.
 *
 * A match has one clock that can run: that of the seat to move. What it shows is
 * stored when it stops; between that only since when it runs. The arithmetic is
 * that of clocks/clocks.h.
 */
#ifndef POSTMOVE_STORE_CLOCKS_H
#define POSTMOVE_STORE_CLOCKS_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

enum clock_state {
    CLOCK_WAITS = 1,  /* for the letter that tells them, which was not sent yet */
    CLOCK_RUNS = 2,   /* since it was */
    CLOCK_RESTS = 3,  /* the match does: nothing of it passes */
    CLOCK_UNTOLD = 4, /* what we wrote them came back, or is kept back: it waits for another */
};

/* The clock of the seat to move. All times in seconds since 1970. */
struct clock {
    gint64 board;
    int seat;
    gint64 player;
    enum clock_state state;
    gint64 since;    /* from when it is in this state: silence is counted from there */
    gint64 counted;  /* until when what was used since then is booked with the seat */
    gint64 letter;   /* outbox id of the letter that starts it or did; 0: not written yet */
    gint64 booked;   /* seconds of this turn used before `counted` */
    gint64 extra;    /* seconds by which they may be silent longer in this turn */
    gint64 deadline; /* derived: the last moment in time; 0: there is none */
    gint64 wake;     /* from when a run has something to do with it; 0: never */
    gint64 reminded; /* when they were, in this turn; 0: not yet */
    bool warned;     /* they were told that little is left */
    bool told;       /* the others were told that they may claim */
};

/* False if the board has none, since its match does not run. */
bool clock_read(struct db *db, gint64 board, struct clock *clock);
/* A new one, or the one of its board as it is now. */
void clock_write(struct db *db, const struct clock *clock);
void clock_remove(struct db *db, gint64 board);

/* A letter to a player is queued that tells of a board: if the clock there is
 * his and waits for one, it waits for this one now; but not if one that waits
 * to be sent has told him before. */
void clock_told_by(struct db *db, gint64 board, gint64 player, gint64 letter);

/* ---- lists of boards, as gint64; the caller's ---- */

/* Whose clock that letter starts, or has started. */
GArray *clocks_of_letter(struct db *db, gint64 letter);
/* Where a player is to move. */
GArray *clocks_of_player(struct db *db, gint64 player);
/* Where a run has something to do: the first `limit`, in order of time. */
GArray *clocks_awake(struct db *db, gint64 now, int limit);
/* All. */
GArray *clocks_all(struct db *db);

/* After the system's clock was put back: what lies after `now` is now. */
void clocks_drop_future(struct db *db, gint64 now);

/* ---- what the clock of a seat shows ---- */

struct seat_clock {
    gint64 left;        /* seconds, as when it stopped last */
    gint64 used;        /* seconds of all turns */
    gint64 stood_still; /* seconds of its last turn in which the server stood still */
    gint64 held;        /* seconds of its last turn in which the server was held */
};

/* All zero if the seat has none. */
struct seat_clock seat_clock_read(struct db *db, gint64 board, int seat);
void seat_clock_write(struct db *db, gint64 board, int seat, const struct seat_clock *shows);

/* ---- reminders ---- */

/* When a player was sent the last letter of them; 0: never. */
gint64 reminded_last(struct db *db, gint64 player);
void reminded_now(struct db *db, gint64 player, gint64 now);

#endif
