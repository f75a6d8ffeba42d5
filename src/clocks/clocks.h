/*
 * clocks.h: time is kept with the moves.
 *
 * The clock of a seat runs from the moment the letter was sent that tells him it
 * is his turn, and stops with the arrival of his mail, however late either is
 * processed. What the server plays for him costs nothing. An undo gives the turn
 * back, not the time. Nobody has to start or stop one: session_store sees what has
 * become of the match, whoever changed it, the letters say whom they tell, and the
 * sender of letters says what was sent.
 *
 * So who has a match rest sets `paused` and `paused_by` of its board, who has it
 * go on clears them, and both store the desk: the clock stands from then on, and
 * waits for a letter afterwards, with what it showed.
 *
 * What does not count against a player: his vacations and, where that was agreed
 * to, his weekends; outages, that is time in which the server stood still or was
 * held; and the time of a letter that came back.
 */
#ifndef POSTMOVE_CLOCKS_CLOCKS_H
#define POSTMOVE_CLOCKS_CLOCKS_H

#include "play/session.h"
#include "store/clocks.h"
#include "store/outages.h"

/* ---- for session_store, the letters and their sender ---- */

/* The match at a desk has changed, and its derived columns are set: the first
 * `kept` turns of the record are those it had before. `undone`: it had more. */
void clocks_follow(struct session *session, guint kept, bool undone);

/* That letter was sent just now: the clocks that wait for it run. */
void clocks_sent(struct run *run, gint64 letter);

/* That letter came back: the turns it told of are not counted from then on, nor
 * what they had taken by now. */
void clocks_returned(struct run *run, gint64 letter);

/* Letters to a player are kept back from now on: his clocks stand. They go out
 * again, and he has been shown what waits for him: what still stands runs. */
void clocks_kept_back(struct run *run, gint64 player);
void clocks_taken_up(struct run *run, gint64 player);

/* ---- for all others ---- */

/* What counts against a player has changed: his vacations or his time zone. */
void clocks_player_changed(struct run *run, gint64 player);

/* What counts against anybody has changed. */
void clocks_all_changed(struct run *run);

/* A time counts against nobody: it is noted, and all deadlines follow. */
void clocks_credit(struct run *run, gint64 begin, gint64 end, enum outage_kind kind);

/* What the clock of a seat shows from now on, in seconds; in the midst of its
 * turn, too, and how long its player was silent is counted on. Where each turn has a
 * time of its own it is that of one turn: the one at hand, or the seat's next. False
 * if the match does not run or has no clocks. The revision does not grow: nobody's
 * letter is void. */
bool clocks_set(struct session *session, int seat, gint64 seconds);

/* ---- what they show ---- */

/* The clock of a match, for a reader. */
struct clock_face {
    int seat;        /* whose turn it is */
    bool untold;     /* letters to him come back */
    bool claim;      /* when time is over the others may claim; else he is out by himself */
    bool over;       /* it is */
    gint64 deadline; /* the last moment in time; if his letter is still to be sent, as if that
                        was done now; 0: there is none */
};

/* False if the match does not run. */
bool clocks_face(struct run *run, gint64 board, struct clock_face *face);

/* Seconds a seat has left at this moment; -1 where there are no clocks. */
gint64 clocks_left(struct run *run, gint64 board, int seat);

/* What the clock of a seat would show if it were stopped at this moment. */
struct seat_clock clocks_shown(struct run *run, gint64 board, int seat);

/* The deadline as it follows from the rest of what is stored; for `postmove
 * verify`. False if it is stored otherwise. */
bool clocks_deadline_holds(struct run *run, gint64 board);

#endif
