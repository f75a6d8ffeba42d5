/*
 * changes.h: stores a changed match and tells everybody concerned.
 *
 * A command, an act of the operator and a timeout all change a session (play/session.h) and then
 * call one of these functions. The rest is done here, in this order: the record and the board are
 * stored, the clocks follow, all premoves are dropped if turns were taken back, those who watch get
 * their letters, and the players are told.
 */
#ifndef POSTMOVE_COMMANDS_CHANGES_H
#define POSTMOVE_COMMANDS_CHANGES_H

#include "play/turn_words.h"
#include "store/players.h"

/* Stores the changed match, sets its clocks, and tells those who watch. */
void changes_store(struct session *session);

/* Begins the match of a challenge that all have accepted, plays premoves and turns that leave no
 * choice, then stores it as changes_store does. */
void changes_start(struct session *session);

/* Tells all seats but one (-1: all) at once, with a `comment` (NULL: none) of the player there. */
void changes_tell(struct session *session, int except_seat, const struct turn_news *news,
                  const char *comment);

/* Tells all seats but one (-1: all) news that can wait: no turn, and no beginning or end of a
 * match. A reader who has already had as many letters because of `who` as a day allows
 * (auth/budget.h) gets the news with the next letter about the board, or with the first of the next
 * day; if the news is `patient`, it brings about no letter. `comment` is written by `who`; NULL:
 * none. */
void changes_tell_later(struct session *session, int except_seat, struct phrase *news,
                        const struct player *who, const char *comment, bool patient);

/* A seat leaves a running match by `turn` (MATCH_RESIGN, MATCH_FORFEIT): settles an open offer,
 * plays turns that leave no choice, stores the match, and tells all, with a `comment` (NULL: none)
 * of the player in the seat `author` (-1: nobody). Returns the answer to that player; NULL without
 * one, or if the seat is not in play any more. */
struct phrase *changes_leave(struct session *session, int seat, const char *turn, int author,
                             const char *comment);

/* Resumes a paused match: plays premoves that waited, and stores it. *first is the first turn
 * played so. Returns what these turns ended; NULL if nothing. */
struct phrase *changes_resume(struct session *session, guint *first);

/* Sends a portion of what players have said since the last run, in one letter for each reader and
 * board, as far as the limits of the day allow. Call when all mail of a run is processed. True if
 * nothing is left. `portions` begins as all zero. */
bool changes_send_talk(struct run *run, struct portions *portions);

#endif
