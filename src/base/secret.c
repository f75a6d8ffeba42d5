#include "base/secret.h"

#include <sodium.h>
#include <string.h>

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

void secret_free(char *secret)
{
    if (secret != NULL) {
        sodium_memzero(secret, strlen(secret));
        g_free(secret);
    }
}
