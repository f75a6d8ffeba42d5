/*
 * reception.h: a mail that was let in is read, and each command in it is
 * carried out, held, or refused.
 */
#ifndef POSTMOVE_RECEPTION_H
#define POSTMOVE_RECEPTION_H

#include "office/visit.h"

/* Reads the mail of a visit and does what it asks for. */
void reception_serve(struct visit *visit);

/* Carries out a command whose giver has been proved: used for the mail at
 * hand and for held commands after their `yes`. */
void reception_carry_out(struct visit *visit, const struct player *who,
                         const struct command *command);

#endif
