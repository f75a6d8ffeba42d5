/*
 * random.h: random bytes, password hashes, keyed hashes and signatures, all from libsodium.
 */
#ifndef POSTMOVE_RANDOM_H
#define POSTMOVE_RANDOM_H

#include <glib.h>
#include <stdbool.h>

/* Prepares libsodium. Call it once, before anything else here. */
void random_init(void);

/* From now on the bytes depend on `seed` and `moment` alone: for random games and for
 * databases made for tests. There `moment` grows with the state of the database, so that a
 * run that was killed and starts again draws the same bytes. */
void random_seed(guint64 seed, guint64 moment);

void random_bytes(void *bytes, size_t length);

/* 26 letters of a-z2-7 that hold 128 random bits (RFC 4648 base 32, lower
 * case, no padding). Free with g_free. */
char *random_token(void);

/* A random number from 0 to below - 1, each equally likely. */
guint32 random_below(guint32 below);

/* A hash (SipHash-2-4) of `length` bytes, another one for each seed: no secret, and always the
 * same. */
guint64 random_hash(const void *bytes, size_t length, guint64 seed);

/* ---- passwords and keyed hashes ---- */

enum { SECRET_KEY_BYTES = 32, SECRET_HASH_BYTES = 32 };

/*
 * The argon2id hash of a password as one line of ASCII (takes 64 MiB and some 60 ms). Free
 * with g_free. NULL only if memory is short. Never store that NULL: it would be an account
 * without a password. Fail the work at hand instead (db_fail), so that it is tried again later.
 */
char *secret_password_hash(const char *password) G_GNUC_WARN_UNUSED_RESULT;

/* True if `password` is the one that was hashed; false also if memory is short. */
bool secret_password_fits(const char *hash, const char *password);

/* Keyed BLAKE2b of `length` bytes into `hash` (SECRET_HASH_BYTES). */
void secret_hash(const unsigned char key[SECRET_KEY_BYTES], const void *bytes, size_t length,
                 unsigned char hash[SECRET_HASH_BYTES]);

/* True if two secrets of `length` bytes are equal. Takes the same time wherever they differ. */
bool secret_equal(const void *one, const void *other, size_t length);

/* ---- signatures: Ed25519, as base64 (RFC 4648) ---- */

enum {
    SIGNATURE_TEXT = 88,    /* bytes of a signature as text */
    SIGNATURE_KEY_TEXT = 44 /* bytes of a public key as text */
};

/* The public key of the key pair that a secret seed gives. Free with g_free. */
char *signature_key(const unsigned char seed[SECRET_HASH_BYTES]);

/* Signs `length` bytes with the secret key of that pair. Free with g_free. */
char *signature_of(const unsigned char seed[SECRET_HASH_BYTES], const void *bytes, size_t length);

/* True if `signature` was made of these bytes with the secret key that belongs to the public `key`;
 * false also if one of them is no such text. */
bool signature_fits(const char *key, const char *signature, const void *bytes, size_t length);

/* Overwrites a string and frees it. Does nothing for NULL. */
void secret_free(char *secret);

#endif
