#include "mail/address.h"

#include <stdbool.h>
#include <string.h>

#include "base/plain.h"
#include "base/random.h"

enum {
    ADDRESS_MAX = 254,
    UNICODE_MAX = 4 * ADDRESS_MAX, /* bytes of an address that is not yet in ASCII */
    TOKEN_LENGTH = 26,
    BOUNCE_CODE_LENGTH = 8,
    LINK_LETTER_LENGTH = 5, /* of the code of a link: for which letter it is, */
    LINK_ACT_LENGTH = 10,   /* and for which act */
    CODE_LENGTH_MAX = 10,
};

/* What stands behind the delimiter in addresses of ours with a code or token. */
static const struct {
    enum address_kind kind;
    const char *form;
} forms[] = {
    { ADDRESS_TOKEN, "^[a-z2-7]{26}\\z" },
    { ADDRESS_LINK, "^a\\.[0-9]{1,8}\\.[a-z2-7]{15}\\z" },   /* as link_address makes it */
    { ADDRESS_PERSONAL, "^p\\.[a-z2-7]{26}\\z" },            /* as personal_address makes it */
    { ADDRESS_BOUNCE, "^b\\.[0-9]{1,15}\\.[a-z2-7]{8}\\z" }, /* as verp_address makes it */
};

static enum address_kind kind_of(const char *extension)
{
    for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
        if (pattern_fits(extension, forms[i].form)) {
            return forms[i].kind;
        }
    }
    return ADDRESS_ODD;
}

bool address_valid(const char *address)
{
    static const char form[] = "^(?!-)[^\\x00-\\x20\\x7f-\\xff\"<>(),;:\\\\@]+@"
                               "(?:(?!-)[a-z0-9-]{1,63}(?<!-)(?:\\.(?!\\z)|\\z))+\\z";
    return strlen(address) <= ADDRESS_MAX && pattern_fits(address, form);
}

/* True if the domain in ASCII is the same domain. GLib leaves out or replaces some characters
 * that the registries of domains tell apart, such as a zero width joiner; the result could be
 * somebody else's domain. */
static bool means_same_domain(const char *domain, const char *ascii)
{
    g_autofree char *back = g_hostname_to_unicode(ascii);
    g_autofree char *lower = g_utf8_strdown(domain, -1);
    g_autofree char *composed = g_utf8_normalize(lower, -1, G_NORMALIZE_NFC);
    return g_strcmp0(back, composed) == 0;
}

char *address_ascii(const char *address)
{
    if (g_str_is_ascii(address)) {
        return address_valid(address) ? g_strdup(address) : NULL;
    }
    const char *at = strchr(address, '@');
    if (at == NULL || strlen(address) > UNICODE_MAX || !g_utf8_validate(address, -1, NULL)) {
        return NULL;
    }
    g_autofree char *domain = g_hostname_to_ascii(at + 1);
    if (domain == NULL || !means_same_domain(at + 1, domain)) {
        return NULL;
    }
    g_autofree char *ascii = g_strdup_printf("%.*s@%s", (int)(at - address), address, domain);
    return address_valid(ascii) ? g_steal_pointer(&ascii) : NULL;
}

/* The part after `prvs=tag=`, or the whole address. */
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
    g_autofree char *ascii = address_ascii(address);
    const char *bare = ascii != NULL ? without_batv(ascii) : "";
    return address_valid(bare) ? g_ascii_strdown(bare, -1) : NULL;
}

char *address_mailbox(const char *folded)
{
    const char *at = strrchr(folded, '@');
    size_t local = strcspn(folded, "+@");
    return at != NULL && local > 0 ? g_strdup_printf("%.*s%s", (int)local, folded, at)
                                   : g_strdup(folded);
}

char *address_of_envelope(const char *sender)
{
    /* SRS0=hash=time=host=local, or SRS1=hash=forwarder==hash=time=host=local if it was
     * forwarded twice. The sign after the 0, and before the second hash, may also be + or -. */
    static const char forwarded[] =
        "^SRS(0|1[=+-][^=]*=[^=]*=)[=+-][^=]*=[^=]*=([^=]*)=(.+)@[^@]*\\z";
    if (g_ascii_strncasecmp(sender, "SRS", strlen("SRS")) != 0) {
        return g_strdup(without_batv(sender));
    }
    g_autofree char *original =
        g_regex_replace(pattern_of(forwarded), sender, -1, 0, "\\3@\\2", 0, NULL);
    return g_strdup(without_batv(original));
}

char *address_with_token(const char *local, char delimiter, const char *token, const char *host)
{
    return g_strdup_printf("%s%c%s@%s", local, delimiter, token, host);
}

/* The part of the address behind LOCAL; NULL if it is not LOCAL at HOST. */
static const char *behind_local(const char *address, const char *local, const char *host)
{
    const char *at = strrchr(address, '@');
    size_t length = strlen(local);
    bool ours = at != NULL && g_ascii_strcasecmp(at + 1, host) == 0 &&
                g_ascii_strncasecmp(address, local, length) == 0 &&
                (size_t)(at - address) >= length;
    return ours ? address + length : NULL;
}

char *address_extension(const char *address, const char *local, char delimiter, const char *host)
{
    const char *rest = behind_local(without_batv(address), local, host);
    if (rest == NULL || *rest != delimiter) {
        return NULL;
    }
    return g_ascii_strdown(rest + 1, strrchr(rest, '@') - rest - 1);
}

