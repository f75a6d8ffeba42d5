/*
 * bounces.h: what is done about letters that come back.
 *
 * A failure that stays (5.x.x) is two points for the address, one that may pass
 * (4.x.x) one; a letter counts once, and a point falls away each week. With
 * LETTERS_KEPT_BACK_AT points no letter is written to a player any more but
 * what answers a mail of his own; the others at his running matches are told.
 * The boards stand as ever, and his clocks stand still (clocks/clocks.h).
 * It ends as soon as he proves himself in a mail, or the operator says so; then
 * he is shown once where he has to move. An address that is no player's gets
 * nothing while it has that many points.
 *
 * Letters to the operator are never kept back.
 */
#ifndef POSTMOVE_COMMANDS_BOUNCES_H
#define POSTMOVE_COMMANDS_BOUNCES_H

#include "commands/identify.h"
#include "commands/request.h"
#include "store/players.h"

enum {
    BOUNCES_SHOWN_MOST = 20, /* boards in the letter at the end of it */
};

/* A mail to an address of the form of mail/verp.h, or with such an address in
 * its To and Cc: counts it if it is a failure notice about a letter of ours that
 * was really sent, and not counted before. */
void bounces_receive(struct run *run, const struct received_mail *mail);

/* A player has proved himself: if letters to him were kept back, they go out
 * again, and the visit remembers it. */
void bounces_end(struct request *request, const struct player *who);

/* Tells him so in the answer to his mail, which is still to be sent; or, where his
 * mail has not proved him, that letters are still kept back. */
void bounces_tell(struct request *request);

/* Shows him, in one letter, the boards that wait for him, but for those that
 * the visit's answer has shown. */
void bounces_catch_up(struct request *request);

/* Ends that letters to a player are kept back; false if they were not. */
bool bounces_take_up(struct run *run, const struct player *who);

/* Writes to a player which boards wait for them, one or all in one letter, except those that the
 * answer of `request` (NULL: none) has shown; their clocks run. */
void bounces_show_waiting(struct run *run, gint64 player, const struct request *request);

/* Counts letters whose recipients were refused among those that came back. */
void bounces_count_refused(struct run *run);

#endif
