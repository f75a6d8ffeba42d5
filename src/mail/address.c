#include "mail/address.h"

#include <string.h>

enum { ADDRESS_MAX = 254, LABEL_MAX = 63, TOKEN_LENGTH = 26 };

static bool local_valid(const char *local, size_t length)
{
    if (length == 0 || local[0] == '-') {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)local[i];
        if (c <= ' ' || c > 126 || strchr("\"<>(),;:\\", c) != NULL) {
            return false;
        }
    }
    return true;
}

static bool label_valid(const char *label, size_t length)
{
    if (length == 0 || length > LABEL_MAX || label[0] == '-' || label[length - 1] == '-') {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (!g_ascii_isalnum(label[i]) && label[i] != '-') {
            return false;
        }
    }
    return true;
}

static bool domain_valid(const char *domain)
{
    for (;;) {
        size_t length = strcspn(domain, ".");
        if (!label_valid(domain, length)) {
            return false;
        }
        if (domain[length] == '\0') {
            return true;
        }
        domain += length + 1;
    }
}

bool address_valid(const char *address)
{
    const char *at = strchr(address, '@');
    if (at == NULL || strlen(address) > ADDRESS_MAX) {
        return false;
    }
    return local_valid(address, (size_t)(at - address)) && domain_valid(at + 1);
}

/* What stands after `prvs=tag=`, or the whole address. */
static const char *without_batv(const char *address)
{
    static const char scheme[] = "prvs=";
    if (g_ascii_strncasecmp(address, scheme, strlen(scheme)) != 0) {
        return address;
    }
    const char *tag = address + strlen(scheme);
    const char *end = tag + strcspn(tag, "=@");
    return end > tag && *end == '=' ? end + 1 : address;
}

char *address_fold(const char *address)
{
    if (!address_valid(address)) {
        return NULL;
    }
    const char *bare = without_batv(address);
    return address_valid(bare) ? g_ascii_strdown(bare, -1) : NULL;
}

char *address_with_token(const char *local, char delimiter, const char *token, const char *host)
{
    return g_strdup_printf("%s%c%s@%s", local, delimiter, token, host);
}

static bool is_token(const char *text, size_t length)
{
    if (length != TOKEN_LENGTH) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (!g_ascii_isalpha(text[i]) && (text[i] < '2' || text[i] > '7')) {
            return false;
        }
    }
    return true;
}

enum address_kind address_kind(const char *address, const char *local, char delimiter,
                               const char *host, char **token)
{
    static const char bounces[] = "bounces";
    if (token != NULL) {
        *token = NULL;
    }
    const char *at = strrchr(address, '@');
    size_t local_length = strlen(local);
    if (at == NULL || g_ascii_strcasecmp(at + 1, host) != 0 ||
        g_ascii_strncasecmp(address, local, local_length) != 0) {
        return ADDRESS_FOREIGN;
    }
    const char *extension = address + local_length;
    if (extension == at) {
        return ADDRESS_PLAIN;
    }
    if (*extension != delimiter || extension > at) {
        return ADDRESS_FOREIGN;
    }
    extension++;
    size_t length = (size_t)(at - extension);
    if (is_token(extension, length)) {
        if (token != NULL) {
            *token = g_ascii_strdown(extension, (gssize)length);
        }
        return ADDRESS_TOKEN;
    }
    bool returns =
        length == strlen(bounces) && g_ascii_strncasecmp(extension, bounces, length) == 0;
    return returns ? ADDRESS_BOUNCE : ADDRESS_ODD;
}
