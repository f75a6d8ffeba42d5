/*
 * store/clocks.h: the clocks of running matches, the time that does not count, how far the server
 * has come with its mail, and what lapses or is deleted when it is old.
 *
 * A match has one clock that can run: that of the seat to move. What it shows is stored when it
 * stops. While it runs, only the moment when it started is stored. clocks/clocks.h does the
 * arithmetic.
 */
#ifndef POSTMOVE_STORE_CLOCKS_H
#define POSTMOVE_STORE_CLOCKS_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

/* ---- time that does not count ---- */

enum outage_kind {
    OUTAGE_STOOD_STILL = 1, /* no run for longer than the configuration allows */
    OUTAGE_HELD = 2,        /* the operator held the server */
};

struct outage {
    gint64 begin, end; /* `end` is the first second after it */
    enum outage_kind kind;
};

/* Does nothing if `end` is not after `begin`. */
void outage_add(struct db *db, gint64 begin, gint64 end, enum outage_kind kind);

/* The outages (struct outage) that end after a moment, ordered by their ends. Free with
 * g_array_unref. */
GArray *outages_since(struct db *db, gint64 moment);

/* The system's clock was put back: changes all moments after `now`. Outages are cut off there;
 * clocks, challenges, tokens and what waits to be confirmed go on as if they began now, but the
 * last do not count for the hourly limit; and letters count as written or sent now, or they would
 * be kept until that time comes. */
void clocks_put_back(struct db *db, gint64 now);

/*
 * Outages do not count for what lapses after some time, such as a challenge, or is deleted when it
 * is old: a challenge that nobody could answer is still open when the server goes on, and a clock
 * that jumps forward ends nothing.
 *
 * SQL for the moment at which something lapses that began at `since` and would lapse at `until`
 * without outages. Both are SQL expressions of the row. The stored moments never change, so
 * nothing is lost when the clock is put back.
 */
#define OUTAGES_LAPSE(since, until) "(" until " + (" OUTAGES_SECONDS(since) "))"

/* SQL: how many seconds since then were outages. */
#define OUTAGES_SECONDS(since)                                                                     \
    "SELECT COALESCE(SUM(ended - MAX(begun, " since ")), 0) FROM outages WHERE ended > " since

/* Goes back from `now` until so many seconds have passed, those of outages not counted. What began
 * at that moment or earlier is at least so old. Outages do not overlap. */
gint64 outages_ago(struct db *db, gint64 now, gint64 seconds);

/* How many seconds of the time between two moments the server served; 0 if `to` is
 * not after `from`. */
gint64 outages_served(struct db *db, gint64 from, gint64 to);

/* How far the server has come with its mail. */
struct watermark {
    gint64 served;  /* all mail that reached us before this moment is processed; 0: not known */
    gint64 fetched; /* all mail that lay in the mailboxes then is fetched; 0: not known */
    bool quiet;     /* the server stood still before this run: nobody is out of time in it */
    gint64 daily;   /* the day on which what is done once a day was done last; 0: never */
    gint64 weekly;  /* when the operator's weekly letter was last looked at; 0: never */
    gint64 held;    /* when maintenance began; 0: the server is not in maintenance */
    bool parked;    /* there are parked letters (store/outbox.h) */
};

/* watermark_write stores neither `held` nor `parked`, which are true of other tables. */
struct watermark watermark_read(struct db *db);
void watermark_write(struct db *db, const struct watermark *mark);

/*
 * Maintenance: mail is kept, nothing is played or sent, and the time counts against nobody.
 * maintenance_since gives when it began, 0 if the server is not in maintenance.
 */
gint64 maintenance_since(struct db *db);
void maintenance_begin(struct db *db, gint64 now);
void maintenance_end(struct db *db);

/* True when it is called for the first time during this maintenance, so that a run logs it. */
bool maintenance_is_news(struct db *db);

