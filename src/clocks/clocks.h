/*
 * clocks.h: time control: the clocks of matches.
 *
 * A seat's clock starts when the letter that tells its player that it is their turn is sent, and
 * stops when their mail arrives, however late either is processed. The clock of a program starts
 * with its turn. Turns that the server plays for
 * them cost nothing. An undo gives the turn back, not the time. No command starts or stops a
 * clock: clocks_follow sees what has become of the match, letters note which turn they tell of
 * (clock_told_by), and the sender of letters calls clocks_sent.
 *
 * To pause a match, set `paused` and `paused_by` of its board; to resume, clear them; then store
 * the match. A paused clock stands, and afterwards waits for a letter, with the time it showed.
 *
 * Does not count against a player: their vacations and, if that was agreed to, weekends; outages,
 * which are times when the server stood still or was in maintenance; and the time of a letter that
 * bounced. A player's excused days (timekeeper_excuse) put off the end of their time.
 */
#ifndef POSTMOVE_CLOCKS_CLOCKS_H
#define POSTMOVE_CLOCKS_CLOCKS_H

#include "letters/run.h"
#include "play/session.h"
#include "store/clocks.h"

/* ---- for changes_store, bounces and the sender of letters ---- */

/* Call it when a match has changed and its derived columns are set. `kept` is how many of its turns
 * it had before; `undone` says that it had more. If somebody else sits in the seat to move, its
 * turn begins anew; a clock that had run down then shows its first time. */
void clocks_follow(struct session *session, guint kept, bool undone);

/* The letter was sent just now: clocks that wait for it start. */
void clocks_sent(struct run *run, gint64 letter);

/* The player of a seat is told of their turn only by their digest: a clock that waits for a letter
 * to them runs from now on, as if one had been sent. Nothing if the seat is not to move. */
void clocks_told(const struct session *session, int seat);

/* Call it when a digest that tells the player of a seat of their turn is written. Their clock has
 * run since clocks_told; it stands from `since`, when the digest was due, until the digest is
 * sent. */
void clocks_digest_due(const struct session *session, int seat, gint64 since);

/* The deadline of a seat if its player were told of the turn now; 0 if the seat is not to move, or
 * has no deadline. */
gint64 clocks_deadline_if_told(const struct session *session, int seat);

/* The letter bounced: the turns that it reported do not count from now on, and the time that they
 * have taken so far is given back. */
void clocks_returned(struct run *run, gint64 letter);

/* Call the first when letters to a player are kept back from now on: it stops their clocks. Call
 * the second when letters go out again and the player was shown what waits for them: it starts the
 * clocks that stopped. */
void clocks_kept_back(struct run *run, gint64 player);
void clocks_taken_up(struct run *run, gint64 player);

/* ---- for all others ---- */

/* A player's vacations or time zone have changed: works out their deadlines anew. */
void clocks_player_changed(struct run *run, gint64 player);

/* Sets what the clock of a seat shows, in seconds; also during its turn, where the time without a
 * move counts on. If each turn has a time of its own it is that of one turn: the current one, or
 * the seat's next. False if the match does not run or has no clocks. The revision does not change,
 * so that letters stay valid. */
bool clocks_set(struct session *session, int seat, gint64 seconds);

/* Stores a span that counts against nobody, and works out all deadlines anew. */
void clocks_credit(struct run *run, gint64 begin, gint64 end, enum outage_kind kind);

/* ---- what they show ---- */

/* True if the stored deadline is the one that follows from the rest of the store; for `postmove
 * verify`. */
bool clocks_deadline_holds(struct run *run, gint64 board);

/* What the clock of a seat would show if it were stopped now. */
struct seat_clock clocks_shown(struct run *run, gint64 board, int seat);

/* Seconds that a seat has left now; -1 if there are no clocks. */
gint64 clocks_left(struct run *run, gint64 board, int seat);

/* ---- what the clocks of a match show, in words ---- */

/* The deadline of the seat to move, for a reader in `seat` (-1: an onlooker); if the player's
 * letter is still to be sent, as if it were sent now. NULL if no time control was agreed
 * to, or if the session does not show the match as it is stored. */
struct phrase *clock_words_deadline(const struct session *session, int seat);

/* What each player has left, and which time of their last turn did not count and why, a line each;
 * NULL if there is nothing to say. */
struct phrase *clock_words_times(const struct session *session);

/*
 * ---- the watermark: up to which moment all mail has been processed; outages ----
 *
 * Mail that reached us before some moment is in the spool by then, or in a mailbox. So once the
 * mailboxes were emptied and the spool was processed, all of it has been processed. Nobody runs
 * out of time except by a deadline before that moment.
 *
 * If two such moments are farther apart than the configuration allows, the time between is an
 * outage: it counts against nobody, and in the first run after it nobody runs out of time. Nor
 * does it make anything lapse that waits for an answer: challenges, seeks, signups, held commands,
 * tokens (store/clocks.h). So a system clock that jumps forward hurts nobody; when it jumps back,
 * what lies in the future is dropped.
 */

/* Call it before the waiting mail is processed. Stores an outage if there was one. */
void watermark_begin(struct run *run);

/* Call it after all waiting mail was processed, and what is done once a day was done today. */
void watermark_end(struct run *run);

/* Maintenance mode ends now and began at `since`, perhaps when the clock was ahead: that time
 * counts against nobody. */
void watermark_held(struct run *run, gint64 since);

/* Call it after all mailboxes were emptied of what was in them at a moment. */
void watermark_fetched(struct run *run, gint64 moment);

/* The moment up to which all mail that reached us is here. What lapses or is deleted is judged by
 * it, because a mailbox that cannot be emptied may hold the answer that was waited for. */
gint64 watermark_reached(struct run *run);

/* The moment up to which all mail that reached us has been processed. During processing it goes no
 * further than the current mail. 0 if not known; then nobody runs out of time. */
gint64 watermark_settled(struct run *run);

/* Call it after a run has looked at the clocks: the next run is not the first after an outage. */
void watermark_calm(struct run *run);

#endif
