/*
 * proof.h: passwords in mails, and mail that nothing proves.
 */
#ifndef POSTMOVE_COMMANDS_PROOF_H
#define POSTMOVE_COMMANDS_PROOF_H

#include "commands/request.h"

/* Answers a stranger's mail with one short text, which asks for a name, once a day for each
 * mailbox. The text shows no board. */
void proof_none(struct request *request);

/* Sends that letter, and offers another language if the mail seems to be in it. */
void proof_greet(struct request *request);

/* True if a text may go to the writer, who is no player, and counts it. In the week after a letter
 * that asks them to confirm, or their wish to get none, only mails that prove to be theirs are
 * answered. Each mailbox gets at most `most` of a kind a day, and all strangers together
 * LIMIT_STRANGER_TEXTS_A_DAY; if there are more, the operator is told. */
bool proof_may_tell_stranger(struct request *request, const char *kind, int most);

/* Compares `first`, the first NAME PASSWORD of a mail, before anything else of it is carried out.
 * No other one is compared (auth/redact.h). After five wrong ones in a day no password is accepted
 * for the player until the next day; mail from addresses that are not the player's, mail from the
 * player's own, and mail that is proven in another way are counted apart. After ten wrong ones in a
 * day for the names of others none from that sender is accepted. */
void proof_begin(struct request *request, const struct command *first);

/* The player whom NAME PASSWORD of the command proves; NULL if it proves nobody. An answer to that,
 * if any, goes to a stored address only. Free with player_free. */
struct player *proof_by_password(struct request *request, const struct command *command);

#endif
