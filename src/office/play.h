/*
 * play.h: what the rest of the office needs of play.c beside its handlers.
 */
#ifndef POSTMOVE_PLAY_H
#define POSTMOVE_PLAY_H

#include "office/desk.h"
#include "office/visit.h"

/* What has come of a match, to be told to each reader in his own words. */
struct play_news {
    const char *text;  /* what comes first, as for the others; NULL: nothing */
    const char *after; /* what comes last, for all; NULL or "": nothing */
    guint first;       /* the first of the turns played, from 0; the others follow it */
    bool by_hand;      /* that one was decided by its player */
};

/* `text`, then a sentence a turn, for a reader in `seat`; the caller's. */
char *play_news_words(struct desk *desk, const struct play_news *news, int seat);

/* Appends what a turn of the record, from 0, did beside what it says: a sentence
 * each, behind a blank. */
void play_append_effects(GString *text, const struct desk *desk, guint turn);

/* Tells all seats but one (-1: all). */
void play_tell(struct desk *desk, int but_seat, const struct play_news *news, const char *author,
               const char *comment);

/* Takes a running match to the desk for one who is still in play in it: *seat is
 * set. NULL after an answer. */
struct desk *play_desk(struct visit *visit, const struct player *who, const struct command *command,
                       int *seat);

/* What stood open or rested before a match was stored, and does not any more while it
 * runs on, in words; the caller's. NULL: nothing. */
char *play_ended(const struct desk *desk, enum board_offer offer, enum board_pause pause);

/* Plays the move of a command that `play_desk` took to the desk, or answers why it
 * is not played. `preface` is the key of words that come before, in the answer
 * alone; NULL: none. */
void play_turn(struct visit *visit, const struct player *who, const struct command *command,
               struct desk *desk, int seat, const char *preface);

/* `#N` says for which turn a move is meant. NULL if that is the next one, else why it
 * is not played, in words; the caller's. */
char *play_another_turn(const struct desk *desk, const char *move, gint64 ply);

/* The name of the partner who went out with a seat that has left; NULL: it has
 * none. Both share a place then, and nobody else does. */
const char *play_partner_out(const struct desk *desk, int seat);

/* Somebody has left the match at the desk: what follows from that, and it is stored. What
 * came of it, the caller's: the turns that were played for others, from *first on, and
 * what became of an open offer, in words (NULL: nothing). */
char *play_left(struct desk *desk, guint *first);

/* Resigns for a seat of a running match and tells the others, with his
 * `comment` (NULL: none). What came of it in his own words, the caller's; NULL
 * if he is not in play any more. */
char *play_leave(struct desk *desk, int seat, const char *name, const char *comment);

/* What a ruling that is no VERDICT_PLAYED says, in words, with the choices;
 * `line` is what was typed. The caller's. */
char *play_ruling_words(struct desk *desk, const struct ruling *ruling, const char *line);

/* What the last turn of one that was played gave away, in words, the caller's; NULL:
 * nothing. */
char *play_cost_words(const struct desk *desk, const struct ruling *ruling);

#endif
