/*
 * secret.h: passwords and keyed hashes, libsodium's.
 *
 * random_init must have been called.
 */
#ifndef POSTMOVE_SECRET_H
#define POSTMOVE_SECRET_H

#include <glib.h>
#include <stdbool.h>

enum { SECRET_KEY_BYTES = 32, SECRET_HASH_BYTES = 32 };

/*
 * The argon2id hash of a password as one line of ASCII (64 MiB, some 60 ms);
 * the caller's. Never NULL for want of a password: NULL means that memory was
 * short and nothing else. Then there is no hash to store, and a NULL stored in
 * its place would be an account without a password, so the caller must fail
 * what it is about (db_fail), to be tried again later.
 */
char *secret_password_hash(const char *password) G_GNUC_WARN_UNUSED_RESULT;

/* Whether `password` is the one that was hashed; false, too, when memory is
 * short. */
bool secret_password_fits(const char *hash, const char *password);

/* Keyed BLAKE2b of `length` bytes into `hash` (SECRET_HASH_BYTES). */
void secret_hash(const unsigned char key[SECRET_KEY_BYTES], const void *bytes, size_t length,
                 unsigned char hash[SECRET_HASH_BYTES]);

/* Whether two secrets of `length` bytes are the same, in a time that does not
 * tell where they differ. */
bool secret_equal(const void *one, const void *other, size_t length);

/* Overwrites a string's bytes and frees it; NULL is nothing. */
void secret_free(char *secret);

#endif