enum address_kind address_kind(const char *address, const char *local, char delimiter,
                               const char *host, char **token)
{
    if (token != NULL) {
        *token = NULL;
    }
    const char *rest = behind_local(without_batv(address), local, host);
    if (rest == NULL || (*rest != '@' && *rest != delimiter)) {
        return ADDRESS_FOREIGN;
    }
    if (*rest == '@') {
        return ADDRESS_PLAIN;
    }
    g_autofree char *extension = address_extension(address, local, delimiter, host);
    g_assert(extension != NULL); /* the delimiter is behind our own local part */
    const enum address_kind kind = kind_of(extension);
    if (token != NULL && kind != ADDRESS_BOUNCE && kind != ADDRESS_ODD) {
        *token = g_steal_pointer(&extension);
    }
    return kind;
}

bool address_id_holds_token(const char *id, const char *host)
{
    g_autofree char *ours = g_strconcat("@", host, NULL);
    const bool own = g_ascii_strcasecmp(id + MIN(strlen(id), TOKEN_LENGTH), ours) == 0;
    return pattern_fits(id, "[a-z2-7]{26}") && !(own && pattern_fits(id, "^[a-z2-7]{26}@"));
}

/* Writes so many letters of a hash of the text, and a NUL. */
static void write_code(const unsigned char *key, const char *text, size_t length, char *code)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    unsigned char hash[SECRET_HASH_BYTES];
    secret_hash(key, text, strlen(text), hash);
    for (size_t i = 0; i < length; i++) {
        code[i] = letters[hash[i] & 31];
    }
    code[length] = '\0';
}

/* ---- personal addresses ---- */

void personal_token(const unsigned char *key, gint64 player, gint64 renewal,
                    char token[PERSONAL_TOKEN_LENGTH + 1])
{
    /* This word keeps the hash different from all others made with the key. */
    g_autofree char *text = g_strdup_printf(
        "personal address %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT, renewal, player);
    write_code(key, text, PERSONAL_TOKEN_LENGTH, token);
}

char *personal_address(const char *token, const char *local, char delimiter, const char *host)
{
    g_autofree char *extension = g_strconcat("p.", token, NULL);
    return address_with_token(local, delimiter, extension, host);
}

const char *personal_token_in(const char *extension)
{
    return kind_of(extension) == ADDRESS_PERSONAL ? extension + strlen("p.") : NULL;
}

/* ---- addresses with a code ---- */

/* "KIND.NUMBER.CODE"; the code is a hash of `text`. Free with g_free. */
static char *coded(const unsigned char *key, char kind, gint64 number, const char *text,
                   size_t code_length)
{
    char code[CODE_LENGTH_MAX + 1];
    write_code(key, text, code_length, code);
    return g_strdup_printf("%c.%" G_GINT64_FORMAT ".%s", kind, number, code);
}

/* True if the extension is ours, but for so many letters at its end. The time to compare does not
 * depend on it. */
static bool is_ours(const char *ours, const char *extension, size_t but)
{
    const size_t length = strlen(ours);
    return strlen(extension) == length && secret_equal(ours, extension, length - but);
}

/* "b.NUMBER.CODE" of a letter. Free with g_free. */
static char *verp_extension(const unsigned char *key, gint64 letter)
{
    /* This word keeps the hash different from all others made with the key. */
    g_autofree char *text = g_strdup_printf("returns of %" G_GINT64_FORMAT, letter);
    return coded(key, 'b', letter, text, BOUNCE_CODE_LENGTH);
}

char *verp_address(const unsigned char *key, gint64 letter, const char *local, char delimiter,
                   const char *host)
{
    g_autofree char *extension = verp_extension(key, letter);
    return address_with_token(local, delimiter, extension, host);
}

gint64 verp_letter(const unsigned char *key, const char *extension)
{
    if (kind_of(extension) != ADDRESS_BOUNCE) {
        return 0;
    }
    gint64 letter = g_ascii_strtoll(extension + 2, NULL, 10);
    g_autofree char *ours = verp_extension(key, letter);
    return is_ours(ours, extension, 0) ? letter : 0;
}

/* "a.NUMBER.CODE" of a link. Free with g_free. */
static char *link_extension(const unsigned char *secret, gint64 token, const char *act)
{
    g_autofree char *lower = g_ascii_strdown(act, -1);
    g_autofree char *text = g_strdup_printf("link for %s", lower);
    g_autofree char *letter = coded(secret, 'a', token, "link", LINK_LETTER_LENGTH);
    g_autofree char *whole = coded(secret, 'a', token, text, LINK_ACT_LENGTH);
    return g_strconcat(letter, strrchr(whole, '.') + 1, NULL);
}

char *link_address(const unsigned char *secret, gint64 token, const char *act, const char *local,
                   char delimiter, const char *host)
{
    g_autofree char *extension = link_extension(secret, token, act);
    return kind_of(extension) == ADDRESS_LINK
               ? address_with_token(local, delimiter, extension, host)
               : NULL;
}

gint64 link_token(const char *extension)
{
    return kind_of(extension) == ADDRESS_LINK ? g_ascii_strtoll(extension + 2, NULL, 10) : 0;
}

bool link_is_of(const unsigned char *secret, const char *extension)
{
    g_autofree char *ours = link_extension(secret, link_token(extension), "");
    return is_ours(ours, extension, LINK_ACT_LENGTH);
}

bool link_is_for(const unsigned char *secret, const char *extension, const char *act)
{
    g_autofree char *ours = link_extension(secret, link_token(extension), act);
    return is_ours(ours, extension, 0);
}
