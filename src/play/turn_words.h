/*
 * turn_words.h: turns of a match in words.
 */
#ifndef POSTMOVE_PLAY_TURN_WORDS_H
#define POSTMOVE_PLAY_TURN_WORDS_H

#include "play/session.h"

/* What happened in a match, from which each reader gets their own words. */
struct turn_news {
    struct phrase *what;  /* comes first; NULL: nothing. Borrowed, as the next one */
    struct phrase *after; /* comes last; NULL: nothing */
    guint first;          /* the first turn that was played, from 0; all later ones follow */
    bool by_hand;         /* the player sent that first turn, or their plan did */
    bool all_chosen;      /* somebody chose all of them but forced passes */
};

/* `what`, then a sentence for each turn, then `after`, for a reader in `seat`; last, once, the
 * notice that the session has for them. */
struct phrase *turn_news_words(struct session *session, const struct turn_news *news, int seat);

/* The key of what a replay says of `text` in the record: a turn, or what stands there in place of
 * one when a player left or the match ended. */
const char *turn_in_replay(const char *text);

/* Adds the effects of a turn (from 0) beyond what its text says, a sentence each. */
void turn_add_effects(struct phrase *sentences, const struct session *session, guint turn);

/* Says that an offer or a pause has ended: `offer` and `pause` were open before a match was stored
 * that still runs. NULL if neither ended. */
struct phrase *turn_ended(const struct session *session, enum board_offer offer,
                          enum board_pause pause);

/* Checks `ply`, the number of the turn that a move was sent for (`#N`). NULL if that is the next
 * turn, else why the move is not played, in words. */
struct phrase *turn_is_another(const struct session *session, const char *move, gint64 ply);

/* The name of the partner who left the match together with a seat; NULL if there is none. Partners
 * share a place, and nobody else does. Not to be freed. */
const char *turn_partner_out(const struct session *session, int seat);

/* Describes a ruling other than VERDICT_PLAYED, with the choices; `line` is what the player wrote.
 */
struct phrase *turn_ruling_words(struct session *session, const struct ruling *ruling,
                                 const char *line);

/* Describes what the last turn of a ruling gave away; NULL if nothing. */
struct phrase *turn_cost_words(const struct session *session, const struct ruling *ruling);

#endif
