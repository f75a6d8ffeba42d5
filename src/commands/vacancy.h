/*
 * vacancy.h: a seat in a match of more than two, whose player is out of time, is offered once.
 *
 * When such a seat would forfeit by itself, and somebody who could take it waits in a seek of the
 * game, the match is paused by PAUSE_SEAT, and all others in play are asked (OFFER_SEAT; programs
 * agree). If all accept, the one who has waited longest is invited by letter, and everybody who
 * could take the seat may `take` it (play/substitute.h); who does plays the turn. On any `reject`
 * or `resume`, if nobody is there any more, or after VACANCY_DAYS, the seat forfeits, and the match
 * goes on as it would have. The player who is out of time cannot move meanwhile.
 *
 * No seat of a private match or a tournament is offered, none while another offer is open, and none
 * that the others have claimed.
 */
#ifndef POSTMOVE_COMMANDS_VACANCY_H
#define POSTMOVE_COMMANDS_VACANCY_H

#include "play/session.h"

enum { VACANCY_DAYS = 7 /* until the seat forfeits, outages not counted */ };

/* Asks the others about the seat to move, whose player is out of time. False if it must forfeit. */
bool vacancy_ask(struct session *session);

/* All have agreed and the match is stored: invites who has waited longest. */
void vacancy_invite(struct session *session);

/* The seat forfeits. Returns the answer to the player in the seat `author` (-1: nobody). */
struct phrase *vacancy_close(struct session *session, int author);

/* True if a player may take the seat now. */
bool vacancy_is_open_to(const struct session *session, const struct player *who);

/* Gives them the seat, and stores the match; the session has the names as they were. Tells who sat
 * there, but not the others. */
void vacancy_take(struct session *session, const struct player *who);

#endif
