/*
 * bounces.h: what happens when letters bounce.
 *
 * A permanent failure (5.x.x) is two points for the address, a temporary one (4.x.x) one point. A
 * letter counts once, and one point lapses each week. With LETTERS_KEPT_BACK_AT points the player
 * gets no letters any more but answers to their own mails, and the others in their running matches
 * are told. The matches go on, and the player's clocks stand still (clocks/clocks.h). This ends as
 * soon as a mail proves to come from the player, or when the operator says so; then the player is
 * shown once where they are to move. An address that is no player's gets nothing while it has that
 * many points.
 *
 * Letters to the operator are never kept back.
 */
#ifndef POSTMOVE_COMMANDS_BOUNCES_H
#define POSTMOVE_COMMANDS_BOUNCES_H

#include "commands/identify.h"
#include "commands/request.h"

/* The addresses that the mail may have been written to (char *, of the mail), the surest first:
 * that of the envelope, what its mailbox noted of that, then To and Cc, since a mail server may
 * rewrite the envelope or drop what follows the + there. Free with g_ptr_array_unref. */
GPtrArray *received_addresses(const struct received_mail *mail);

/* Counts a mail that reports the failure of a letter of ours, found by the address that the mail
 * was written to (mail/address.h). Does nothing if it reports no failure, or if that letter was not
 * sent or has been counted. */
void bounces_receive(struct run *run, const struct received_mail *mail);

/* A player has proved who they are: if their letters were kept back, they go out again, and
 * `request->taken_up` is set. */
void bounces_end(struct request *request, const struct player *who);

/* Says in the answer to the mail, before it is sent, that letters go out again; or, if the mail did
 * not prove the player, that they are still kept back. */
void bounces_tell(struct request *request);

/* Stops keeping back letters to a player. False if they were not kept back. */
bool bounces_take_up(struct run *run, const struct player *who);

/* Writes to a player which boards wait for them: one board in a letter that can be answered with a
 * move, several in one letter, except those that the answer of `request` (NULL: none) has shown,
 * which was sent before. Their clocks run again. */
void bounces_show_waiting(struct run *run, gint64 player, const struct request *request);

/* Counts as bounced the letters whose recipients the mail server refused at once. */
void bounces_count_refused(struct run *run);

#endif
