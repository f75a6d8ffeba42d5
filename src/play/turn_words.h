/*
 * turn_words.h: turns of a match, in words.
 */
#ifndef POSTMOVE_PLAY_TURN_WORDS_H
#define POSTMOVE_PLAY_TURN_WORDS_H

#include "play/session.h"

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

/* What stood open or rested before a match was stored, and does not any more while it
 * runs on, in words; the caller's. NULL: nothing. */
char *turn_ended(const struct session *session, enum board_offer offer, enum board_pause pause);

/* `#N` says for which turn a move is meant. NULL if that is the next one, else why it
 * is not played, in words; the caller's. */
char *turn_is_another(const struct session *session, const char *move, gint64 ply);

/* The name of the partner who went out with a seat that has left; NULL: it has
 * none. Both share a place then, and nobody else does. */
const char *turn_partner_out(const struct session *session, int seat);

/* What a ruling that is no VERDICT_PLAYED says, in words, with the choices;
 * `line` is what was typed. The caller's. */
char *turn_ruling_words(struct session *session, const struct ruling *ruling, const char *line);

/* What the last turn of one that was played gave away, in words, the caller's; NULL:
 * nothing. */
char *turn_cost_words(const struct session *session, const struct ruling *ruling);

#endif
