/*
 * turn.h: what the rest of the office needs of play/turn.c beside its handlers.
 */
#ifndef POSTMOVE_PLAY_TURN_H
#define POSTMOVE_PLAY_TURN_H

#include "commands/request.h"
#include "language/grammar.h"
#include "play/session.h"
#include "store/boards.h"
#include "store/players.h"

/* What has come of a match, to be told to each reader in his own words. */
struct turn_news {
    const char *text;  /* what comes first, as for the others; NULL: nothing */
    const char *after; /* what comes last, for all; NULL or "": nothing */
    guint first;       /* the first of the turns played, from 0; the others follow it */
    bool by_hand;      /* that one was decided by its player */
};

/* `text`, then a sentence a turn, for a reader in `seat`; the caller's. */
char *turn_news_words(struct session *session, const struct turn_news *news, int seat);

/* Appends what a turn of the record, from 0, did beside what it says: a sentence
 * each, behind a blank. */
void turn_append_effects(GString *text, const struct session *session, guint turn);

/* Tells all seats but one (-1: all). */
void turn_tell(struct session *session, int but_seat, const struct turn_news *news,
               const char *author, const char *comment);

/* Takes a running match to the desk for one who is still in play in it: *seat is
 * set. NULL after an answer. */
struct session *turn_session(struct request *request, const struct player *who,
                             const struct command *command, int *seat);

/* What stood open or rested before a match was stored, and does not any more while it
 * runs on, in words; the caller's. NULL: nothing. */
char *turn_ended(const struct session *session, enum board_offer offer, enum board_pause pause);

/* Plays the move of a command that `turn_session` took to the desk, or answers why it
 * is not played. `preface` is the key of words that come before, in the answer
 * alone; NULL: none. */
void turn_play(struct request *request, const struct player *who, const struct command *command,
               struct session *session, int seat, const char *preface);

/* `#N` says for which turn a move is meant. NULL if that is the next one, else why it
 * is not played, in words; the caller's. */
char *turn_is_another(const struct session *session, const char *move, gint64 ply);

/* The name of the partner who went out with a seat that has left; NULL: it has
 * none. Both share a place then, and nobody else does. */
const char *turn_partner_out(const struct session *session, int seat);

/* Somebody has left the match at the desk: what follows from that, and it is stored. What
 * came of it, the caller's: the turns that were played for others, from *first on, and
 * what became of an open offer, in words (NULL: nothing). */
char *turn_left(struct session *session, guint *first);

/* Resigns for a seat of a running match and tells the others, with his
 * `comment` (NULL: none). What came of it in his own words, the caller's; NULL
 * if he is not in play any more. */
char *turn_leave(struct session *session, int seat, const char *name, const char *comment);

/* What a ruling that is no VERDICT_PLAYED says, in words, with the choices;
 * `line` is what was typed. The caller's. */
char *turn_ruling_words(struct session *session, const struct ruling *ruling, const char *line);

/* What the last turn of one that was played gave away, in words, the caller's; NULL:
 * nothing. */
char *turn_cost_words(const struct session *session, const struct ruling *ruling);

#endif
