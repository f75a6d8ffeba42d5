/*
 * discretion.h: what a player wrote, fit for the eyes of others.
 */
#ifndef POSTMOVE_DISCRETION_H
#define POSTMOVE_DISCRETION_H

#include "office/office.h"

/* The words without reply addresses, without a piece of our letters (then:
 * NULL), and without the writer's password where it stands behind his name, as
 * in a command that went astray, whatever signs stand around either. `who` may be NULL. The
 * caller's. */
char *discretion_relay(struct office *office, const struct player *who, const char *words);

/* Whether a word is his password, or must be taken for it since too many were tried;
 * false for NULL. Takes its time. */
bool discretion_is_password(struct office *office, const struct player *who, const char *word);

/* The words without his password, where it stands behind his name. Beyond a few
 * tries a mail any word there goes. The caller's. */
char *discretion_password(struct office *office, const struct player *who, const char *words);

#endif
