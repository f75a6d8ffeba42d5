#include "mail/verp.h"

#include <stdbool.h>
#include <string.h>

#include "base/random.h"

enum { CODE_LENGTH = 8, DIGITS_MAX = 15 };

/* "b.NUMBER.CODE" of a letter. Free with g_free. */
static char *extension_of(const unsigned char *key, gint64 letter)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    /* The word keeps this hash apart from all others made with the key. */
    g_autofree char *text = g_strdup_printf("returns of %" G_GINT64_FORMAT, letter);
    unsigned char hash[SECRET_HASH_BYTES];
    secret_hash(key, text, strlen(text), hash);
    char code[CODE_LENGTH + 1] = { 0 };
    for (int i = 0; i < CODE_LENGTH; i++) {
        code[i] = letters[hash[i] & 31];
    }
    return g_strdup_printf("b.%" G_GINT64_FORMAT ".%s", letter, code);
}

char *verp_address(const unsigned char *key, gint64 letter, const char *local, char delimiter,
                   const char *host)
{
    g_autofree char *extension = extension_of(key, letter);
    return g_strdup_printf("%s%c%s@%s", local, delimiter, extension, host);
}

gint64 verp_letter(const unsigned char *key, const char *extension)
{
    if (!g_str_has_prefix(extension, "b.")) {
        return 0;
    }
    size_t digits = strspn(extension + 2, "0123456789");
    if (digits == 0 || digits > DIGITS_MAX) {
        return 0;
    }
    gint64 letter = g_ascii_strtoll(extension + 2, NULL, 10);
    g_autofree char *ours = extension_of(key, letter);
    size_t length = strlen(ours);
    bool fits = strlen(extension) == length && secret_equal(ours, extension, length);
    return fits ? letter : 0;
}
