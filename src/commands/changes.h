/*
 * changes.h: stores a changed match, and hands on what happened.
 *
 * A command, an act of the operator and a timeout all change a session (play/session.h) and then
 * call these functions. The rest is done here, in this order: the record and the board are
 * stored, the clocks follow, all premoves are dropped if turns were taken back; then the event is
 * appended, the ratings follow, those who watch get their letters, and the players are told.
 */
#ifndef POSTMOVE_COMMANDS_CHANGES_H
#define POSTMOVE_COMMANDS_CHANGES_H

#include "play/turn_words.h"

/* Stores the changed match, and sets its clocks. */
void changes_store(struct session *session);

/* Begins the match of a challenge that all have accepted, plays premoves and turns that leave no
 * choice, then stores it as changes_store does. */
void changes_start(struct session *session);

/* What can happen at a board: the rows of events.list. */
enum event_kind {
#define EVENT(ID, ...) EVENT_##ID,
#include "events.list"
#undef EVENT
};

struct event {
    enum event_kind kind;
    struct values *values;    /* its arguments, taken; NULL: none, or {{name}} alone of `who` */
    const struct player *who; /* who did it; NULL: nobody who plays */
    int seat;                 /* it is about this player, who reads "you" in it; -1: about nobody */
    int answered;        /* the seat whose player is answered, and so gets no letter; -1: none */
    const char *comment; /* of the player in that seat, or of `who`; NULL: none */
    const struct turn_news *turns; /* the turns that followed, and what they ended; NULL: none */
};

/*
 * Appends an event (store/talk.h), and hands it to its readers, in this order: the ratings
 * (ratings/ratings.h) and those who watch, if the match has changed since they were told last, and
 * the players. Returns what it tells the
 * player it is about, or the one who is answered.
 *
 * By its row in events.list players are told AT_ONCE; or, what WAITS, with the next letter about
 * the board or with the first of the next day, if they have already had as many letters because of
 * `who` as a day allows (auth/budget.h). What BEGINS a match WAITS while it has not begun; and if a
 * program moves first, its turn brings it.
 */
struct phrase *event_happened(struct session *session, const struct event *event);

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
