/*
 * changes.h: what has become of a match is stored, handed on and told.
 *
 * A command, an act of the operator and a timeout all change a session (play/session.h)
 * and then call one of these functions. What follows from a change follows here, in
 * this order: the record and the board are stored, the clocks follow, premoves that were
 * taken back are dropped, those who watch get their letters; then the players are told.
 */
#ifndef POSTMOVE_COMMANDS_CHANGES_H
#define POSTMOVE_COMMANDS_CHANGES_H

#include "play/turn_words.h"
#include "store/players.h"

/* Stores what the match has become and hands it on. */
void changes_store(struct session *session);

/* Begins the match of a challenge that all have accepted, plays what nobody has to decide,
 * stores it and hands it on. */
void changes_start(struct session *session);

/* Tells all seats but one (-1: all) at once. `author` is the name of the player who wrote
 * `comment` (NULL: nobody, nothing). */
void changes_tell(struct session *session, int but_seat, const struct turn_news *news,
                  const char *author, const char *comment);

/* Tells all seats but one (-1: all) of what a player did that could as well come later: it
 * tells neither of a turn nor of the beginning or end of a match. A reader who has had as many
 * letters from that player as are allowed a day (auth/budget.h) gets it with the next letter
 * about the board, or with the first of the next day. `comment` is the player's; NULL: none. */
void changes_tell_later(struct session *session, int but_seat, const char *text,
                        const struct player *who, const char *comment);

/* A seat has left the match in the record: an open offer is settled, turns that nobody has to
 * decide are played, and it is stored. *first is the first turn played so. Returns what became
 * of an open offer, in words; NULL: nothing. Free with g_free. */
char *changes_after_leaving(struct session *session, guint *first);

/* Resigns for a seat of a running match and tells the others, with the player's `comment`
 * (NULL: none). Returns the answer to the player, free with g_free; NULL if the seat is not in
 * play any more. */
char *changes_resign(struct session *session, int seat, const char *name, const char *comment);

/* A paused match goes on: premoves that waited are played, and it is stored. *first is the first
 * turn played so. Returns what these turns ended, in words; NULL: nothing. Free with g_free. */
char *changes_resume(struct session *session, guint *first);

/* Sends what players have said since the last run, one letter for each reader and board, as far as
 * the day's limits allow. Called when the mail of a run is processed. */
void changes_send_talk(struct run *run);

#endif
