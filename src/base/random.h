/*
 * random.h: the one source of chance, libsodium's.
 */
#ifndef POSTMOVE_RANDOM_H
#define POSTMOVE_RANDOM_H

#include <glib.h>

/* Readies libsodium; must be called once before anything else here or in
 * base/secret.h. */
void random_init(void);

/* From now on the bytes follow from `seed` and `moment` alone; for games
 * played by chance, and for databases made for tests. There `moment` is raised
 * with the state of the database, so that a run killed and begun again draws
 * the same bytes. */
void random_seed(guint64 seed, guint64 moment);

void random_bytes(void *bytes, size_t length);

/* 26 letters of a-z2-7 that hold 128 random bits (RFC 4648 base 32, lower
 * case, no padding). */
char *random_token(void);

/* A number from 0 to below - 1, evenly. */
guint32 random_below(guint32 below);

#endif