enum clock_state {
    CLOCK_WAITS = 1,  /* the letter that tells the player of their turn is not sent yet */
    CLOCK_RUNS = 2,   /* that letter was sent */
    CLOCK_RESTS = 3,  /* the match is paused */
    CLOCK_UNTOLD = 4, /* that letter came back or is kept back: it waits for another letter */
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
    gint64 deadline; /* derived: the last moment in time; 0 if they have no deadline */
    gint64 wake;     /* from when a run has something to do with it; 0: never */
    gint64 reminded; /* when they were, in this turn; 0: not yet */
    bool warned;     /* they were told that little is left */
    bool told;       /* the others were told that they may claim */
    int excused;     /* days of their excused ones that were taken in this turn */
};

/* What the clock of a seat shows. */
struct seat_clock {
    gint64 left;        /* seconds, as when it stopped last */
    gint64 used;        /* seconds of all turns */
    gint64 stood_still; /* seconds of its last turn in which the server stood still */
    gint64 held;        /* seconds of its last turn in which the server was held */
};

/* False if the board has no clock, because its match does not run. */
bool clock_read(struct db *db, gint64 board, struct clock *clock);
/* The same, with what the clock of its seat shows, and the time control of the match as text, which
 * is freed with g_free. */
bool clock_read_with(struct db *db, gint64 board, struct clock *clock, struct seat_clock *shows,
                     char **timing);
/* Stores the clock of a board, new or changed. */
void clock_write(struct db *db, const struct clock *clock);
void clock_remove(struct db *db, gint64 board);

/* To be called when a letter about a board is queued for a player. If the clock there is theirs
 * and waits for a letter, it now waits for this one, unless an earlier letter that tells them is
 * still to be sent. */
void clock_told_by(struct db *db, gint64 board, gint64 player, gint64 letter);

/* ---- lists of boards (gint64); free with g_array_unref ---- */

/* The boards whose clock this letter starts or has started. */
GArray *clocks_of_letter(struct db *db, gint64 letter);
/* The boards where the player is to move. */
GArray *clocks_of_player(struct db *db, gint64 player);
/* The boards where a run has something to do: the first `limit`, ordered by time. */
GArray *clocks_awake(struct db *db, gint64 now, int limit);
/* All boards that have a clock. */
GArray *clocks_all(struct db *db);

/* ---- what the clock of a seat shows ---- */

/* All zero if the seat has none. */
struct seat_clock seat_clock_read(struct db *db, gint64 board, int seat);
void seat_clock_write(struct db *db, gint64 board, int seat, const struct seat_clock *shows);

/* ---- excused days: how many a player has taken in a calendar year (UTC) ---- */

int excused_taken(struct db *db, gint64 player, int year);

/* Adds to them; with a negative number gives some back, down to 0. */
void excused_take(struct db *db, gint64 player, int year, int days);

/* ---- reminders ---- */

/* When a player was sent the last letter of them; 0: never. */
gint64 reminded_last(struct db *db, gint64 player);
void reminded_now(struct db *db, gint64 player, gint64 now);

/* ---- what is too old ---- */

/*
 * Deletes, as of the moment `now`:
 *   - sign-ups and commands whose time to be confirmed is over;
 *   - tokens that expired 90 days ago; some that an outage might keep go later;
 *   - letters sent 30 days ago, bytes and all, and undeliverable ones written 60 days ago, which
 *     nobody wanted to be tried again;
 *   - addresses that bounced and have no points left, unless letters to them are kept back;
 *   - watches of matches that are over, at the time set for it;
 *   - the hashes of names that anybody may take again;
 *   - the counts of days before `today` (days since 1970-01-01 UTC).
 * Times in which the server stood still do not count (store/clocks.h).
 *
 * There may be many tokens and letters: it deletes some hundreds of one kind. True if nothing is
 * left; else call it again in another transaction.
 */
bool expire_rows(struct db *db, gint64 now, gint64 today);

#endif
