#include "base/random.h"

#include <sodium.h>
#include <stdbool.h>
#include <string.h>

/* Seeded: each draw is a stream of its own, keyed by seed, moment and the
 * number of draws since the seed was set. */
static bool seeded;
static struct {
    guint64 seed, moment, draw;
} stream;

void random_init(void)
{
    if (sodium_init() < 0) {
        g_error("libsodium cannot start");
    }
}

void random_seed(guint64 seed, guint64 moment)
{
    seeded = true;
    stream.seed = seed;
    stream.moment = moment;
    stream.draw = 0;
}

void random_bytes(void *bytes, size_t length)
{
    if (!seeded) {
        randombytes_buf(bytes, length);
        return;
    }
    unsigned char key[randombytes_SEEDBYTES] = { 0 };
    G_STATIC_ASSERT(sizeof(stream) <= sizeof(key));
    stream.draw++;
    memcpy(key, &stream, sizeof(stream));
    randombytes_buf_deterministic(bytes, length, key);
}

char *random_token(void)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    unsigned char bytes[16];
    random_bytes(bytes, sizeof(bytes));
    char *token = g_malloc(27);
    unsigned held = 0, bits = 0;
    size_t at = 0;
    for (size_t i = 0; i < sizeof(bytes); i++) {
        held = (held << 8 | bytes[i]) & 0xffff;
        bits += 8;
        while (bits >= 5) {
            bits -= 5;
            token[at++] = letters[held >> bits & 31];
        }
    }
    token[at++] = letters[held << (5 - bits) & 31];
    token[at] = '\0';
    return token;
}

guint32 random_below(guint32 below)
{
    guint32 limit = G_MAXUINT32 - G_MAXUINT32 % below, drawn;
    do {
        random_bytes(&drawn, sizeof(drawn));
    } while (drawn >= limit);
    return drawn % below;
}

guint64 random_hash(const void *bytes, size_t length, guint64 seed)
{
    unsigned char key[crypto_shorthash_KEYBYTES] = { 0 };
    guint64 hash;
    _Static_assert(sizeof hash == crypto_shorthash_BYTES, "a hash is a number");
    memcpy(key, &seed, sizeof seed);
    crypto_shorthash((unsigned char *)&hash, bytes, length, key);
    return hash;
}

/* ---- secret ---- */

char *secret_password_hash(const char *password)
{
    char hash[crypto_pwhash_STRBYTES];
    if (crypto_pwhash_str(hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0) {
        return NULL;
    }
    return g_strdup(hash);
}

bool secret_password_fits(const char *hash, const char *password)
{
    return crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
}

void secret_hash(const unsigned char key[SECRET_KEY_BYTES], const void *bytes, size_t length,
                 unsigned char hash[SECRET_HASH_BYTES])
{
    crypto_generichash(hash, SECRET_HASH_BYTES, bytes, length, key, SECRET_KEY_BYTES);
}

bool secret_equal(const void *one, const void *other, size_t length)
{
    return sodium_memcmp(one, other, length) == 0;
}

/* ---- signatures ---- */

char *signature_key(const unsigned char seed[SECRET_HASH_BYTES])
{
    unsigned char public[crypto_sign_PUBLICKEYBYTES], secret[crypto_sign_SECRETKEYBYTES];
    G_STATIC_ASSERT(crypto_sign_SEEDBYTES == SECRET_HASH_BYTES);
    crypto_sign_seed_keypair(public, secret, seed);
    sodium_memzero(secret, sizeof secret);
    return g_base64_encode(public, sizeof public);
}

char *signature_of(const unsigned char seed[SECRET_HASH_BYTES], const void *bytes, size_t length)
{
    unsigned char public[crypto_sign_PUBLICKEYBYTES], secret[crypto_sign_SECRETKEYBYTES];
    unsigned char signature[crypto_sign_BYTES];
    crypto_sign_seed_keypair(public, secret, seed);
    crypto_sign_detached(signature, NULL, bytes, length, secret);
    sodium_memzero(secret, sizeof secret);
    return g_base64_encode(signature, sizeof signature);
}

/* Reads `size` bytes from base64; false if the text is not exactly that. */
static bool read_base64(const char *text, unsigned char *bytes, size_t size)
{
    size_t length = 0;
    return sodium_base642bin(bytes, size, text, strlen(text), NULL, &length, NULL,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           length == size;
}

bool signature_fits(const char *key, const char *signature, const void *bytes, size_t length)
{
    unsigned char public[crypto_sign_PUBLICKEYBYTES], signed_by[crypto_sign_BYTES];
    return read_base64(key, public, sizeof public) &&
           read_base64(signature, signed_by, sizeof signed_by) &&
           crypto_sign_verify_detached(signed_by, bytes, length, public) == 0;
}

void secret_free(char *secret)
{
    if (secret != NULL) {
        sodium_memzero(secret, strlen(secret));
        g_free(secret);
    }
}
